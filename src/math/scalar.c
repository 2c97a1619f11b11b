// Functions of single numbers, and the friction pyramid.

#include <engine/extension.h>
#include <engine/math.h>

#include <limits.h>
#include <math.h>

#include "math/dense.h"
#include "math/real.h"

mjtNum mju_min(mjtNum a, mjtNum b) { return a <= b ? a : b; }

mjtNum mju_max(mjtNum a, mjtNum b) { return a >= b ? a : b; }

mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max) { return real_clip(x, min, max); }

mjtNum mju_sign(mjtNum x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }

int mju_round(mjtNum x) {
  mjtNum below = floor(x), above = ceil(x);
  mjtNum nearest = x - below < above - x ? below : above;
  if (!(nearest > INT_MIN)) return nearest == nearest ? INT_MIN : 0;
  return nearest < INT_MAX ? (int)nearest : INT_MAX;
}

int eng_round(mjtNum x) {
  mjtNum nearest = round(x);
  if (!(nearest > INT_MIN)) return nearest == nearest ? INT_MIN : 0;
  return nearest < INT_MAX ? (int)nearest : INT_MAX;
}

int mju_isBad(mjtNum x) { return real_is_bad(x); }

int mju_isZero(const mjtNum* vec, int n) { return vec_is_zero(vec, n); }

// Solves x'' = -Kp x - Kv x' in closed form, by the roots of the characteristic polynomial.
mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt) {
  mjtNum det = Kv * Kv - 4 * Kp;
  mjtNum decay = -Kv / 2, slope = vel0 + Kv * pos0 / 2;
  if (det > mjMINVAL) {
    mjtNum w = sqrt(det) / 2, r1 = decay + w, r2 = decay - w;
    mjtNum c1 = (pos0 * r2 - vel0) / (r2 - r1), c2 = (pos0 * r1 - vel0) / (r1 - r2);
    return c1 * exp(r1 * dt) + c2 * exp(r2 * dt);
  }
  if (det < -mjMINVAL) {
    mjtNum w = sqrt(-det) / 2;
    return exp(decay * dt) * (pos0 * cos(w * dt) + slope / w * sin(w * dt));
  }
  return exp(decay * dt) * (pos0 + slope * dt);
}

// The polynomial of degree 5 that goes from 0 to 1 with first and second derivative 0 at both ends.
mjtNum mju_sigmoid(mjtNum x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (x * (6 * x - 15) + 10);
}

void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim) {
  mjtNum share = force[0] / (dim - 1);  // of the normal force, for each pair of edges
  for (int i = 1; i < dim; i++) {
    mjtNum side = mju_min(share, force[i] / mu[i - 1]);
    pyramid[2 * i - 2] = (share + side) / 2;
    pyramid[2 * i - 1] = (share - side) / 2;
  }
}

void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim) {
  if (dim == 1) {
    force[0] = pyramid[0];
    return;
  }
  mjtNum normal = 0;
  for (int i = 1; i < dim; i++) {
    mjtNum a = pyramid[2 * i - 2], b = pyramid[2 * i - 1];
    normal += a + b;
    force[i] = (a - b) * mu[i - 1];
  }
  force[0] = normal;
}
