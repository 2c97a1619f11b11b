// Analytic derivatives of a step: checks, and storing of the results.
#include <engine/base.h>
#include <engine/derivative.h>
#include <engine/math.h>
#include <engine/model.h>
#include <engine/step.h>

#include <math.h>

#include "dynamics/motor.h"
#include "math/dense.h"
#include "model/data.h"
#include "model/level.h"
#include "model/solver_type.h"
#include "model/stack.h"
#include "step/slope/hard_step.h"
#include "step/slope/integration.h"
#include "step/slope/step_slope.h"

static int all_finite(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i])) return 0;
  }
  return 1;
}

// Stack size needed, in numbers; columns as in acceleration_slope_open.
static size_t numbers_needed(const mjModel* m, const mjData* d, int columns, int sensors) {
  size_t nv = m->nv, nu = m->nu, need = acceleration_slope_size(m, d, columns) + nv * nv;
  if (sensors) need += sensor_slope_size(m, d);
  need += 40 * (size_t)m->nbody + 30 * nv + 4 * (size_t)d->nefc;  // parameters, smoothing
  if (columns == COLUMNS_NONE) return need + 40 * nv;
  need += nv * (3 * nv + nu);  // a copy of R
  if (m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST) {
    need += 2 * nv * (2 * nv + nu);
  }
  if (solver_is_hard(m->opt.solver)) need += hard_slope_size(m, d, columns);
  if (mjENABLED(mjENBL_INVDISCRETE)) need += nv * (3 * nv + nu);
  if (m->opt.integrator == mjINT_RK4) need += runge_kutta_size(m);
  return inputs_change_damping(m) ? need + nu * nv : need;
}

static const char* newer_flex(const mjModel* m) {
  if (m->nflex && level_has(m, engLEVEL_FLEX)) return "flexes by the rules of 3.13";
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_celladr[f] >= 0) return "flexes of several cells";
  }
  for (int i = 0; i < m->neq; i++) {
    if (m->eq_type[i] == mjEQ_FLEXVERT || m->eq_type[i] == mjEQ_FLEXSTRAIN) {
      return "equalities flexvert and flexstrain";
    }
  }
  return NULL;
}

// NULL, or the feature newer than 3.3.7 that the model uses and that has no analytic derivative.
static const char* newer_part(const mjModel* m) {
  if (m->nhistory) return "delays and histories of actuators and sensors";
  if (m->flg_adhesion) return "surfaces that stick";
  if (m->flg_surfacevel) return "surfaces that move";
  for (int i = 0; i < m->nactuator; i++) {
    if (!actuator_is_newer(m, i)) continue;
    if (m->actuator_gaintype[i] == mjGAIN_PID) return "pid actuators";
    if (m->actuator_gaintype[i] == mjGAIN_DCMOTOR) return "dcmotor actuators";
    return "actuators of orientations";
  }
  return newer_flex(m);
}

int check_model_slopes(const mjModel* m, const char* function) {
  const char* why = newer_part(m);
  if (why || !model_has_slopes(m, &why) ||
      (solver_is_hard(m->opt.solver) && !hard_steps_have_slopes(m, &why))) {
    mju_warning("%s: no derivatives of %s", function, why);
    return engDERIV_UNSUPPORTED;
  }
  return engDERIV_OK;
}

static int check_data(const mjModel* m, mjData* d, const char* function, int columns, int sensors) {
  size_t need = sizeof(mjtNum) * numbers_needed(m, d, columns, sensors), room = stack_room(d);
  if (need > room) {
    mju_warning("%s: %zu bytes of the stack are left, %zu may be needed", function, room, need);
    return engDERIV_NO_MEMORY;
  }
  if (!all_finite(d->qacc, m->nv) || !all_finite(d->qpos, m->nq)) return engDERIV_BAD_STATE;
  return engDERIV_OK;
}

int check_slopes(const mjModel* m, mjData* d, const char* function, int columns, int sensors) {
  int status = check_model_slopes(m, function);
  return status == engDERIV_OK ? check_data(m, d, function, columns, sensors) : status;
}

// Data common to all kinds of products.
typedef struct {
  int columns;
  int with_damping;       // as of integrator_open
  int with_acceleration;  // derivatives of qacc rather than of the state after the step
  mjtNum smoothing;
} step_wanted;

