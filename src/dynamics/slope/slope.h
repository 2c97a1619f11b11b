// Derivatives of generalised forces by positions and velocities, gathered from what exerts them.
//
// A slope is R_q = d(force)/dq and R_v = d(force)/dqvel of a sum of forces, in one of three forms:
// whole, as matrices; contracted with a covector lambda over the dofs, lambda' R_q and lambda' R_v,
// which costs little more than the forces themselves; or along a direction, R_q dq + R_v dv.  What
// exerts a force adds itself the same way to each.
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

// --- where the entries of matrices stand --------------------------------------------------------

// Dofs that no force couples are in different clusters: there are no entries between them.  A
// cluster of n dofs has a block of n rows in the array of R, of a width that its user gives: n
// columns by q, n by v, and others; and one of n x n in square matrices.
typedef struct {
  int n;                 // clusters
  const int* first;      // n + 1: where the dofs of a cluster begin in dof
  const int* dof;        // nv, ascending within a cluster
  const int* of;         // nv: the cluster of a dof
  const int* local;      // nv: place of a dof in its cluster
  const size_t* block;   // n + 1: where the blocks of R begin
  const int* width;      // n
  const size_t* square;  // n + 1: where the square blocks begin
} clusters;

static inline int cluster_size(const clusters* c, int k) { return c->first[k + 1] - c->first[k]; }

// The row of a dof in R: columns by q from here, those by v cluster_size further.
static inline mjtNum* cluster_row(const clusters* c, mjtNum* R, int dof) {
  return R + c->block[c->of[dof]] + (size_t)c->local[dof] * c->width[c->of[dof]];
}

// The row of a dof in a square matrix.
static inline mjtNum* square_row(const clusters* c, mjtNum* H, int dof) {
  int k = c->of[dof];
  return H + c->square[k] + (size_t)c->local[dof] * cluster_size(c, k);
}

// --- motion that generalised vectors carry ------------------------------------------------------

// The twists V_b = sum of S_i x_i of bodies under x, and for each dof j, V_j- x S_j, with V_j- the
// twist before the group of j.  Then for j on the chain of b:  dV_b/dq_j = S_j x V_b + turn_j.
typedef struct {
  const mjtNum* body;  // nbody x 6
  const mjtNum* turn;  // nv x 6
} carried;

// On the stack of d.
carried carried_by(const mjModel* m, mjData* d, const mjtNum* x);

// That of qvel, which the velocity stage has found.
static inline carried carried_by_qvel(const mjData* d) { return (carried){d->cvel, d->cdof_dot}; }

// The group of a dof: its first dof; *n becomes their number.
static inline int dof_group(const mjModel* m, int dof, int* n) {
  int j = m->dof_jntid[dof], first = m->jnt_dofadr[j], turn = joint_quat(m->jnt_type[j]);
  *n = turn < 0 ? 1 : 3;
  return turn > 0 && dof >= first + turn ? first + turn : first;
}

// --- the slope ----------------------------------------------------------------------------------

typedef struct {
  const mjModel* m;
  mjData* d;
  // whole: the matrices
  const clusters* at;
  mjtNum* R;
  // contracted, if left is given: lambda, and what is added to
  const mjtNum* left;
  mjtNum* qbar;
  mjtNum* vbar;
  carried carries_left;  // by left, if it is known already
  // along, if out is given: the direction, and what is added to
  const mjtNum* dq;
  const mjtNum* dv;
  mjtNum* out;
  // sums over bodies and tendons, turned into entries by slope_close
  mjtNum* wrench;  // nbody x 6: wrenches w as they are now
  mjtNum*
      change;    // nbody x 36: dw/dq_j = change S_j, for j on the chain; zeros only once it is had
  mjtNum* pull;  // ntendon: force along each tendon
  int has_wrench, has_change, has_pull;
} slope;

typedef enum { BY_POSITION, BY_VELOCITY } slope_side;

// Room for the sums, on the stack of d.  The rest is the caller's to fill in.
void slope_open(slope* s);

// Turn the sums into entries and clear them.  keep (nv, or NULL): rows of dofs with 0 are dropped,
// for what the sums hold.
void slope_close(slope* s, const mjtNum* keep);

// R += G' Y: G and Y are rows x n, their columns are the dofs col, ascending.
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

// Wrench of a force and torque at a point, added to a body's: fixed in the world as the body moves,
// at a point of the body (MATERIAL) or at one whose motion the caller accounts for (PLACE); or both
// turning with the body (FOLLOWER), at a point of it.
typedef enum { WRENCH_PLACE, WRENCH_MATERIAL, WRENCH_FOLLOWER } wrench_kind;

typedef struct {
  int body;
  const mjtNum* point;
  mjtNum force[3], torque[3];
} body_force;

void slope_add_wrench(slope* s, wrench_kind kind, const body_force* f, mjtNum scale);

// --- parts of the forces ------------------------------------------------------------------------

// R -= the derivative of the force M x + c(q, v) that takes bodies at velocity qvel through
// acceleration qacc, less the armature of dofs and tendons.  Either vector may be NULL, for zero.
typedef struct {
  const mjtNum* qvel;
  const mjtNum* qacc;
  int gravity;
  mjtNum scale;  // of what is subtracted
} inertial_motion;

void slope_subtract_inertial(slope* s, const inertial_motion* x);
