// Common parts of the formulas for the distance between a segment (the core of a capsule) and
// another shape.
#pragma once

#include "collision/gjk.h"
#include "collision/support.h"
#include "math/vec3.h"

// The points c + t h, -1 <= t <= 1, in the frame of the other shape.
typedef struct {
  mjtNum c[3], h[3];
} segment;

// A of the query, as seen from B.
static inline segment segment_of(const gjk_query* q) {
  const convex_shape *a = q->a, *b = q->b;
  mjtNum axis[3] = {0, 0, a->size[1]}, off[3];
  segment s;
  shape_direction_out(axis, a);
  vec3_sub(off, a->pos, b->pos);
  support_direction(s.c, b, off);
  support_direction(s.h, b, axis);
  return s;
}

// Fill the results of the query except the simplex: the point at t is the nearest one, and `out`
// leads to it from B without inflation, in the frame of B.
static inline void segment_answer(gjk_query* q, const segment* s, mjtNum t, const mjtNum out[3]) {
  const convex_shape *a = q->a, *b = q->b;
  mjtNum in[3], length = vec3_norm(out);
  q->dist = length - b->grow;
  if (!(q->dist > 0)) {
    q->dist = 0;
    return;
  }
  mjtNum h[3];
  vec3_copy(h, s->h);
  shape_direction_out(h, b);
  vec3_copy(q->x1, a->pos);
  vec3_axpy(q->x1, t, h);
  vec3_scale(in, out, -q->dist / length);
  shape_direction_out(in, b);
  vec3_add(q->x2, q->x1, in);
  vec3_scale(q->apart, in, -1);
  if (q->dist >= q->cutoff) q->dist = INFINITY;
}