void find_row_forces(step_slope* w) {
  if (solver_leaves_forces(w->m)) return;
  w->force = mj_stackAllocNum(w->d, (size_t)w->d->nefc + 1);
  w->qfrc = mj_stackAllocNum(w->d, (size_t)w->m->nv + 1);
  forces_of_acceleration(w->m, w->d, w->force, w->qfrc);
}

static step_slope step_slope_open(const mjModel* m, mjData* d, int flags, step_wanted wanted) {
  step_slope w = {.m = m, .d = d, .flags = flags};
  find_row_forces(&w);
  smooth_rows(m, d, wanted.smoothing, &w.rows);
  w.inputs = mj_stackAllocByte(d, sizeof(actuator_inputs) * ((size_t)m->nu + 1), sizeof(mjtNum));
  actuator_inputs_of(m, d, !(flags & engDERIV_LIKE_FD), w.inputs);
  w.a = acceleration_slope_open(m, d, wanted.columns);
  w.next_velocity = mj_stackAllocNum(d, (size_t)m->nv + 1);
  w.integrator = integrator_open(&w.a, wanted.with_damping);
  if (w.integrator.damped && !wanted.with_acceleration) {
    acceleration_slope_skip(&w.a, w.integrator.acc);
  }
  acceleration_slope_factor(&w.a);
  vec_add_scaled(w.next_velocity, d->qvel, m->opt.timestep, w.integrator.acc, m->nv);
  return w;
}

static void step_slope_close(step_slope* w) {
  if (!w->d->nefc) return;
  sharpen_rows(w->d, &w->rows);
  if (!w->force) return;
  vec_copy(w->d->efc_force, w->force, w->d->nefc);
  vec_copy(w->d->qfrc_constraint, w->qfrc, w->m->nv);
}

static int counts_inputs(const step_slope* w) {
  return inputs_change_damping(w->m) && !(w->flags & engDERIV_LIKE_FD);
}

// --- matrices -----------------------------------------------------------------------------------

// The row of d(acc) for dof i, times the time step, by states and forces.
static void store_acc_row(const step_slope* w, int i, mjtNum* A, mjtNum* F) {
  const mjModel* m = w->m;
  mjtNum scale = m->opt.timestep;
  const acceleration_slope* a = &w->a;
  const clusters* c = &a->at;
  int k = c->of[i], n = cluster_size(c, k), nv = m->nv;
  int ninput = a->first_actuator[k + 1] - a->first_actuator[k];
  const mjtNum* row = cluster_row(c, a->R, i);
  const int* dof = c->dof + c->first[k];
  // in registers: 46 % of the instructions of copying one by one on a hand, 74 % on an arm
  if (A && n == nv) vec_scale(A, row, scale, 2 * nv);
  for (int e = 0; A && n < nv && e < n; e++) {
    A[dof[e]] = scale * row[e];
    A[nv + dof[e]] = scale * row[n + e];
  }
  for (int e = 0; F && e < n; e++) F[dof[e]] = scale * row[2 * n + ninput + e];
}

// The columns of an actuator's control and activation, at the rows of velocities.
static void store_input_columns(const step_slope* w, const mjtNum* by_input, int k, int slot,
                                const engStepDerivatives* out) {
  const mjModel* m = w->m;
  const acceleration_slope* a = &w->a;
  const clusters* c = &a->at;
  int n = cluster_size(c, k), nv = m->nv, nx = dim_state(m);
  int u = a->actuator[a->first_actuator[k] + slot], act = m->actuator_actadr[u] >= 0;
  const actuator_inputs* in = w->inputs + u;
  mjtNum* A = out->A && act ? out->A + (size_t)nv * nx + 2 * nv + last_activation(m, u) : NULL;
  mjtNum* B = out->B ? out->B + (size_t)nv * m->nu + u : NULL;
  for (int e = 0; e < n; e++) {
    int i = c->dof[c->first[k] + e];
    mjtNum by_force = m->opt.timestep * cluster_row(c, a->R, i)[2 * n + slot], direct = 0;
    if (by_input) direct = m->opt.timestep * by_input[(size_t)u * (size_t)nv + (size_t)i];
    if (B) B[(size_t)i * m->nu] = by_force * in->force_by_ctrl + (act ? 0 : direct);
    if (A) A[(size_t)i * nx] = by_force * in->force_by_act + direct;
  }
}

