// First and second derivatives of the length of a path that wraps around a geom.
#pragma once

#include <engine/scalar.h>

typedef struct {
  mjtNum gradient[2][3];    // with respect to the two end points, in the frame of the geom
  mjtNum hessian[2][2][9];  // [i][j]: derivative of gradient[i] with respect to end j
} wrap_curvature;

// The end points p and the first touching point are in the frame of the geom; inside: the path
// touches the inner surface at that one point.
typedef struct {
  mjtNum p[2][3], touch[3];
  mjtNum radius;
  int is_cylinder, inside;
} wrapped_path;

void wrap_curvature_of(const wrapped_path* path, wrap_curvature* out);
