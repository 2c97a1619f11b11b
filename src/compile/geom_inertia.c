#include "compile/geom_inertia.h"

#include <math.h>

static double cube(double x) { return x * x * x; }

// ------------------------------------------------------------------------------------- volume

static double shell_area(mjtGeom type, const double size[3]) {
  double a = size[0], b = size[1], c = size[2];
  switch (type) {
    case mjGEOM_SPHERE: return 4 * mjPI * a * a;
    case mjGEOM_CAPSULE: return 4 * mjPI * a * a + 4 * mjPI * a * b;
    case mjGEOM_CYLINDER: return 2 * mjPI * a * a + 4 * mjPI * a * b;
    case mjGEOM_ELLIPSOID: {
      // Thomsen's approximation of the surface area, with an error of at most 1 %
      const double p = 1.6075;
      double mean = (pow(a * b, p) + pow(b * c, p) + pow(c * a, p)) / 3;
      return 4 * mjPI * pow(mean, 1 / p);
    }
    case mjGEOM_BOX:
    case mjGEOM_HFIELD: return 8 * (a * b + b * c + c * a);
    default: return 0;
  }
}

double geom_volume(mjtGeom type, const double size[3], bool shell) {
  if (shell) return shell_area(type, size);
  double a = size[0], b = size[1], c = size[2];
  switch (type) {
    case mjGEOM_SPHERE: return 4 * mjPI * cube(a) / 3;
    case mjGEOM_CAPSULE: return mjPI * (a * a * 2 * b + 4 * cube(a) / 3);
    case mjGEOM_CYLINDER: return mjPI * a * a * 2 * b;
    case mjGEOM_ELLIPSOID: return 4 * mjPI * a * b * c / 3;
    case mjGEOM_BOX:
    case mjGEOM_HFIELD: return 8 * a * b * c;
    default: return 0;
  }
}

// ------------------------------------------------------------------------------------- inertia

static void set(double inertia[3], double x, double y, double z) {
  inertia[0] = x;
  inertia[1] = y;
  inertia[2] = z;
}

// The two caps form a sphere, moved apart to the ends of the cylinder: their mass is proportional
// to their volume, and the parallel axis term uses the centre of mass of a half ball.
static void capsule(double inertia[3], double r, double h, double m) {
  double height = 2 * h;
  double ms = m * 4 * r / (4 * r + 3 * height), mc = m - ms;
  double sphere = 0.4 * ms * r * r;
  double x =
      mc * (3 * r * r + height * height) / 12 + sphere + ms * height * (3 * r + 2 * height) / 8;
  set(inertia, x, x, mc * r * r / 2 + sphere);
}

static void capsule_shell(double inertia[3], double r, double h, double m) {
  double height = 2 * h;
  double ms = m * 2 * r / (2 * r + height), mc = m - ms;
  double sphere = 2 * ms * r * r / 3;
  double out = h + r / 2;  // centre of a half sphere shell
  double x = mc * (6 * r * r + height * height) / 12 + sphere + ms * (out * out - r * r / 4);
  set(inertia, x, x, mc * r * r + sphere);
}

static void cylinder(double inertia[3], double r, double h, double m) {
  double x = m * (3 * r * r + 4 * h * h) / 12;
  set(inertia, x, x, m * r * r / 2);
}

// A tube and two disks.
static void cylinder_shell(double inertia[3], double r, double h, double m) {
  double disk = m * r / (2 * r + 4 * h), tube = m - 2 * disk;
  double x = tube * (6 * r * r + 4 * h * h) / 12 + 2 * disk * (r * r / 4 + h * h);
  set(inertia, x, x, tube * r * r + disk * r * r);
}

static void ellipsoid(double inertia[3], double a, double b, double c, double m) {
  set(inertia, m * (b * b + c * c) / 5, m * (a * a + c * c) / 5, m * (a * a + b * b) / 5);
}

// A solid ellipsoid minus one with half axes smaller by e, of the same density: with half axes a,
// b, c of the inner one, the difference of abc(b^2 + c^2) is expanded in powers of e, to avoid
// cancellation.
static void ellipsoid_shell(double inertia[3], double a, double b, double c, double m) {
  const double e = 1e-6;
  double volume = a * b * c;
  double dvolume = e * (a * b + b * c + c * a) + e * e * (a + b + c) + e * e * e;
  double axis[3] = {a, b, c};
  double moment[3];  // differences of abc k^2, divided by the difference of volumes
  for (int k = 0; k < 3; k++) {
    double dsquare = e * (2 * axis[k] + e);
    double outer = (axis[k] + e) * (axis[k] + e);
    moment[k] = outer + volume * dsquare / dvolume;
  }
  set(inertia, m * (moment[1] + moment[2]) / 5, m * (moment[0] + moment[2]) / 5,
      m * (moment[0] + moment[1]) / 5);
}

static void box(double inertia[3], double a, double b, double c, double m) {
  set(inertia, m * (b * b + c * c) / 3, m * (a * a + c * c) / 3, m * (a * a + b * b) / 3);
}

// Three pairs of plates: each has its own moments plus the parallel axis term.
static void box_shell(double inertia[3], double a, double b, double c, double m) {
  double area = 2 * (a * b + b * c + c * a);
  double fx = m * b * c / area, fy = m * c * a / area,
         fz = m * a * b / area;  // masses of one face each
  // second moments along each axis: a plate of half width h contributes h^2/3, along its normal 0
  double xx = 2 * (fx * a * a + (fy + fz) * a * a / 3);
  double yy = 2 * (fy * b * b + (fx + fz) * b * b / 3);
  double zz = 2 * (fz * c * c + (fx + fy) * c * c / 3);
  set(inertia, yy + zz, xx + zz, xx + yy);
}

void geom_inertia(double inertia[3], mjtGeom type, const double size[3], bool shell, double mass) {
  double a = size[0], b = size[1], c = size[2], m = mass;
  switch (type) {
    case mjGEOM_SPHERE: {
      double x = (shell ? 2.0 / 3 : 0.4) * m * a * a;
      set(inertia, x, x, x);
      break;
    }
    case mjGEOM_CAPSULE: (shell ? capsule_shell : capsule)(inertia, a, b, m); break;
    case mjGEOM_CYLINDER: (shell ? cylinder_shell : cylinder)(inertia, a, b, m); break;
    case mjGEOM_ELLIPSOID: (shell ? ellipsoid_shell : ellipsoid)(inertia, a, b, c, m); break;
    case mjGEOM_BOX:
    case mjGEOM_HFIELD: (shell ? box_shell : box)(inertia, a, b, c, m); break;
    default: set(inertia, 0, 0, 0); break;
  }
}
