// Any two convex geoms.
#include "collision/ccd.h"
#include "collision/pair.h"
#include "collision/primitive.h"

int pair_convex(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin) {
  convex_shape a = shape_of_geom(m, d, g1, margin / 2), b = shape_of_geom(m, d, g2, margin / 2);
  ccd_options o = {.tolerance = m->opt.ccd_tolerance, .iterations = m->opt.ccd_iterations};
  ccd_result r;
  ccd_native(&a, &b, &o, &r);
  if (!(r.dist < 0)) return 0;
  mjtNum n[3], pos[3];
  vec3_sub(n, r.x1, r.x2);
  vec3_normalize(n);
  vec3_add(pos, r.x1, r.x2);
  vec3_scale(pos, pos, 0.5);
  contact_put(con, margin + r.dist, pos, n);
  return 1;
}
