// minkowski_support (gjk.h), inlined for shapes whose points are found without a search.
#pragma once

#include "collision/gjk.h"
#include "collision/support.h"
#include "math/lanes.h"

LANES_INLINE void find_support(minkowski_vertex* w, convex_shape* a, convex_shape* b,
                               const mjtNum dir[3]) {
  // by way of numbers of its own, which need not be read again from where they are put
  mjtNum back[3] = {-dir[0], -dir[1], -dir[2]}, x[3], y[3];
  w->id_a = shape_support(a, x, dir);
  w->id_b = shape_support(b, y, back);
  w->last_a = a->last;
  w->last_b = b->last;
  vec3_copy(w->a, x);
  vec3_copy(w->b, y);
  vec3_sub(w->v, x, y);
}