// dv' = dv + h dacc
static void store_velocity_rows(const step_slope* w, const mjtNum* by_input,
                                const engStepDerivatives* out) {
  const mjModel* m = w->m;
  size_t nx = dim_state(m), nv = m->nv;
  for (size_t i = 0; i < nv; i++) {
    mjtNum* A = out->A ? out->A + (nv + i) * nx : NULL;
    mjtNum* F = out->F ? out->F + (nv + i) * nv : NULL;
    store_acc_row(w, (int)i, A, F);
    if (A) A[nv + i] += 1;
  }
  const acceleration_slope* a = &w->a;
  for (int k = 0; k < a->at.n; k++) {
    int ninput = a->first_actuator[k + 1] - a->first_actuator[k];
    for (int s = 0; s < ninput; s++) store_input_columns(w, by_input, k, s, out);
  }
}

void integrate_position_rows(const mjModel* m, const mjtNum* v, mjtNum t, rate_rows by, mjtNum* M) {
  const mjtNum* rates = by.rates;
  size_t width = by.width;
  int has_q = by.has_q;
  for (int j = 0; M && j < m->njnt; j++) {
    mjtNum Qq[9], Qv[9];
    int turning = turn_slopes(m, j, v, t, Qq, Qv), first = m->jnt_dofadr[j];
    int plain = joint_nv(m->jnt_type[j]) - (turning >= 0 ? 3 : 0);
    for (int i = first; i < first + plain; i++) {
      mjtNum* row = M + (size_t)i * width;
      vec_scale(row, rates + (size_t)i * width, t, (int)width);
      if (has_q) row[i] += 1;
    }
    for (int i = 0; turning >= 0 && i < 3; i++) {
      mjtNum* row = M + (size_t)(turning + i) * width;
      memset(row, 0, sizeof(mjtNum) * width);
      for (int k = 0; k < 3; k++) {
        vec_axpy(row, t * Qv[3 * i + k], rates + (size_t)(turning + k) * width, (int)width);
        if (has_q) row[turning + k] += Qq[3 * i + k];
      }
    }
  }
}

static void store_position_rows(const step_slope* w, mjtNum* M, size_t width, int has_q) {
  const mjModel* m = w->m;
  if (!M) return;
  integrate_position_rows(m, w->next_velocity, m->opt.timestep,
                          (rate_rows){M + (size_t)m->nv * width, width, has_q}, M);
}

static void store_activation_rows(const step_slope* w, const engStepDerivatives* out) {
  const mjModel* m = w->m;
  size_t nx = dim_state(m), nv = m->nv;
  for (int i = 0; out->A && i < m->na; i++) {
    size_t row = 2 * nv + (size_t)i;
    out->A[row * nx + row] = 1;
  }
  for (int u = 0; u < m->nu; u++) {
    if (m->actuator_actadr[u] < 0) continue;
    size_t row = 2 * nv + (size_t)last_activation(m, u);
    if (out->A) out->A[row * nx + row] = w->inputs[u].act_by_act;
    if (out->B) out->B[row * (size_t)m->nu + (size_t)u] = w->inputs[u].act_by_ctrl;
  }
}

static void clear(mjtNum* x, size_t n) {
  if (x) memset(x, 0, sizeof(mjtNum) * n);
}

// Assemble the matrices from the derivatives of acc in R.
static void store_matrices(const step_slope* w, const mjtNum* by_input,
                           const engStepDerivatives* out) {
  size_t nx = dim_state(w->m), nv = w->m->nv, nu = w->m->nu;
  clear(out->A, nx * nx);
  clear(out->B, nx * nu);
  clear(out->F, nx * nv);
  store_velocity_rows(w, by_input, out);
  store_position_rows(w, out->A, nx, 1);
  store_position_rows(w, out->B, nu, 0);
  store_position_rows(w, out->F, nv, 0);
  store_activation_rows(w, out);
}

static void derive_step(step_slope* w, const engStepDerivatives* out) {
  const mjModel* m = w->m;
  size_t nv = m->nv, nu = m->nu;
  mjtNum* by_input = counts_inputs(w) ? mj_stackAllocNum(w->d, nu * nv + 1) : NULL;
  int sensors = out->C || out->D;
  if (sensors) sensor_slopes_open(w);
  acceleration_slope_solve(&w->a);
  if (sensors) sensor_slopes(w, out->C, out->D);
  integrate_whole(&w->a, &w->integrator, by_input);
  store_matrices(w, by_input, out);
  if (out->P) parameter_columns(w, out);
}

// --- hard contact -------------------------------------------------------------------------------

