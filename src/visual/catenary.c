#include "visual/catenary.h"

#include "math/vec3.h"

// The left side of 1 / sqrt(2 b sinh(1 / (2 b)) - 1) = c, and its derivative by b.
static mjtNum sag(mjtNum b, mjtNum* slope) {
  mjtNum a = 1 / (2 * b), excess = sinh(a) / a - 1;
  *slope = (a * cosh(a) - sinh(a)) * pow(excess, -1.5);
  return 1 / sqrt(excess);
}

// Solve that equation by Newton's method with step halving.  b: size of the catenary divided by the
// horizontal distance of its ends.
static mjtNum solve_size(mjtNum c) {
  mjtNum b = c / sqrt(24.), slope;  // asymptotic solution for shallow ropes
  mjtNum residual = sag(b, &slope) - c;
  for (int i = 0; i < 50 && fabs(residual) > 1e-9; i++) {
    mjtNum step = -residual / slope, next, next_slope;
    for (int halvings = 0;; halvings++, step /= 2) {
      next = sag(b + step, &next_slope) - c;
      if (fabs(next) < fabs(residual) || halvings == 10) break;
    }
    b += step;
    residual = next;
    slope = next_slope;
  }
  return b;
}

int catenary(mjtNum (*points)[3], int n, const mjtNum x0[3], const mjtNum x1[3],
             const mjtNum gravity[3], mjtNum length) {
  mjtNum span[3], up[3], across[3];
  vec3_sub(span, x1, x0);
  vec3_scale(up, gravity, -1);
  vec3_normalize(up);
  mjtNum v = vec3_dot(span, up);
  vec3_copy(across, span);
  vec3_axpy(across, -v, up);
  mjtNum h = vec3_norm(across);
  if (h < mjMINVAL) {
    vec3_zero(across);
  } else {
    vec3_scale(across, across, 1 / h);
  }

  vec3_copy(points[0], x0);
  if (vec3_norm(span) > length) {
    vec3_copy(points[1], x1);
    return 2;
  }
  if (length > 100 * h) {
    mjtNum down = -(sqrt(length * length - h * h) - v) / 2;
    vec3_copy(points[1], x0);
    vec3_axpy(points[1], down, up);
    vec3_axpy(points[1], h * down / (2 * down - v), across);
    vec3_copy(points[2], x1);
    return 3;
  }

  mjtNum slack = sqrt(length * length - v * v) / h - 1;
  if (!(slack > mjMINVAL)) {
    vec3_copy(points[1], x1);
    return 2;
  }
  mjtNum size = h * solve_size(1 / sqrt(slack));
  mjtNum lowest = -(log((length + v) / (length - v)) * size - h) / 2;
  mjtNum height = -size * cosh(lowest / size);
  // the reference spaces the points as if there were one more before the end
  for (int i = 1; i < n - 1; i++) {
    mjtNum s = i * h / n;
    vec3_copy(points[i], x0);
    vec3_axpy(points[i], s, across);
    vec3_axpy(points[i], size * cosh((s - lowest) / size) + height, up);
  }
  vec3_copy(points[n - 1], x1);
  return n;
}
