// First and second derivative of the length of a path that wraps round a geom.
#pragma once

#include <engine/scalar.h>

typedef struct {
  mjtNum gradient[2][3];    // by the two end points, in the frame of the geom
  mjtNum hessian[2][2][9];  // [i][j]: of gradient[i] by end j
} wrap_curvature;

// The ends p and the first touching point are in the frame of the geom; inside: the path touches
// the inner surface in that one point.
typedef struct {
  mjtNum p[2][3], touch[3];
  mjtNum radius;
  int is_cylinder, inside;
} wrapped_path;

void wrap_curvature_of(const wrapped_path* path, wrap_curvature* out);
