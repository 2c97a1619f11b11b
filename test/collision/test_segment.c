// A capsule whose core is apart from a cylinder or an ellipsoid is as far from it as halving finds,
// to rounding, with and without margin.
#include "random_pair.h"

#include <engine/collision.h>

// A capsule and a cylinder of random sizes and poses, the axis of the capsule at a random angle to
// that of the cylinder, small ones included.
static void place_near_axis(scene s, rng* r) {
  random_pair(s, r);
  mjtNum tilt = rng_int(r, 2) ? rng_log(r, 1e-8, 1) : 0, z[3], axis[3], mat[9];
  if (tilt == 0) return;
  // along the axis of the cylinder or across it, but for the tilt
  const mjtNum* base = s.d->geom_xmat + 9;
  int along = rng_int(r, 2);
  for (int k = 0; k < 3; k++)
    z[k] = base[3 * k + (along ? 2 : 0)] + tilt * base[3 * k + 1 + !along];
  vec3_normalize(z);
  vec3_set(axis, base[1], base[4], base[7]);
  vec3_axpy(axis, -vec3_dot(axis, z), z);
  vec3_normalize(axis);
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    mat[3 * k] = axis[k];
    mat[3 * k + 1] = z[i] * axis[j] - z[j] * axis[i];
    mat[3 * k + 2] = z[k];
  }
  memcpy(s.d->geom_xmat, mat, sizeof mat);
}

// Whether many points may be the nearest, so that the general search, with its tolerance, is used.
static int is_parallel(scene s) {
  const mjtNum *a = s.d->geom_xmat, *b = a + 9;
  mjtNum u[3] = {a[2], a[5], a[8]}, v[3] = {b[2], b[5], b[8]}, across[3];
  vec3_cross(across, u, v);
  return fabs(vec3_dot(u, v)) < 1.01e-4 || vec3_norm(across) < 1.01e-4;
}

// From the cylinder to the point of the segment at t, -1 <= t <= 1, and how it changes with t.
static mjtNum distance_at(scene s, mjtNum t, mjtNum* slope) {
  const mjtNum *size = s.m->geom_size + 3, *mat = s.d->geom_xmat;
  mjtNum axis[3] = {mat[2], mat[5], mat[8]}, x[3], h[3], off[3];
  vec3_scale(axis, axis, s.m->geom_size[1]);
  vec3_sub(off, s.d->geom_xpos, s.d->geom_xpos + 3);
  vec3_axpy(off, t, axis);
  mat3_tmul_vec(x, mat + 9, off);
  mat3_tmul_vec(h, mat + 9, axis);
  mjtNum across = hypot(x[0], x[1]), side = fmax(across - size[0], 0);
  mjtNum cap = copysign(fmax(fabs(x[2]) - size[1], 0), x[2]);
  *slope = side / across * (x[0] * h[0] + x[1] * h[1]) + cap * h[2];
  return hypot(side, cap);
}

// It grows with t where the distance does: halving finds where that starts.
static mjtNum least_to_cylinder(scene s) {
  mjtNum lo = -1, hi = 1, slope, dist = 0;
  for (int i = 0; i < 60; i++) {
    mjtNum t = (lo + hi) / 2;
    dist = distance_at(s, t, &slope);
    *(slope > 0 ? &hi : &lo) = t;
  }
  return dist;
}

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
static mjtNum least_to_ellipsoid(scene s, mjtNum* inside) {
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

// The contact of a capsule and a shape of this type, whose cores are so far apart.  Returns whether
// there is one.
static int check_contact(scene s, rng* r, int type, mjtNum core, mjtNum tol, int seed) {
  // inflated by the margin the shape must not reach the segment
  mjtNum size = size_of_pair(s), dist = core - s.m->geom_size[0];
  mjtNum margin = rng_int(r, 2) ? rng_log(r, 1e-4, 1) * size : 0;
  if (core < 1e-3 * size || core < margin) return 0;
  mjContact con[mjMAXCONPAIR];
  int n = mjCOLLISIONFUNC[mjGEOM_CAPSULE][type](s.m, s.d, con, 0, 1, margin);
  if (n != (dist < margin) && fabs(dist - margin) > tol) {
    fail_msg("seed %d: %d contacts, distance %.15g, margin %g", seed, n, dist, margin);
  }
  if (n && fabs(con[0].dist - dist) > tol) {
    fail_msg("seed %d: %.15g, least distance %.15g", seed, con[0].dist, dist);
  }
  return n;
}

static void cylinders_are_at_the_least_distance(void** state) {
  (void)state;
  static const int type[2] = {mjGEOM_CAPSULE, mjGEOM_CYLINDER};
  scene s = scene_make(2, type);
  int found = 0;
  for (int seed = 0; seed < 20000; seed++) {
    rng r = {(uint64_t)seed};
    place_near_axis(s, &r);
    mjtNum tol = is_parallel(s) ? s.m->opt.ccd_tolerance : 1e-14 * size_of_pair(s);
    found += check_contact(s, &r, type[1], least_to_cylinder(s), tol, seed);
  }
  assert_true(found > 3000);
  scene_delete(s);
}

static void ellipsoids_are_at_the_least_distance(void** state) {
  (void)state;
  static const int type[2] = {mjGEOM_CAPSULE, mjGEOM_ELLIPSOID};
  scene s = scene_make(2, type);
  int found = 0;
  for (int seed = 0; seed < 20000; seed++) {
    rng r = {(uint64_t)seed};
    random_pair(s, &r);
    mjtNum inside, core = least_to_ellipsoid(s, &inside);
    if (inside < 1) continue;
    found += check_contact(s, &r, type[1], core, 1e-13 * size_of_pair(s), seed);
  }
  assert_true(found > 3000);
  scene_delete(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cylinders_are_at_the_least_distance),
      cmocka_unit_test(ellipsoids_are_at_the_least_distance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
