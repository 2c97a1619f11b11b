#include "constraint/hard/barrier.h"

#include "constraint/hard/cone.h"
#include "math/dense.h"

// The solution for kappa = 0, where friction is -tau r_t / |r_t| with unknowns n and tau, moved
// into the interior; slacks a = mu n - tau, b = mu n + tau.
static void start_inside(const hard_barrier_contact* c, mjtNum r, mjtNum rho, mjtNum s[3]) {
  mjtNum mu = c->mu, R = c->R, n = mjMAX(0, -r / R), tau = rho / R;
  if (tau > mu * n) {
    n = mjMAX(0, (-r + mu * rho) / (R + mu * mu * R));
    tau = mu * n;
  }
  mjtNum pressed = mjMAX(0, rho - R * tau);
  n = sqrt(n * n + 3 * c->kappa / R);
  mjtNum a = mu * n - tau;
  if (pressed > 0) {
    a = 2 * c->kappa / (pressed + sqrt(pressed * pressed + 4 * c->kappa * R));
    a = mjMIN(mu * n, a);
  }
  s[0] = n;
  s[1] = a;
  s[2] = 2 * mu * n - a;
}

// Maximum number of iterations; fraction of the distance to the boundary that a step may go;
// complementarity at the end, relative to kappa.
enum { MOST_ITERATIONS = 60 };
static const mjtNum boundary = 0.995, complementary = 1e-10;

// Primal-dual Newton in x = (a, b), with s = G x = (n, a, b) >= 0 and multipliers y.
typedef struct {
  mjtNum s[3], y[3];
  mjtNum Q[3];  // Hessian: aa, ab, bb
  mjtNum q[2];
  mjtNum half;  // n = half (a + b), 1 / (2 mu)
} interior;

static interior interior_of(const hard_barrier_contact* c, mjtNum r, mjtNum rho) {
  interior k = {.half = 1 / (2 * c->mu)};
  start_inside(c, r, rho, k.s);
  for (int i = 0; i < 3; i++) k.y[i] = c->kappa / k.s[i];
  mjtNum h2 = k.half * k.half;
  k.Q[0] = k.Q[2] = c->R * (h2 + 0.25);
  k.Q[1] = c->R * (h2 - 0.25);
  k.q[0] = k.half * r + 0.5 * rho;  // tau = (b - a) / 2
  k.q[1] = k.half * r - 0.5 * rho;
  return k;
}

// The largest step length up to `most` for which s + step ds stays positive.
static mjtNum step_within(const mjtNum* s, const mjtNum* ds, mjtNum most) {
  for (int i = 0; i < 3; i++) {
    if (s[i] + most * ds[i] <= (1 - boundary) * s[i]) most = -boundary * s[i] / ds[i];
  }
  return most;
}

// One iteration.  Returns whether both residuals were at rounding level before it.
static int interior_step(interior* k, mjtNum kappa) {
  mjtNum a = k->s[1], b = k->s[2], rc[3], w[3], ds[3], dy[3], h = k->half;
  mjtNum pull[2] = {h * k->y[0] + k->y[1], h * k->y[0] + k->y[2]};
  mjtNum rd[2] = {k->Q[0] * a + k->Q[1] * b + k->q[0] - pull[0],
                  k->Q[1] * a + k->Q[2] * b + k->q[1] - pull[1]};
  int done = 1;
  for (int i = 0; i < 3; i++) {
    rc[i] = k->s[i] * k->y[i] - kappa;
    w[i] = k->y[i] / k->s[i];
    done &= fabs(rc[i]) < complementary * kappa;
  }
  for (int i = 0; i < 2; i++) {
    mjtNum size = k->Q[0] * (a + b) + fabs(k->q[i]) + pull[i];
    done &= fabs(rd[i]) <= 1e-14 * size;
  }
  if (done) return 1;
  mjtNum n0 = rc[0] / k->s[0], A = k->Q[0] + h * h * w[0] + w[1], B = k->Q[1] + h * h * w[0];
  mjtNum C = k->Q[2] + h * h * w[0] + w[2];
  mjtNum e = -rd[0] - h * n0 - rc[1] / a, f = -rd[1] - h * n0 - rc[2] / b, det = A * C - B * B;
  ds[1] = (C * e - B * f) / det;
  ds[2] = (A * f - B * e) / det;
  ds[0] = h * (ds[1] + ds[2]);
  for (int i = 0; i < 3; i++) dy[i] = -(rc[i] + k->y[i] * ds[i]) / k->s[i];
  mjtNum primal = step_within(k->s, ds, 1), step = step_within(k->y, dy, primal);
  if (!(step > 0)) return 1;
  for (int i = 0; i < 3; i++) {
    k->s[i] += step * ds[i];
    k->y[i] += step * dy[i];
  }
  k->s[0] = h * (k->s[1] + k->s[2]);
  return 0;
}

