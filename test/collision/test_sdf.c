// Signed distance geoms: their distances against independent solvers, their contacts with a ball
// and a ring, whose distances are exact, against closed forms.
#include "model_text.h"
#include "random_pair.h"

#include <engine/collision.h>
#include "collision/octree.h"
#include "collision/sdf.h"

// ----- two shapes as plugins

static const mjtNum BALL = 0.3, RING = 0.3, TUBE = 0.1;

static mjtNum ball_distance(const mjtNum x[3]) { return vec3_norm(x) - BALL; }

static void ball_gradient(mjtNum g[3], const mjtNum x[3]) { vec3_scale(g, x, 1 / vec3_norm(x)); }

static mjtNum ring_distance(const mjtNum x[3]) {
  mjtNum across = sqrt(x[0] * x[0] + x[1] * x[1]) - RING;
  return sqrt(across * across + x[2] * x[2]) - TUBE;
}

static void ring_gradient(mjtNum g[3], const mjtNum x[3]) {
  mjtNum rho = sqrt(x[0] * x[0] + x[1] * x[1]), across = rho - RING;
  vec3_set(g, across * x[0] / rho, across * x[1] / rho, x[2]);
  vec3_scale(g, g, 1 / sqrt(across * across + x[2] * x[2]));
}

#define SHAPE(name)                                                                         \
  static mjtNum name##_of(const mjtNum x[3], const mjData* d, int instance) {               \
    (void)d;                                                                                \
    (void)instance;                                                                         \
    return name##_distance(x);                                                              \
  }                                                                                         \
  static void name##_slope(mjtNum g[3], const mjtNum x[3], const mjData* d, int instance) { \
    (void)d;                                                                                \
    (void)instance;                                                                         \
    name##_gradient(g, x);                                                                  \
  }                                                                                         \
  static mjtNum name##_static(const mjtNum x[3], const mjtNum* attributes) {                \
    (void)attributes;                                                                       \
    return name##_distance(x);                                                              \
  }                                                                                         \
  static void name##_box(mjtNum box[6], const mjtNum* attributes) {                         \
    (void)attributes;                                                                       \
    for (int k = 0; k < 6; k++) box[k] = k < 3 ? 0 : 0.42;                                  \
  }
SHAPE(ball)
SHAPE(ring)

static void no_attributes(mjtNum attribute[], const char* name[], const char* value[]) {
  (void)attribute;
  (void)name;
  (void)value;
}

