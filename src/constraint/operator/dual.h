// The dual matrix A = J M^-1 J' + diag(R) as solvers of forces use it, a row or a block at a time.
//
// With A = Y Y' + diag(R) (operator/half.h), y = Y' f is kept up to date as forces change.  A row
// then reads and writes the few numbers of y that it touches, so that a sweep over all rows takes a
// time proportional to the numbers in Y.
#pragma once

#include "constraint/operator/half.h"

// Invariant: y, with `part` in its place at the columns of rows that have those of row `held`, is
// Y' f for the forces f that the changes so far have led to.
typedef struct {
  const problem* p;
  half_matrix Y;
  mjtNum* y;
  int held;  // the group whose part of y is in `part`, -1: none
  mjtNum* part;
  size_t* diag;   // of each row: where its diagonal is in block
  mjtNum* block;  // the diagonal blocks: of a cone, of two opposite edges, of any other row
} dual;

// On the stack of d, at the forces p->force.
dual dual_make(mjData* d, const problem* p);

// Whether y is Y' f, for the forces p->force, to rounding.
int dual_valid(mjData* d, dual* s);

// b + A f in row i, f being p->force.
mjtNum dual_residual(dual* s, int i);

// The force of row i has become larger by delta.
void dual_change(dual* s, int i, mjtNum delta);

// The forces of rows i ... i + n - 1 have become f, and were old.
void dual_changed(dual* s, int i, const mjtNum* old, const mjtNum* f, int n);

static inline mjtNum dual_diagonal(const dual* s, int i) { return s->block[s->diag[i]]; }

// Rows and columns i ... i + n - 1 of A, row-major; within one diagonal block.
void dual_block(const dual* s, int i, int n, mjtNum* block);

// y as it is now, nv numbers; what is changed in it counts.
mjtNum* dual_half_forces(dual* s);

// 1/2 f' A f + f' b at the forces p->force, without any of the above.
mjtNum dual_cost(mjData* d, const problem* p);

// qfrc_constraint and qacc from the forces.
void dual_finish(const problem* p);
