// Derivatives of generalised forces by positions and velocities.
//
// A slope is R_q = d(force)/dq and R_v = d(force)/dqvel of a sum of forces, in one of three forms:
// as whole matrices; contracted with a covector lambda over the dofs, lambda' R_q and lambda' R_v,
// which costs little more than the forces themselves; or along a direction, R_q dq + R_v dv.  Each
// force adds its part by the same calls in all three forms.
//
// All spatial vectors are about the centre O of their tree, taken as a point fixed in space: forces
// on dofs, velocities of points and powers do not depend on O, so its motion has no part in their
// derivatives.  With w the wrench on body b and S_i the axis of dof i,
//   tau_i = S_i . w,   d tau_i/dq_j = [j moves i] (S_j x S_i) . w + S_i . dw/dq_j.
// j moves i if it is an ancestor of i, or of its group: the dofs of a ball, the rotations and the
// translations of a free joint, whose axes all turn with each other.
#pragma once

#include <engine/model.h>

#include "math/sparse.h"
#include "math/spatial.h"
#include "model/joint_type.h"

// --- vectors of six that have just been stored number by number, which loads of two or more would
// wait for: with these, inverse derivatives of a humanoid take 0.92 of the time ------------------

// r = a
static inline void copy6_fresh(mjtNum r[6], const mjtNum a[6]) {
  r[0] = a[0];
  r[1] = a[1];
  r[2] = a[2];
  r[3] = a[3];
  r[4] = a[4];
  r[5] = a[5];
}

// r += s a
static inline void axpy6_fresh(mjtNum r[6], mjtNum s, const mjtNum a[6]) {
  r[0] += s * a[0];
  r[1] += s * a[1];
  r[2] += s * a[2];
  r[3] += s * a[3];
  r[4] += s * a[4];
  r[5] += s * a[5];
}

static inline void add6_fresh(mjtNum r[6], const mjtNum a[6]) { axpy6_fresh(r, 1, a); }

// --- where the entries of matrices stand --------------------------------------------------------

// Dofs that no force couples are in different clusters; there are no entries between clusters.  For
// a cluster of n dofs the array R has a block of n rows whose width the user of R chooses: n
// columns by q, n by v, and possibly more.  Square matrices have an n x n block.
typedef struct {
  int n;                 // clusters
  const int* first;      // n + 1: first index of a cluster in dof
  const int* dof;        // nv, ascending within a cluster
  const int* of;         // nv: cluster of each dof
  const int* local;      // nv: index of each dof in its cluster
  const size_t* block;   // n + 1: offsets of the blocks of R
  const int* width;      // n
  const size_t* square;  // n + 1: offsets of the square blocks
} clusters;

static inline int cluster_size(const clusters* c, int k) { return c->first[k + 1] - c->first[k]; }

// The row of a dof in R: columns by q, then (cluster_size further) by v.
static inline mjtNum* cluster_row(const clusters* c, mjtNum* R, int dof) {
  return R + c->block[c->of[dof]] + (size_t)c->local[dof] * c->width[c->of[dof]];
}

// The row of a dof in a square matrix.
static inline mjtNum* square_row(const clusters* c, mjtNum* H, int dof) {
  int k = c->of[dof];
  return H + c->square[k] + (size_t)c->local[dof] * cluster_size(c, k);
}

// --- body motions under generalised vectors -----------------------------------------------------

// The twists V_b = sum of S_i x_i of bodies under x and, for each dof j, turn_j = V_j- x S_j, where
// V_j- is the twist before the group of j.  Then for j on the chain of b:  dV_b/dq_j = S_j x V_b +
// turn_j.
typedef struct {
  const mjtNum* body;  // nbody x 6
  const mjtNum* turn;  // nv x 6
} carried;

// Computed on the stack of d.
carried carried_by(const mjModel* m, mjData* d, const mjtNum* x);

// The motion under qvel, computed by the velocity stage.
static inline carried carried_by_qvel(const mjData* d) { return (carried){d->cvel, d->cdof_dot}; }

// The group of a dof: returns its first dof; *n becomes the number of its dofs.
static inline int dof_group(const mjModel* m, int dof, int* n) {
  int j = m->dof_jntid[dof], first = m->jnt_dofadr[j], turn = joint_quat(m->jnt_type[j]);
  *n = turn < 0 ? 1 : 3;
  return turn > 0 && dof >= first + turn ? first + turn : first;
}

// --- forces against motion ----------------------------------------------------------------------

