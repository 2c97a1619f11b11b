// Of all points y with sum (y / size)^2 <= 1 the nearest to p is y = size^2 p / (size^2 + f), where
// the Lagrange multiplier f >= 0 puts it on the surface.  Given f, the t that minimises the
// distance of p = c + t h is the minimum of a quadratic.  So t and y are functions of f, and the
// reach sum (y / size)^2 decreases with f, because reach - 1 is the derivative of the dual problem,
// which is concave; f is found where the reach is 1.
#include "collision/segment_ellipsoid.h"

#include "collision/segment.h"

enum {
  MAX_NEWTON = 50,  // limit of steps; far above the number needed
};

// Values for one factor f: t of the nearest point, the reach sum (y / size)^2 and its derivative.
typedef struct {
  mjtNum t, w[3], reach2, slope;
} nearest_at;

static inline mjtNum clamp_to_segment(mjtNum t) { return t < -1 ? -1 : t > 1 ? 1 : t; }

static inline nearest_at look_at(const segment* s, const mjtNum size2[3], mjtNum factor) {
  nearest_at r = {.t = 0};
  mjtNum ch = 0, hh = 0, turn = 0, fall = 0;
  for (int k = 0; k < 3; k++) {
    r.w[k] = 1 / (size2[k] + factor);
    ch += s->c[k] * s->h[k] * r.w[k];
    hh += s->h[k] * s->h[k] * r.w[k];
  }
  if (hh > 0) r.t = clamp_to_segment(-ch / hh);
  int inner = fabs(r.t) < 1 && hh > 0;  // t depends on the factor
  for (int k = 0; k < 3; k++) {
    mjtNum p = s->c[k] + r.t * s->h[k], pw = p * r.w[k], part = size2[k] * pw * pw;
    r.reach2 += part;
    fall += part * r.w[k];
    turn += pw * s->h[k] * r.w[k];
  }
  r.slope = -2 * (fall + (inner ? factor * turn * turn / hh : 0));
  return r;
}

// Find the factor by Newton's method with bounds on 1 / reach, which is nearly linear.  Returns 1
// if found, -1 if the segment enters the ellipsoid, 0 if neither can be decided.
static int find_factor(const segment* s, const mjtNum size2[3], mjtNum* factor, nearest_at* r) {
  mjtNum lo = 0, hi = INFINITY, f = 0;
  mjtNum rounding = 1e-15 * (size2[0] + size2[1] + size2[2]);
  for (int i = 0; i < MAX_NEWTON; i++) {
    *r = look_at(s, size2, f);
    *factor = f;
    if (!(r->reach2 < INFINITY)) return 0;
    if (r->reach2 > 1) {
      lo = f;
    } else if (f == 0) {
      return -1;
    } else {
      hi = f;
    }
    mjtNum next = f + 2 * r->reach2 * (1 - sqrt(r->reach2)) / r->slope;
    if (fabs(next - f) <= 1e-14 * f + rounding) return 1;
    if (!(next > lo)) next = hi < INFINITY ? (lo + hi) / 2 : 2 * lo;
    if (!(next < hi)) next = (lo + hi) / 2;
    f = next;
  }
  return 0;
}

int segment_ellipsoid(gjk_query* q) {
  segment s = segment_of(q);
  mjtNum size2[3], factor, out[3];
  for (int k = 0; k < 3; k++) size2[k] = q->b->size[k] * q->b->size[k];
  nearest_at r;
  int found = find_factor(&s, size2, &factor, &r);
  if (found == 0) return 0;
  q->dist = 0;
  if (found < 0) return 1;
  for (int k = 0; k < 3; k++) out[k] = factor * (s.c[k] + r.t * s.h[k]) * r.w[k];
  segment_answer(q, &s, r.t, out);
  return 1;
}