static int hard_derivatives(const mjModel* m, mjData* d, int flags, int columns,
                            const engStepDerivatives* out) {
  int sensors = m->nsensordata && (out->C || out->D);
  if (out->P || sensors || out->smoothing > 0) {
    mju_warning(
        "eng_stepDerivatives: no derivatives of sensors, by parameters, or smoothed, with "
        "hard contact");
    return engDERIV_UNSUPPORTED;
  }
  step_slope w = {.m = m, .d = d, .flags = flags};
  w.inputs = mj_stackAllocByte(d, sizeof(actuator_inputs) * ((size_t)m->nu + 1), sizeof(mjtNum));
  actuator_inputs_of(m, d, !(flags & engDERIV_LIKE_FD), w.inputs);
  w.a = acceleration_slope_open(m, d, columns);
  w.integrator = integrator_with_matrix(&w.a);
  w.next_velocity = mj_stackAllocNum(d, (size_t)m->nv + 1);
  vec_add_scaled(w.next_velocity, d->qvel, m->opt.timestep, w.integrator.acc, m->nv);
  if (!hard_step_slope(&w)) {
    mju_warning(
        "eng_stepDerivatives: no derivatives where hard contacts repeat each other and do "
        "not stay consistent");
    return engDERIV_UNSUPPORTED;
  }
  store_matrices(&w, NULL, out);
  return engDERIV_OK;
}

// Matrix-vector products computed with the matrices: y = A'x ..., or A x + ...
static int hard_product(const mjModel* m, mjData* d, int flags, const mjtNum* next,
                        const engStepCovector* back, const engStepDirection* ahead, mjtNum* to) {
  int nx = dim_state(m), nu = m->nu, nv = m->nv;
  size_t rows = (size_t)nx;
  mj_markStack(d);
  size_t need = sizeof(mjtNum) * rows * (size_t)(nx + nu + nv + 3), room = stack_room(d);
  if (need > room) {
    mju_warning("products with hard contact: %zu bytes of the stack are left, %zu are needed", room,
                need);
    mj_freeStack(d);
    return engDERIV_NO_MEMORY;
  }
  mjtNum *A = mj_stackAllocNum(d, rows * (size_t)(nx + nu + nv) + 1), *B = A + nx * nx;
  mjtNum *F = B + nx * nu, *part = mj_stackAllocNum(d, rows + 1);
  const engStepDerivatives out = {.A = A, .B = B, .F = F};
  int status = eng_stepDerivatives(m, d, flags | engDERIV_FORWARDED, &out);
  if (status == engDERIV_OK && back) {
    if (back->ctrl) mju_mulMatTVec(back->ctrl, B, next, nx, nu);
    if (back->force) mju_mulMatTVec(back->force, F, next, nx, nv);
    mju_mulMatTVec(part, A, next, nx, nx);
    if (back->state) vec_copy(back->state, part, nx);
  } else if (status == engDERIV_OK) {
    vec_zero(part, nx);
    if (ahead->state) mju_mulMatVec(part, A, ahead->state, nx, nx);
    mjtNum* more = mj_stackAllocNum(d, rows + 1);
    if (ahead->ctrl) mju_mulMatVec(more, B, ahead->ctrl, nx, nu);
    if (ahead->ctrl) vec_add(part, part, more, nx);
    if (ahead->force) mju_mulMatVec(more, F, ahead->force, nx, nv);
    if (ahead->force) vec_add(part, part, more, nx);
    vec_copy(to, part, nx);
  }
  mj_freeStack(d);
  return status;
}

// Sensors cost 1 to 3 % of the matrices.
static void forward_unless_done(const mjModel* m, mjData* d, int flags, int sensors) {
  if (!(flags & engDERIV_FORWARDED)) mj_forwardSkip(m, d, mjSTAGE_NONE, !sensors);
}