// Wrenches on bodies that change by -resist (da + damping dv) with accelerations and velocities.
typedef struct {
  int any;
  mjtNum damping;
  mjtNum* resist;                    // nbody x 36, symmetric, summed over subtrees; none unless any
  mjtNum* pushed;                    // nv x 6: resist times the axes of dofs, 0 where there is none
  int* of;                           // nbody: whether there is one in its subtree
  struct contact_weights_* weights;  // ncon: of contacts, where they are part of it
} body_resistance;

// What inertia adds to entries: see inertial_slope.c.  nv x 6 each.
typedef struct {
  const mjtNum* Y1;
  mjtNum *Y2, *P, *IS, *ES, *by_q, *by_v;
} inertial_terms;

// --- the slope ----------------------------------------------------------------------------------

typedef struct {
  const mjModel* m;
  mjData* d;
  // form 1, whole: the matrices
  const clusters* at;
  mjtNum* R;
  // form 2, contracted, if left is given: lambda, and the results
  const mjtNum* left;
  mjtNum* qbar;
  mjtNum* vbar;
  carried carries_left;  // motion under left, if it is known already
  // form 3, along a direction, if out is given: the direction, and the result
  const mjtNum* dq;
  const mjtNum* dv;
  mjtNum* out;
  // sums over bodies and tendons; slope_close converts them to entries
  mjtNum* wrench;  // nbody x 6: wrenches w at the present state
  mjtNum* change;  // nbody x 36: dw/dq_j = change S_j, for j on the chain; zeroed on use
  mjtNum* pull;    // ntendon: tension of each tendon
  mjtNum* lift;    // nbody x 4: masses held up against gravity, times their place, and alone
  int has_wrench, has_change, has_pull, has_lift;
  // entries added by the next slope_close that drops no rows, of both together: inertia, and
  // resistance to qacc and qvel
  inertial_terms held;
  int holds;
  const body_resistance* resistance;
  const mjtNum *acc_turn, *vel_turn;  // nv x 6: see carried
} slope;

typedef enum { BY_POSITION, BY_VELOCITY } slope_side;

// Allocate the sums on the stack of d.  The caller sets all other members.
void slope_open(slope* s);

// Convert the sums to entries and clear them.  Rows of dofs with keep 0 are dropped (keep: nv, or
// NULL).
void slope_close(slope* s, const mjtNum* keep);

// R += G' Y: G and Y are rows x n; their columns are the dofs col, ascending.
typedef struct {
  int rows, n;
  const int* col;
  const mjtNum *G, *Y;
} slope_rows;
void slope_add(slope* s, slope_side side, slope_rows x);

// R += scale a b', with a over rows and b over columns.
void slope_add_outer(slope* s, slope_side side, mjtNum scale, sparse_row a, sparse_row b);

// One entry.
void slope_add_entry(slope* s, slope_side side, int row, int col, mjtNum value);

// R += scale X over the dofs col; X is n x n.
void slope_add_matrix(slope* s, slope_side side, mjtNum scale, int n, const int* col,
                      const mjtNum* X);

// Add a wrench, given as force and torque at a point, to a body's sum.  As the body moves the
// wrench stays constant in the world, at a point of the body (MATERIAL) or at a point whose motion
// the caller accounts for (PLACE); or it rotates with the body, at a point of the body (FOLLOWER).
typedef enum { WRENCH_PLACE, WRENCH_MATERIAL, WRENCH_FOLLOWER } wrench_kind;

typedef struct {
  int body;
  const mjtNum* point;
  mjtNum force[3], torque[3];
} body_force;

void slope_add_wrench(slope* s, wrench_kind kind, const body_force* f, mjtNum scale);

// Add the wrench that carries a mass against gravity at a point of a body.
void slope_add_lift(slope* s, int body, const mjtNum point[3], mjtNum mass);

// The sum of a body's dw/dq, which is by its motions (6 x 6), += K.
void slope_add_change(slope* s, int body, const mjtNum* K);

// --- forces -------------------------------------------------------------------------------------

// R -= derivative of the force M x + c(q, v) for bodies at velocity qvel and acceleration qacc,
// without the armature of dofs and tendons.  Either vector may be NULL, for zero.
typedef struct {
  const mjtNum* qvel;
  const mjtNum* qacc;
  int gravity;
  mjtNum scale;  // factor
} inertial_motion;

void slope_subtract_inertial(slope* s, const inertial_motion* x);

// The same for x->scale = 1 and with x->qvel; entries of matrices are left to slope_close, for
// which the caller keeps the stack.
void slope_hold_inertial(slope* s, const inertial_motion* x);
