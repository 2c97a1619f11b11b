// What is compiled for known pairs of types finds the support points that the general code finds.
#include "random_pair.h"

#include "collision/known_pair.h"

// Directions of any length: all over, and nearly along an axis of a shape, where what is across is
// little.
static void random_direction(mjtNum dir[3], const convex_shape* turned, rng* r) {
  rng_direction(r, dir);
  if (rng_int(r, 2)) {
    mjtNum tilt = rng_log(r, 1e-18, 1);
    const mjtNum* mat = turned->mat;
    int axis = rng_int(r, 3), own = rng_int(r, 2);
    vec3_scale(dir, dir, tilt);
    for (int k = 0; k < 3; k++) dir[k] += own ? k == axis : mat[3 * k + axis];
  }
  vec3_scale(dir, dir, rng_log(r, 1e-3, 1));
}

static void check_points(const minkowski_vertex* x, const minkowski_vertex* y, mjtNum size,
                         const char* what) {
  mjtNum tol = 1e-14 * size;
  assert_int_equal(x->id_a, y->id_a);
  assert_int_equal(x->id_b, y->id_b);
  if (!(vec3_distance(x->a, y->a) < tol && vec3_distance(x->b, y->b) < tol &&
        vec3_distance(x->v, y->v) < 2 * tol)) {
    fail_msg("%s: %g %g %g, must be %g %g %g", what, x->v[0], x->v[1], x->v[2], y->v[0], y->v[1],
             y->v[2]);
  }
}

// Two shapes as ccd_native sees them.
typedef struct {
  convex_shape a, b, base;
  mjtNum mat[9], frame[9], prism[6][3], size;
  hull_sample samples[2];
} two_shapes;

// Turn the second geom so that its axis is that of the first but for little.
static void lean(scene s, rng* r) {
  mjtNum quat[4], turn[9], axis[3];
  rng_direction(r, axis);
  quat_from_axis_angle(quat, axis, rng_int(r, 4) ? rng_log(r, 1e-18, 1) : rng_int(r, 2) * mjPI);
  quat_to_mat3(turn, quat);
  mat3_mul(s.d->geom_xmat + 9, turn, s.d->geom_xmat);
}

// Axes and places are those of the shapes, though not what is about the axes.
static void check_cylinders(const two_shapes* t, const convex_shape* a, const convex_shape* b) {
  const mjtNum *f = t->frame, *m = t->mat;
  mjtNum axis[3] = {m[2], m[5], m[8]}, pos[3], unit[9];
  mat3_mul_vec(axis, f, axis);
  mat3_mul_vec(pos, f, t->b.pos);
  vec3_add(pos, pos, a->pos);
  mat3_tmul(unit, f, f);
  mjtNum far = t->size + vec3_norm(a->pos) + vec3_norm(b->pos);
  for (int k = 0; k < 3; k++) {
    assert_true(fabs(axis[k] - b->mat[3 * k + 2]) < 2e-12);
    assert_true(f[3 * k + 2] == a->mat[3 * k + 2]);
    assert_true(fabs(pos[k] - b->pos[k]) < 1e-14 * far);
    for (int j = 0; j < 3; j++) assert_true(fabs(unit[3 * k + j] - (j == k)) < 1e-14);
  }
}

static void see_each_other(two_shapes* t, scene s, const int type[2], rng* r) {
  convex_shape a, b;
  random_pair(s, r);
  t->size = size_of_pair(s);
  shape_of_geom(&b, s.m, s.d, 1, 0);
  t->samples[0].n = t->samples[1].n = 0;
  b.sample = t->samples;
  if (type[0] == SHAPE_PRISM) {
    for (int i = 0; i < 6; i++) {
      vec3_set(t->prism[i], t->size * (i % 3 == 1), t->size * (i % 3 == 2),
               i < 3 ? -t->size : rng_unit(r) * t->size);
    }
    shape_of_prism(&t->a, (const mjtNum(*)[3])t->prism);
    t->b = b;
    return;
  }
  shape_of_geom(&a, s.m, s.d, 0, 0);
  a.sample = t->samples + 1;
  if (type[0] == mjGEOM_CYLINDER && type[1] == mjGEOM_CYLINDER) {
    // nearly parallel too
    if (rng_int(r, 2)) lean(s, r);
    cylinders_relative(&t->a, &t->b, t->mat, &t->base, t->frame, &a, &b);
    check_cylinders(t, &a, &b);
  } else if (b.vert && !a.vert) {
    shapes_relative(&t->b, &t->a, t->mat, &b, &a);
  } else {
    shapes_relative(&t->a, &t->b, t->mat, &a, &b);
  }
}

static void check_pair(const char* name, const int type[2], pair_kind kind) {
  // prisms belong to no geom
  const int geom_type[2] = {type[0] == SHAPE_PRISM ? mjGEOM_BOX : type[0], type[1]};
  scene s = scene_make(2, geom_type);
  for (int seed = 0; seed < 5000; seed++) {
    rng r = {(uint64_t)seed};
    two_shapes t;
    minkowski_vertex known, usual;
    see_each_other(&t, s, type, &r);
    assert_int_equal(pair_kind_of(&t.a, &t.b), kind);
    mjtNum dir[3];
    random_direction(dir, t.a.mat ? &t.a : &t.b, &r);
    minkowski_support(&usual, &t.a, &t.b, dir);
    t.a.last = t.b.last = -1;
    switch (kind) {
#define PAIR(pair, type_a, type_b)                                             \
  case PAIR_OF_##pair:                                                         \
    find_support_known(&known, &t.a, &t.b, dir, (pair_types){type_a, type_b}); \
    break;
      KNOWN_PAIRS(PAIR)
#undef PAIR
      default: fail();
    }
    check_points(&known, &usual, t.size, name);
    t.b.grow = 1e-3;
    assert_int_equal(pair_kind_of(&t.a, &t.b), PAIR_OF_ANY);
  }
  scene_delete(s);
}

static void points_are_those_of_the_general_code(void** state) {
  (void)state;
#define PAIR(name, type_a, type_b) check_pair(#name, (int[2]){type_a, type_b}, PAIR_OF_##name);
  KNOWN_PAIRS(PAIR)
#undef PAIR
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_those_of_the_general_code),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
