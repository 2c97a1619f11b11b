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

// Three states of the case; two at least must be away from kinks and have the rows it is about.
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
