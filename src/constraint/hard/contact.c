#include "constraint/hard/contact.h"

#include "constraint/hard/cone.h"
#include "constraint/hard/quartic.h"
#include "math/cholesky.h"
#include "math/dense.h"

enum { TANGENTS = HARD_MOST - 1 };

static mjtNum dot(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// z = D f + b + (correction, 0 ...)
static void velocity(const hard_contact* c, const mjtNum* f, mjtNum* z) {
  for (int i = 0; i < c->dim; i++) z[i] = dot(c->D + i * c->dim, f, c->dim) + c->b[i];
  z[0] += c->correction;
}

static mjtNum trace(const mjtNum* A, int n) {
  mjtNum s = 0;
  for (int i = 0; i < n; i++) s += A[i * (n + 1)];
  return s;
}

// --- projected gradient steps -------------------------------------------------------------------

// The mean of the diagonal, used as inverse step length, or more where rows are so nearly parallel
// that this step would increase the energy.  Any step length below 2 / |D| decreases it, and |D| is
// bounded by the Frobenius norm.
static mjtNum stable_size(const mjtNum* D, int n) {
  const mjtNum margin = 1.05;
  mjtNum mean = trace(D, n) / n, most = sqrt(dot(D, D, n * n));
  return mjMAX(mean, 0.5 * margin * most);
}

void hard_rule_ccp(const hard_contact* c, mjtNum* f) {
  hard_block cone = {HARD_CONE, 0, c->dim, c->mu};
  mjtNum z[HARD_MOST] = {0}, size = stable_size(c->D, c->dim);
  if (!(size > 0)) return;
  velocity(c, f, z);
  for (int i = 0; i < c->dim; i++) f[i] -= z[i] / size;
  hard_project_block(&cone, f);
}

void hard_rule_ncp(const hard_contact* c, mjtNum* f) {
  mjtNum z[HARD_MOST] = {0}, most = 0;
  int n = c->dim;
  if (!(c->D[0] > 0)) return;
  for (int i = 1; i < n; i++) most = mjMAX(most, c->D[i * (n + 1)]);
  velocity(c, f, z);
  f[0] = mjMAX(0, f[0] - (z[0] - c->correction) / c->D[0]);
  for (int i = 1; i < n; i++) f[i] = most > 0 ? f[i] - z[i] / most : 0;
  mjtNum r = hard_length(f + 1, n - 1), bound = c->mu * f[0];
  for (int i = 1; i < n && r > bound; i++) f[i] *= bound / r;
}

// --- separating and sticking --------------------------------------------------------------------

// x = -A^+ b for positive semidefinite A: a small ridge makes A regular, and iterative refinement
// removes the bias.  Returns whether A x + b = 0 up to rounding.
static int solve_semidefinite(const mjtNum* A, const mjtNum* b, mjtNum* x, int n) {
  mjtNum L[HARD_MOST * HARD_MOST], r[HARD_ROOM], ridge = 1e-9 * trace(A, n), left = 0, size = 0;
  if (!(ridge > 0)) {
    vec_zero(x, n);
    return 0;
  }
  vec_copy(L, A, n * n);
  for (int i = 0; i < n; i++) L[i * (n + 1)] += ridge;
  chol_factor(L, n, ridge);
  vec_zero(x, n);
  for (int again = 0; again < 3; again++) {
    for (int i = 0; i < n; i++) r[i] = -b[i] - dot(A + i * n, x, n);
    chol_solve(r, L, r, n);
    vec_add(x, x, r, n);
  }
  for (int i = 0; i < n; i++) {
    left = mjMAX(left, fabs(dot(A + i * n, x, n) + b[i]));
    size = mjMAX(size, fabs(b[i]));
  }
  return left <= 1e-9 * size;
}

// The first part of all exact rules.  Returns 1 with the solution f if the contact separates or
// sticks, 0 if it slides.
static int open_or_stick(const hard_contact* c, mjtNum* f) {
  int n = c->dim;
  if (!(c->b[0] < 0) || !(c->D[0] > 0)) {
    vec_zero(f, n);
    return 1;
  }
  if (c->mu == 0) {
    vec_zero(f, n);
    f[0] = -c->b[0] / c->D[0];
    return 1;
  }
  mjtNum x[HARD_ROOM];
  if (!solve_semidefinite(c->D, c->b, x, n)) return 0;
  if (hard_length(x + 1, n - 1) > c->mu * x[0]) return 0;
  vec_copy(f, x, n);
  return 1;
}

// --- sliding: the plane v_n = 0, parametrised by the friction impulse t -------------------------

//   f_n = n0 - d.t          with n0 = -b_n / D_nn, d = D_nt / D_nn
//   v_t = T t + g           with T = D_tt - D_tn d', g = b_t - D_tn b_n / D_nn
typedef struct {
  int n;
  mjtNum mu, n0;
  mjtNum d[TANGENTS], g[TANGENTS], T[TANGENTS * TANGENTS];
} plane;

static plane plane_of(const hard_contact* c) {
  int n = c->dim - 1;
  plane s = {.n = n, .mu = c->mu, .n0 = -c->b[0] / c->D[0]};
  for (int i = 0; i < n; i++) {
    s.d[i] = c->D[i + 1] / c->D[0];
    s.g[i] = c->b[i + 1] - c->D[i + 1] * c->b[0] / c->D[0];
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      s.T[i * n + j] = c->D[(i + 1) * c->dim + j + 1] - c->D[i + 1] * s.d[j];
    }
  }
  return s;
}

