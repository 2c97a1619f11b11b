// Many rays from one point: what does not depend on the direction is computed once per geom.
#include <engine/base.h>
#include <engine/collision.h>
#include <engine/model.h>
#include "base/need.h"
#include "collision/ray.h"

// A geom that may be hit: the cone around it as seen from the point.
typedef struct {
  int geom;
  mjtNum axis[3];
  mjtNum cosine;  // of the half-angle of the cone; -1: all around
} seen_geom;

// The cone that holds the bounding sphere.
static void make_cone(seen_geom* s, const mjtNum off[3], mjtNum radius) {
  mjtNum dist = vec3_norm(off);
  vec3_set(s->axis, 1, 0, 0);
  s->cosine = -1;
  // slightly widened, so that rounding excludes nothing
  radius *= 1 + 1e-6;
  if (!(radius < dist)) return;
  vec3_scale(s->axis, off, 1 / dist);
  mjtNum sine = radius / dist;
  s->cosine = sqrt(1 - sine * sine) - 1e-9;
}

// The geoms that a ray of at most this length may meet, in order.
static int find_seen(seen_geom* seen, const mjModel* m, const mjData* d, const ray_filter* f,
                     const mjtNum pnt[3], mjtNum cutoff) {
  int n = 0;
  for (int g = 0; g < m->ngeom; g++) {
    if (!ray_sees_geom(m, f, g)) continue;
    mjtNum off[3], radius = m->geom_rbound[g];
    vec3_sub(off, d->geom_xpos + 3 * g, pnt);
    if (radius > 0 && vec3_norm(off) > cutoff + radius) continue;
    seen[n].geom = g;
    make_cone(seen + n++, off, radius > 0 ? radius : INFINITY);
  }
  return n;
}

void mj_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec,
                 const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int* geomid,
                 mjtNum* dist, int nray, mjtNum cutoff) {
  NEED(m, d, pnt);
  if (nray < 1) return;
  NEED(vec, dist);
  ray_filter f = {.group = geomgroup, .with_static = flg_static, .excluded_body = bodyexclude};
  mj_markStack(d);
  seen_geom* seen = mj_stackAllocByte(d, sizeof(seen_geom) * (size_t)m->ngeom, _Alignof(seen_geom));
  int n = find_seen(seen, m, d, &f, pnt, cutoff);

  for (int i = 0; i < nray; i++) {
    const mjtNum* v = vec + 3 * i;
    mjtNum length = vec3_norm(v), best = -1;
    int hit = -1;
    if (length < mjMINVAL) mju_warning("mj_multiRay: the direction of ray %d has no length", i);
    int nseen = length >= mjMINVAL ? n : 0;
    for (int k = 0; k < nseen; k++) {
      if (vec3_dot(v, seen[k].axis) < seen[k].cosine * length ||
          ray_misses_bound(m, d, seen[k].geom, (ray_end){pnt, v, best}, length * length)) {
        continue;
      }
      mjtNum t = ray_geom(m, d, seen[k].geom, pnt, v);
      if (t >= 0 && (best < 0 || t < best)) {
        best = t;
        hit = seen[k].geom;
      }
    }
    dist[i] = best;
    if (geomid) geomid[i] = hit;
  }
  mj_freeStack(d);
}
