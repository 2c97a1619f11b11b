// The Hessian of a primal problem, H = M + J' diag(D of quadratic rows) J + cone terms, factored.
#pragma once

#include "constraint/operator/low_rank.h"

typedef struct {
  const problem* p;
  mjtNum* D;  // scratch: one number per row
  int is_sparse;
  multifrontal* sparse;
  low_rank changes;  // since it was factored
  // dense
  int stride;
  mjtNum* H;      // without the cone terms
  mjtNum* L;      // factor of H with the cone terms
  mjtNum* block;  // scratch: a run of sparse rows
  mjtNum* cone;   // scratch: the rows of one contact
  mjtNum* x;      // scratch for solving
} hessian;

// Allocated on the stack of d, for the present states of p.
hessian hessian_make(mjData* d, const problem* p);

// Update after a change of states and of cone Hessians.  Returns the number of rank-1 terms that
// changed.
int hessian_update(hessian* h, const int* old_state);

// x = H^-1 b
void hessian_solve(const hessian* h, mjtNum* x, const mjtNum* b);
