// The analytic inverse solves a conic program (MuJoCo documentation, Computation chapter: Inverse
// dynamics): the force of each row or contact minimises 1/2 f'R f + f'jar over its admissible set.
// Here that program is solved by a generic interior-point method that knows nothing of the analytic
// form.

#include "math/draw.h"
#include "constraint/cost.h"
#include "math/dense.h"

enum { MOST = 6 };

// phi(f) >= 0 of a program: a cone, a half-line, or an interval.
typedef enum { CONE, LIMIT, FRICTION } kind;

typedef struct {
  kind what;
  int n;
  mjtNum R[MOST], jar[MOST], mu[MOST], bound;
} program;

// -log of the slacks, its gradient and Hessian added with weight 1; INFINITY outside.
static mjtNum barrier(const program* p, const mjtNum* f, mjtNum* g, mjtNum* H) {
  if (p->what == LIMIT) {
    if (!(f[0] > 0)) return INFINITY;
    g[0] -= 1 / f[0];
    H[0] += 1 / (f[0] * f[0]);
    return -log(f[0]);
  }
  if (p->what == FRICTION) {
    mjtNum up = p->bound - f[0], down = p->bound + f[0];
    if (!(up > 0 && down > 0)) return INFINITY;
    g[0] += 1 / up - 1 / down;
    H[0] += 1 / (up * up) + 1 / (down * down);
    return -log(up) - log(down);
  }
  mjtNum slack = f[0] * f[0], s[MOST] = {2 * f[0]};
  for (int k = 1; k < p->n; k++) {
    slack -= f[k] * f[k] / (p->mu[k] * p->mu[k]);
    s[k] = -2 * f[k] / (p->mu[k] * p->mu[k]);
  }
  if (!(slack > 0 && f[0] > 0)) return INFINITY;
  for (int i = 0; i < p->n; i++) {
    g[i] -= s[i] / slack;
    for (int j = 0; j < p->n; j++) H[i * p->n + j] += s[i] * s[j] / (slack * slack);
    H[i * (p->n + 1)] -= (i ? -2 / (p->mu[i] * p->mu[i]) : 2) / slack;
  }
  return -log(slack);
}

// t (1/2 f'R f + f'jar) + barrier, with derivatives.
static mjtNum centered(const program* p, mjtNum t, const mjtNum* f, mjtNum* g, mjtNum* H) {
  vec_zero(g, p->n);
  vec_zero(H, p->n * p->n);
  mjtNum value = barrier(p, f, g, H);
  for (int i = 0; i < p->n; i++) {
    value += t * f[i] * (0.5 * p->R[i] * f[i] + p->jar[i]);
    g[i] += t * (p->R[i] * f[i] + p->jar[i]);
    H[i * (p->n + 1)] += t * p->R[i];
  }
  return value;
}

static void solve_by_barrier(const program* p, mjtNum* f) {
  mjtNum g[MOST], H[MOST * MOST], step[MOST], next[MOST], g2[MOST], H2[MOST * MOST];
  vec_zero(f, p->n);
  f[0] = p->what == FRICTION ? 0 : 1;
  for (mjtNum t = 1; t < 1e13; t *= 4) {
    for (int iteration = 0; iteration < 60; iteration++) {
      mjtNum value = centered(p, t, f, g, H);
      mju_cholFactor(H, p->n, mjMINVAL);
      mju_cholSolve(step, H, g, p->n);
      mjtNum decrement = vec_dot(step, g, p->n), a = 1;
      if (decrement < 1e-14) break;
      for (; a > 1e-12; a *= 0.5) {
        vec_add_scaled(next, f, -a, step, p->n);
        if (centered(p, t, next, g2, H2) <= value - 0.1 * a * decrement) break;
      }
      if (a <= 1e-12) break;
      vec_copy(f, next, p->n);
    }
  }
}

// The same program as rows, and its analytic forces.
static void solve_analytically(const program* p, mjtNum* force) {
  static const force_set set[3] = {FORCE_CONE, FORCE_HALF_LINE, FORCE_INTERVAL};
  mjContact con = {.dim = p->n};
  mjtNum D[MOST], loss[MOST] = {p->bound};
  int states[MOST], cone = p->what == CONE;
  for (int k = 0; k < p->n; k++) {
    D[k] = 1 / p->R[k];
    if (k) con.friction[k - 1] = p->mu[k];
  }
  con.mu = p->n > 1 ? p->mu[1] * sqrt(p->R[1] / p->R[0]) : 0;
  row_block block = {set[p->what], 0, p->n, cone ? &con : NULL};
  row_set rows = {p->n, 0, p->what == FRICTION, D, p->R, loss, 1, cone, &block};
  assert_true(row_set_valid(&rows));
  cost_update(&rows, p->jar, force, states, 0);
}

static program draw_program(kind what) {
  static const int dims[3] = {3, 4, 6};
  program p = {.what = what, .n = what == CONE ? dims[draw_int(0, 2)] : 1};
  p.bound = 0.2 + fabs(draw());
  p.R[0] = 0.05 + fabs(draw());
  mjtNum R1 = p.R[0] * (0.2 + fabs(draw()));
  for (int k = 0; k < p.n; k++) {
    p.jar[k] = draw();
    p.mu[k] = 0.2 + fabs(draw());
    // equation 22: the cone of forces and that of accelerations are dual
    if (k) p.R[k] = R1 * p.mu[1] * p.mu[1] / (p.mu[k] * p.mu[k]);
  }
  return p;
}

static void forces_solve_the_conic_program(void** state) {
  (void)state;
  for (int seed = 0; seed < 600; seed++) {
    draw_seed(seed);
    program p = draw_program((kind)(seed % 3));
    mjtNum generic[MOST], analytic[MOST];
    solve_by_barrier(&p, generic);
    solve_analytically(&p, analytic);
    for (int k = 0; k < p.n; k++) {
      if (fabs(generic[k] - analytic[k]) < 1e-5 * (1 + fabs(analytic[k]))) continue;
      print_error("program %d, kind %d: force %d is %g, the program says %g\n", seed, p.what, k,
                  analytic[k], generic[k]);
      fail();
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forces_solve_the_conic_program)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
