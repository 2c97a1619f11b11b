// Iterates over the parts of the path of a spatial tendon.
#pragma once

#include <engine/data_types.h>

#include "kinematics/wrap_curvature.h"

// A part of the path: straight from x[0] to x[1], or wrapped around a geom in between.
typedef struct {
  int geom;  // the geom it wraps around, or -1
  const mjtNum* x[2];
  int body[2];
  mjtNum divisor;
  const mjtNum* touch;  // the two points where it meets and leaves the geom
  wrapped_path wrapped;
} path_part;

typedef struct {
  int tendon, element, last, wrap, wrap_end;  // state of the iteration
  mjtNum divisor;
} path_walk;

// The iteration at the beginning of a tendon's path; a fixed tendon has no parts.
path_walk path_begin(const mjModel* m, const mjData* d, int t);

// Advance to the next part; returns 0 when there is none.  Needs the paths of the position stage.
int path_next(const mjModel* m, const mjData* d, path_walk* w, path_part* part);
