// mujoco.sdf.*: solids given by signed distance functions: bolt, nut, gear, bowl, torus.
#include <math.h>
#include <stdlib.h>

#include "math/vec3.h"
#include "plugin/first_party/attribute.h"
#include "plugin/first_party/plugins.h"

enum { MAX_ATTRIBUTES = 5 };

typedef mjtNum (*distance_function)(const mjtNum p[3], const mjtNum* prm);

static mjtNum unite(mjtNum a, mjtNum b) { return fmin(a, b); }
static mjtNum intersect(mjtNum a, mjtNum b) { return fmax(a, b); }
static mjtNum subtract(mjtNum a, mjtNum b) { return fmax(a, -b); }
static mjtNum fraction(mjtNum x) { return x - floor(x); }
static mjtNum modulo(mjtNum u, mjtNum v) { return u - v * floor(u / v); }

// --- torus ------------------------------------------------------------------------------------

static mjtNum torus(const mjtNum p[3], const mjtNum* prm) {
  return hypot(hypot(p[0], p[1]) - prm[0], p[2]) - prm[1];
}

static void torus_aabb(mjtNum aabb[6], const mjtNum* prm) {
  vec3_zero(aabb);
  vec3_set(aabb + 3, prm[0] + prm[1], prm[0] + prm[1], prm[1]);
}

static void torus_gradient(mjtNum g[3], const mjtNum p[3], const mjtNum* prm) {
  mjtNum rho = hypot(p[0], p[1]), q = rho - prm[0], l = fmax(hypot(q, p[2]), mjMINVAL);
  vec3_set(g, q * p[0] / (rho * l), q * p[1] / (rho * l), p[2] / l);
}

// --- bowl -------------------------------------------------------------------------------------

static mjtNum bowl(const mjtNum p[3], const mjtNum* prm) {
  mjtNum height = prm[0], radius = prm[1], thickness = prm[2];
  mjtNum width = sqrt(radius * radius - height * height), rho = hypot(p[0], p[1]);
  mjtNum shell = height * rho < width * p[2] ? hypot(rho - width, p[2] - height)
                                             : fabs(hypot(rho, p[2]) - radius);
  return shell - thickness;
}

static void bowl_aabb(mjtNum aabb[6], const mjtNum* prm) {
  mjtNum half = prm[1] + prm[2];
  vec3_zero(aabb);
  vec3_set(aabb + 3, half, half, half);
}

// --- bolt and nut -----------------------------------------------------------------------------

// Common to bolt and nut: distance from the shaft, screw thread, conical end, hexagonal head.
typedef struct {
  mjtNum shaft, thread, cone, head;
} screw;

static screw make_screw(const mjtNum p[3], mjtNum radius) {
  const mjtNum diagonal = sqrt(2) / 2, sixth = 3 / mjPI;
  screw s;
  mjtNum azimuth = atan2(p[1], p[0]);
  s.shaft = hypot(p[0], p[1]) - radius;
  mjtNum triangle = fabs(fraction(12 * p[2] - azimuth / (2 * mjPI)) - 0.5);
  s.thread = (s.shaft - triangle / 12) * diagonal;
  s.cone = (p[2] - s.shaft) * diagonal;
  mjtNum turn = -floor(sixth * azimuth + 0.5) / sixth;
  mjtNum side = cos(turn) * p[0] - sin(turn) * p[1] - 0.5;
  s.head = intersect(side, fabs(p[2] + 0.25) - 0.25);
  s.head = intersect(s.head, (p[2] + s.shaft - 0.22) * diagonal);
  return s;
}

static mjtNum bolt(const mjtNum p[3], const mjtNum* prm) {
  screw s = make_screw(p, prm[0]);
  mjtNum body = subtract(s.thread, 0.5 - fabs(p[2] + 0.5));
  body = subtract(body, s.cone + sqrt(2) / 2);
  return unite(body, s.head);
}

static mjtNum nut(const mjtNum p[3], const mjtNum* prm) {
  screw s = make_screw(p, prm[0]);
  mjtNum hole = subtract(s.thread, s.cone + 0.5 * sqrt(2) / 2);
  hole = unite(hole, -s.cone - 0.05 * sqrt(2) / 2);
  return subtract(s.head, hole);
}