static int no_state(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

static int register_shapes(void** state) {
  (void)state;
  mjpPlugin p;
  mjp_defaultPlugin(&p);
  p.capabilityflags = mjPLUGIN_SDF;
  p.nstate = no_state;
  p.sdf_attribute = no_attributes;
  p.name = "test.ball";
  p.sdf_distance = ball_of;
  p.sdf_gradient = ball_slope;
  p.sdf_staticdistance = ball_static;
  p.sdf_aabb = ball_box;
  mjp_registerPlugin(&p);
  p.name = "test.ring";
  p.sdf_distance = ring_of;
  p.sdf_gradient = ring_slope;
  p.sdf_staticdistance = ring_static;
  p.sdf_aabb = ring_box;
  mjp_registerPlugin(&p);
  return 0;
}

static mjModel* model_with(const char* shape, const char* geom) {
  char xml[1500];
  snprintf(xml, sizeof xml,
           "<mujoco><extension><plugin plugin='test.%s'><instance name='s'/></plugin></extension>"
           "<asset><mesh name='s'><plugin instance='s'/></mesh></asset><worldbody>"
           "<geom type='sdf' mesh='s'><plugin instance='s'/></geom>"
           "<body><freejoint/><geom %s/></body></worldbody></mujoco>",
           shape, geom);
  return model_from(xml);
}

// ----- distances of primitives

static const int primitive_types[] = {mjGEOM_SPHERE,   mjGEOM_CAPSULE, mjGEOM_ELLIPSOID,
                                      mjGEOM_CYLINDER, mjGEOM_BOX,     mjGEOM_MESH};

// Geom 0 at the origin and a point, geom 1.
static scene geom_and_point(int type) {
  int types[2] = {type, mjGEOM_SPHERE};
  mjtNum origin[3] = {0}, unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  scene s = scene_make(2, types);
  for (int g = 0; g < 2; g++) scene_place(s, g, origin, unit);
  vec3_zero(s.m->geom_size + 3);
  return s;
}

static void outside_distances_agree_with_an_independent_solver(void** state) {
  (void)state;
  for (int t = 0; t < 6; t++) {
    int type = primitive_types[t];
    scene s = geom_and_point(type);
    for (int seed = 0; seed < 400; seed++) {
      rng r = {(uint64_t)seed * 31 + t};
      mjtNum* x = s.d->geom_xpos + 3;
      scene_random_size(s, 0, &r, 1);
      for (int k = 0; k < 3; k++) x[k] = rng_range(&r, -1.5, 1.5);
      distance_bounds known = oracle_distance(s, 0, 1);
      if (known.lower < 1e-6) continue;
      mjtNum dist = sdf_distance(s.m, s.d, sdf_source_of(s.m, 0), x);
      // that of ellipsoids is right to first order only
      mjtNum tol = type == mjGEOM_ELLIPSOID ? known.lower : 1e-9;
      if (fabs(dist - known.lower) > tol) {
        fail_msg("type %d, seed %d: %.12g, must be %.12g", type, seed, dist, known.lower);
      }
    }
    scene_delete(s);
  }
}

// From a point at distance a, a way of -a along the gradient leads to the surface.
static void gradients_lead_to_the_surface(void** state) {
  (void)state;
  for (int t = 0; t < 6; t++) {
    int type = primitive_types[t], inside = 0;
    scene s = geom_and_point(type);
    sdf_source source = sdf_source_of(s.m, 0);
    for (int seed = 0; seed < 1000; seed++) {
      rng r = {(uint64_t)seed * 37 + t};
      mjtNum x[3], g[3], y[3];
      scene_random_size(s, 0, &r, 1);
      mjtNum reach = s.m->geom_rbound[0];
      for (int k = 0; k < 3; k++) x[k] = rng_range(&r, -reach, reach);
      mjtNum dist = sdf_distance(s.m, s.d, source, x);
      if (type == mjGEOM_ELLIPSOID) {
        // only near the surface, and then to second order
        for (int step = 0; step < 100; step++) {
          sdf_gradient(s.m, s.d, source, g, x);
          vec3_axpy(x, -0.5 * sdf_distance(s.m, s.d, source, x), g);
        }
        sdf_gradient(s.m, s.d, source, g, x);
        vec3_axpy(x, rng_unit(&r) < 0.5 ? 1e-5 : -1e-5, g);
        dist = sdf_distance(s.m, s.d, source, x);
        assert_true(fabs(fabs(dist) - 1e-5) < 1e-7);
      }
      if (fabs(dist) < 1e-7) continue;
      inside += dist < 0;
      sdf_gradient(s.m, s.d, source, g, x);
      assert_true(fabs(vec3_norm(g) - 1) < 1e-7);
      vec3_copy(y, x);
      vec3_axpy(y, -dist, g);
      mjtNum left = sdf_distance(s.m, s.d, source, y);
      if (fabs(left) > (type == mjGEOM_ELLIPSOID ? 1e-7 : 2e-7)) {
        fail_msg("type %d, seed %d: from %g to %g", type, seed, dist, left);
      }
    }
    assert_true(inside > 50);
    scene_delete(s);
  }
}

// ----- two together

static mjtNum difference(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3],
                         int k) {
  const mjtNum eps = 1e-6;
  mjtNum y[3];
  vec3_copy(y, x);
  y[k] += eps;
  mjtNum up = mjc_distance(m, d, s, y);
  y[k] -= 2 * eps;
  return (up - mjc_distance(m, d, s, y)) / (2 * eps);
}

// Of a capsule and a cylinder: what the combinations are, and that gradients are derivatives.
static void combinations_are_those_of_their_parts(void** state) {
  (void)state;
  int types[2] = {mjGEOM_CAPSULE, mjGEOM_CYLINDER}, compared = 0;
  scene s = scene_make(2, types);
  for (int seed = 0; seed < 2000; seed++) {
    rng r = {(uint64_t)seed + 5};
    mjtNum relpos[3], relmat[9], x[3], y[3], g[3];
    for (int k = 0; k < 3; k++) {
      x[k] = rng_range(&r, -1, 1);
      relpos[k] = rng_range(&r, -0.5, 0.5);
    }
    rng_rotation(&r, relmat);
    for (int i = 0; i < 2; i++) scene_random_size(s, i, &r, 1);
    sdf_source source[2] = {sdf_source_of(s.m, 0), sdf_source_of(s.m, 1)};
    const mjpPlugin* plugin[2] = {NULL, NULL};
    int id[2] = {0, 1};
    mjtGeom type[2] = {mjGEOM_CAPSULE, mjGEOM_CYLINDER};
    mjSDF f = {.plugin = plugin, .id = id, .relpos = relpos, .relmat = relmat, .geomtype = type};
    mat3_mul_vec(y, relmat, x);
    vec3_add(y, y, relpos);
    mjtNum a = sdf_distance(s.m, s.d, source[0], x), b = sdf_distance(s.m, s.d, source[1], y);
    mjtNum known[] = {[mjSDFTYPE_SINGLE] = a,
                      [mjSDFTYPE_INTERSECTION] = fmax(a, b),
                      [mjSDFTYPE_MIDSURFACE] = a - b,
                      [mjSDFTYPE_COLLISION] = a + b + fabs(fmax(a, b))};
    for (int k = mjSDFTYPE_SINGLE; k <= mjSDFTYPE_COLLISION; k++) {
      f.type = (mjtSDFType)k;
      assert_true(mjc_distance(s.m, s.d, &f, x) == known[k]);
      mjc_gradient(s.m, s.d, &f, g, x);
      mjtNum slope[3], off[3];
      for (int c = 0; c < 3; c++) slope[c] = difference(s.m, s.d, &f, x, c);
      if (k == mjSDFTYPE_MIDSURFACE) vec3_normalize(slope);
      vec3_sub(off, g, slope);
      // near an edge of one of the fields a difference is none of the slopes
      if (vec3_norm(off) < 1e-4) compared++;
    }
  }
  // 1 of 50 in a band of 1e-6 around the edges would be many
  assert_true(compared > 0.98 * 4 * 2000);
  scene_delete(s);
}

