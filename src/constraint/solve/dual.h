// Dual solvers: they change the forces of the rows, given the matrix efc_AR and the offset efc_b.
#pragma once

#include <engine/engine.h>

// Projected Gauss-Seidel from the forces in efc_force.
void pgs_solve(const mjModel* m, mjData* d);

// Take the softness out of friction: Gauss-Seidel on friction alone, without regularisation.
void noslip_solve(const mjModel* m, mjData* d);

// 1/2 f' AR f + f' b at the forces in efc_force.
mjtNum dual_cost(const mjModel* m, const mjData* d);

// --- what both have in common -------------------------------------------------------------------

// efc_AR, dense or sparse.
typedef struct {
  int n;
  const mjtNum* value;
  const int* nnz;  // NULL when dense
  const int* adr;
  const int* col;
  const size_t* diag;  // where the diagonal of each row is in value
  mjtNum* residual;    // b + AR f, kept up to date as forces change
} dual_matrix;

// On the stack of d, with the residual of the forces in efc_force.
dual_matrix dual_matrix_make(const mjModel* m, mjData* d);

// The forces of rows i ... i + n - 1 have changed from old to f: follow with the residual.
void dual_changed(const dual_matrix* AR, int i, const mjtNum* old, const mjtNum* f, int n);

// a' b of a few numbers.
static inline mjtNum dual_dot(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// The block of rows and columns i ... i + n - 1, row-major.
void dual_block(const dual_matrix* AR, int i, int n, mjtNum* block);

// Friction of an elliptic contact with the normal force fixed: minimise 1/2 f'A f + b'f for
// sum (f_k / friction_k)^2 <= normal^2, n <= 5.
void dual_cone_friction(mjtNum* f, const mjtNum* A, const mjtNum* b, const mjtNum* friction,
                        mjtNum normal, int n);

// Shorten the n friction forces of an elliptic contact, if they are too large for the normal force.
void dual_into_cone(mjtNum* f, const mjtNum* friction, mjtNum normal, int n);

// A change of cost up to this may be rounding.
#define DUAL_ROUNDING 1e-10

// Change of cost from old to new forces of a block with residual res (at the old forces).  A change
// for the worse is undone, and counts 0.
mjtNum dual_accept(const mjtNum* A, const mjtNum* res, const mjtNum* old, mjtNum* f, int n);

// Set efc_state by efc_force; adds the rows that are active and those whose state changed to stat.
void dual_states(mjData* d, mjSolverStat* stat);

// qfrc_constraint and qacc from efc_force.
void dual_finish(const mjModel* m, mjData* d);
