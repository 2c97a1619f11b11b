// Entries of a slope between dofs and their ancestors.
#pragma once

#include "dynamics/slope/slope.h"

// For j an ancestor of i, i itself, or of its group:
//   R(i, j) = sum over k of row[k]_i . motion[k]_j,
// and where i moves j but j does not move i, R(j, i) = S_j . column_i, S being mjData.cdof.  All
// are nv x 6; column may be NULL for none.
typedef struct {
  int n;
  const mjtNum* row[3];
  const mjtNum* motion[3];
  const mjtNum* column;
} tree_terms;

// R += sign of these, but for rows of dofs where keep is 0 (NULL: none).  Not contracted.
void add_tree_terms(slope* s, slope_side side, mjtNum sign, const tree_terms* p,
                    const mjtNum* keep);
