// The factor Y of the dual matrix: with M = L'DL,
//   J M^-1 J' = Y Y',  Y = J L^-1 D^-1/2.
// Row i of Y has entries at the dofs that row i of J touches and at their ancestors; two rows are
// coupled in J M^-1 J' if they have a dof in common.  Where M is a metric on another pattern, it is
// factored front by front (operator/multifrontal.h): columns of Y are then pivots in the order of
// elimination, row i has those of the fronts that it touches and of the ancestors of these.
#pragma once

#include "constraint/operator/multifrontal.h"

// Invariant: rows are adjacent; columns ascend; rows group[i] ... i have the same columns.
typedef struct {
  int nr;
  int* nnz;
  int* adr;
  int* col;
  mjtNum* value;
  int* group;  // first of the adjacent rows, up to this one, that have the same columns
} half_matrix;

// Allocated on the stack of d, for a dense or sparse Jacobian.
half_matrix half_make(mjData* d, const problem* p);

int half_valid(const half_matrix* Y, int nc);