static void screw_aabb(mjtNum aabb[6], const mjtNum* prm) {
  (void)prm;
  vec3_zero(aabb);
  vec3_set(aabb + 3, 0.6, 0.6, 1);
}

// --- gear -------------------------------------------------------------------------------------

// Union with a rounded seam of width k.
static mjtNum smooth_union(mjtNum a, mjtNum b, mjtNum k) {
  mjtNum h = mju_clip(0.5 + 0.5 * (b - a) / k, 0, 1);
  return b * (1 - h) + a * h - k * h * (1 - h);
}

// Intersection with a rounded seam.
static mjtNum smooth_intersection(mjtNum a, mjtNum b, mjtNum k) {
  return subtract(intersect(a, b), smooth_union(subtract(a, b), subtract(b, a), k));
}

// Cross section of the gear: involute teeth between a root circle and an outer circle, and a hole
// in the middle.
static mjtNum gear_outline(mjtNum x, mjtNum y, const mjtNum* prm) {
  mjtNum alpha = prm[0], diameter = prm[1], teeth = prm[2], bore = prm[4];
  mjtNum pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
  mjtNum pitch_radius = diameter / 2, rho = hypot(x, y), diametral = teeth / diameter;
  mjtNum outer = (diameter + 2 / diametral) / 2, depth = 2.2 / diametral;
  mjtNum inner = bore >= 0 ? bore / 2 : outer - depth - 0.14 * diameter;
  if (inner - rho > 0) return inner - rho;
  if (outer - rho < -0.2) return rho - outer;

  mjtNum base = pitch_radius * cos(pressure), phi = atan2(y, x) + alpha;
  mjtNum spacing = mjPI / diametral / pitch_radius, angle = acos(base / pitch_radius);
  mjtNum shift = spacing / 2 - 2 * (tan(angle) - angle);
  mjtNum phi_a = modulo(phi + shift / 2, spacing) - shift / 2;
  mjtNum phi_b = modulo(-phi - shift / 2, spacing) - shift / 2;
  mjtNum flank_a = -1e6, flank_b = -1e6;
  if (base < rho) {
    mjtNum g = acos(base / rho), t = sqrt(rho * rho - base * base);
    flank_a = t - base * (phi_a + g);
    flank_b = t - base * (phi_b + g);
  }
  mjtNum gap = intersect(phi_a - (spacing - shift), phi_b - (spacing - shift));
  mjtNum cogs = intersect(gap, intersect(flank_a, flank_b));
  cogs = smooth_intersection(rho - outer, cogs, 0.0035 * diameter);
  cogs = smooth_union(rho - (outer - depth), cogs, base - outer + depth);
  return subtract(cogs, rho - inner);
}

static mjtNum gear(const mjtNum p[3], const mjtNum* prm) {
  mjtNum outline = gear_outline(p[0], p[1], prm), height = fabs(p[2]) - prm[3] / 2;
  return fmin(fmax(outline, height), 0) + hypot(fmax(outline, 0), fmax(height, 0));
}

static void gear_aabb(mjtNum aabb[6], const mjtNum* prm) {
  vec3_zero(aabb);
  vec3_set(aabb + 3, 0.625 * prm[1], 0.625 * prm[1], 0.55 * prm[3]);
}

// --- common to all shapes ---------------------------------------------------------------------

static void gradient_by_difference(distance_function f, mjtNum g[3], const mjtNum p[3],
                                   const mjtNum* prm) {
  const mjtNum eps = 1e-8;
  mjtNum here = f(p, prm);
  for (int i = 0; i < 3; i++) {
    mjtNum q[3] = {p[0], p[1], p[2]};
    q[i] += eps;
    g[i] = (f(q, prm) - here) / eps;
  }
}

static void read_attributes(mjtNum* prm, const char** value, const mjtNum* missing, int n,
                            const char* shape) {
  for (int i = 0; i < n; i++) {
    int bad = 0;
    prm[i] = attribute_number(value[i], missing[i], &bad);
    if (bad) mju_error("plugin mujoco.sdf.%s: '%s' is no number", shape, value[i]);
  }
}

