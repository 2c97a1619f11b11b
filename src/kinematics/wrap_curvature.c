// Around the outside of a sphere of radius r, with the ends p_k at distances rho_k = |p_k|, a and c
// the directions of the ends, t the angle between them, and
//   b_0 = (c - cos t a) / sin t,  b_1 = (a - cos t c) / sin t,  n = a x c / sin t,
//   f(x) = sqrt(x^2 - r^2) - r acos(r / x),
//   f'(x) = sqrt(x^2 - r^2) / x,  f''(x) = r^2 / (x^2 sqrt(x^2 - r^2)),
// the length, its gradient g and its Hessian h are
//   length = f(rho_0) + f(rho_1) + r t
//   g_0 = f' a - r b_0 / rho_0
//   h_00 = f'' a a' + f'/rho_0 (1 - a a') + r/rho_0^2 (cot t n n' + a b_0' + b_0 a')
//   h_01 = -r / (rho_0 rho_1 sin t) n n'
// and alike for the other end.  For the long way round, t is replaced by 2 pi - t, and terms that
// derive from t change sign.  In the plane perpendicular to a cylinder's axis there is no n n' term
// and 1 stands for 1 - z z'; the climb dz along the axis gives
//   L = sqrt(l^2 + dz^2),  grad L = (l grad l + dz grad dz) / L,
//   hess L = (grad l grad l' + grad dz grad dz' + l hess l - grad L grad L') / L.
// Inside: one touching point x = r m on the surface, where the length is stationary.  With w_k the
// directions from x to the ends, K_k = (1 - w_k w_k') / l_k, Q = 1 - m m' and
//   Z = Q (Q (K_0 + K_1) Q + (w_0 + w_1).m / r Q)^+ Q:
//   g_k = w_k,  h_ij = [i = j] K_i - K_i Z K_j.
#include "kinematics/wrap_curvature.h"

#include <math.h>

#include "math/vec3.h"

typedef struct {
  mjtNum g[2][3], h[2][2][9], length;
} planar;

static void add_outer(mjtNum m[9], mjtNum s, const mjtNum a[3], const mjtNum b[3]) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) m[3 * i + k] += s * a[i] * b[k];
  }
}

// m += s times the identity, or times 1 - z z' for what is perpendicular to a cylinder's axis
static void add_unit(mjtNum m[9], mjtNum s, int is_cylinder) {
  m[0] += s;
  m[4] += s;
  if (!is_cylinder) m[8] += s;
}

static void outside(const wrapped_path* path, mjtNum p[2][3], mjtNum way, planar* out) {
  mjtNum r = path->radius, rho[2], e[2][3], b[2][3], n[3];
  for (int k = 0; k < 2; k++) {
    vec3_copy(e[k], p[k]);
    rho[k] = vec3_normalize(e[k]);
  }
  vec3_cross(n, e[0], e[1]);
  mjtNum sine = fmax(mjMINVAL, vec3_normalize(n)), cosine = vec3_dot(e[0], e[1]);
  mjtNum angle = atan2(sine, cosine), spin = path->is_cylinder ? 0 : 1;
  for (int k = 0; k < 2; k++) {
    vec3_scale(b[k], e[1 - k], 1 / sine);
    vec3_axpy(b[k], -cosine / sine, e[k]);
  }
  out->length = r * (way > 0 ? angle : 2 * mjPI - angle);
  for (int k = 0; k < 2; k++) {
    mjtNum tangent = sqrt(fmax(0, rho[k] * rho[k] - r * r)), f1 = tangent / rho[k];
    mjtNum f2 = r * r / (rho[k] * rho[k] * fmax(mjMINVAL, tangent));
    mjtNum turn = way * r / (rho[k] * rho[k]), *h = out->h[k][k];
    out->length += tangent - r * acos(fmin(1, r / rho[k]));
    vec3_scale(out->g[k], e[k], f1);
    vec3_axpy(out->g[k], -way * r / rho[k], b[k]);
    add_outer(h, f2 - f1 / rho[k], e[k], e[k]);
    add_unit(h, f1 / rho[k], path->is_cylinder);
    add_outer(h, spin * turn * cosine / sine, n, n);
    add_outer(h, turn, e[k], b[k]);
    add_outer(h, turn, b[k], e[k]);
  }
  mjtNum cross = -way * spin * r / (rho[0] * rho[1] * sine);
  add_outer(out->h[0][1], cross, n, n);
  add_outer(out->h[1][0], cross, n, n);
}

