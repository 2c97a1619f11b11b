// The Hessian of a primal problem, H = M + J' diag(D of quadratic rows) J + cone terms, factored.
#pragma once

#include "constraint/operator/multifrontal.h"

typedef struct {
  const problem* p;
  mjtNum* D;  // scratch: a number a row
  int is_sparse;
  multifrontal sparse;
  // dense
  int stride;
  mjtNum* H;      // without the cone terms
  mjtNum* L;      // factor of the whole
  mjtNum* block;  // scratch: a run of sparse rows by itself
  mjtNum* cone;   // scratch: the rows of one contact
  mjtNum* x;      // scratch of the solution
} hessian;

// Made on the stack of d, for the states of p.
hessian hessian_make(mjData* d, const problem* p);

// Follow a change of states and of cone Hessians.  Returns the number of rank-1 terms that changed.
int hessian_update(hessian* h, const int* old_state);

// x = H^-1 b
void hessian_solve(const hessian* h, mjtNum* x, const mjtNum* b);
