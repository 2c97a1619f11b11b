// minkowski_support (gjk.h), inlined.
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

// For shapes whose points are found without a search alone: the search is long enough to be called.
LANES_INLINE void find_support_quickly(minkowski_vertex* w, convex_shape* a, convex_shape* b,
                                       const mjtNum dir[3]) {
  if (a->vert || b->vert) {
    minkowski_support(w, a, b, dir);
  } else {
    find_support(w, a, b, dir);
  }
}
