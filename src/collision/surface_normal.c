#include "collision/surface_normal.h"

#include "math/vec3.h"

enum { MAX_ITERATIONS = 30 };
static const mjtNum CONVERGED = 1e-6;

// The functions below work in the frame of the shape.  They turn n, on input the outward normal of
// the contact, to the normal of the surface near x, and return 0 when they leave it.

static int normal_of_sphere(mjtNum n[3], const mjtNum x[3]) {
  vec3_copy(n, x);
  return 1;
}

static int normal_of_capsule(mjtNum n[3], const mjtNum x[3], const mjtNum size[3]) {
  mjtNum beyond = fabs(x[2]) - size[1];
  vec3_set(n, x[0], x[1], beyond > 0 ? copysign(beyond, x[2]) : 0);
  return 1;
}

// Inside: follow the normal to the surface and take the normal there; repeat until it settles.
static int ellipsoid_from_inside(mjtNum n[3], const mjtNum x[3], const mjtNum inv2[3]) {
  mjtNum xx = -1;
  for (int k = 0; k < 3; k++) xx += x[k] * x[k] * inv2[k];
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    mjtNum nn = 0, nx = 0, next[3], change[3];
    for (int k = 0; k < 3; k++) {
      nn += n[k] * n[k] * inv2[k];
      nx += n[k] * x[k] * inv2[k];
    }
    mjtNum det = nx * nx - nn * xx;
    if (!(det >= mjMINVAL && nn >= mjMINVAL)) return i > 0;
    mjtNum t = (sqrt(det) - nx) / nn;
    if (!(t >= 0)) return i > 0;
    for (int k = 0; k < 3; k++) next[k] = (x[k] + t * n[k]) * inv2[k];
    vec3_normalize(next);
    vec3_sub(change, next, n);
    vec3_copy(n, next);
    if (vec3_dot(change, change) < CONVERGED * CONVERGED) break;
  }
  return 1;
}

// Outside: the nearest point of the surface, by Newton on its multiplier.
static int ellipsoid_from_outside(mjtNum n[3], const mjtNum x[3], const mjtNum size[3]) {
  mjtNum lambda = 0;
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    mjtNum residual = -1, slope = 0;
    for (int k = 0; k < 3; k++) {
      mjtNum s2 = size[k] * size[k], part = x[k] * size[k] / (s2 + lambda);
      residual += part * part;
      slope -= 2 * part * part / (s2 + lambda);
    }
    if (residual < CONVERGED || slope > -mjMINVAL) break;
    mjtNum step = -residual / slope;
    lambda += step;
    if (step < CONVERGED) break;
  }
  for (int k = 0; k < 3; k++) n[k] = x[k] / (size[k] * size[k] + lambda);
  return 1;
}

static int normal_of_ellipsoid(mjtNum n[3], const mjtNum x[3], const mjtNum size[3]) {
  mjtNum inv2[3], level = 0;
  for (int k = 0; k < 3; k++) {
    if (size[k] < mjMINVAL) return 0;
    inv2[k] = 1 / (size[k] * size[k]);
    level += x[k] * x[k] * inv2[k];
  }
  return level <= 1 ? ellipsoid_from_inside(n, x, inv2) : ellipsoid_from_outside(n, x, size);
}

// Unchanged near the caps: a contact at an edge may have the normal of a cap.
static int normal_of_cylinder(mjtNum n[3], const mjtNum x[3], const mjtNum size[3]) {
  mjtNum to_cap = fabs(size[1] - fabs(x[2]));
  mjtNum to_side = fabs(size[0] - sqrt(x[0] * x[0] + x[1] * x[1]));
  if (fabs(x[2]) > 0.95 * size[1] || to_cap < to_side / 4) return 0;
  vec3_set(n, x[0], x[1], 0);
  return 1;
}

// Refine a rough outward normal of the shape near x; both in the world.  0: unchanged.
static int surface_normal(const convex_shape* s, const mjtNum x[3], mjtNum n[3]) {
  if (!s || s->type >= mjGEOM_BOX) return 0;
  mjtNum local[3], normal[3];
  vec3_sub(local, x, s->pos);
  mat3_tmul_vec(local, s->mat, local);
  mat3_tmul_vec(normal, s->mat, n);
  int known = 0;
  switch (s->type) {
    case mjGEOM_SPHERE: known = normal_of_sphere(normal, local); break;
    case mjGEOM_CAPSULE: known = normal_of_capsule(normal, local, s->size); break;
    case mjGEOM_ELLIPSOID: known = normal_of_ellipsoid(normal, local, s->size); break;
    case mjGEOM_CYLINDER: known = normal_of_cylinder(normal, local, s->size); break;
    default: break;
  }
  // on the axis of a capsule or in the middle of a sphere there is no normal to take
  if (!known || vec3_norm(normal) < mjMINVAL) return 0;
  vec3_normalize(normal);
  mat3_mul_vec(n, s->mat, normal);
  return 1;
}

void contact_fix_normal(mjContact* con, const convex_shape* a, const convex_shape* b) {
  mjtNum n1[3], n2[3];
  vec3_copy(n1, con->frame);
  vec3_scale(n2, con->frame, -1);
  int known1 = surface_normal(a, con->pos, n1), known2 = surface_normal(b, con->pos, n2);
  vec3_scale(n2, n2, -1);
  if (known1 && known2) {
    vec3_add(n1, n1, n2);
    // opposite normals leave the contact as it is
    if (vec3_norm(n1) < mjMINVAL) return;
    vec3_normalize(n1);
    vec3_copy(con->frame, n1);
  } else if (known1 || known2) {
    vec3_copy(con->frame, known1 ? n1 : n2);
  }
}
