// Independent answers for the distance of convex geoms: own support functions, Wolfe's method for
// the nearest point, search over all normals for the depth.  Slow and simple.
#pragma once

#include "scene.h"

typedef long double real;

// Support point of a geom along dir, in the world.
static inline void oracle_support(scene s, int g, const mjtNum dir[3], mjtNum x[3]) {
  const mjtNum *mat = s.d->geom_xmat + 9 * g, *size = s.m->geom_size + 3 * g;
  mjtNum w[3], out[3] = {0};
  mat3_tmul_vec(w, mat, dir);
  mjtNum length = vec3_norm(w), rho = sqrt(w[0] * w[0] + w[1] * w[1]);
  switch (s.m->geom_type[g]) {
    case mjGEOM_SPHERE: vec3_scale(out, w, size[0] / length); break;
    case mjGEOM_CAPSULE:
      vec3_scale(out, w, size[0] / length);
      out[2] += w[2] > 0 ? size[1] : -size[1];
      break;
    case mjGEOM_CYLINDER:
      if (rho > 0) vec3_set(out, size[0] * w[0] / rho, size[0] * w[1] / rho, 0);
      out[2] = w[2] > 0 ? size[1] : -size[1];
      break;
    case mjGEOM_ELLIPSOID: {
      mjtNum v[3] = {size[0] * w[0], size[1] * w[1], size[2] * w[2]}, n = vec3_norm(v);
      for (int k = 0; k < 3; k++) out[k] = size[k] * v[k] / n;
      break;
    }
    case mjGEOM_BOX:
      for (int k = 0; k < 3; k++) out[k] = w[k] > 0 ? size[k] : -size[k];
      break;
    default: {
      int mesh = s.m->geom_dataid[g];
      const float* v = s.m->mesh_vert + 3 * s.m->mesh_vertadr[mesh];
      mjtNum best = -INFINITY;
      for (int i = 0; i < s.m->mesh_vertnum[mesh]; i++) {
        mjtNum x3[3] = {v[3 * i], v[3 * i + 1], v[3 * i + 2]}, along = vec3_dot(x3, w);
        if (along > best) {
          best = along;
          vec3_copy(out, x3);
        }
      }
    }
  }
  mat3_mul_vec(x, mat, out);
  vec3_add(x, x, s.d->geom_xpos + 3 * g);
}

// Support point of the difference g1 - g2.
static inline void oracle_difference(scene s, int g1, int g2, const mjtNum dir[3], mjtNum w[3]) {
  mjtNum back[3] = {-dir[0], -dir[1], -dir[2]}, a[3], b[3];
  oracle_support(s, g1, dir, a);
  oracle_support(s, g2, back, b);
  vec3_sub(w, a, b);
}

// How far the difference extends along a direction of any length, per unit of it.
static inline mjtNum oracle_extent(scene s, int g1, int g2, const mjtNum dir[3]) {
  mjtNum w[3];
  oracle_difference(s, g1, g2, dir, w);
  return vec3_dot(w, dir) / vec3_norm(dir);
}

// Solve the n x n system a x = b by elimination with pivoting; 0 when singular.
static inline int oracle_solve(int n, real a[6][6], real b[6]) {
  for (int i = 0; i < n; i++) {
    int p = i;
    for (int r = i + 1; r < n; r++) {
      if (fabsl(a[r][i]) > fabsl(a[p][i])) p = r;
    }
    if (fabsl(a[p][i]) < 1e-30L) return 0;
    for (int c = 0; c < n; c++) {
      real t = a[i][c];
      a[i][c] = a[p][c];
      a[p][c] = t;
    }
    real t = b[i];
    b[i] = b[p];
    b[p] = t;
    for (int r = 0; r < n; r++) {
      if (r == i) continue;
      real f = a[r][i] / a[i][i];
      for (int c = 0; c < n; c++) a[r][c] -= f * a[i][c];
      b[r] -= f * b[i];
    }
  }
  for (int i = 0; i < n; i++) b[i] /= a[i][i];
  return 1;
}

// Bounds of the distance of two geoms: lower is proved by a separating plane, upper by two points.
// lower <= 0: no plane was found.
typedef struct {
  mjtNum lower, upper;
} distance_bounds;

