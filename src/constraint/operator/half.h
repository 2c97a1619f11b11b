// One half of the dual matrix: with M = L'DL,
//   J M^-1 J' = Y Y',  Y = J L^-1 D^-1/2.
// A row of Y touches the dofs that its row of J touches and the ancestors of these; two rows couple
// in J M^-1 J' when they share one of them.
#pragma once

#include "constraint/problem.h"

// Invariant: rows are packed; columns ascend; rows group[i] ... i have the same columns.
typedef struct {
  int nr;
  int* nnz;
  int* adr;
  int* col;
  mjtNum* value;
  int* group;  // the first of the rows, one after another up to each row, that have its columns
} half_matrix;

// On the stack of d, for a problem with a dense or a sparse Jacobian.
half_matrix half_make(mjData* d, const problem* p);

int half_valid(const half_matrix* Y, int nc);
