// A factored Hessian in which few rows have changed their state since: with R those rows, scaled by
// the roots of their weights, and S = +1 for one that has been added, -1 for one taken away,
//   (H + R' S R)^-1 = H^-1 - H^-1 R' (S + R H^-1 R')^-1 R H^-1
// (Woodbury 1950).  R H^-1 R' = Y Y', the rows of Y = R L^-T reach from the front of their dofs to
// the root, so that two of them have the fronts in common that their ways share at the end.
#pragma once

#include <stdbool.h>

#include "constraint/operator/multifrontal.h"

// Invariant: rows 0 ... n - 1 have an entry in every array; those that are `on` differ in their
// state from what was factored, and `chosen` lists them.
typedef struct {
  multifrontal* f;
  int most, n;  // rows there is room for, rows
  int* row;
  int* front;  // that eliminates the first of their dofs
  int* size;   // of their row of Y
  bool* on;
  bool* added;   // else taken away
  mjtNum** y;    // rows of Y
  mjtNum* gram;  // most x most, lower triangle: Y Y'
  int nchosen;
  int* chosen;
  mjtNum* small;  // nchosen x nchosen: L D L' of the matrix in brackets, D on the diagonal
  // scratch
  int* at;        // the front that a row has come to
  mjtNum** end;   // of its row of Y up to there
  mjtNum *x, *t;  // vectors of nv, the first of them zeros; most
} low_rank;

// Allocated on the stack of d.  Whether rows are told apart does not depend on what room there is:
// results would by their last digits.
low_rank low_rank_make(mjData* d, multifrontal* f);

// The present states are those that have been factored.
void low_rank_forget(low_rank* u);

// States have changed, none of them to or from a cone.  Returns 0 where it pays to factor instead,
// or where rows that are taken away were so stiff that rounding would be all that is left.
int low_rank_change(low_rank* u, const int* old_state);

// x = (H + R' S R)^-1 b
void low_rank_solve(const low_rank* u, mjtNum* x, const mjtNum* b);
