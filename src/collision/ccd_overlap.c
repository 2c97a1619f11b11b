#include "collision/ccd_overlap.h"

#include "collision/ccd.h"
#include "collision/ccd_legacy.h"
#include "math/vec3.h"

int ccd_overlap(const mjModel* m, const mjData* d, convex_shape* a, convex_shape* b,
                ccd_depth* out) {
  const mjOption* opt = &m->opt;
  if (ccd_legacy_asked(opt)) {
    if (ccd_legacy(a, b, opt, out)) return 1;
    vec3_zero(out->normal);
    return 0;
  }
  ccd_options o = {.d = d, .tolerance = opt->ccd_tolerance, .iterations = opt->ccd_iterations};
  ccd_result r;
  ccd_native(a, b, &o, &r);
  if (!(r.dist < INFINITY)) {
    vec3_copy(out->normal, r.normal);
    return 0;
  }
  if (!(r.dist < 0)) {
    vec3_zero(out->normal);
    return 0;
  }
  out->depth = -r.dist;
  vec3_copy(out->normal, r.normal);
  vec3_add(out->pos, r.x1, r.x2);
  vec3_scale(out->pos, out->pos, 0.5);
  return 1;
}
