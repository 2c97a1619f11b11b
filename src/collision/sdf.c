#include "base/need.h"
#include "collision/sdf.h"

#include <engine/base.h>
#include <engine/collision.h>
#include <engine/model.h>
#include "collision/ccd.h"
#include "collision/octree.h"
#include "collision/parts.h"
#include "math/vec3.h"

// Distance of a primitive of a size at x; g, if wanted, becomes its gradient.
typedef mjtNum (*primitive_field)(mjtNum* g, const mjtNum size[3], const mjtNum x[3]);

static mjtNum plane_field(mjtNum* g, const mjtNum size[3], const mjtNum x[3]) {
  (void)size;
  if (g) vec3_set(g, 0, 0, 1);
  return x[2];
}

static mjtNum sphere_field(mjtNum* g, const mjtNum size[3], const mjtNum x[3]) {
  mjtNum length = vec3_norm(x);
  if (g) vec3_scale(g, x, 1 / length);
  return length - size[0];
}

static mjtNum capsule_field(mjtNum* g, const mjtNum size[3], const mjtNum x[3]) {
  mjtNum off[3] = {x[0], x[1], x[2] - fmax(-size[1], fmin(size[1], x[2]))};
  return sphere_field(g, size, off);
}

// Inside a box: the gradient of a field that increases from the centre to the faces.
static mjtNum box_inside(mjtNum* g, const mjtNum size[3], const mjtNum x[3]) {
  mjtNum b[3], depth = INFINITY;
  for (int k = 0; k < 3; k++) b[k] = size[k] / (size[k] - fabs(x[k]));
  vec3_normalize(b);
  for (int k = 0; k < 3; k++) {
    depth = fmin(depth, (size[k] - fabs(x[k])) / fabs(b[k]));
    if (g) g[k] = x[k] < 0 ? -b[k] : b[k];
  }
  return -depth;
}

static mjtNum box_field(mjtNum* g, const mjtNum size[3], const mjtNum x[3]) {
  mjtNum over[3] = {fabs(x[0]) - size[0], fabs(x[1]) - size[1], fabs(x[2]) - size[2]};
  if (over[0] < 0 && over[1] < 0 && over[2] < 0) return box_inside(g, size, x);
  for (int k = 0; k < 3; k++) over[k] = fmax(over[k], 0);
  mjtNum dist = vec3_norm(over);
  for (int k = 0; k < 3 && g; k++) g[k] = dist > 0 ? copysign(over[k] / dist, x[k]) : NAN;
  return dist;
}

// Exact to first order near the surface.
static mjtNum ellipsoid_field(mjtNum* g, const mjtNum size[3], const mjtNum x[3]) {
  mjtNum k0 = 0, k1 = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum u = x[k] / size[k], v = u / size[k];
    k0 += u * u;
    k1 += v * v;
  }
  k0 = sqrt(k0);
  k1 = sqrt(k1);
  for (int k = 0; k < 3 && g; k++) {
    mjtNum s2 = size[k] * size[k];
    g[k] = x[k] / s2 * (2 * k0 - 1) / (k0 * k1) - x[k] / (s2 * s2) * k0 * (k0 - 1) / (k1 * k1 * k1);
  }
  if (g) vec3_normalize(g);
  return k0 * (k0 - 1) / k1;
}

static mjtNum cylinder_field(mjtNum* g, const mjtNum size[3], const mjtNum x[3]) {
  const mjtNum tiny = 1e-10;
  mjtNum rho = sqrt(x[0] * x[0] + x[1] * x[1]);
  mjtNum side = rho - size[0], cap = fabs(x[2]) - size[1];
  mjtNum a = fmax(side, 0), b = fmax(cap, 0), out = sqrt(a * a + b * b);
  if (g) {
    mjtNum ux = x[0] / fmax(rho, tiny), uy = x[1] / fmax(rho, tiny);
    mjtNum uz = x[2] / fmax(fabs(x[2]), tiny), length = fmax(out, tiny);
    if (side < 0 && cap < 0) {
      int by_side = side > cap;
      vec3_set(g, by_side ? ux : 0, by_side ? uy : 0, by_side ? 0 : uz);
    } else {
      vec3_set(g, ux * a / length, uy * a / length, uz * b / length);
    }
  }
  return fmin(fmax(side, cap), 0) + out;
}