int eng_stepDerivatives(const mjModel* m, mjData* d, int flags, const engStepDerivatives* out) {
  NEED_PAIR_OR(engDERIV_UNSUPPORTED, m, d);
  NEED_OR(engDERIV_UNSUPPORTED, out);
  forward_unless_done(m, d, flags, out->C || out->D);
  int columns = out->F ? COLUMNS_FORCES : COLUMNS_STATE, np = out->P ? out->nparameter : 0;
  int status = check_parameters(m, __func__, np, out->parameter);
  if (status == engDERIV_OK) status = check_slopes(m, d, __func__, columns, out->C || out->D);
  if (status != engDERIV_OK) return status;
  mj_markStack(d);
  if (solver_is_hard(m->opt.solver)) {
    status = hard_derivatives(m, d, flags, columns, out);
  } else if (m->opt.integrator == mjINT_RK4) {
    runge_kutta_derivatives(m, d, flags, out);
  } else {
    step_wanted wanted = {columns, damping_is_among(np, out->parameter), out->C || out->D,
                          out->smoothing};
    step_slope w = step_slope_open(m, d, flags, wanted);
    derive_step(&w, out);
    step_slope_close(&w);
  }
  mj_freeStack(d);
  return status;
}

// --- products -----------------------------------------------------------------------------------

void inputs_back(const step_slope* w, const mjtNum* lambda, const mjtNum* direct,
                 const mjtNum* act_next, state_covector* out) {
  const mjModel* m = w->m;
  mj_markStack(w->d);
  mjtNum* along = mj_stackAllocNum(w->d, (size_t)m->nu + 1);
  actuators_back(&w->a, lambda, along);
  for (int u = 0; u < m->nu; u++) {
    const actuator_inputs* x = w->inputs + u;
    int act = m->actuator_actadr[u] >= 0 ? last_activation(m, u) : -1;
    mjtNum extra = direct ? direct[u] : 0;
    out->ctrl[u] += along[u] * x->force_by_ctrl + (act < 0 ? extra : 0);
    if (act < 0) continue;
    out->act[act] += along[u] * x->force_by_act + extra;
    if (!act_next) continue;
    out->ctrl[u] += x->act_by_ctrl * act_next[act];
    out->act[act] +=
        (x->act_by_act - 1) * act_next[act];  // the derivative by itself has been added already
  }
  if (out->wanted) parameters_back(w, lambda, out->wanted);
  mj_freeStack(w->d);
}

static void pull_back(step_slope* w, const mjtNum* next, state_covector* out) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  int nv = m->nv;
  mjtNum h = m->opt.timestep;
  mjtNum *acc = mj_stackAllocNum(d, (size_t)nv + (size_t)m->nu + 1), *direct = acc + nv;
  vec_zero(direct, m->nu);
  vec_copy(out->q, next, nv);
  vec_copy(out->v, next + nv, nv);
  vec_copy(out->act, next + 2 * nv, m->na);
  vec_zero(out->ctrl, m->nu);
  integrate_position_back(m, w->next_velocity, h, out->q, out->v);
  vec_scale(acc, out->v, h, nv);
  if (out->wanted) parameters_back_matrix(w, acc, out->wanted);
  integrate_back(&w->a, &w->integrator, acc, acc, out->q, out->v, counts_inputs(w) ? direct : NULL);
  acceleration_back(&w->a, acc, out->force, out->q, out->v);
  inputs_back(w, out->force, direct, next + 2 * nv, out);
}

int eng_stepVjp(const mjModel* m, mjData* d, int flags, const mjtNum* next,
                const engStepCovector* out) {
  NEED_PAIR_OR(engDERIV_UNSUPPORTED, m, d);
  NEED_OR(engDERIV_UNSUPPORTED, next, out);
  forward_unless_done(m, d, flags, 0);
  int status = check_model_slopes(m, __func__);
  return status == engDERIV_OK ? step_back(m, d, flags, next, out) : status;
}

int step_back(const mjModel* m, mjData* d, int flags, const mjtNum* next,
              const engStepCovector* out) {
  const char* name = "eng_stepVjp";
  int np = out->by_parameter ? out->nparameter : 0;
  int status = check_parameters(m, name, np, out->parameter);
  if (status == engDERIV_OK) status = check_data(m, d, name, COLUMNS_NONE, 0);
  if (status == engDERIV_OK && solver_is_hard(m->opt.solver) && (np || out->smoothing > 0)) {
    mju_warning("%s: no derivatives by parameters, or smoothed, with hard contact", name);
    status = engDERIV_UNSUPPORTED;
  }
  if (status != engDERIV_OK) return status;
  if (solver_is_hard(m->opt.solver)) return hard_product(m, d, flags, next, out, NULL, NULL);
  mj_markStack(d);
  int nv = m->nv;
  mjtNum* x = mj_stackAllocNum(d, 3 * (size_t)nv + (size_t)m->na + (size_t)m->nu + 1);
  state_covector bar = {x,
                        x + nv,
                        x + 2 * nv,
                        x + 2 * nv + m->na,
                        x + 2 * nv + m->na + m->nu,
                        np ? out : NULL,
                        out->smoothing};
  vec_zero(out->by_parameter, np);
  if (m->opt.integrator == mjINT_RK4) {
    runge_kutta_back(m, d, flags, next, &bar);
  } else {
    step_wanted wanted = {COLUMNS_NONE, damping_is_among(np, out->parameter), 0, out->smoothing};
    step_slope w = step_slope_open(m, d, flags, wanted);
    pull_back(&w, next, &bar);
    step_slope_close(&w);
  }
  if (out->state) vec_copy(out->state, x, dim_state(m));
  if (out->ctrl) vec_copy(out->ctrl, bar.ctrl, m->nu);
  if (out->force) vec_copy(out->force, bar.force, nv);
  mj_freeStack(d);
  return engDERIV_OK;
}