static int shape_nstate(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

static void shape_destroy(mjData* d, int instance) {
  free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

static void shape_reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  (void)m;
  (void)state;
  (void)data;
  (void)instance;
}

static void shape_compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)m;
  (void)d;
  (void)instance;
  (void)capability;
}

static int init_shape(const mjModel* m, mjData* d, int instance, const char* const* name, int n,
                      void (*attributes)(mjtNum*, const char**, const char**)) {
  const char* value[MAX_ATTRIBUTES];
  mjtNum* prm = malloc(sizeof *prm * MAX_ATTRIBUTES);
  if (!prm) return -1;
  for (int i = 0; i < n; i++) value[i] = mj_getPluginConfig(m, instance, name[i]);
  attributes(prm, (const char**)name, value);
  d->plugin_data[instance] = (uintptr_t)prm;
  return 0;
}

static void register_shape(mjpPlugin* p, const char* name, const char* const* attributes, int n) {
  p->name = name;
  p->capabilityflags = mjPLUGIN_SDF;
  p->nattribute = n;
  p->attributes = attributes;
  p->nstate = shape_nstate;
  p->destroy = shape_destroy;
  p->reset = shape_reset;
  p->compute = shape_compute;
  mjp_registerPlugin(p);
}

#define COUNT(array) ((int)(sizeof array / sizeof *array))

// Defines the plugin of a shape: callbacks have no context, so each shape needs functions of its
// own.
#define SHAPE(shape, aabb_function, gradient_call, ...)                                     \
  static const mjtNum shape##_missing[] = __VA_ARGS__;                                      \
  static void shape##_attribute(mjtNum* prm, const char** name, const char** value) {       \
    (void)name;                                                                             \
    read_attributes(prm, value, shape##_missing, COUNT(shape##_missing), #shape);           \
  }                                                                                         \
  static int shape##_init(const mjModel* m, mjData* d, int i) {                             \
    return init_shape(m, d, i, shape##_names, COUNT(shape##_missing), shape##_attribute);   \
  }                                                                                         \
  static mjtNum shape##_distance(const mjtNum p[3], const mjData* d, int i) {               \
    return shape(p, (const mjtNum*)d->plugin_data[i]);                                      \
  }                                                                                         \
  static void shape##_gradient_of(mjtNum g[3], const mjtNum p[3], const mjData* d, int i) { \
    const mjtNum* prm = (const mjtNum*)d->plugin_data[i];                                   \
    gradient_call;                                                                          \
  }                                                                                         \
  static void register_##shape(void) {                                                      \
    mjpPlugin p;                                                                            \
    mjp_defaultPlugin(&p);                                                                  \
    p.init = shape##_init;                                                                  \
    p.sdf_distance = shape##_distance;                                                      \
    p.sdf_gradient = shape##_gradient_of;                                                   \
    p.sdf_staticdistance = shape;                                                           \
    p.sdf_attribute = shape##_attribute;                                                    \
    p.sdf_aabb = aabb_function;                                                             \
    register_shape(&p, "mujoco.sdf." #shape, shape##_names, COUNT(shape##_missing));        \
  }

static const char* const bolt_names[] = {"radius"};
static const char* const nut_names[] = {"radius"};
static const char* const bowl_names[] = {"height", "radius", "thickness"};
static const char* const torus_names[] = {"radius1", "radius2"};
static const char* const gear_names[] = {"alpha", "diameter", "teeth", "thickness",
                                         "innerdiameter"};

SHAPE(bolt, screw_aabb, gradient_by_difference(bolt, g, p, prm), {0.26})
SHAPE(nut, screw_aabb, gradient_by_difference(nut, g, p, prm), {0.26})
SHAPE(bowl, bowl_aabb, gradient_by_difference(bowl, g, p, prm), {0.4, 1, 0.02})
SHAPE(torus, torus_aabb, torus_gradient(g, p, prm), {0.35, 0.15})
SHAPE(gear, gear_aabb, gradient_by_difference(gear, g, p, prm), {0, 2.8, 25, 0.2, -1})

void register_sdf_shapes(void) {
  register_bolt();
  register_bowl();
  register_gear();
  register_nut();
  register_torus();
}