static mjtNum plane_normal(const plane* s, const mjtNum* t) { return s->n0 - dot(s->d, t, s->n); }

// A point of a one-parameter curve, and how far it is outside of the cone, |t| - mu n, with its
// derivative by the parameter.
typedef struct {
  mjtNum t[TANGENTS], n, outside, slope;
} curve_point;

// t = -(T + a S)^-1 (g + a e), its derivative by a: -(T + a S)^-1 (S t + e), where S = I - shape
// mu^2 d d' and e = shape mu^2 n0 d.  shape 0: v_t = -a t, Coulomb's law; shape 1: stationary
// points of the energy on the cone, with multiplier a.  Returns 0 where the matrix is not positive
// definite.
static int curve_at(const plane* s, mjtNum a, int shape, curve_point* at) {
  int n = s->n;
  mjtNum M[TANGENTS * TANGENTS], dt[TANGENTS], w = shape * s->mu * s->mu;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) M[i * n + j] = s->T[i * n + j] - a * w * s->d[i] * s->d[j];
    M[i * (n + 1)] += a;
    at->t[i] = -s->g[i] - a * w * s->n0 * s->d[i];
  }
  if (chol_factor(M, n, 1e-14 * trace(s->T, n) + 1e-300) < n) return 0;
  chol_solve(at->t, M, at->t, n);
  for (int i = 0; i < n; i++) { dt[i] = -at->t[i] + w * s->d[i] * (dot(s->d, at->t, n) - s->n0); }
  chol_solve(dt, M, dt, n);
  mjtNum r = hard_length(at->t, n);
  at->n = plane_normal(s, at->t);
  at->outside = r - s->mu * at->n;
  at->slope = (r > 0 ? dot(at->t, dt, n) / r : 0) + s->mu * dot(s->d, dt, n);
  return 1;
}

// The root of `outside` between a point outside and one inside: Newton's method with bisection.
static curve_point curve_root(const plane* s, mjtNum low, mjtNum high, int shape) {
  curve_point at = {.n = 0};
  mjtNum a = low, span = high - low;
  for (int i = 0; i < 100; i++) {
    int known = curve_at(s, a, shape, &at);
    if (known && fabs(at.outside) <= 1e-16 * s->mu * s->n0) break;
    if (!known || at.outside > 0) {
      low = a;
    } else {
      high = a;
    }
    // 1 / |t| is nearly linear in a: the Newton step is taken for the reciprocal
    mjtNum bound = s->mu * at.n, r = at.outside + bound, next = a;
    if (known) next = a - at.outside / at.slope * (bound > 0 && at.outside > 0 ? r / bound : 1);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == a || high - low <= 1e-17 * (span + high)) break;
    a = next;
  }
  return at;
}

// The impulse f at a point of the curve, placed exactly on the cone.
static void take_point(const plane* s, const curve_point* at, mjtNum* f) {
  mjtNum r = hard_length(at->t, s->n), n = mjMAX(0, at->n);
  f[0] = n;
  for (int i = 0; i < s->n; i++) f[i + 1] = r > 0 ? at->t[i] * (s->mu * n / r) : 0;
}

// From this parameter on Coulomb's curve is inside the cone, since |t| <= |g| / a.
static mjtNum inside_from(const plane* s) {
  mjtNum d = hard_length(s->d, s->n), g = hard_length(s->g, s->n);
  return 2 * g * (1 + s->mu * d) / (s->mu * s->n0) + 1e-300;
}