void forces_along(const step_slope* w, const step_change* x, mjtNum* input, mjtNum* force) {
  const mjModel* m = w->m;
  mj_markStack(w->d);
  mjtNum* along = mj_stackAllocNum(w->d, (size_t)m->nu + 1);
  for (int u = 0; u < m->nu; u++) {
    const actuator_inputs* in = w->inputs + u;
    int act = m->actuator_actadr[u] >= 0 ? last_activation(m, u) : -1;
    mjtNum du = x->ctrl ? x->ctrl[u] : 0, da = act >= 0 ? x->act[act] : 0;
    along[u] = in->force_by_ctrl * du + in->force_by_act * da;
    if (input) input[u] = act >= 0 ? da : du;
  }
  for (int i = 0; i < m->nv; i++) force[i] = x->force ? x->force[i] : 0;
  actuators_along(&w->a, along, force);
  if (x->parameter) parameter_forces(w, x->parameter, force);
  mj_freeStack(w->d);
}

static void push_along(step_slope* w, const step_change* x, mjtNum* next) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  int nv = m->nv;
  mjtNum h = m->opt.timestep, *dq = next, *dv = next + nv, *da = next + 2 * nv;
  mjtNum *force = mj_stackAllocNum(d, 2 * (size_t)nv + (size_t)m->nu + 1), *acc = force + nv;
  mjtNum* input = acc + nv;
  forces_along(w, x, input, force);
  acceleration_along(&w->a, x->q, x->v, force, acc);
  integrate_along(&w->a, &w->integrator, x->q, x->v, counts_inputs(w) ? input : NULL, acc);
  vec_add_scaled(dv, x->v, h, acc, nv);
  vec_copy(dq, x->q, nv);
  integrate_position_along(m, w->next_velocity, h, dq, dv);
  vec_copy(da, x->act, m->na);
  for (int u = 0; u < m->nu; u++) {
    if (m->actuator_actadr[u] < 0) continue;
    int act = last_activation(m, u);
    da[act] = w->inputs[u].act_by_act * x->act[act] +
              w->inputs[u].act_by_ctrl * (x->ctrl ? x->ctrl[u] : 0);
  }
}

int eng_stepJvp(const mjModel* m, mjData* d, int flags, const engStepDirection* x, mjtNum* next) {
  NEED_PAIR_OR(engDERIV_UNSUPPORTED, m, d);
  NEED_OR(engDERIV_UNSUPPORTED, x, next);
  forward_unless_done(m, d, flags, 0);
  int status = check_slopes(m, d, __func__, COLUMNS_NONE, 0);
  if (status != engDERIV_OK) return status;
  if (solver_is_hard(m->opt.solver)) return hard_product(m, d, flags, NULL, NULL, x, next);
  mj_markStack(d);
  int nv = m->nv, nx = dim_state(m);
  mjtNum* state = mj_stackAllocNum(d, (size_t)nx + 1);
  vec_zero(state, nx);
  if (x->state) vec_copy(state, x->state, nx);
  step_change change = {state, state + nv, state + 2 * nv, x->ctrl, x->force, NULL, x->smoothing};
  if (m->opt.integrator == mjINT_RK4) {
    runge_kutta_along(m, d, flags, &change, next);
  } else {
    step_slope w = step_slope_open(m, d, flags, (step_wanted){COLUMNS_NONE, 0, 0, x->smoothing});
    push_along(&w, &change, next);
    step_slope_close(&w);
  }
  mj_freeStack(d);
  return engDERIV_OK;
}
