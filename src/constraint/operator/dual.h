// The dual matrix A = J M^-1 J' + diag(R) as dual solvers use it, one row or block at a time.
//
// For few rows A is explicit (efc_AR), and the residual b + A f is updated as forces change; rows
// whose force does not change then cost nothing.  Otherwise, with A = Y Y' + diag(R)
// (operator/half.h), y = Y' f is updated: a row reads and writes only its few entries of y, so that
// a sweep over all rows takes time proportional to the size of Y rather than to the number of
// coupled pairs of rows.
#pragma once

#include "constraint/operator/half.h"
#include "constraint/operator/inertia.h"

// Invariant: `residual`, if not NULL, is b + A f.  Otherwise y = Y' f for the current forces f,
// except that the entries of y at the columns of row `held` are buffered in `part`.
typedef struct {
  const problem* p;
  mjtNum* residual;  // NULL: y is used
  half_matrix Y;
  mjtNum* y;
  int held;  // row whose group's part of y is in `part`; -1: none
  mjtNum* part;
  size_t* diag;  // per row: index of its diagonal entry in entries
  // A, or its diagonal blocks: of a cone, of two opposite pyramid edges, or of a single row
  const mjtNum* entries;
  // Largest term added to `residual` or `y`; its rounding remains when what was added cancels. Kept
  // in builds with assertions only.
  mjtNum passed;
} dual;

// Allocated on the stack of d, for the forces p->force.
dual dual_make(mjData* d, const problem* p);

// Whether the invariant holds for the forces p->force, up to rounding of the terms added so far.
int dual_valid(mjData* d, dual* s);

// Row i of b + A f at f = p->force.
mjtNum dual_residual(dual* s, int i);

// Tell that the force of row i has increased by delta.
void dual_change(dual* s, int i, mjtNum delta);

// With y: buffer the part of y that row i depends on, unless it is.
void dual_hold(dual* s, int i);

// sum[k] = dot product of row k of n with x, rows of nnz numbers one after the other.
INLINED void dual_row_products(mjtNum* sum, const mjtNum* row, const mjtNum* x, int nnz,
                               const int n) {
  lanes along[6];
  int c = 0;
  for (int k = 0; k < n; k++) along[k] = lanes_all(0);
  for (; c + LANES <= nnz; c += LANES) {
    lanes at = lanes_load(x + c);
    LANES_UNROLL
    for (int k = 0; k < n; k++) along[k] += lanes_load(row + k * nnz + c) * at;
  }
  for (int k = 0; k < n; k++) sum[k] = lanes_sum(along[k]);
  for (; c < nnz; c++) {
    for (int k = 0; k < n; k++) sum[k] += row[k * nnz + c] * x[c];
  }
}

// Rows i ... i + n - 1, n <= 6, of b + A f; they are those of one contact.
INLINED void dual_residuals(dual* s, int i, const int n, mjtNum* residual) {
  const problem* p = s->p;
  if (s->residual) {
    for (int k = 0; k < n; k++) residual[k] = s->residual[i + k];
    return;
  }
  if (s->Y.group[i] != s->held) dual_hold(s, i);
  dual_row_products(residual, s->Y.value + s->Y.adr[i], s->part, s->Y.nnz[i], n);
  for (int k = 0; k < n; k++) residual[k] += p->b[i + k] + p->rows.R[i + k] * p->force[i + k];
}

// Tell that the forces of the rows that dual_residuals was asked for have changed by delta.
INLINED void dual_changed_block(dual* s, int i, const mjtNum* delta, const int n) {
#ifdef NDEBUG
  if (!s->residual) {
    int nnz = s->Y.nnz[i], c = 0;
    const mjtNum* row = s->Y.value + s->Y.adr[i];
    mjtNum* part = s->part;
    for (; c + LANES <= nnz; c += LANES) {
      lanes sum = lanes_load(part + c);
      LANES_UNROLL
      for (int k = 0; k < n; k++) sum += lanes_all(delta[k]) * lanes_load(row + k * nnz + c);
      lanes_store(part + c, sum);
    }
    for (; c < nnz; c++) {
      for (int k = 0; k < n; k++) part[c] += delta[k] * row[k * nnz + c];
    }
    return;
  }
#endif
  for (int k = 0; k < n; k++) {
    if (delta[k] != 0) dual_change(s, i + k, delta[k]);
  }
}

// Tell that the forces of rows i ... i + n - 1 have changed from old to f.
void dual_changed(dual* s, int i, const mjtNum* old, const mjtNum* f, int n);

static inline mjtNum dual_diagonal(const dual* s, int i) { return s->entries[s->diag[i]]; }

// Rows and columns i ... i + n - 1 of A, row-major; they must be within one diagonal block.
INLINED void dual_copy_block(const dual* s, int i, const int n, mjtNum* block) {
  for (int k = 0; k < n; k++) {
    const mjtNum* row = s->entries + s->diag[i + k] - k;
    for (int c = 0; c < n; c++) block[k * n + c] = row[c];
  }
}

// The same for a whole diagonal block, copied only where it is part of a larger matrix.
INLINED const mjtNum* dual_block(const dual* s, int i, const int n, mjtNum* copy) {
  if (!s->residual) return s->entries + s->diag[i];
  dual_copy_block(s, i, n, copy);
  return copy;
}

// The data that are updated (residual or y): *n numbers, which may be restored later together with
// the forces they belong to.
mjtNum* dual_state(dual* s, int* n);

// Change of cost from forces f0, with data state0, to p->force.
mjtNum dual_cost_change(dual* s, const mjtNum* f0, const mjtNum* state0);

// 1/2 f' A f + f' b at p->force, computed from scratch.
mjtNum dual_cost(mjData* d, const problem* p);

// Compute qfrc_constraint and qacc from the forces.
void dual_finish(const problem* p);
