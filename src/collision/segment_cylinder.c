#include "collision/segment_cylinder.h"

#include "collision/primitive.h"
#include "collision/support.h"
#include "math/vec3.h"

enum {
  MAX_NEWTON = 30,  // steps: far more than any pair has been seen to need
};

// The points c + t h of the segment, -1 <= t <= 1, in the frame of a cylinder.
typedef struct {
  mjtNum c[3], h[3], radius, half;
} segment;

// Half the square of the distance from the cylinder to the point at t: first and second derivative
// by t, and what the point is beyond the side and the caps.  The first grows with t.
typedef struct {
  mjtNum slope, bend, across, side, cap;
} distance_at;

static inline distance_at look_at(const segment* s, mjtNum t) {
  mjtNum x[3];
  vec3_copy(x, s->c);
  vec3_axpy(x, t, s->h);
  mjtNum across2 = x[0] * x[0] + x[1] * x[1], per = 1 / across2;
  distance_at d = {.across = sqrt(across2), .cap = beyond(x[2], s->half)};
  d.slope = d.cap * s->h[2];
  d.bend = d.cap != 0 ? s->h[2] * s->h[2] : 0;
  d.side = d.across - s->radius;
  if (d.side > 0) {
    mjtNum way = x[0] * s->h[0] + x[1] * s->h[1], part = d.side * d.across * per;
    mjtNum turn = s->h[0] * x[1] - s->h[1] * x[0];
    d.slope += part * way;
    d.bend += (way * way + part * turn * turn) * per;
  } else {
    d.side = 0;
  }
  return d;
}

// Where the segment is nearest, by Newton's method between bounds.  Returns 1 when it was found, -1
// when the segment enters the cylinder.
static int find_nearest(const segment* s, mjtNum* nearest, distance_at* d) {
  mjtNum lo = -1, hi = 1, t = -vec3_dot(s->c, s->h) / vec3_dot(s->h, s->h);
  int open_lo = 1, open_hi = 1;  // the bounds have not been looked at
  t = t < lo ? lo : t > hi ? hi : t;
  for (int i = 0; i < MAX_NEWTON; i++) {
    *d = look_at(s, t);
    *nearest = t;
    if (d->side == 0 && d->cap == 0) return -1;
    mjtNum next = t - d->slope / d->bend;
    if (fabs(next - t) < 1e-10) return 1;
    if (d->slope > 0) {
      if (t <= -1) return 1;
      hi = t;
      open_hi = 0;
    } else {
      if (t >= 1) return 1;
      lo = t;
      open_lo = 0;
    }
    if (!(next > lo)) next = open_lo ? lo : (lo + hi) / 2;
    if (!(next < hi)) next = open_hi ? hi : (lo + hi) / 2;
    t = next;
  }
  return 0;
}

int segment_cylinder(gjk_query* q) {
  const mjtNum parallel = 1e-4;
  const convex_shape *a = q->a, *b = q->b;
  mjtNum axis[3] = {0, 0, 1}, off[3];
  segment s = {.radius = b->size[0], .half = b->size[1]};
  shape_direction_out(axis, a);
  vec3_sub(off, a->pos, b->pos);
  support_direction(s.c, b, off);
  support_direction(s.h, b, axis);
  mjtNum across = s.h[0] * s.h[0] + s.h[1] * s.h[1];
  if (!(fabs(s.h[2]) > parallel && across > parallel * parallel && a->size[1] > mjMINVAL)) return 0;
  vec3_scale(s.h, s.h, a->size[1]);

  mjtNum t;
  distance_at d;
  int found = find_nearest(&s, &t, &d);
  if (found == 0) return 0;
  q->dist = found > 0 ? sqrt(d.side * d.side + d.cap * d.cap) - b->grow : 0;
  if (!(q->dist > 0)) {
    q->dist = 0;
    return 1;
  }
  mjtNum in[3];
  vec3_copy(q->x1, a->pos);
  vec3_axpy(q->x1, t * a->size[1], axis);
  mjtNum part = d.side > 0 ? d.side / d.across : 0;
  vec3_set(in, -part * (s.c[0] + t * s.h[0]), -part * (s.c[1] + t * s.h[1]), -d.cap);
  vec3_scale(in, in, q->dist / (q->dist + b->grow));
  shape_direction_out(in, b);
  vec3_add(q->x2, q->x1, in);
  vec3_scale(q->apart, in, -1);
  if (q->dist >= q->cutoff) q->dist = INFINITY;
  return 1;
}