// Sliding slower than this (velocity per impulse, relative to the contact's own) counts as
// sticking: otherwise directions that nothing moves would be divided by rounding errors.
static const mjtNum least_sliding = 1e-13;

void hard_rule_exact(const hard_contact* c, mjtNum* f) {
  if (open_or_stick(c, f)) return;
  plane s = plane_of(c);
  curve_point at;
  mjtNum low = least_sliding * trace(c->D, c->dim);
  if (curve_at(&s, low, 0, &at) && at.outside <= 0) {
    f[0] = at.n;
    vec_copy(f + 1, at.t, s.n);
    return;
  }
  at = curve_root(&s, low, mjMAX(2 * low, inside_from(&s)), 0);
  take_point(&s, &at, f);
}

// --- sliding: least energy on the plane ---------------------------------------------------------

// Parametrised by the angle of friction: f = n (1, mu cos, mu sin), with n such that v_n = 0.
typedef struct {
  mjtNum f[3], energy, slope;  // 1/2 f'Df + f'(b + correction) and its derivative
} angle_point;

static angle_point at_angle(const hard_contact* c, mjtNum angle) {
  mjtNum mu = c->mu, co = cos(angle), si = sin(angle);
  mjtNum a[3] = {1, mu * co, mu * si}, da[3] = {0, -mu * si, mu * co}, z[3], df[3];
  mjtNum q = dot(c->D, a, 3), n = -c->b[0] / q, dn = c->b[0] * dot(c->D, da, 3) / (q * q);
  angle_point at;
  for (int i = 0; i < 3; i++) {
    at.f[i] = n * a[i];
    df[i] = dn * a[i] + n * da[i];
  }
  velocity(c, at.f, z);
  at.slope = dot(z, df, 3);
  at.energy = 0;
  for (int i = 0; i < 3; i++) at.energy += 0.5 * at.f[i] * (z[i] + c->b[i]);
  at.energy += 0.5 * at.f[0] * c->correction;
  return at;
}

// Product of polynomials, lowest power first: r (na + nb - 1 coefficients) += s a b.
static void multiply(mjtNum* r, mjtNum s, const mjtNum* a, int na, const mjtNum* b, int nb) {
  for (int i = 0; i < na; i++) {
    for (int j = 0; j < nb; j++) r[i + j] += s * a[i] * b[j];
  }
}

// With t = tan(angle / 2), (1 + t^2) a = (1 + t^2, mu (1 - t^2), 2 mu t), and on the plane the
// energy is N / Q^2, with N = b_n^2 W / 2 - b_n L Q, W = a'Da, Q = D_n.a, L = (b + correction).a.
// It is stationary where N'Q - 2NQ' = 0, in which the t^5 terms cancel.  turn: offset added to the
// angle.
static void stationary_quartic(const hard_contact* c, mjtNum turn, mjtNum quartic[5]) {
  mjtNum mu = c->mu, co = cos(turn), si = sin(turn);
  // cos(angle + turn), sin(angle + turn), multiplied by 1 + t^2
  const mjtNum a[3][3] = {
      {1, 0, 1}, {mu * co, -2 * mu * si, -mu * co}, {mu * si, 2 * mu * co, -mu * si}};
  mjtNum W[5] = {0}, Q[3] = {0}, L[3] = {0}, LQ[5] = {0}, N[5], dN[4], dQ[2], all[6] = {0};
  mjtNum bias[3] = {c->b[0] + c->correction, c->b[1], c->b[2]};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) multiply(W, c->D[3 * i + j], a[i], 3, a[j], 3);
    for (int k = 0; k < 3; k++) {
      Q[k] += c->D[i] * a[i][k];
      L[k] += bias[i] * a[i][k];
    }
  }
  multiply(LQ, 1, L, 3, Q, 3);
  for (int k = 0; k < 5; k++) N[k] = 0.5 * c->b[0] * c->b[0] * W[k] - c->b[0] * LQ[k];
  for (int k = 0; k < 4; k++) dN[k] = (k + 1) * N[k + 1];
  for (int k = 0; k < 2; k++) dQ[k] = (k + 1) * Q[k + 1];
  multiply(all, 1, dN, 4, Q, 3);
  multiply(all, -2, N, 5, dQ, 2);
  vec_copy(quartic, all, 5);
}