// ----- octrees

static void octrees_follow_the_mesh(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><asset><mesh name='b' vertex='-.5 -.4 -.3 .5 -.4 -.3 -.5 .4 -.3 .5 .4 -.3 "
      "-.5 -.4 .3 .5 -.4 .3 -.5 .4 .3 .5 .4 .3'/></asset>"
      "<worldbody><geom type='sdf' mesh='b'/></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  rng r = {3};
  mjtNum most = 0, jump = 0, half[3], before = 0;
  // the frame of the mesh has its axes in the order of its moments of inertia
  vec3_copy(half, m->geom_aabb + 3);
  for (int i = 0; i < 20000; i++) {
    mjtNum x[3], out2 = 0, in = INFINITY;
    for (int k = 0; k < 3; k++) {
      x[k] = rng_range(&r, -1.05, 1.05) * half[k];
      mjtNum over = fabs(x[k]) - half[k];
      if (over > 0) out2 += over * over;
      in = fmin(in, -over);
    }
    mjtNum dist = octree_field(m, 0, NULL, x);
    most = fmax(most, fabs(dist - (out2 > 0 ? sqrt(out2) : -in)));
  }
  // leaves are about so wide
  if (most > 0.05) fail_msg("off by %g", most);
  // along a line there are no jumps, not at the border of the tree either
  for (int i = 0; i <= 20000; i++) {
    mjtNum t = 2 * (i / 20000.0) - 1, x[3] = {t, 0.21 + 0.1 * t, 0.17 - 0.05 * t};
    mjtNum dist = octree_field(m, 0, NULL, x);
    if (i) jump = fmax(jump, fabs(dist - before));
    before = dist;
  }
  if (jump > 3e-3) fail_msg("jumps by %g in a step of 1e-4", jump);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ----- contacts

// A geom whose axis of approach (0: x, 2: z) reaches half along it.
static const struct {
  const char* xml;
  int axis;
  mjtNum half;
} comers[] = {
    {"size='.2'", 2, 0.2},
    {"type='capsule' size='.1 .3'", 0, 0.1},
    {"type='capsule' size='.1 .3'", 2, 0.4},
    {"type='box' size='.2 .2 .1'", 2, 0.1},
    {"type='ellipsoid' size='.1 .2 .3'", 2, 0.3},
    {"type='cylinder' size='.2 .1'", 2, 0.1},
};

// Place the geom so that its axis points along out, its end at depth below the point on a surface.
static void approach(const mjModel* m, mjData* d, int comer, const mjtNum point[3],
                     const mjtNum out[3], mjtNum depth) {
  mjtNum axis[3] = {0}, turn[3];
  axis[comers[comer].axis] = 1;
  vec3_cross(turn, axis, out);
  mjtNum angle = atan2(vec3_norm(turn), vec3_dot(axis, out));
  vec3_normalize(turn);
  quat_from_axis_angle(d->qpos + 3, turn, angle);
  vec3_copy(d->qpos, point);
  vec3_axpy(d->qpos, comers[comer].half - depth, out);
  collide(m, d);
}

// Every contact of a pair that overlaps by a depth: at most half of it deep, in the overlap, its
// normal that of a surface which is there within the width of the overlap.
static void check_contacts(const mjData* d, const mjtNum point[3], const mjtNum out[3],
                           mjtNum depth, int box, const char* what) {
  if (!d->ncon) fail_msg("%s: no contact at depth %g", what, depth);
  mjtNum least = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    least = fmin(least, c->dist);
    // inside of boxes what stands for a distance may be more
    if (!(c->dist <= 0 && c->dist >= (box ? -depth : -depth / 2) - 1e-12)) {
      fail_msg("%s: distance %g at depth %g", what, c->dist, depth);
    }
    // normals are from the comer to the shape
    mjtNum turn = acos(fmax(-1, fmin(1, -vec3_dot(c->frame, out))));
    if (turn > 4 * sqrt(depth)) fail_msg("%s: normal off by %g at depth %g", what, turn, depth);
    mjtNum level = vec3_dot(c->pos, out) - vec3_dot(point, out);
    if (level > 1e-9 || level < -1.01 * depth) {
      fail_msg("%s: position at %g, depth %g", what, level, depth);
    }
  }
  if (least > -depth / 10) fail_msg("%s: deepest %g at depth %g", what, least, depth);
}