// z = pseudoinverse of (Q A Q + s Q) on the tangent plane at m, or along the tangent of a
// cylinder's circle.
static void solve_on_surface(mjtNum z[9], const mjtNum A[9], mjtNum s, const mjtNum m[3],
                             int is_cylinder) {
  mjtNum u[3], v[3], Au[3], Av[3];
  memset(z, 0, 9 * sizeof(mjtNum));
  if (is_cylinder) {
    static const mjtNum axis[3] = {0, 0, 1};
    vec3_cross(u, axis, m);
    mat3_mul_vec(Au, A, u);
    mjtNum a = vec3_dot(u, Au) + s;
    add_outer(z, fabs(a) > mjMINVAL ? 1 / a : 0, u, u);
    return;
  }
  vec3_tangents(u, v, m);
  mat3_mul_vec(Au, A, u);
  mat3_mul_vec(Av, A, v);
  mjtNum a = vec3_dot(u, Au) + s, b = vec3_dot(u, Av), c = vec3_dot(v, Av) + s;
  mjtNum det = a * c - b * b;
  if (fabs(det) < mjMINVAL * mjMINVAL) return;
  add_outer(z, c / det, u, u);
  add_outer(z, -b / det, u, v);
  add_outer(z, -b / det, v, u);
  add_outer(z, a / det, v, v);
}

static void inside(const wrapped_path* path, mjtNum p[2][3], planar* out) {
  mjtNum x[3], m[3], w[2][3], K[2][9] = {{0}}, A[9], z[9], both[3];
  vec3_copy(x, path->touch);
  if (path->is_cylinder) x[2] = 0;
  vec3_copy(m, x);
  vec3_normalize(m);
  out->length = 0;
  for (int k = 0; k < 2; k++) {
    vec3_sub(w[k], p[k], x);
    mjtNum l = fmax(mjMINVAL, vec3_normalize(w[k]));
    out->length += l;
    add_unit(K[k], 1 / l, path->is_cylinder);
    add_outer(K[k], -1 / l, w[k], w[k]);
    vec3_copy(out->g[k], w[k]);
  }
  for (int k = 0; k < 9; k++) A[k] = K[0][k] + K[1][k];
  vec3_add(both, w[0], w[1]);
  solve_on_surface(z, A, vec3_dot(both, m) / path->radius, m, path->is_cylinder);
  for (int i = 0; i < 2; i++) {
    mjtNum Kz[9];
    mat3_mul(Kz, K[i], z);
    for (int k = 0; k < 2; k++) {
      mjtNum KzK[9];
      mat3_mul(KzK, Kz, K[k]);
      for (int c = 0; c < 9; c++) out->h[i][k][c] = (i == k ? K[i][c] : 0) - KzK[c];
    }
  }
}

// From the length l perpendicular to the cylinder's axis to that of the helix.
static void add_climb(mjtNum dz, planar* x) {
  mjtNum L = hypot(x->length, dz), gradient[2][3], rise[2][3] = {{0, 0, -1}, {0, 0, 1}};
  for (int k = 0; k < 2; k++) {
    for (int c = 0; c < 3; c++) { gradient[k][c] = (x->length * x->g[k][c] + dz * rise[k][c]) / L; }
  }
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 2; k++) {
      mjtNum* h = x->h[i][k];
      for (int c = 0; c < 9; c++) h[c] *= x->length / L;
      add_outer(h, 1 / L, x->g[i], x->g[k]);
      add_outer(h, 1 / L, rise[i], rise[k]);
      add_outer(h, -1 / L, gradient[i], gradient[k]);
    }
  }
  memcpy(x->g, gradient, sizeof gradient);
}

static void curvature(const wrapped_path* path, mjtNum way, planar* out) {
  mjtNum p[2][3];
  memset(out, 0, sizeof *out);
  for (int k = 0; k < 2; k++) {
    vec3_copy(p[k], path->p[k]);
    if (path->is_cylinder) p[k][2] = 0;
  }
  if (path->inside) {
    inside(path, p, out);
  } else {
    outside(path, p, way, out);
  }
  if (path->is_cylinder) add_climb(path->p[1][2] - path->p[0][2], out);
}

// Difference between the gradient and the direction in which the path leaves its first end.
static mjtNum mismatch(const wrapped_path* path, const planar* x) {
  mjtNum u[3];
  vec3_sub(u, path->touch, path->p[0]);
  vec3_normalize(u);
  vec3_add(u, u, x->g[0]);
  return vec3_dot(u, u);
}

void wrap_curvature_of(const wrapped_path* path, wrap_curvature* out) {
  planar best, other;
  curvature(path, 1, &best);
  if (!path->inside) {
    curvature(path, -1, &other);
    if (mismatch(path, &other) < mismatch(path, &best)) best = other;
  }
  memcpy(out->gradient, best.g, sizeof out->gradient);
  memcpy(out->hessian, best.h, sizeof out->hessian);
}
