#include "compile/geom_fluid.h"

#include <math.h>
#include <string.h>

#include "spec/pose.h"

// The added-mass integral of an ellipsoid with half axes a, b, c along a,
//   abc Int_0^inf dl / ((a^2 + l) sqrt((a^2 + l)(b^2 + l)(c^2 + l))),
// by 15-point Gauss-Kronrod quadrature on [0, 1] with the substitution l = s x^3 / (1 - x)^2.
static double added_mass(double a, double b, double c) {
  static const double node[8] = {0.00427231, 0.02544604, 0.06756779, 0.12923441,
                                 0.20695638, 0.29707742, 0.39610752, 0.5};
  static const double weight[8] = {0.01146766, 0.03154605, 0.05239501, 0.07032663,
                                   0.08450236, 0.09517529, 0.10221647, 0.10474107};
  double scale = pow(a * a * a * b * c, 0.4), sum = 0;
  for (int k = 0; k < 15; k++) {
    double x = k < 8 ? node[k] : 1 - node[14 - k];
    double w = weight[k < 8 ? k : 14 - k];
    double y = 1 - x;
    double l = scale * x * x * x / (y * y);
    double slope = scale * x * x * (3 - x) / (y * y * y);
    double u = 1 + l / (a * a), v = 1 + l / (b * b), t = 1 + l / (c * c);
    sum += w * slope / (u * sqrt(u * v * t));
  }
  return sum / (a * a);
}

// Virtual inertia for rotation in the plane of half axes p and q; v: volume.
static double added_inertia(double v, double p, double q, double kp, double kq) {
  double minus = p * p - q * q, plus = p * p + q * q;
  return v / 5 * minus * minus * fabs(kq - kp) /
         fmax(COMPILE_EPS, fabs(2 * minus + plus * (kp - kq)));
}

void geom_fluid(mjtNum fluid[12], mjtGeom type, const double size[3], double interaction,
                const double coefs[5]) {
  memset(fluid, 0, 12 * sizeof(mjtNum));
  if (!(interaction > 0)) return;
  double x = size[0], y = size[1], z = size[2];
  if (type == mjGEOM_SPHERE) y = z = x;
  if (type == mjGEOM_CAPSULE) {
    z = x + size[1];
    y = x;
  }
  if (type == mjGEOM_CYLINDER) {
    z = size[1];
    y = x;
  }
  double volume = 4 * mjPI / 3 * x * y * z;
  double kx = added_mass(x, y, z), ky = added_mass(y, z, x), kz = added_mass(z, x, y);
  fluid[0] = interaction;
  memcpy(fluid + 1, coefs, 5 * sizeof(mjtNum));
  fluid[6] = volume * kx / fmax(COMPILE_EPS, 2 - kx);
  fluid[7] = volume * ky / fmax(COMPILE_EPS, 2 - ky);
  fluid[8] = volume * kz / fmax(COMPILE_EPS, 2 - kz);
  fluid[9] = added_inertia(volume, y, z, ky, kz);
  fluid[10] = added_inertia(volume, z, x, kz, kx);
  fluid[11] = added_inertia(volume, x, y, kx, ky);
}
