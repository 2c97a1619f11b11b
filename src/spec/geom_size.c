#include "spec/geom_size.h"

#include <math.h>

#include "spec/pose.h"

bool geom_fromto(mjtGeom type, const double fromto[6], double pos[3], double quat[4],
                 double size[3]) {
  double axis[3];
  vec3_sub(axis, fromto, fromto + 3);
  double half = pose_unit(axis, 3) / 2;
  if (half == 0) return false;
  if (type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER) {
    size[1] = half;
  } else {
    size[1] = size[0];
    size[2] = half;
  }
  for (int k = 0; k < 3; k++) pos[k] = (fromto[k] + fromto[3 + k]) / 2;
  pose_quat_from_z(quat, axis);
  return true;
}

void geom_no_fromto(double fromto[6]) {
  fromto[0] = NAN;
  for (int k = 1; k < 6; k++) fromto[k] = 0;
}

int geom_size_count(mjtGeom type) {
  switch (type) {
    case mjGEOM_SPHERE: return 1;
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER: return 2;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX: return 3;
    default: return 0;
  }
}

const char* geom_size_name(mjtGeom type, int k) {
  static const char* const half[3] = {"half width along x", "half width along y",
                                      "half width along z"};
  static const char* const axis[3] = {"semi-axis along x", "semi-axis along y",
                                      "semi-axis along z"};
  if (type == mjGEOM_BOX) return half[k];
  if (type == mjGEOM_ELLIPSOID) return axis[k];
  return k ? "half length" : "radius";
}

static void set_box(double aabb[6], double x, double y, double z) {
  vec3_zero(aabb);
  vec3_set(aabb + 3, x, y, z);
}

void geom_aabb(double aabb[6], mjtGeom type, const double size[3]) {
  switch (type) {
    case mjGEOM_SPHERE: set_box(aabb, size[0], size[0], size[0]); break;
    case mjGEOM_CAPSULE: set_box(aabb, size[0], size[0], size[0] + size[1]); break;
    case mjGEOM_CYLINDER: set_box(aabb, size[0], size[0], size[1]); break;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX: set_box(aabb, size[0], size[1], size[2]); break;
    case mjGEOM_PLANE:  // the half space below, bounded by large numbers
      set_box(aabb, mjMAXVAL, mjMAXVAL, mjMAXVAL / 2);
      aabb[2] = -mjMAXVAL / 2;
      break;
    default: set_box(aabb, 0, 0, 0); break;
  }
}

double geom_rbound(mjtGeom type, const double size[3]) {
  switch (type) {
    case mjGEOM_SPHERE: return size[0];
    case mjGEOM_CAPSULE: return size[0] + size[1];
    case mjGEOM_CYLINDER: return sqrt(size[0] * size[0] + size[1] * size[1]);
    case mjGEOM_ELLIPSOID: return fmax(fmax(size[0], size[1]), size[2]);
    case mjGEOM_BOX: return vec3_norm(size);
    default: return 0;
  }
}

void geom_hfield_bounds(double size[3], double aabb[6], double* rbound, const double hfield[4]) {
  double top = hfield[2], base = hfield[3];
  vec3_set(size, hfield[0], hfield[1], 0.25 * top + 0.5 * base);
  set_box(aabb, hfield[0], hfield[1], (top + base) / 2);
  aabb[2] = (top - base) / 2;
  *rbound = sqrt(hfield[0] * hfield[0] + hfield[1] * hfield[1] + fmax(top * top, base * base));
}
