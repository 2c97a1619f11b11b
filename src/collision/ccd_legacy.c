#include "collision/ccd_legacy.h"

#include <ccd/ccd.h>
#include "base/platform/compiler.h"
#include "math/lanes.h"
#include "math/vec3.h"

#ifndef CCD_DOUBLE
#error "libccd must be built in double precision"
#endif

// libccd iterates until it converges, which may be never with flat shapes or invalid rotations.
// After a maximum number of support points, they are placed beyond the origin, which ends every
// search in it.
typedef struct {
  convex_shape* shape;
  int* budget;
} limited_shape;

// Two numbers in one store: libccd loads the point that way, and a load that spans several recent
// stores stalls.
static inline void put_point(ccd_vec3_t* out, const mjtNum x[3]) {
#if LANES > 1
  typedef mjtNum pair VECTOR(mjtNum, 2);
  const pair first = {x[0], x[1]};
  memcpy(out->v, &first, sizeof first);
#else
  out->v[0] = x[0];
  out->v[1] = x[1];
#endif
  out->v[2] = x[2];
}

static void support(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* out) {
  const limited_shape* s = object;
  mjtNum unit[3] = {dir->v[0], dir->v[1], dir->v[2]}, x[3];
  vec3_normalize(unit);
  if (--*s->budget < 0) {
    vec3_scale(x, unit, -mjMAXVAL);
  } else {
    support_centred(s->shape, x, unit);
  }
  put_point(out, x);
}

static void centre(const void* object, ccd_vec3_t* out) {
  put_point(out, ((const limited_shape*)object)->shape->centre);
}

static int has_finite_pose(const convex_shape* s) {
  mjtNum sum = s->pos[0] + s->pos[1] + s->pos[2] + s->centre[0] + s->centre[1] + s->centre[2];
  for (int i = 0; i < 9 && s->mat; i++) sum += s->mat[i];
  return isfinite(sum);
}

int ccd_legacy(convex_shape* a, convex_shape* b, const mjOption* opt, ccd_depth* out) {
  ccd_t ccd;
  ccd_vec3_t d, p;
  if (!has_finite_pose(a) || !has_finite_pose(b)) return 0;
  int iterations = opt->ccd_iterations, budget = 1000 + 10 * mjMAX(0, mjMIN(iterations, 1000000));
  limited_shape la = {a, &budget}, lb = {b, &budget};
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.center1 = ccd.center2 = centre;
  ccd.max_iterations = (unsigned long)mjMAX(iterations, 0);
  ccd.mpr_tolerance = opt->ccd_tolerance;
  if (ccdMPRPenetration(&la, &lb, &ccd, &out->depth, &d, &p) != 0) return 0;
  vec3_copy(out->normal, d.v);
  vec3_copy(out->pos, p.v);
  if (budget < 0) return 0;
  // a touch without direction, or a result with NaN
  return vec3_dot(out->normal, out->normal) > 0 && isfinite(out->depth) &&
         isfinite(vec3_dot(out->pos, out->pos));
}
