#include "collision/sdf.h"

#include <engine/base.h>
#include <engine/collision.h>
#include <engine/model.h>
#include "collision/ccd.h"
#include "collision/octree.h"
#include "math/vec3.h"

static mjtNum capsule_offset(mjtNum off[3], const mjtNum size[3], const mjtNum x[3]) {
  vec3_copy(off, x);
  off[2] -= fmax(-size[1], fmin(size[1], x[2]));
  return vec3_norm(off);
}

// ----- box

static mjtNum box_outside(mjtNum over[3], const mjtNum size[3], const mjtNum x[3]) {
  for (int k = 0; k < 3; k++) over[k] = fmax(fabs(x[k]) - size[k], 0);
  return vec3_norm(over);
}

// Inside: a field that points away from the centre and to the faces, unit.
static void box_inside(mjtNum b[3], const mjtNum size[3], const mjtNum x[3]) {
  for (int k = 0; k < 3; k++) b[k] = size[k] / (size[k] - fabs(x[k]));
  vec3_normalize(b);
  for (int k = 0; k < 3; k++) {
    if (x[k] < 0) b[k] = -b[k];
  }
}

static int is_inside_box(const mjtNum size[3], const mjtNum x[3]) {
  return fabs(x[0]) < size[0] && fabs(x[1]) < size[1] && fabs(x[2]) < size[2];
}

static mjtNum box_distance(const mjtNum size[3], const mjtNum x[3]) {
  mjtNum v[3], depth = INFINITY;
  if (!is_inside_box(size, x)) return box_outside(v, size, x);
  box_inside(v, size, x);
  for (int k = 0; k < 3; k++) depth = fmin(depth, (size[k] - fabs(x[k])) / fabs(v[k]));
  return -depth;
}

static void box_gradient(mjtNum g[3], const mjtNum size[3], const mjtNum x[3]) {
  if (is_inside_box(size, x)) {
    box_inside(g, size, x);
    return;
  }
  mjtNum dist = box_outside(g, size, x);
  for (int k = 0; k < 3; k++) g[k] = copysign(g[k] / dist, x[k]);
}

// ----- ellipsoid

static mjtNum ellipsoid_distance(const mjtNum size[3], const mjtNum x[3]) {
  mjtNum k0 = 0, k1 = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum u = x[k] / size[k], v = u / size[k];
    k0 += u * u;
    k1 += v * v;
  }
  k0 = sqrt(k0);
  k1 = sqrt(k1);
  return k0 * (k0 - 1) / k1;
}

static void ellipsoid_gradient(mjtNum g[3], const mjtNum size[3], const mjtNum x[3]) {
  mjtNum k0 = 0, k1 = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum u = x[k] / size[k], v = u / size[k];
    k0 += u * u;
    k1 += v * v;
  }
  k0 = sqrt(k0);
  k1 = sqrt(k1);
  for (int k = 0; k < 3; k++) {
    mjtNum s2 = size[k] * size[k];
    g[k] = x[k] / s2 * (2 * k0 - 1) / (k0 * k1) - x[k] / (s2 * s2) * k0 * (k0 - 1) / (k1 * k1 * k1);
  }
  vec3_normalize(g);
}

// ----- cylinder

static mjtNum cylinder_distance(const mjtNum size[3], const mjtNum x[3]) {
  mjtNum side = sqrt(x[0] * x[0] + x[1] * x[1]) - size[0], cap = fabs(x[2]) - size[1];
  mjtNum out_side = fmax(side, 0), out_cap = fmax(cap, 0);
  return fmin(fmax(side, cap), 0) + sqrt(out_side * out_side + out_cap * out_cap);
}

static void cylinder_gradient(mjtNum g[3], const mjtNum size[3], const mjtNum x[3]) {
  const mjtNum tiny = 1e-10;
  mjtNum rho = sqrt(x[0] * x[0] + x[1] * x[1]);
  mjtNum side = rho - size[0], cap = fabs(x[2]) - size[1];
  mjtNum ux = x[0] / fmax(rho, tiny), uy = x[1] / fmax(rho, tiny);
  mjtNum uz = x[2] / fmax(fabs(x[2]), tiny);
  if (side < 0 && cap < 0) {
    int by_side = side > cap;
    vec3_set(g, by_side ? ux : 0, by_side ? uy : 0, by_side ? 0 : uz);
    return;
  }
  mjtNum a = fmax(side, 0), b = fmax(cap, 0), length = fmax(sqrt(a * a + b * b), tiny);
  vec3_set(g, ux * a / length, uy * a / length, uz * b / length);
}

// ----- mesh without octree: the convex hull

// Distance and direction of growth at x.
static mjtNum hull_distance(const mjModel* m, const mjData* d, int geom, mjtNum g[3],
                            const mjtNum x[3]) {
  convex_shape hull = shape_of_geom(m, d, geom, 0);
  convex_shape point = hull;
  ccd_result r;
  hull.mat = NULL;
  vec3_zero(hull.pos);
  vec3_zero(hull.centre);
  shape_make_point(&point, x);
  ccd_exact(&hull, &point, INFINITY, &r);
  vec3_copy(g, r.normal);
  return r.dist;
}

sdf_source sdf_source_of(const mjModel* m, int geom) {
  sdf_source s = {.id = geom, .type = m->geom_type[geom]};
  if (s.type == mjGEOM_SDF && (s.plugin = mjc_getSDF(m, geom))) s.id = m->geom_plugin[geom];
  return s;
}

