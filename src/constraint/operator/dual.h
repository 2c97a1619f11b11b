// The dual matrix A = J M^-1 J' + diag(R) as solvers of forces use it, a row or a block at a time.
//
// Of few rows A itself is at hand (efc_AR): then b + A f is kept up to date as forces change, and
// rows whose force stays cost nothing.  Otherwise, with A = Y Y' + diag(R) (operator/half.h),
// y = Y' f is kept: a row reads and writes the few numbers of y that it touches, and a sweep over
// all rows takes a time proportional to the numbers in Y, not to the couplings of the rows.
#pragma once

#include "constraint/operator/half.h"

// Invariant: residual, if it is kept, is b + A f.  Else y, with `part` in its place at the columns
// of rows that have those of row `held`, is Y' f for the forces f that the changes so far have led
// to.
typedef struct {
  const problem* p;
  mjtNum* residual;  // NULL: y is kept
  half_matrix Y;
  mjtNum* y;
  int held;  // the group whose part of y is in `part`, -1: none
  mjtNum* part;
  size_t* diag;  // of each row: where its diagonal is in entries
  // A, or its diagonal blocks: of a cone, of two opposite edges, of any other row
  const mjtNum* entries;
} dual;

// On the stack of d, at the forces p->force.
dual dual_make(mjData* d, const problem* p);

// Whether the invariant holds for the forces p->force, to rounding.
int dual_valid(mjData* d, dual* s);

// b + A f in row i, f being p->force.
mjtNum dual_residual(dual* s, int i);

// The same of rows i ... i + n - 1, which are a contact's.
void dual_residuals(dual* s, int i, int n, mjtNum* residual);

// The force of row i has become larger by delta.
void dual_change(dual* s, int i, mjtNum delta);

// The forces of rows i ... i + n - 1 have become f, and were old.
void dual_changed(dual* s, int i, const mjtNum* old, const mjtNum* f, int n);

static inline mjtNum dual_diagonal(const dual* s, int i) { return s->entries[s->diag[i]]; }

// Rows and columns i ... i + n - 1 of A, row-major; within one diagonal block.
void dual_block(const dual* s, int i, int n, mjtNum* block);

// What is kept up to date as it is now, residual or y: *n numbers, which may be put back later
// along with the forces they belong to.
mjtNum* dual_state(dual* s, int* n);

// Change of cost from forces f0, whose state was state0, to p->force.
mjtNum dual_cost_change(dual* s, const mjtNum* f0, const mjtNum* state0);

// 1/2 f' A f + f' b at the forces p->force, without any of the above.
mjtNum dual_cost(mjData* d, const problem* p);

// qfrc_constraint and qacc from the forces.
void dual_finish(const problem* p);