// Distance of the hull of a geom, or of one of its parts (-1: none).
static mjtNum hull_field(const mjModel* m, const mjData* d, int geom, int part, mjtNum* g,
                         const mjtNum x[3]) {
  static const mjtNum upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  convex_shape hull, point;
  mjtNum mat[9];
  shape_of_geom(&hull, m, d, geom, 0);
  hull.mat = NULL;
  vec3_zero(hull.pos);
  vec3_zero(hull.centre);
  if (part >= 0) {
    hull.mat = upright;
    shape_take_part(&hull, mat, m, part);
  }
  ccd_result r;
  shape_make_point(&point, x);
  ccd_exact(d, &hull, &point, INFINITY, &r);
  if (g) vec3_copy(g, r.normal);
  return r.dist;
}

// Distance of a mesh: from its octree, or if it has none, of its convex parts or its convex hull.
static mjtNum mesh_field(const mjModel* m, const mjData* d, int geom, mjtNum* g,
                         const mjtNum x[3]) {
  int mesh = m->geom_dataid[geom], first;
  if (octree_exists(m, mesh)) return octree_field(m, mesh, g, x);
  int n = geom_parts(m, geom, &first);
  if (!n) return hull_field(m, d, geom, -1, g, x);
  mjtNum least = INFINITY, slope[3];
  for (int i = first; i < first + n; i++) {
    mjtNum dist = part_exists(m, i) ? hull_field(m, d, geom, i, slope, x) : INFINITY;
    if (!(dist < least)) continue;
    least = dist;
    if (g) vec3_copy(g, slope);
  }
  return least;
}

static mjtNum geom_field(const mjModel* m, const mjData* d, sdf_source s, mjtNum* g,
                         const mjtNum x[3]) {
  static const primitive_field primitive[mjNGEOMTYPES] = {
      [mjGEOM_PLANE] = plane_field,       [mjGEOM_SPHERE] = sphere_field,
      [mjGEOM_CAPSULE] = capsule_field,   [mjGEOM_ELLIPSOID] = ellipsoid_field,
      [mjGEOM_CYLINDER] = cylinder_field, [mjGEOM_BOX] = box_field};
  int known = s.type >= 0 && s.type < mjNGEOMTYPES;
  if (known && primitive[s.type]) return primitive[s.type](g, m->geom_size + 3 * s.id, x);
  if (s.type == mjGEOM_MESH || s.type == mjGEOM_SDF) return mesh_field(m, d, s.id, g, x);
  mju_error("geoms of type %d have no signed distance", s.type);
  if (g) vec3_zero(g);
  return 0;
}

sdf_source sdf_source_of(const mjModel* m, int geom) {
  sdf_source s = {.id = geom, .type = m->geom_type[geom]};
  if (s.type == mjGEOM_SDF && (s.plugin = mjc_getSDF(m, geom))) s.id = m->geom_plugin[geom];
  return s;
}

mjtNum sdf_distance(const mjModel* m, const mjData* d, sdf_source s, const mjtNum x[3]) {
  return s.plugin ? s.plugin->sdf_distance(x, d, s.id) : geom_field(m, d, s, NULL, x);
}

void sdf_gradient(const mjModel* m, const mjData* d, sdf_source s, mjtNum gradient[3],
                  const mjtNum x[3]) {
  if (s.plugin) {
    s.plugin->sdf_gradient(gradient, x, d, s.id);
  } else {
    geom_field(m, d, s, gradient, x);
  }
}

void sdf_reset(const mjModel* m, const mjData* d, sdf_source s) {
  if (s.plugin && s.plugin->reset) s.plugin->reset(m, NULL, (void*)d->plugin_data[s.id], s.id);
}

const mjpPlugin* mjc_getSDF(const mjModel* m, int id) {
  NEED_OR(NULL, m);
  NEED_ID_OR(NULL, id, m->ngeom);
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
  NEED_OR(0, m, d, s, x);
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
  NEED(m, d, s);
  NEED(gradient, x);
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
