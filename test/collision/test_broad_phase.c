// The candidate pairs against brute force: none missed, none twice, ascending.
#include "scene.h"
#include "collision/broad_phase.h"
#include "collision/filter.h"

// Spheres of random sizes, in several arrangements that try the choice of axes and strips.
enum { CUBE, LINE, PLATE, CLUSTERS, OUTLIERS, ONE_POINT, GIANTS, NARRANGEMENT };

static void arrange(scene s, rng* r, int how) {
  mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  int n = s.m->ngeom;
  mjtNum side = 0.5 * cbrt(n);
  for (int g = 0; g < n; g++) {
    mjtNum pos[3] = {rng_range(r, 0, side), rng_range(r, 0, side), rng_range(r, 0, side)};
    s.m->geom_size[3 * g] = rng_log(r, 0.05, 0.3);
    switch (how) {
      case LINE:
        pos[0] *= side * side;
        pos[1] = pos[2] = 0;
        break;
      case PLATE:
        pos[0] *= sqrt(side);
        pos[2] *= sqrt(side);
        pos[1] = 0;
        break;
      case CLUSTERS:
        for (int k = 0; k < 3; k++) pos[k] = 0.2 * pos[k] + 10 * (rng_int(r, 3));
        break;
      case OUTLIERS:
        if (rng_int(r, 20) == 0) pos[rng_int(r, 3)] = rng_range(r, -1e6, 1e6);
        break;
      case ONE_POINT: vec3_set(pos, 1, 2, 3); break;
      case GIANTS:
        if (rng_int(r, 10) == 0) s.m->geom_size[3 * g] = 10 * side;
        break;
      default: break;
    }
    s.m->geom_margin[g] = rng_int(r, 4) ? 0 : 0.1;
    scene_set_bound(s, g);
    scene_place(s, g, pos, unit);
  }
}

static int must_be_found(scene s, int b1, int b2) {
  int g1 = b1 - 1, g2 = b2 - 1;
  return bodyflexes_match(s.m, b1, b2) && !same_family(s.m, b1, b2) &&
         spheres_near(s.m, s.d, g1, g2, fmax(s.m->geom_margin[g1], s.m->geom_margin[g2]));
}

static void check(scene s, const char* what) {
  int n, nbody = s.m->nbody;
  mj_markStack(s.d);
  const uint64_t* key = broad_phase(s.m, s.d, &n);
  for (int i = 1; i < n; i++) {
    if (!(key[i - 1] < key[i])) fail_msg("%s: keys do not ascend", what);
  }
  int at = 0;
  for (int a = 1; a < nbody; a++) {
    for (int b = a + 1; b < nbody; b++) {
      while (at < n && key[at] < pair_key(a, b)) at++;
      int found = at < n && key[at] == pair_key(a, b);
      if (!found && must_be_found(s, a, b)) fail_msg("%s: pair %d %d is missing", what, a, b);
      if (found && (!bodyflexes_match(s.m, a, b) || same_family(s.m, a, b))) {
        fail_msg("%s: pair %d %d must not be", what, a, b);
      }
    }
  }
  mj_freeStack(s.d);
}

static void no_near_pair_is_missed(void** state) {
  (void)state;
  static const int sizes[] = {2, 5, 39, 40, 41, 60, 100, 333, 1000};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int* type = malloc(sizeof(int) * (size_t)sizes[k]);
    assert_non_null(type);
    for (int g = 0; g < sizes[k]; g++) type[g] = mjGEOM_SPHERE;
    scene s = scene_make(sizes[k], type);
    for (int how = 0; how < NARRANGEMENT; how++) {
      for (int seed = 0; seed < (sizes[k] < 100 ? 30 : 3); seed++) {
        char what[80];
        snprintf(what, sizeof what, "%d bodies, arrangement %d, seed %d", sizes[k], how, seed);
        rng r = {(uint64_t)(seed + 1) * 7919u + (uint64_t)(how * 31 + sizes[k])};
        arrange(s, &r, how);
        for (int b = 1; b < s.m->nbody; b++) {
          s.m->body_contype[b] = rng_int(&r, 4);
          s.m->body_conaffinity[b] = rng_int(&r, 4);
          s.m->body_parentid[b] = rng_int(&r, b);
          s.m->body_weldid[b] = rng_int(&r, 10) ? b : s.m->body_weldid[s.m->body_parentid[b]];
          if (seed % 3 == 0 && rng_int(&r, 5)) s.m->body_weldid[b] = 0;  // few can move
        }
        check(s, what);
      }
    }
    scene_delete(s);
    free(type);
  }
}

static void poses_that_are_not_numbers_are_left_out(void** state) {
  (void)state;
  enum { N = 100 };
  int type[N];
  for (int g = 0; g < N; g++) type[g] = mjGEOM_SPHERE;
  scene s = scene_make(N, type);
  rng r = {11};
  arrange(s, &r, CUBE);
  static const mjtNum odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e38};
  for (int g = 0; g < N; g += 3) s.d->geom_xpos[3 * g + rng_int(&r, 3)] = odd[rng_int(&r, 6)];
  check(s, "odd poses");
  mj_collision(s.m, s.d);
  for (int i = 0; i < s.d->ncon; i++) assert_true(isfinite(s.d->contact[i].dist));
  scene_delete(s);
}

static void static_planes_meet_everything_once(void** state) {
  (void)state;
  int type[] = {mjGEOM_PLANE, mjGEOM_PLANE, mjGEOM_SPHERE, mjGEOM_SPHERE};
  scene s = scene_make(4, type);
  rng r = {5};
  arrange(s, &r, CUBE);
  // both planes on static bodies, one child of the other; near the spheres, which the sweep finds
  // too
  s.m->body_weldid[1] = s.m->body_weldid[2] = 0;
  s.m->geom_rbound[0] = s.m->geom_rbound[1] = 0;
  int n;
  mj_markStack(s.d);
  const uint64_t* key = broad_phase(s.m, s.d, &n);
  assert_true(n >= 4);
  assert_int_equal(key[0], pair_key(1, 3));
  assert_int_equal(key[1], pair_key(1, 4));
  assert_int_equal(key[2], pair_key(2, 3));
  assert_int_equal(key[3], pair_key(2, 4));
  mj_freeStack(s.d);
  scene_delete(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_near_pair_is_missed),
      cmocka_unit_test(poses_that_are_not_numbers_are_left_out),
      cmocka_unit_test(static_planes_meet_everything_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
