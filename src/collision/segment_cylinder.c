#include "collision/segment_cylinder.h"

#include "collision/primitive.h"
#include "collision/segment.h"

enum {
  MAX_NEWTON = 30,  // limit of steps; far above the number needed
};

// The segment, and the cylinder.
typedef struct {
  segment at;
  mjtNum radius, half;
} segment_beside;

// First and second derivatives by t of half the squared distance from the cylinder to the point at
// t, and the distances of the point beyond the side and the caps.  The first derivative increases
// with t.
typedef struct {
  mjtNum slope, bend, across, side, cap;
} distance_at;

static inline distance_at look_at(const segment_beside* s, mjtNum t) {
  mjtNum x[3];
  vec3_copy(x, s->at.c);
  vec3_axpy(x, t, s->at.h);
  mjtNum across2 = x[0] * x[0] + x[1] * x[1], per = 1 / across2;
  distance_at d = {.across = sqrt(across2), .cap = beyond(x[2], s->half)};
  d.slope = d.cap * s->at.h[2];
  d.bend = d.cap != 0 ? s->at.h[2] * s->at.h[2] : 0;
  d.side = d.across - s->radius;
  if (d.side > 0) {
    mjtNum way = x[0] * s->at.h[0] + x[1] * s->at.h[1], part = d.side * d.across * per;
    mjtNum turn = s->at.h[0] * x[1] - s->at.h[1] * x[0];
    d.slope += part * way;
    d.bend += (way * way + part * turn * turn) * per;
  } else {
    d.side = 0;
  }
  return d;
}

// Find the nearest point of the segment by Newton's method with bounds.  Returns 1 if found, -1 if
// the segment enters the cylinder.
static int find_nearest(const segment_beside* s, mjtNum* nearest, distance_at* d) {
  mjtNum lo = -1, hi = 1, t = -vec3_dot(s->at.c, s->at.h) / vec3_dot(s->at.h, s->at.h);
  int open_lo = 1, open_hi = 1;  // the bounds have not been evaluated
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
  const mjtNum* size = q->b->size;
  segment_beside s = {.at = segment_of(q), .radius = size[0], .half = size[1]};
  const mjtNum* h = s.at.h;
  mjtNum across2 = h[0] * h[0] + h[1] * h[1], length2 = across2 + h[2] * h[2];
  mjtNum least2 = parallel * parallel * length2;
  if (!(h[2] * h[2] > least2 && across2 > least2 && q->a->size[1] > mjMINVAL)) return 0;

  mjtNum t, out[3];
  distance_at d;
  int found = find_nearest(&s, &t, &d);
  if (found == 0) return 0;
  q->dist = 0;
  if (found < 0) return 1;
  mjtNum part = d.side > 0 ? d.side / d.across : 0;
  vec3_set(out, part * (s.at.c[0] + t * h[0]), part * (s.at.c[1] + t * h[1]), d.cap);
  segment_answer(q, &s.at, t, out);
  return 1;
}