// Wolfe's method: the nearest point of the hull of a few support points, to which the support point
// along the present answer is added until it is no nearer.
static inline distance_bounds oracle_distance(scene s, int g1, int g2) {
  mjtNum p[5][3], x[3], w[3];
  real weight[5] = {1};
  int n = 1;
  distance_bounds out = {-INFINITY, INFINITY};
  mjtNum first[3] = {1, 0, 0};
  oracle_difference(s, g1, g2, first, p[0]);
  vec3_copy(x, p[0]);
  for (int major = 0; major < 3000; major++) {
    mjtNum length = vec3_norm(x), dir[3];
    out.upper = fmin(out.upper, length);
    if (length < 1e-14) break;
    vec3_scale(dir, x, -1 / length);
    oracle_difference(s, g1, g2, dir, w);
    out.lower = fmax(out.lower, -vec3_dot(w, dir));
    if (out.upper - out.lower < 1e-13 * (1 + length)) break;
    int known = 0;
    for (int i = 0; i < n; i++) known |= vec3_distance(p[i], w) < 1e-15;
    if (known || n == 5) break;
    vec3_copy(p[n], w);
    weight[n++] = 0;
    for (int minor = 0; minor < 10; minor++) {
      // the point of the affine hull nearest to the origin: (P'P) u + e = 0, sum u = 1
      real a[6][6], b[6];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          a[i][j] = 0;
          for (int k = 0; k < 3; k++) a[i][j] += (real)p[i][k] * p[j][k];
        }
        a[i][n] = a[n][i] = 1;
        b[i] = 0;
      }
      a[n][n] = 0;
      b[n] = 1;
      int inside = oracle_solve(n + 1, a, b);
      for (int i = 0; i < n && inside; i++) inside = b[i] > 0;
      if (inside) {
        for (int i = 0; i < n; i++) weight[i] = b[i];
        break;
      }
      // go there as far as all weights stay, drop one that becomes zero
      real theta = 1;
      int drop = 0;
      for (int i = 0; i < n; i++) {
        if (b[i] > 0) continue;
        real t = weight[i] > b[i] ? weight[i] / (weight[i] - b[i]) : 0;
        if (t <= theta) {
          theta = t;
          drop = i;
        }
      }
      for (int i = 0; i < n; i++) weight[i] += theta * (b[i] - weight[i]);
      n--;
      for (int i = drop; i < n; i++) {
        vec3_copy(p[i], p[i + 1]);
        weight[i] = weight[i + 1];
      }
    }
    real y[3] = {0}, sum = 0;
    for (int i = 0; i < n; i++) {
      sum += weight[i];
      for (int k = 0; k < 3; k++) y[k] += weight[i] * p[i][k];
    }
    for (int k = 0; k < 3; k++) x[k] = (mjtNum)(y[k] / sum);
  }
  return out;
}

// The depth: the least extent over all directions, by a grid over the sphere and descent from its
// best points.  An upper bound of the truth, nearly always the truth.
static inline mjtNum oracle_depth(scene s, int g1, int g2, rng* r) {
  enum { GRID = 400, KEEP = 6 };
  mjtNum best[KEEP], dir[KEEP][3], depth = INFINITY;
  int n = 0;
  for (int i = 0; i < GRID; i++) {
    mjtNum z = 1 - 2 * (i + 0.5) / GRID, a = i * 2.399963229728653, q = sqrt(1 - z * z);
    mjtNum v[3] = {q * cos(a), q * sin(a), z}, e = oracle_extent(s, g1, g2, v);
    int at = n < KEEP ? n++ : KEEP - 1;
    if (at == KEEP - 1 && n == KEEP && i >= KEEP && e >= best[at]) continue;
    for (; at > 0 && best[at - 1] > e; at--) {
      best[at] = best[at - 1];
      vec3_copy(dir[at], dir[at - 1]);
    }
    best[at] = e;
    vec3_copy(dir[at], v);
  }
  for (int i = 0; i < n; i++) {
    mjtNum step = 0.1, e = best[i];
    for (int it = 0; it < 1500 && step > 1e-9; it++) {
      mjtNum v[3], t[3];
      rng_direction(r, t);
      vec3_copy(v, dir[i]);
      vec3_axpy(v, step, t);
      vec3_normalize(v);
      mjtNum now = oracle_extent(s, g1, g2, v);
      if (now < e) {
        e = now;
        vec3_copy(dir[i], v);
        step *= 1.5;
      } else {
        step *= 0.93;
      }
    }
    depth = fmin(depth, e);
  }
  return depth;
}
