// Rows that depend on several points, each fixed to a body: the row's velocity is the sum of
// gradient . velocity over the points.
#pragma once

#include "constraint/kinds/kind.h"

typedef struct {
  int n;
  const int* body;
  const mjtNum* pos;       // world positions, 3 numbers each
  const mjtNum* gradient;  // 3 each
} point_sum;

// Number of dofs that move any of the bodies.
int point_rows_columns(const mjModel* m, mjData* d, const int* body, int n);

// Append one row of an equality.
void point_rows_add(const mjModel* m, mjData* d, int eq, const point_sum* sum, mjtNum pos,
                    mjtNum weight);
