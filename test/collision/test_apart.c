// What is said to be apart is apart, and nearly all that is apart is found to be.
#include "random_pair.h"

#include "collision/apart.h"

enum { PER_PAIR = 400 };

typedef struct {
  int apart, found;
} tally;

static void check_pair(scene s, rng* r, tally* t) {
  static const mjtNum reaches[] = {0, 1e-9, 1e-3, 0.1};
  random_pair(s, r);
  mjtNum size = size_of_pair(s), reach = size * reaches[rng_int(r, 4)];
  convex_shape a, b;
  shape_of_geom(&a, s.m, s.d, 0, 0);
  shape_of_geom(&b, s.m, s.d, 1, 0);
  // boxes and vertices of meshes are known in single precision
  int apart = shapes_apart(&a, &b, reach + 1e-6 * size);
  distance_bounds bounds = oracle_distance(s, 0, 1);
  if (apart && !(bounds.upper > reach)) {
    fail_msg("types %d and %d: said to be farther apart than %.12g, are %.12g", s.m->geom_type[0],
             s.m->geom_type[1], reach, bounds.upper);
  }
  if (bounds.lower > reach + 0.02 * size) {
    t->apart++;
    t->found += apart;
  }
}

static void what_is_found_apart_is_apart(void** state) {
  (void)state;
  rng r = {17};
  for (int i = 0; i < NTYPE; i++) {
    for (int j = i; j < NTYPE; j++) {
      int type[2] = {convex_types[i], convex_types[j]};
      scene s = scene_make(2, type);
      tally t = {0, 0};
      for (int k = 0; k < PER_PAIR; k++) check_pair(s, &r, &t);
      assert_true(t.apart > PER_PAIR / 10);
      if (t.found < 0.8 * t.apart) {
        fail_msg("types %d and %d: %d of %d found", type[0], type[1], t.found, t.apart);
      }
      scene_delete(s);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_found_apart_is_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
