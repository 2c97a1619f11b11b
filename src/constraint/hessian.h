// The Hessian of a primal problem, H = M + J' diag(D of quadratic rows) J + cone terms, factored.
#pragma once

#include "constraint/problem.h"

// A lower triangle by rows.
typedef struct {
  int* nnz;
  int* adr;
  int* col;
  mjtNum* value;
} lower;

typedef struct {
  const problem* p;
  int is_sparse;
  lower H;  // without the cone terms; dense: only value, nv x nv
  lower L;  // Cholesky factor of the whole
  int L_count;
  mjtNum* D;     // scratch: a number a row
  mjtNum* cone;  // scratch: the rows of one contact
  // the transpose of a sparse J, when H is sparse
  struct {
    int* nnz;
    int* adr;
    int* col;
    mjtNum* value;
  } Jt;
  mjtNum* line;  // scratch: nv numbers
} hessian;

// Made on the stack of d, for the states of p.
hessian hessian_make(mjData* d, const problem* p);

// Follow a change of states and of cone Hessians.  Returns the number of rank-1 terms that changed.
int hessian_update(hessian* h, const int* old_state);

// x = H^-1 b
void hessian_solve(const hessian* h, mjtNum* x, const mjtNum* b);