static void contacts_with_a_ball_are_in_the_overlap(void** state) {
  (void)state;
  for (size_t k = 0; k < sizeof comers / sizeof *comers; k++) {
    mjModel* m = model_with("ball", comers[k].xml);
    mjData* d = mj_makeData(m);
    for (int seed = 0; seed < 100; seed++) {
      char what[80];
      rng r = {(uint64_t)seed * 17 + k};
      mjtNum out[3], point[3];
      snprintf(what, sizeof what, "comer %d, seed %d", (int)k, seed);
      rng_direction(&r, out);
      vec3_scale(point, out, BALL);
      approach(m, d, (int)k, point, out, -rng_log(&r, 1e-6, 1));
      assert_int_equal(d->ncon, 0);
      mjtNum depth = rng_log(&r, 1e-3, 5e-2);
      approach(m, d, (int)k, point, out, depth);
      check_contacts(d, point, out, depth, m->geom_type[1] == mjGEOM_BOX, what);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static void contacts_with_a_ring_are_in_the_overlap(void** state) {
  (void)state;
  // from above, where the ring is seen as a tube
  mjModel* m = model_with("ring", comers[0].xml);
  mjData* d = mj_makeData(m);
  m->opt.sdf_iterations = 20;
  for (int seed = 0; seed < 200; seed++) {
    char what[80];
    rng r = {(uint64_t)seed * 19};
    snprintf(what, sizeof what, "seed %d", seed);
    mjtNum angle = rng_range(&r, 0, 2 * mjPI), tube = rng_range(&r, 0.3, 1.4);
    mjtNum out[3] = {cos(tube) * cos(angle), cos(tube) * sin(angle), sin(tube)};
    mjtNum point[3] = {RING * cos(angle), RING * sin(angle), 0};
    vec3_axpy(point, TUBE, out);
    approach(m, d, 0, point, out, -rng_log(&r, 1e-6, 1));
    assert_int_equal(d->ncon, 0);
    mjtNum depth = rng_log(&r, 3e-3, 3e-2);
    approach(m, d, 0, point, out, depth);
    check_contacts(d, point, out, depth, 0, what);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Rays meet a ball where its formula says.  Their hits are in units of length, whatever that of the
// direction.
static void rays_meet_a_ball(void** state) {
  (void)state;
  mjModel* m = model_with("ball", comers[0].xml);
  mjData* d = mj_makeData(m);
  collide(m, d);
  rng r = {9};
  int hits = 0;
  for (int i = 0; i < 50000; i++) {
    mjtNum p[3], v[3], x[3];
    for (int k = 0; k < 3; k++) {
      p[k] = rng_range(&r, -2, 2);
      x[k] = rng_range(&r, -0.4, 0.4);
    }
    vec3_sub(v, x, p);
    mjtNum length = vec3_norm(v), b = vec3_dot(p, v) / length;
    mjtNum det = b * b - vec3_dot(p, p) + BALL * BALL;
    // from inside of it, and along its border, steps of the distance lead elsewhere
    if (vec3_norm(p) < 0.5 || fabs(det) < 0.01) continue;
    mjtByte group[mjNGROUP] = {1};
    int id;
    vec3_scale(v, v, rng_log(&r, 0.1, 10));
    mjtNum t = mj_ray(m, d, p, v, group, 1, 1, &id), known = -b - sqrt(fmax(det, 0));
    if (det < 0) {
      if (id >= 0) fail_msg("ray %d hits at %g", i, t);
      continue;
    }
    hits++;
    if (id != 0 || fabs(t - known) > 1e-6) fail_msg("ray %d: %.9g, must be %.9g", i, t, known);
  }
  assert_true(hits > 10000);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outside_distances_agree_with_an_independent_solver),
      cmocka_unit_test(gradients_lead_to_the_surface),
      cmocka_unit_test(combinations_are_those_of_their_parts),
      cmocka_unit_test(octrees_follow_the_mesh),
      cmocka_unit_test(contacts_with_a_ball_are_in_the_overlap),
      cmocka_unit_test(contacts_with_a_ring_are_in_the_overlap),
      cmocka_unit_test(rays_meet_a_ball),
  };
  return cmocka_run_group_tests(tests, register_shapes, NULL);
}
