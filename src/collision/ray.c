// Rays against all geoms of a model.
#include "base/need.h"
#include "collision/ray.h"

#include <engine/base.h>
#include <engine/collision.h>
#include <engine/visual_types.h>
#include "collision/sdf.h"

int ray_sees_geom(const mjModel* m, const ray_filter* f, int geom) {
  int body = m->geom_bodyid[geom], material = m->geom_matid[geom];
  if (body == f->excluded_body) return 0;
  if ((material < 0 ? m->geom_rgba[4 * geom + 3] : m->mat_rgba[4 * material + 3]) == 0) return 0;
  if (!f->with_static && m->body_weldid[body] == 0) return 0;
  return !f->group || f->group[mjMAX(0, mjMIN(mjNGROUP - 1, m->geom_group[geom]))];
}

// Sphere tracing: advance by the signed distance.  The result is in units of length, not of vec.
static mjtNum ray_sdf(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                      const mjtNum vec[3]) {
  enum { MAX_STEPS = 40 };
  const mjtNum touch = 1e-7, lost = 1e6;
  mjtNum p[3], v[3], length = 0;
  ray_to_local(p, v, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, pnt, vec);
  if (ray_box(m->geom_size + 3 * geom, p, v, NULL) < 0) return -1;
  sdf_source s = sdf_source_of(m, geom);
  sdf_reset(m, d, s);
  vec3_normalize(v);
  for (int i = 0; i < MAX_STEPS; i++) {
    mjtNum x[3];
    vec3_copy(x, p);
    vec3_axpy(x, length, v);
    mjtNum dist = sdf_distance(m, d, s, x);
    length += dist;
    if (fabs(dist) < touch) return length;
    if (!(dist <= lost)) break;
  }
  sdf_reset(m, d, s);
  return -1;
}

mjtNum ray_geom(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                const mjtNum vec[3]) {
  switch (m->geom_type[geom]) {
    case mjGEOM_HFIELD: return mj_rayHfield(m, d, geom, pnt, vec);
    case mjGEOM_MESH: return mj_rayMesh(m, d, geom, pnt, vec);
    case mjGEOM_SDF: return ray_sdf(m, d, geom, pnt, vec);
    default:
      return mju_rayGeom(d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, m->geom_size + 3 * geom,
                         pnt, vec, m->geom_type[geom]);
  }
}

int ray_misses_bound(const mjModel* m, const mjData* d, int geom, ray_end r, mjtNum vec2) {
  mjtNum radius = m->geom_rbound[geom];
  if (!(radius > 0)) return 0;
  // slightly enlarged, so that rounding excludes nothing
  mjtNum off[3], r2 = radius * radius * (1 + 1e-9);
  vec3_sub(off, d->geom_xpos + 3 * geom, r.pnt);
  mjtNum along = vec3_dot(off, r.vec), away2 = vec3_dot(off, off);
  r2 += 1e-12 * away2;
  if (along < 0) return away2 > r2;
  if ((away2 - r2) * vec2 > along * along) return 1;
  // the sphere begins beyond the nearest hit so far
  mjtNum ahead = along - r.t * vec2;
  return r.t >= 0 && ahead > 0 && ahead * ahead > r2 * vec2;
}

mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
              const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int geomid[1]) {
  NEED_OR(-1, m, d, pnt, vec);
  ray_filter f = {.group = geomgroup, .with_static = flg_static, .excluded_body = bodyexclude};
  mjtNum best = -1;
  int hit = -1;
  mjtNum vec2 = vec3_dot(vec, vec);
  if (vec2 < mjMINVAL * mjMINVAL) mju_warning("mj_ray: the direction has no length");
  // written so that NaN takes the same branch
  int n = vec2 >= mjMINVAL * mjMINVAL ? m->ngeom : 0;
  for (int g = 0; g < n; g++) {
    if (ray_misses_bound(m, d, g, (ray_end){pnt, vec, best}, vec2) || !ray_sees_geom(m, &f, g))
      continue;
    mjtNum t = ray_geom(m, d, g, pnt, vec);
    if (t >= 0 && (best < 0 || t < best)) {
      best = t;
      hit = g;
    }
  }
  if (geomid) *geomid = hit;
  return best;
}
