// Derivatives of a step by model parameters.  With E acc = M qacc and E = M - h D,
//   dqacc = H^-1 dforce,   dacc = E^-1 (M dqacc + dM (qacc - acc) + h dD acc):
// a parameter enters by its change of the forces at the present acceleration, and by the last two
// terms.
#include <engine/base.h>

#include "constraint/slope/friction_slope.h"
#include "dynamics/slope/parameter_slope.h"
#include "math/dense.h"
#include "model/pattern.h"
#include "step/slope/step_slope.h"

int damping_is_among(int n, const engParameter* list) {
  for (int k = 0; k < n; k++) {
    if (list[k].kind == engPARAM_DAMPING) return 1;
  }
  return 0;
}

int check_parameters(const mjModel* m, const char* function, int n, const engParameter* list) {
  for (int k = 0; k < n; k++) {
    const char *object, *wrong = parameter_lacks(m, list + k, &object);
    if (!wrong) continue;
    mju_warning("%s: parameter %d: %s %d %s", function, k, object, list[k].id, wrong);
    return engDERIV_BAD_PARAMETER;
  }
  return engDERIV_OK;
}

// The point of differentiation, on the stack of d.
static parameter_point point_of(const step_slope* w) {
  mjtNum* keep = mj_stackAllocNum(w->d, (size_t)w->m->nv + 1);
  actuator_dofs_kept(w->m, w->d, keep);
  parameter_matrix matrix = {w->integrator.acc, w->integrator.rest};
  return parameter_point_make(w->m, w->d, keep, w->integrator.damped ? &matrix : NULL);
}

// force (nv) = dforce, and matrix (nv, or NULL) = dM rest + h dD acc.
static void find_change(const step_slope* w, const parameter_point* at, const engParameter* p,
                        mjtNum* force, mjtNum* matrix) {
  const mjModel* m = w->m;
  const mjtNum* acc = w->integrator.acc;
  mjtNum h = m->opt.timestep;
  parameter_change c = {.force = force, .matrix = matrix, .dof = -1};
  vec_zero(force, m->nv);
  if (matrix) vec_zero(matrix, m->nv);
  parameter_slope(at, p, &c);
  add_friction_parameter_slope(m, w->d, p, force);
  if (!matrix) return;
  if (p->kind == engPARAM_ARMATURE) matrix[p->id] += w->integrator.rest[p->id];
  if (c.dof >= 0) matrix[c.dof] += h * c.damping * acc[c.dof];
  // the matrix of Euler contains only dof damping
  if (c.damper.n && m->opt.integrator != mjINT_EULER) {
    add_damper_within(m, c.damper, h * c.damping, acc, matrix);
  }
}

void parameter_forces(const step_slope* w, const engParameter* p, mjtNum* force) {
  mj_markStack(w->d);
  parameter_point at = point_of(w);
  mjtNum* one = mj_stackAllocNum(w->d, (size_t)w->m->nv + 1);
  find_change(w, &at, p, one, NULL);
  vec_add(force, force, one, w->m->nv);
  mj_freeStack(w->d);
}

void parameter_columns(const step_slope* w, const engStepDerivatives* out) {
  const mjModel* m = w->m;
  const acceleration_slope* a = &w->a;
  int nv = m->nv, damped = w->integrator.damped;
  size_t width = (size_t)out->nparameter;
  mj_markStack(w->d);
  parameter_point at = point_of(w);
  mjtNum *acc = mj_stackAllocNum(w->d, 4 * (size_t)nv + 1), *matrix = acc + nv;
  mjtNum *dv = matrix + nv, *dq = dv + nv;
  for (int k = 0; k < out->nparameter; k++) {
    find_change(w, &at, out->parameter + k, acc, damped ? matrix : NULL);
    acceleration_solve(a, acc);
    if (damped) {
      acceleration_multiply(a, dv, acc);
      vec_add(acc, dv, matrix, nv);
      integrator_solve(a, &w->integrator, 0, acc);
    }
    vec_scale(dv, acc, m->opt.timestep, nv);
    vec_zero(dq, nv);
    integrate_position_along(m, w->next_velocity, m->opt.timestep, dq, dv);
    for (int i = 0; i < nv; i++) {
      out->P[(size_t)i * width + (size_t)k] = dq[i];
      out->P[(size_t)(nv + i) * width + (size_t)k] = dv[i];
    }
    for (int i = 2 * nv; i < dim_state(m); i++) out->P[(size_t)i * width + (size_t)k] = 0;
  }
  mj_freeStack(w->d);
}

// x->by_parameter += dforce . lambda + (matrix terms) . y.
static void contract(const step_slope* w, const mjtNum* lambda, const mjtNum* y,
                     const engStepCovector* x) {
  int nv = w->m->nv;
  mj_markStack(w->d);
  parameter_point at = point_of(w);
  mjtNum *force = mj_stackAllocNum(w->d, 2 * (size_t)nv + 1), *matrix = force + nv;
  for (int k = 0; k < x->nparameter; k++) {
    find_change(w, &at, x->parameter + k, force, y ? matrix : NULL);
    if (lambda) x->by_parameter[k] += vec_dot(force, lambda, nv);
    if (y) x->by_parameter[k] += vec_dot(matrix, y, nv);
  }
  mj_freeStack(w->d);
}

void parameters_back(const step_slope* w, const mjtNum* lambda, const engStepCovector* x) {
  contract(w, lambda, NULL, x);
}

void parameters_back_matrix(const step_slope* w, const mjtNum* acc, const engStepCovector* x) {
  if (!w->integrator.damped) return;
  mj_markStack(w->d);
  mjtNum* y = mj_stackAllocNum(w->d, (size_t)w->m->nv + 1);
  vec_copy(y, acc, w->m->nv);
  integrator_solve(&w->a, &w->integrator, 1, y);
  contract(w, NULL, y, x);
  mj_freeStack(w->d);
}