mjtNum sdf_distance(const mjModel* m, const mjData* d, sdf_source s, const mjtNum x[3]) {
  if (s.plugin) return s.plugin->sdf_distance(x, d, s.id);
  const mjtNum* size = m->geom_size + 3 * s.id;
  mjtNum v[3];
  switch (s.type) {
    case mjGEOM_PLANE: return x[2];
    case mjGEOM_SPHERE: return vec3_norm(x) - size[0];
    case mjGEOM_CAPSULE: return capsule_offset(v, size, x) - size[0];
    case mjGEOM_ELLIPSOID: return ellipsoid_distance(size, x);
    case mjGEOM_CYLINDER: return cylinder_distance(size, x);
    case mjGEOM_BOX: return box_distance(size, x);
    case mjGEOM_MESH:
    case mjGEOM_SDF: {
      int mesh = m->geom_dataid[s.id];
      if (octree_exists(m, mesh)) return octree_distance(m, mesh, x);
      return hull_distance(m, d, s.id, v, x);
    }
    default: mju_error("mjc_distance: geoms of type %d have no distance", s.type); return 0;
  }
}

void sdf_gradient(const mjModel* m, const mjData* d, sdf_source s, mjtNum gradient[3],
                  const mjtNum x[3]) {
  if (s.plugin) {
    s.plugin->sdf_gradient(gradient, x, d, s.id);
    return;
  }
  const mjtNum* size = m->geom_size + 3 * s.id;
  vec3_zero(gradient);
  switch (s.type) {
    case mjGEOM_PLANE: gradient[2] = 1; break;
    case mjGEOM_SPHERE: vec3_scale(gradient, x, 1 / vec3_norm(x)); break;
    case mjGEOM_CAPSULE: {
      mjtNum length = capsule_offset(gradient, size, x);
      vec3_scale(gradient, gradient, 1 / length);
      break;
    }
    case mjGEOM_ELLIPSOID: ellipsoid_gradient(gradient, size, x); break;
    case mjGEOM_CYLINDER: cylinder_gradient(gradient, size, x); break;
    case mjGEOM_BOX: box_gradient(gradient, size, x); break;
    case mjGEOM_MESH:
    case mjGEOM_SDF: {
      int mesh = m->geom_dataid[s.id];
      if (octree_exists(m, mesh)) {
        octree_gradient(m, mesh, gradient, x);
      } else {
        hull_distance(m, d, s.id, gradient, x);
      }
      break;
    }
    default: mju_error("mjc_gradient: geoms of type %d have no distance", s.type);
  }
}

void sdf_reset(const mjModel* m, const mjData* d, sdf_source s) {
  if (s.plugin && s.plugin->reset) s.plugin->reset(m, NULL, (void*)d->plugin_data[s.id], s.id);
}

const mjpPlugin* mjc_getSDF(const mjModel* m, int id) {
  int instance = m->geom_plugin[id];
  if (instance < 0) return NULL;
  const mjpPlugin* plugin = mjp_getPluginAtSlot(m->plugin[instance]);
  if (!plugin) {
    mju_error("mjc_getSDF: invalid plugin slot %d", m->plugin[instance]);
  } else if (!(plugin->capabilityflags & mjPLUGIN_SDF)) {
    mju_error("mjc_getSDF: plugin '%s' has no signed distance", plugin->name);
  }
  return plugin;
}

static sdf_source source_at(const mjSDF* s, int i) {
  return (sdf_source){s->plugin ? s->plugin[i] : NULL, s->id[i], s->geomtype[i]};
}

// x in the frame of the other geom.
static void to_other(mjtNum y[3], const mjSDF* s, const mjtNum x[3]) {
  mat3_mul_vec(y, s->relmat, x);
  vec3_add(y, y, s->relpos);
}

mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]) {
  mjtNum y[3], a = sdf_distance(m, d, source_at(s, 0), x), b;
  if (s->type == mjSDFTYPE_SINGLE) return a;
  to_other(y, s, x);
  b = sdf_distance(m, d, source_at(s, 1), y);
  switch (s->type) {
    case mjSDFTYPE_INTERSECTION: return fmax(a, b);
    case mjSDFTYPE_MIDSURFACE: return a - b;
    case mjSDFTYPE_COLLISION: return a + b + fabs(fmax(a, b));
    default: mju_error("mjc_distance: unknown type %d", s->type); return 0;
  }
}

void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                  const mjtNum x[3]) {
  mjtNum y[3], a[3], b[3];
  sdf_source first = source_at(s, 0);
  sdf_gradient(m, d, first, a, x);
  if (s->type == mjSDFTYPE_SINGLE) {
    vec3_copy(gradient, a);
    return;
  }
  sdf_source second = source_at(s, 1);
  to_other(y, s, x);
  sdf_gradient(m, d, second, b, y);
  mat3_tmul_vec(b, s->relmat, b);
  if (s->type == mjSDFTYPE_MIDSURFACE) {
    vec3_normalize(a);
    vec3_normalize(b);
    vec3_sub(gradient, a, b);
    vec3_normalize(gradient);
    return;
  }

  mjtNum at_a = sdf_distance(m, d, first, x), at_b = sdf_distance(m, d, second, y);
  const mjtNum* larger = at_a > at_b ? a : b;
  switch (s->type) {
    case mjSDFTYPE_INTERSECTION: vec3_copy(gradient, larger); break;
    case mjSDFTYPE_COLLISION:
      vec3_add(gradient, a, b);
      vec3_axpy(gradient, fmax(at_a, at_b) > 0 ? 1 : -1, larger);
      break;
    default: mju_error("mjc_gradient: unknown type %d", s->type);
  }
}
