// A capsule and an ellipsoid whose cores are apart are as far apart as halving finds, to rounding,
// with and without margin: first where along the capsule, and there the point of the ellipsoid.
#include "random_pair.h"

#include <engine/collision.h>

// Of the point x in the frame of the ellipsoid the way out of it, from its nearest point: the
// factor f of x - y = f y / size^2 grows until y is inside.  Not where x is.
static void way_out(mjtNum out[3], const mjtNum x[3], const mjtNum size[3]) {
  mjtNum lo = 0, hi = 1e6;
  for (int i = 0; i < 200; i++) {
    mjtNum f = (lo + hi) / 2, inside = 0;
    for (int k = 0; k < 3; k++) {
      mjtNum part = x[k] * size[k] / (size[k] * size[k] + f);
      inside += part * part;
      out[k] = x[k] * f / (size[k] * size[k] + f);
    }
    *(inside < 1 ? &hi : &lo) = f;
  }
}

// The distance of the segment of the capsule grows with t where the way out has a part along it.
static mjtNum least_distance(scene s, mjtNum* inside) {
  const mjtNum *size = s.m->geom_size + 3, *a = s.d->geom_xmat, *b = a + 9;
  mjtNum axis[3] = {a[2], a[5], a[8]}, c[3], h[3], out[3] = {0}, lo = -1, hi = 1;
  vec3_scale(axis, axis, s.m->geom_size[1]);
  vec3_sub(c, s.d->geom_xpos, s.d->geom_xpos + 3);
  mat3_tmul_vec(c, b, c);
  mat3_tmul_vec(h, b, axis);
  *inside = INFINITY;
  for (int i = 0; i < 60; i++) {
    mjtNum t = (lo + hi) / 2, x[3], sum = 0;
    vec3_copy(x, c);
    vec3_axpy(x, t, h);
    for (int k = 0; k < 3; k++) sum += x[k] * x[k] / (size[k] * size[k]);
    *inside = fmin(*inside, sum);
    way_out(out, x, size);
    *(vec3_dot(out, h) > 0 ? &hi : &lo) = t;
  }
  return vec3_norm(out);
}

static void contacts_are_at_the_least_distance(void** state) {
  (void)state;
  static const int type[2] = {mjGEOM_CAPSULE, mjGEOM_ELLIPSOID};
  scene s = scene_make(2, type);
  int found = 0;
  for (int seed = 0; seed < 20000; seed++) {
    rng r = {(uint64_t)seed};
    random_pair(s, &r);
    mjtNum inside, size = size_of_pair(s), core = least_distance(s, &inside);
    mjtNum dist = core - s.m->geom_size[0];
    // inflated by the margin the ellipsoid must not reach the segment
    mjtNum margin = rng_int(&r, 2) ? rng_log(&r, 1e-4, 1) * size : 0;
    if (inside < 1 || core < 1e-3 * size || core < margin) continue;
    mjContact con[mjMAXCONPAIR];
    int n = mjCOLLISIONFUNC[mjGEOM_CAPSULE][mjGEOM_ELLIPSOID](s.m, s.d, con, 0, 1, margin);
    mjtNum tol = 1e-13 * size;
    if (n != (dist < margin) && fabs(dist - margin) > tol) {
      fail_msg("seed %d: %d contacts, distance %.15g, margin %g", seed, n, dist, margin);
    }
    if (!n) continue;
    found++;
    if (fabs(con[0].dist - dist) > tol) {
      fail_msg("seed %d: %.15g, least distance %.15g", seed, con[0].dist, dist);
    }
  }
  assert_true(found > 3000);
  scene_delete(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_are_at_the_least_distance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
