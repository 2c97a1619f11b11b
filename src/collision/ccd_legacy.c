#include "collision/ccd_legacy.h"

#include <ccd/ccd.h>
#include "math/vec3.h"

#ifndef CCD_DOUBLE
#error "libccd must be built in double precision"
#endif

static void support(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* out) {
  // the shape remembers the vertex found last; libccd passes its own argument through
  convex_shape* s = (convex_shape*)(uintptr_t)object;
  mjtNum unit[3] = {dir->v[0], dir->v[1], dir->v[2]};
  vec3_normalize(unit);
  support_centred(s, out->v, unit);
}

static void centre(const void* object, ccd_vec3_t* out) {
  vec3_copy(out->v, ((const convex_shape*)object)->centre);
}

int ccd_legacy(convex_shape* a, convex_shape* b, mjtNum tolerance, int iterations, mjtNum* depth,
               mjtNum dir[3], mjtNum pos[3]) {
  ccd_t ccd;
  ccd_vec3_t d, p;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.center1 = ccd.center2 = centre;
  ccd.max_iterations = (unsigned long)mjMAX(iterations, 0);
  ccd.mpr_tolerance = tolerance;
  if (ccdMPRPenetration(a, b, &ccd, depth, &d, &p) != 0) return 0;
  vec3_copy(dir, d.v);
  vec3_copy(pos, p.v);
  // a touch without direction, or an answer made of no numbers
  return vec3_dot(dir, dir) > 0 && isfinite(*depth) && isfinite(vec3_dot(pos, pos));
}
