// Derivative entries between dofs and their ancestors.
#pragma once

#include "dynamics/slope/slope.h"

// For j an ancestor of i, i itself, or in its group:
//   R(i, j) = sum over k of row[k]_i . motion[k]_j,
// and where i moves j but j does not move i, R(j, i) = S_j . column_i, with S = mjData.cdof.  All
// are nv x 6; column may be NULL.
typedef struct {
  int n;
  const mjtNum* row[4];
  const mjtNum* motion[4];
  const mjtNum* column;
} tree_terms;

// Terms by position and, with the first two of their rows, by velocity.  All have a column.
typedef struct {
  tree_terms q;
  const mjtNum* motion_v[2];
  const mjtNum* column_v;
} state_terms;

// R += sign times these terms, except for rows with keep 0 (keep may be NULL).  Not for contracted
// slopes.
void add_tree_terms(slope* s, slope_side side, mjtNum sign, const tree_terms* p,
                    const mjtNum* keep);

// The same for all rows, by position and by velocity.
void add_state_terms(slope* s, mjtNum sign, const state_terms* p);
