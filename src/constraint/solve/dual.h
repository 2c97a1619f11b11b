// What solvers of forces have in common: the matrix of the dual problem, and the forces of a block.
#pragma once

#include "constraint/solver.h"

// The dual problem under way.
typedef struct {
  const problem* p;
  const size_t* diag;  // where the diagonal of each row is in p->AR
  mjtNum* residual;    // b + AR f, kept up to date as forces change
} dual;

// On the stack of d, with the residual of the forces in p->force.
dual dual_make(mjData* d, const problem* p);

// The forces of rows i ... i + n - 1 have changed from old to f: follow with the residual.
void dual_changed(const dual* s, int i, const mjtNum* old, const mjtNum* f, int n);

// The diagonal of row i.
static inline mjtNum dual_diagonal(const dual* s, int i) { return s->p->AR.value[s->diag[i]]; }

// 1/2 f' AR f + f' b at the forces in p->force.
mjtNum dual_cost(const problem* p);

// a' b of a few numbers.
static inline mjtNum dual_dot(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// The block of rows and columns i ... i + n - 1, row-major.
void dual_block(const dual* s, int i, int n, mjtNum* block);

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

// Set the states by the forces; adds the rows that are active and those whose state changed to
// stat.
void dual_states(const problem* p, mjSolverStat* stat);

// qfrc_constraint and qacc from the forces.
void dual_finish(const problem* p);
