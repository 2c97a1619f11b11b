// Rows that are sums over points, each of them carried by a body: a velocity of the row is the sum
// of gradient . velocity of the point.
#pragma once

#include "constraint/kinds/kind.h"

typedef struct {
  int n;
  const int* body;
  const mjtNum* pos;       // of the points in the world, 3 each
  const mjtNum* gradient;  // 3 each
} point_sum;

// How many dofs move any of the bodies.
int point_rows_columns(const mjModel* m, mjData* d, const int* body, int n);

// Append one row of an equality.
void point_rows_add(const mjModel* m, mjData* d, int eq, const point_sum* sum, mjtNum pos,
                    mjtNum weight);
