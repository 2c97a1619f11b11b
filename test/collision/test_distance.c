// mj_geomDistance against independent solvers, over random shapes and poses.
#include "random_pair.h"

// The segment has the length of the distance, its ends are on the surfaces or within.
static void check_witness(scene s, mjtNum dist, const mjtNum fromto[6], mjtNum tol,
                          const char* what) {
  mjtNum n[3], a[3], b[3];
  vec3_sub(n, fromto + 3, fromto);
  mjtNum length = vec3_norm(n);
  if (fabs(length - fabs(dist)) > tol) {
    fail_msg("%s: witness points are %g apart, distance is %g", what, length, dist);
  }
  if (length < 1e-5 * size_of_pair(s)) return;
  vec3_scale(n, n, (dist < 0 ? -1 : 1) / length);
  // from is where geom 0 reaches farthest along n, to is where geom 1 reaches farthest against it
  mjtNum back[3] = {-n[0], -n[1], -n[2]};
  oracle_support(s, 0, n, a);
  oracle_support(s, 1, back, b);
  mjtNum off_a = vec3_dot(n, a) - vec3_dot(n, fromto);
  mjtNum off_b = vec3_dot(n, b) - vec3_dot(n, fromto + 3);
  if (fabs(off_a) > tol || fabs(off_b) > tol) {
    fail_msg("%s: distance %g, witness points off the surfaces by %g and %g", what, dist, off_a,
             off_b);
  }
}

static void distance_agrees_with_an_independent_solver(void** state) {
  (void)state;
  enum { PER_PAIR = 1500 };  // 31500 poses in all
  for (int i = 0; i < NTYPE; i++) {
    for (int j = i; j < NTYPE; j++) {
      int type[2] = {convex_types[i], convex_types[j]};
      scene s = scene_make(2, type);
      for (int seed = 0; seed < PER_PAIR; seed++) {
        char what[80];
        rng r = {(uint64_t)(seed + 1) * 1000003u + i * 31 + j};
        snprintf(what, sizeof what, "types %d %d, seed %d", type[0], type[1], seed);
        random_pair(s, &r);
        mjtNum fromto[6], size = size_of_pair(s), tol = 1e-6 * size;
        mjtNum dist = mj_geomDistance(s.m, s.d, 0, 1, 1e6, fromto);
        distance_bounds known = oracle_distance(s, 0, 1);
        if (known.lower > 1e-10 * size) {
          if (!(dist > 0)) fail_msg("%s: %g apart, reported %g", what, known.lower, dist);
          if (!(dist >= known.lower - tol && dist <= known.upper + tol)) {
            fail_msg("%s: distance is in [%.12g, %.12g], reported %.12g", what, known.lower,
                     known.upper, dist);
          }
        } else if (known.upper < 1e-10 * size) {
          mjtNum depth = fmin(oracle_depth(s, 0, 1, &r), -known.lower);
          // reported no deeper than known; and no shallower than a direction that gets them apart
          mjtNum n[3];
          vec3_sub(n, fromto, fromto + 3);
          vec3_scale(n, n, dist < 0 ? 1 : -1);
          mjtNum out = vec3_norm(n) > 1e-8 * size ? oracle_extent(s, 0, 1, n) : depth;
          if (!(dist <= tol && -dist <= depth + tol && -dist >= out - tol)) {
            fail_msg("%s: depth is %.12g, along the reported normal %.12g, reported %.12g", what,
                     depth, out, -dist);
          }
        } else if (!(fabs(dist) <= tol && known.upper <= tol)) {
          fail_msg("%s: touching, [%g, %g], reported %g", what, known.lower, known.upper, dist);
        }
        check_witness(s, dist, fromto, tol, what);

        mjtNum swapped[6], other = mj_geomDistance(s.m, s.d, 1, 0, 1e6, swapped);
        if (fabs(other - dist) > tol) fail_msg("%s: %g, swapped %g", what, dist, other);
        if (fabs(dist) > 1e-5 * size) {
          mjtNum d1[3], d2[3];
          vec3_sub(d1, fromto + 3, fromto);
          vec3_sub(d2, swapped + 3, swapped);
          assert_true(type[0] == type[1] || vec3_dot(d1, d2) < 0);
        }
      }
      scene_delete(s);
    }
  }
}

static void distance_stops_at_distmax(void** state) {
  (void)state;
  for (int i = 0; i < NTYPE; i++) {
    for (int j = 0; j < NTYPE; j++) {
      int type[2] = {convex_types[i], convex_types[j]};
      scene s = scene_make(2, type);
      for (int seed = 0; seed < 50; seed++) {
        rng r = {(uint64_t)seed * 77 + i * 7 + j};
        random_pair(s, &r);
        mjtNum fromto[6], full = mj_geomDistance(s.m, s.d, 0, 1, 1e6, fromto);
        if (full > 0) {
          assert_true(mj_geomDistance(s.m, s.d, 0, 1, 0.9 * full, fromto) == 0.9 * full);
          for (int k = 0; k < 6; k++) assert_true(fromto[k] == 0);
        }
        mjtNum max = fmax(1.1 * full, 0);
        mjtNum again = mj_geomDistance(s.m, s.d, 0, 1, max, NULL);
        if (fabs(again - full) > 1e-7 * size_of_pair(s)) {
          fail_msg("types %d %d, seed %d: %.12g, with distmax %.12g", type[0], type[1], seed, full,
                   again);
        }
      }
      scene_delete(s);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distance_agrees_with_an_independent_solver),
      cmocka_unit_test(distance_stops_at_distmax),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
