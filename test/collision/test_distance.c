// mj_geomDistance against independent solvers, over random shapes and poses.
#include "model_text.h"
#include "random_pair.h"

#include <engine/collision.h>

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

// ----- hulls whose support points are found by climbing

enum { NHULL = 4 };
static const int hull_size[NHULL] = {12, 60, 400, 3000};

// Free bodies: hulls of points on ellipsoids, two of each, and a box and a cylinder.
static mjModel* model_of_hulls(rng* r) {
  size_t room = 400000, at = 0;
  char* xml = malloc(room);
  assert_non_null(xml);
  at += (size_t)snprintf(xml, room, "<mujoco><asset>");
  for (int h = 0; h < NHULL; h++) {
    at += (size_t)snprintf(xml + at, room - at, "<mesh name='h%d' vertex='", h);
    for (int i = 0; i < hull_size[h]; i++) {
      mjtNum x[3];
      rng_direction(r, x);
      at += (size_t)snprintf(xml + at, room - at, "%.5f %.5f %.5f ", x[0], 0.6 * x[1], 0.4 * x[2]);
    }
    at += (size_t)snprintf(xml + at, room - at, "'/>");
  }
  at += (size_t)snprintf(xml + at, room - at, "</asset><worldbody>");
  for (int h = 0; h < 2 * NHULL; h++) {
    at += (size_t)snprintf(xml + at, room - at,
                           "<body><freejoint/><geom type='mesh' mesh='h%d'/></body>", h / 2);
  }
  snprintf(xml + at, room - at,
           "<body><freejoint/><geom type='box' size='.5 .3 .2'/></body>"
           "<body><freejoint/><geom type='cylinder' size='.4 .3'/></body></worldbody></mujoco>");
  mjModel* m = model_from(xml);
  free(xml);
  return m;
}

// Both the distance and whether there are contacts.
static void large_hulls_agree_too(void** state) {
  (void)state;
  rng r = {5};
  mjModel* m = model_of_hulls(&r);
  mjData* d = mj_makeData(m);
  scene s = {m, d};
  int apart = 0, touching = 0;
  for (int i = 0; i < NHULL; i++) assert_true(m->mesh_graphadr[i] >= 0);
  for (int seed = 0; seed < 6000; seed++) {
    int g1 = rng_int(&r, 2 * NHULL), g2 = rng_int(&r, m->ngeom);
    if (g1 == g2) continue;
    mjtNum mat[9], pos[3], dir[3], back[3], a[3], b[3];
    for (int k = 0; k < 2; k++) {
      for (int c = 0; c < 3; c++) pos[c] = rng_range(&r, -1, 1);
      rng_rotation(&r, mat);
      scene_place(s, k ? g2 : g1, pos, mat);
    }
    static const mjtNum gaps[] = {0.3, 1e-2, 1e-4, 1e-7, -1e-4, -1e-2, -0.2};
    rng_direction(&r, dir);
    vec3_scale(back, dir, -1);
    oracle_support(s, g1, dir, a);
    oracle_support(s, g2, back, b);
    mjtNum* x2 = d->geom_xpos + 3 * g2;
    for (int c = 0; c < 3; c++) x2[c] += a[c] - b[c] + gaps[seed % 7] * dir[c];

    mjtNum fromto[6], dist = mj_geomDistance(m, d, g1, g2, 10, fromto), n[3];
    mjContact con[mjMAXCONPAIR];
    int low = m->geom_type[g1] <= m->geom_type[g2] ? g1 : g2, high = low == g1 ? g2 : g1;
    int ncon = mjCOLLISIONFUNC[m->geom_type[low]][m->geom_type[high]](m, d, con, low, high, 0);
    distance_bounds known = oracle_distance(s, g1, g2);
    if (known.lower > 1e-10) {
      apart++;
      if (!(fabs(dist - known.lower) < 1e-6) || ncon) {
        fail_msg("seed %d: %.9g apart, reported %.9g, %d contacts", seed, known.lower, dist, ncon);
      }
    } else if (known.upper < 1e-10 && dist < -1e-9) {
      touching++;
      vec3_sub(n, fromto, fromto + 3);
      mjtNum along = oracle_extent(s, g1, g2, n);
      if (fabs(along + dist) > 1e-6 || -dist > -known.lower + 1e-6 || !ncon) {
        fail_msg("seed %d: depth %.9g, along the normal %.9g, %d contacts", seed, -dist, along,
                 ncon);
      }
    }
  }
  assert_true(apart > 1000 && touching > 1000);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distance_agrees_with_an_independent_solver),
      cmocka_unit_test(distance_stops_at_distmax),
      cmocka_unit_test(large_hulls_agree_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
