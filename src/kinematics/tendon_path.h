// Walking along the path of a spatial tendon, part by part.
#pragma once

#include <engine/data_types.h>

#include "kinematics/wrap_curvature.h"

// A part of a path: straight from x[0] to x[1], or round a geom that it touches in between.
typedef struct {
  int geom;  // that it wraps round, or -1
  const mjtNum* x[2];
  int body[2];
  mjtNum divisor;
  const mjtNum* touch;  // where it meets and leaves the geom
  wrapped_path wrapped;
} path_part;

typedef struct {
  int tendon, element, last, wrap, wrap_end;  // where the walk along the path is
  mjtNum divisor;
} path_walk;

// At the beginning of the path of a tendon; that of a fixed one has no parts.
path_walk path_begin(const mjModel* m, const mjData* d, int t);

// The next part; 0 when there is none.  Needs the tendon paths of the position stage.
int path_next(const mjModel* m, const mjData* d, path_walk* w, path_part* part);
