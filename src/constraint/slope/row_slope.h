// Derivative of the constraint forces J'f at acceleration qacc.
//
// f is a function of jar = J qacc - aref and of the regulariser, f = -ds(jar; D).  Let W = d2s at
// the present states of the rows, r the residual minus margin (for connect and weld its norm over
// the rows, for a contact the distance for all rows), P = d imp/dr, and aref = -B J v - K imp (pos
// - margin).  Then
//   d(J'f) = (dJ)'f + J'(-W djar + f dlogD),
//   djar   = d(J qacc) + B d(J v) + K (imp dpos + P dr (pos - margin)),
//   dlogD  = P dr / (imp (1 - imp)), where the force depends on D: not at a friction bound.
// K, B and the ratios of D within a contact are constant.  By velocity: -J'W B J.
#pragma once

#include "dynamics/slope/slope.h"

typedef struct row_slopes {
  slope* s;
  const carried* vel;      // of qvel
  const carried* acc;      // of qacc
  int adhesion;            // whether actuators pull at contacts
  mjtNum* response;        // nefc x nv, or NULL: the change of forces with position at fixed qacc
  mjtNum* contact_motion;  // ncon x 7 x nv, or NULL: of position, turn of the frame, distance
  int ndifferenced;        // contacts whose geometry was differenced
  struct contact_sums* sums;      // of contracted slopes whose lambda has carried bodies, else NULL
  const body_resistance* blocks;  // of whole matrices, see contact_blocks.h; else NULL
} row_slopes;

// R += derivative of J'f, where efc_force, efc_state and contact.H must be those of qacc, and of
// the effect of contact motion on adhesion.
void add_constraint_slope(row_slopes* x);

// H += J'W J, its lower triangle; loaded[cluster] becomes 1 where something was added.  Without
// those contacts that are in the blocks.
void add_constraint_hessian(const mjModel* m, mjData* d, const body_resistance* blocks,
                            const clusters* at, mjtNum* H, int* loaded);

// --- parts, in several files --------------------------------------------------------------------

// Rows with the same columns: J, dJ = derivative of J (qacc + B v) at fixed qacc and v, dpos =
// derivative of the residual, dr = derivative of r, one for all rows (NULL: each row has its own,
// dpos).
typedef struct {
  int first, rows, n;
  const int* col;
  const mjtNum *J, *dJ, *dpos, *dr;
  const mjtNum* dlogD;  // further changes of log D (NULL: none)
} row_group;

// The response of the rows, Y = -W djar + f dlogD (rows x n).  For an elliptic contact in its
// middle zone contact.H is used.
void row_response(mjData* d, const row_group* g, mjtNum* Y);

// What the force of a row gains with its residual through its regulariser: f dlogD/dr.
mjtNum gain_of_regulariser(const mjData* d, int row);

// rows (rows x n) from the axes of a contact (dim x n), and axes += the transposed of that.
void rows_of_axes(const mjContact* con, int rows, int n, const mjtNum* axes, mjtNum* out);
void axes_of_rows(const mjContact* con, int rows, int n, const mjtNum* x, mjtNum* axes);

// Whether a row is as hard as where bodies had no inverse inertia at qpos0, which softness is
// measured by: with forces of 1e17, of which rounding errors would count.
int row_is_hard(const mjData* d, int row);

// Whether any of the rows acts.
int rows_act(const mjData* d, int first, int rows);

// Y = W X for the rows, X and Y rows x n.
void weigh_rows(const mjData* d, int first, int rows, int n, const mjtNum* X, mjtNum* Y);

// Store the response, if wanted: of a group, or along J minus D times a rate.
void keep_response(row_slopes* x, const row_group* g, const mjtNum* Y);
void keep_line_response(row_slopes* x, int row, mjtNum along, sparse_row J, const mjtNum* rate);

// R += J' (response), by position and by velocity.
void add_row_group(row_slopes* x, const row_group* g);

// The contributions of the block that begins at a row, by kind: see the tables of kinds
// (kinds/kind.h).
void add_joined_slope(row_slopes* x, int row);
void add_coupling_slope(row_slopes* x, int row);
void add_flex_edges_slope(row_slopes* x, int row);
void add_dof_friction_slope(row_slopes* x, int row);
void add_tendon_friction_slope(row_slopes* x, int row);
void add_joint_limit_slope(row_slopes* x, int row);
void add_tendon_limit_slope(row_slopes* x, int row);
void add_contact_slope(row_slopes* x, int row);

void add_rowless_contacts(row_slopes* x);

// A normal force in addition to that of the rows, and its derivative by the distance.
typedef struct {
  mjtNum force, by_dist;
} contact_pull;

// The part of J'f of the contact's rows due to moving geometry.  row < 0: the contact has no rows.
void add_contact_with_pull(row_slopes* x, int contact, int row, contact_pull pull);
