#include <engine/base.h>
#include <engine/collision.h>
#include "collision/ray.h"

mjtNum ray_quadratic(mjtNum a, mjtNum b, mjtNum c, mjtNum root[2]) {
  mjtNum det = b * b - a * c;
  root[0] = root[1] = -1;
  if (!(det >= mjMINVAL && det < INFINITY)) return -1;
  det = sqrt(det);
  root[0] = (-b - det) / a;
  root[1] = (-b + det) / a;
  return root[0] >= 0 ? root[0] : (root[1] >= 0 ? root[1] : -1);
}

int ray_hits_sphere(mjtNum radius, const mjtNum p[3], const mjtNum v[3]) {
  mjtNum root[2];
  return ray_quadratic(vec3_dot(v, v), vec3_dot(v, p), vec3_dot(p, p) - radius * radius, root) >= 0;
}

static mjtNum ray_plane(const mjtNum size[3], const mjtNum p[3], const mjtNum v[3]) {
  if (!(v[2] <= -mjMINVAL)) return -1;
  mjtNum t = -p[2] / v[2];
  if (!(t >= 0)) return -1;
  for (int k = 0; k < 2; k++) {
    if (size[k] > 0 && !(fabs(p[k] + t * v[k]) <= size[k])) return -1;
  }
  return t;
}

static mjtNum ray_ellipsoid(const mjtNum size[3], const mjtNum p[3], const mjtNum v[3]) {
  mjtNum a = 0, b = 0, c = -1, root[2];
  for (int k = 0; k < 3; k++) {
    mjtNum s = 1 / (size[k] * size[k]);
    a += s * v[k] * v[k];
    b += s * v[k] * p[k];
    c += s * p[k] * p[k];
  }
  return ray_quadratic(a, b, c, root);
}

// The side of a cylinder along z: its first hit, when that is within the half-length.
static mjtNum ray_tube(const mjtNum size[3], const mjtNum p[3], const mjtNum v[3]) {
  mjtNum root[2];
  mjtNum t = ray_quadratic(v[0] * v[0] + v[1] * v[1], v[0] * p[0] + v[1] * p[1],
                           p[0] * p[0] + p[1] * p[1] - size[0] * size[0], root);
  return t >= 0 && fabs(p[2] + t * v[2]) <= size[1] ? t : -1;
}

static mjtNum ray_capsule(const mjtNum size[3], const mjtNum p[3], const mjtNum v[3]) {
  if (!ray_hits_sphere(size[0] + size[1], p, v)) return -1;
  mjtNum best = ray_tube(size, p, v);
  for (int side = -1; side <= 1; side += 2) {
    mjtNum q[3] = {p[0], p[1], p[2] - side * size[1]}, root[2];
    ray_quadratic(vec3_dot(v, v), vec3_dot(v, q), vec3_dot(q, q) - size[0] * size[0], root);
    for (int i = 0; i < 2; i++) {
      if (root[i] >= 0 && side * (q[2] + root[i] * v[2]) >= 0) best = ray_nearer(best, root[i]);
    }
  }
  return best;
}

static mjtNum ray_cylinder(const mjtNum size[3], const mjtNum p[3], const mjtNum v[3]) {
  if (!ray_hits_sphere(sqrt(size[0] * size[0] + size[1] * size[1]), p, v)) return -1;
  mjtNum best = ray_tube(size, p, v);
  if (fabs(v[2]) > mjMINVAL) {
    for (int side = -1; side <= 1; side += 2) {
      mjtNum t = (side * size[1] - p[2]) / v[2];
      mjtNum x = p[0] + t * v[0], y = p[1] + t * v[1];
      if (t >= 0 && x * x + y * y <= size[0] * size[0]) best = ray_nearer(best, t);
    }
  }
  return best;
}

mjtNum ray_box(const mjtNum size[3], const mjtNum p[3], const mjtNum v[3], mjtNum faces[6]) {
  mjtNum best = -1;
  if (faces) {
    for (int i = 0; i < 6; i++) faces[i] = -1;
  }
  if (!ray_hits_sphere(vec3_norm(size), p, v)) return -1;
  for (int k = 0; k < 3; k++) {
    if (!(fabs(v[k]) > mjMINVAL)) continue;
    int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    for (int side = 0; side < 2; side++) {
      mjtNum t = ((side ? size[k] : -size[k]) - p[k]) / v[k];
      if (!(t >= 0 && fabs(p[k1] + t * v[k1]) <= size[k1] && fabs(p[k2] + t * v[k2]) <= size[k2])) {
        continue;
      }
      if (faces) faces[2 * k + side] = t;
      best = ray_nearer(best, t);
    }
  }
  return best;
}

mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                   const mjtNum pnt[3], const mjtNum vec[3], int geomtype) {
  mjtNum p[3], v[3];
  ray_to_local(p, v, pos, mat, pnt, vec);
  switch (geomtype) {
    case mjGEOM_PLANE: return ray_plane(size, p, v);
    case mjGEOM_SPHERE: {
      mjtNum root[2];
      return ray_quadratic(vec3_dot(v, v), vec3_dot(v, p), vec3_dot(p, p) - size[0] * size[0],
                           root);
    }
    case mjGEOM_CAPSULE: return ray_capsule(size, p, v);
    case mjGEOM_ELLIPSOID: return ray_ellipsoid(size, p, v);
    case mjGEOM_CYLINDER: return ray_cylinder(size, p, v);
    case mjGEOM_BOX: return ray_box(size, p, v, NULL);
    default: mju_error("mju_rayGeom: no formula for geoms of type %d", geomtype); return -1;
  }
}
