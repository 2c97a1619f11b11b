// One case of a table: a model, how it is moved, what must act in it, and how exact its derivatives
// must be.
#pragma once

#include "step/derivative_reference.h"

typedef struct {
  const char* name;
  const char* xml;  // the model but for <mujoco> and </mujoco>
  mjtNum position;  // how far from qpos0
  mjtNum velocity;
  mjtNum eps;        // of the differences
  int least_active;  // rows that are not satisfied
  mjtNum tolerance;
} derivative_case;

// What went wrong in the cases of a table; each has said so.
static int nfailed;

static inline int active_rows(const mjData* d) {
  int n = 0;
  for (int i = 0; i < d->nefc; i++) n += d->efc_state[i] != mjCNSTRSTATE_SATISFIED;
  return n;
}

// The first of the errors that are looked at: ERROR_C for sensors alone.
static int first_error;

// Differences of two sizes agree where the function is smooth between them.
static inline int is_smooth_here(const mjModel* m, const step_matrices* close,
                                 const step_matrices* far, mjtNum eps, mjtNum tolerance) {
  mjtNum error[NERROR];
  block_errors(m, close, far, eps, error);
  for (int k = first_error; k < NERROR; k++) {
    if (error[k] > tolerance) return 0;
  }
  return 1;
}

// Analytic derivatives at the state of d against differences; returns 0 where there is a kink
// nearby.
static inline int derivatives_hold(const mjModel* m, mjData* d, const char* name, mjtNum eps,
                                   mjtNum tolerance) {
  step_matrices x = matrices_make(m), ref = matrices_make(m), other = matrices_make(m);
  mjData* start = mj_copyData(NULL, m, d);
  reference_derivatives(m, start, eps, &ref);
  reference_derivatives(m, start, eps * 0.3, &other);
  int smooth = is_smooth_here(m, &ref, &other, 0.3 * eps, 10 * tolerance);
  const engStepDerivatives out = {.A = x.A, .B = x.B, .C = x.C, .D = x.D, .F = x.F};
  assert_int_equal(eng_stepDerivatives(m, d, 0, &out), engDERIV_OK);
  assert_int_equal(d->pstack, 0);
  mjtNum error[NERROR];
  block_errors(m, &x, &ref, eps, error);
  for (int k = first_error; smooth && k < NERROR; k++) {
    if (error[k] <= tolerance) continue;
    print_error("%s, integrator %d, cone %d, %d active rows: %s is off by %g\n", name,
                m->opt.integrator, m->opt.cone, active_rows(d), error_name[k], error[k]);
    nfailed++;
  }
  mj_deleteData(start);
  matrices_free(&x);
  matrices_free(&ref);
  matrices_free(&other);
  return smooth;
}

// y = M'x or M x, for M of nr x nc.
static inline void product_of(mjtNum* y, const mjtNum* M, const mjtNum* x, int nr, int nc,
                              int transposed) {
  memset(y, 0, sizeof(mjtNum) * (size_t)(transposed ? nc : nr));
  for (int i = 0; i < nr; i++) {
    for (int k = 0; k < nc; k++) y[transposed ? k : i] += M[i * nc + k] * x[transposed ? i : k];
  }
}

static inline void close_enough(const mjModel* m, const char* name, const char* what,
                                const mjtNum* a, const mjtNum* b, int n) {
  mjtNum size = 1e-6, error = 0;
  for (int i = 0; i < n; i++) {
    size = fmax(size, fabs(b[i]));
    error = fmax(error, isfinite(a[i]) ? fabs(a[i] - b[i]) : INFINITY);
  }
  if (error <= 1e-12 * size) return;
  print_error("%s, integrator %d, cone %d, %s: off by %g of %g\n", name, m->opt.integrator,
              m->opt.cone, what, error, size);
  nfailed++;
}

static inline void products_hold(const mjModel* m, mjData* d, const char* name, int flags) {
  step_matrices x = matrices_make(m);
  const engStepDerivatives out = {.A = x.A, .B = x.B, .F = x.F};
  assert_int_equal(eng_stepDerivatives(m, d, flags, &out), engDERIV_OK);
  int nx = x.nx, nu = x.nu, nv = x.nv;
  mjtNum *in = calloc(4 * (size_t)nx + 2 * (size_t)(nu + nv), sizeof(mjtNum)), *du = in + nx;
  mjtNum *df = du + nu, *next = df + nv, *want = next + nx, *part = want + nx, *ubar = part + nx;
  mjtNum* fbar = ubar + nu;
  draw_vector(in, nx);
  draw_vector(du, nu);
  draw_vector(df, nv);

  const engStepDirection along = {.state = in, .ctrl = du, .force = df};
  assert_int_equal(eng_stepJvp(m, d, flags, &along, next), engDERIV_OK);
  product_of(want, x.A, in, nx, nx, 0);
  product_of(part, x.B, du, nx, nu, 0);
  for (int i = 0; i < nx; i++) want[i] += part[i];
  product_of(part, x.F, df, nx, nv, 0);
  for (int i = 0; i < nx; i++) want[i] += part[i];
  close_enough(m, name, "along", next, want, nx);

  const engStepCovector bar = {.state = next, .ctrl = ubar, .force = fbar};
  assert_int_equal(eng_stepVjp(m, d, flags, in, &bar), engDERIV_OK);
  product_of(want, x.A, in, nx, nx, 1);
  close_enough(m, name, "back, state", next, want, nx);
  product_of(want, x.B, in, nx, nu, 1);
  close_enough(m, name, "back, controls", ubar, want, nu);
  product_of(want, x.F, in, nx, nv, 1);
  close_enough(m, name, "back, forces", fbar, want, nv);
  assert_int_equal(d->pstack, 0);
  free(in);
  matrices_free(&x);
}

// Three states of the case, with products; two at least must be away from kinks and have the rows
// it is about.
static inline void check_case(const derivative_case* c, int integrator, int cone) {
  char* xml = malloc(strlen(c->xml) + 100);
  sprintf(xml, "<mujoco>%s</mujoco>", c->xml);
  mjModel* m = model_from(xml);
  m->opt.integrator = integrator;
  m->opt.cone = cone;
  solve_exactly(m);
  int good = 0;
  for (int seed = 0; seed < 3; seed++) {
    draw_seed(seed);
    mjData* d = random_state(m, c->position, c->velocity);
    for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.4 * draw();
    mj_forward(m, d);
    int active = active_rows(d);
    good += derivatives_hold(m, d, c->name, c->eps, c->tolerance) && active >= c->least_active;
    products_hold(m, d, c->name, 0);
    mj_deleteData(d);
  }
  if (good < 2) {
    print_error("%s: %d states of 3 are smooth and have %d active rows\n", c->name, good,
                c->least_active);
  }
  nfailed += good < 2;
  mj_deleteModel(m);
  free(xml);
}