// Refine a stationary angle to full precision by secant steps on the derivative.
static mjtNum polish(const hard_contact* c, mjtNum angle) {
  const mjtNum e = 1e-6;
  for (int i = 0; i < 3; i++) {
    mjtNum up = at_angle(c, angle + e).slope, down = at_angle(c, angle - e).slope;
    mjtNum step = at_angle(c, angle).slope * 2 * e / (up - down);
    if (!(fabs(step) < 1e-3)) break;
    angle -= step;
  }
  return angle;
}

// Half of the angles satisfy |t| <= 1 directly; the others after an offset of pi.
static int least_energy(const hard_contact* c, mjtNum* f) {
  int found = 0;
  mjtNum best = 0;
  for (int half = 0; half < 2; half++) {
    mjtNum quartic[5], root[4], turn = half * mjPI;
    stationary_quartic(c, turn, quartic);
    int n = quartic_roots(root, quartic, -1.01, 1.01);
    for (int i = 0; i < n; i++) {
      angle_point at = at_angle(c, polish(c, 2 * atan(root[i]) + turn));
      if (!(at.f[0] > 0) || (found && at.energy >= best)) continue;
      found = 1;
      best = at.energy;
      vec_copy(f, at.f, 3);
    }
  }
  return found;
}

// The same by the multiplier of the cone, for any number of friction directions; the correction
// adds correction * f_n = -correction d.t to the energy.
static int least_energy_by_multiplier(const hard_contact* c, mjtNum* f) {
  plane s = plane_of(c);
  for (int i = 0; i < s.n; i++) s.g[i] -= c->correction * s.d[i];
  curve_point at;
  mjtNum low = 0, high = trace(s.T, s.n), mixed = s.mu * s.mu * dot(s.d, s.d, s.n);
  if (mixed >= 1) return 0;  // the cone cuts the plane in no ellipse
  while (curve_at(&s, high, 1, &at) && at.outside > 0) high *= 2;
  // with the correction the free minimum may be inside the cone; the multiplier is then negative
  if (curve_at(&s, 0, 1, &at) && at.outside < 0) low = -trace(s.T, s.n) / (1 - mixed);
  at = curve_root(&s, low, high, 1);
  take_point(&s, &at, f);
  return 1;
}

// Where there is no ellipse, or no admissible angle, Coulomb's law is used instead.
void hard_rule_energy(const hard_contact* c, mjtNum* f) {
  if (open_or_stick(c, f)) return;
  if (c->dim == 3 ? least_energy(c, f) : least_energy_by_multiplier(c, f)) return;
  hard_rule_exact(c, f);
}

// --- sliding: by bisection over the angle -------------------------------------------------------

// March: first step (rad), factor after overshooting, factor after a good step, largest step (rad).
static const mjtNum march_first = 0.01, march_back = 0.5, march_on = 1.3, march_most = 0.5;

// The starting angle of friction: that of the sticking solution including the correction.
static mjtNum first_angle(const hard_contact* c) {
  mjtNum b[3] = {c->b[0] + c->correction, c->b[1], c->b[2]}, x[3];
  solve_semidefinite(c->D, b, x, 3);
  mjtNum angle = atan2(x[2], x[1]);
  for (int i = 0; i < 32 && !(at_angle(c, angle).f[0] > 0); i++) angle += 2 * mjPI / 32;
  return angle;
}

static void bisect(const hard_contact* c, mjtNum* f) {
  mjtNum angle = first_angle(c), old = angle;
  angle_point at = at_angle(c, angle);
  if (!(at.f[0] > 0)) {
    hard_rule_exact(c, f);
    return;
  }
  mjtNum sign = at.slope, step = sign >= 0 ? -march_first : march_first;
  for (int i = 0; i < 10 * c->inner; i++) {
    at = at_angle(c, angle + step);
    if (!(at.f[0] > 0)) {
      step *= march_back;
      continue;
    }
    old = angle;
    angle += step;
    if (at.slope * sign <= 0) break;
    step = mjMAX(-march_most, mjMIN(march_most, step * march_on));
  }
  for (int i = 0; i < c->inner && fabs(angle - old) > c->tolerance; i++) {
    mjtNum middle = 0.5 * (old + angle);
    if (at_angle(c, middle).slope * sign > 0) {
      old = middle;
    } else {
      angle = middle;
    }
  }
  at = at_angle(c, 0.5 * (old + angle));
  vec_copy(f, at.f, 3);
}

void hard_rule_bisection(const hard_contact* c, mjtNum* f) {
  if (open_or_stick(c, f)) return;
  if (c->dim == 3) {
    bisect(c, f);
  } else {
    hard_rule_energy(c, f);
  }
}