int hard_barrier_contact_inverse(const hard_barrier_contact* c, const mjtNum* r, mjtNum* f) {
  mjtNum rho = hard_length(r + 1, c->dim - 1);
  interior k = interior_of(c, r[0], rho);
  int i = 0;
  while (i < MOST_ITERATIONS && !interior_step(&k, c->kappa)) i++;
  mjtNum tau = 0.5 * (k.s[2] - k.s[1]);
  f[0] = k.s[0];
  for (int j = 1; j < c->dim; j++) f[j] = rho > 0 ? -tau * r[j] / rho : 0;
  return i;
}

// Positive root of R f^2 + r f = kappa, computed without cancellation.
static mjtNum ray_inverse(mjtNum R, mjtNum r, mjtNum kappa) {
  mjtNum s = sqrt(r * r + 4 * R * kappa);
  return r > 0 ? 2 * kappa / (s + r) : (s - r) / (2 * R);
}

// Root of R f + r + kappa (1 / (size - f) - 1 / (size + f)), which increases with f: Newton's
// method with bisection as safeguard.
static mjtNum box_inverse(const hard_block* b, mjtNum R, mjtNum r, mjtNum kappa) {
  mjtNum low = -b->size, high = b->size, f = 0;
  for (int i = 0; i < 200; i++) {
    mjtNum up = b->size - f, down = b->size + f;
    mjtNum g = R * f + r + kappa * (1 / up - 1 / down);
    if (g > 0) {
      high = f;
    } else {
      low = f;
    }
    mjtNum next = f - g / (R + kappa * (1 / (up * up) + 1 / (down * down)));
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - f) <= 1e-16 * b->size) return next;
    f = next;
  }
  return f;
}

// Smaller velocities count as zero, so that the derivative of the barrier stays finite.
static const mjtNum least_velocity = 1e-10;

int hard_barrier_inverse(mjData* d, const hard_problem* p, mjtNum kappa, const mjtNum* v,
                         mjtNum* f) {
  mj_markStack(d);
  int n = p->n, outside = 0;
  mjtNum *slope = mj_stackAllocNum(d, n), *r = mj_stackAllocNum(d, n);
  mjtNum diagonal[HARD_MOST * HARD_MOST];
  vec_zero(slope, n);
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    if (b->kind != HARD_RAY && b->kind != HARD_CONE) continue;
    hard_block normal = {HARD_RAY, b->row, 1, 0};
    hard_diagonal_block(p, &normal, diagonal);
    if (!(diagonal[0] > p->R[b->row])) continue;
    outside += !(v[b->row] > 0);
    slope[b->row] = -kappa / mjMAX(least_velocity, v[b->row]);
  }
  hard_mul(p, r, slope);
  vec_add(r, r, v, n);
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    mjtNum* fb = f + b->row;
    const mjtNum *R = p->R + b->row, *rb = r + b->row;
    if (b->kind == HARD_BILATERAL) {
      for (int i = 0; i < b->dim; i++) fb[i] = -rb[i] / R[i];
    } else if (b->kind != HARD_BOX && slope[b->row] == 0) {
      vec_zero(fb, b->dim);  // a row that moves nothing
    } else if (b->kind == HARD_BOX) {
      fb[0] = box_inverse(b, R[0], rb[0], kappa);
    } else if (b->kind == HARD_RAY) {
      fb[0] = ray_inverse(R[0], rb[0], kappa);
    } else {
      hard_barrier_contact c = {b->dim, b->size, R[0], kappa};
      hard_barrier_contact_inverse(&c, rb, fb);
    }
  }
  mj_freeStack(d);
  return outside;
}
