// The classical Runge-Kutta method, stage by stage.  With x_i the state of stage i, (v_i, a_i, r_i)
// its rates (velocity, acceleration, activation rate), and weights w and c,
//   q_i = q_0 (+) h w v_{i-1},  v_i = v_0 + h w a_{i-1},  act_i = act_0 + h w r_{i-1},
//   q'  = q_0 (+) h sum c v_i,  v' = v_0 + h sum c a_i,   act' = act_0 + step sum c r_i, clamped.
// Tangents are propagated in this order, covectors in reverse order.
#include <engine/base.h>
#include <engine/kinematics.h>
#include <engine/step.h>

#include "math/dense.h"
#include "step/slope/step_slope.h"

enum { STAGES = 4 };

static const mjtNum before[STAGES] = {0, 0.5, 0.5, 1};  // w of each stage
static const mjtNum final[STAGES] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

// The states and rates of all stages; n = 2 nv + na numbers of rates each.
typedef struct {
  const mjModel* m;
  mjData* d;
  int flags, nx;
  mjtNum smoothing;
  mjtNum *qpos, *qvel, *act;  // at the start
  mjtNum* rate;               // STAGES x nx
  mjtNum* sum;                // nx: weighted sum of rates for the next state
  mjtNum* vel;                // nv: w v of the previous stage
} stage_path;

static stage_path path_open(const mjModel* m, mjData* d, int flags, mjtNum smoothing) {
  stage_path p = {.m = m, .d = d, .flags = flags, .smoothing = smoothing, .nx = dim_state(m)};
  size_t nx = (size_t)p.nx, nv = m->nv;
  p.qpos = mj_stackAllocNum(d, (size_t)m->nq + 2 * nv + (size_t)m->na + (STAGES + 1) * nx + 1);
  p.qvel = p.qpos + m->nq;
  p.act = p.qvel + nv;
  p.vel = p.act + m->na;
  p.rate = p.vel + nv;
  p.sum = p.rate + STAGES * nx;
  vec_copy(p.qpos, d->qpos, m->nq);
  vec_copy(p.qvel, d->qvel, m->nv);
  vec_copy(p.act, d->act, m->na);
  vec_zero(p.sum, p.nx);
  return p;
}

// Set the data to the state of a stage, whose previous rates are known, and run forward dynamics.
static void go_to_stage(stage_path* p, int stage) {
  const mjModel* m = p->m;
  mjData* d = p->d;
  mjtNum w = before[stage], h = m->opt.timestep;
  vec_copy(d->qpos, p->qpos, m->nq);
  vec_copy(d->qvel, p->qvel, m->nv);
  vec_copy(d->act, p->act, m->na);
  vec_zero(p->vel, m->nv);
  if (stage > 0) {
    const mjtNum* rate = p->rate + (stage - 1) * p->nx;
    vec_scale(p->vel, rate, w, m->nv);
    mj_integratePos(m, d->qpos, p->vel, h);
    vec_axpy(d->qvel, h * w, rate + m->nv, m->nv);
    vec_axpy(d->act, h * w, rate + 2 * m->nv, m->na);
  }
  mj_forwardSkip(m, d, mjSTAGE_NONE, 1);
}

static void note_rates(stage_path* p, int stage) {
  const mjModel* m = p->m;
  mjtNum* rate = p->rate + stage * p->nx;
  vec_copy(rate, p->d->qvel, m->nv);
  vec_copy(rate + m->nv, p->d->qacc, m->nv);
  vec_copy(rate + 2 * m->nv, p->d->act_dot, m->na);
  vec_axpy(p->sum, final[stage], rate, p->nx);
}

// Restore the initial state and the results of mj_forward.
static void path_close(stage_path* p) {
  vec_copy(p->d->qpos, p->qpos, p->m->nq);
  vec_copy(p->d->qvel, p->qvel, p->m->nv);
  vec_copy(p->d->act, p->act, p->m->na);
  mj_forward(p->m, p->d);
}

static step_slope stage_open(stage_path* p, int columns) {
  const mjModel* m = p->m;
  mjData* d = p->d;
  step_slope w = {.m = m, .d = d, .flags = p->flags};
  find_row_forces(&w);
  smooth_rows(m, d, p->smoothing, &w.rows);
  w.inputs = mj_stackAllocByte(d, sizeof(actuator_inputs) * ((size_t)m->nu + 1), sizeof(mjtNum));
  actuator_inputs_of(m, d, !(p->flags & engDERIV_LIKE_FD), w.inputs);
  w.a = acceleration_slope_open(m, d, columns);
  acceleration_slope_factor(&w.a);
  return w;
}

// Factor from the sum of rates to the change of the activation in the step; 0 at its limits.
static mjtNum activation_step(const stage_path* p, const actuator_inputs* x, int u) {
  int act = last_activation(p->m, u);
  mjtNum next = p->act[act] + x->step * p->sum[2 * p->m->nv + act];
  return activation_is_free(p->m, u, next) ? x->step : 0;
}

// Whether the activation's derivative by itself is 1 (else 0).
static int activation_stays(const stage_path* p, const actuator_inputs* x, int u) {
  int act = last_activation(p->m, u);
  return activation_is_free(p->m, u, p->act[act] + x->step * p->sum[2 * p->m->nv + act]);
}

// --- matrices -----------------------------------------------------------------------------------

// Tangents of a stage's state and of the rates; columns for states, controls and forces.
typedef struct {
  size_t width;
  int nx, nu, with_forces;
  mjtNum* state;         // nx rows
  mjtNum* rate[STAGES];  // nx rows each
} tangents;

size_t runge_kutta_size(const mjModel* m) {
  size_t nx = (size_t)dim_state(m), width = nx + (size_t)m->nu + (size_t)m->nv;
  return (STAGES + 2) * nx * width + 8 * nx;
}

static void stage_rates(const step_slope* w, const tangents* t, mjtNum* out) {
  const mjModel* m = w->m;
  const acceleration_slope* a = &w->a;
  const clusters* c = &a->at;
  size_t nv = m->nv, n = t->width;
  const mjtNum *q = t->state, *v = q + nv * n, *act = v + nv * n;
  memcpy(out, v, sizeof(mjtNum) * nv * n);
  memset(out + nv * n, 0, sizeof(mjtNum) * ((size_t)t->nx - nv) * n);
  for (size_t i = 0; i < nv; i++) {
    int k = c->of[i], size = cluster_size(c, k), first = a->first_actuator[k];
    int ninput = a->first_actuator[k + 1] - first;
    const mjtNum* row = cluster_row(c, a->R, (int)i);
    const int* dof = c->dof + c->first[k];
    mjtNum* to = out + (nv + i) * n;
    for (int e = 0; e < size; e++) {
      vec_axpy(to, row[e], q + (size_t)dof[e] * n, (int)n);
      vec_axpy(to, row[size + e], v + (size_t)dof[e] * n, (int)n);
      if (t->with_forces) to[t->nx + t->nu + dof[e]] += row[2 * size + ninput + e];
    }
    for (int s = 0; s < ninput; s++) {
      int u = a->actuator[first + s];
      mjtNum x = row[2 * size + s];
      to[t->nx + u] += x * w->inputs[u].force_by_ctrl;
      if (m->actuator_actadr[u] < 0) continue;
      vec_axpy(to, x * w->inputs[u].force_by_act, act + (size_t)last_activation(m, u) * n, (int)n);
    }
  }
  for (int u = 0; u < m->nu; u++) {
    if (m->actuator_actadr[u] < 0) continue;
    size_t i = (size_t)last_activation(m, u);
    mjtNum* to = out + (2 * nv + i) * n;
    vec_axpy(to, w->inputs[u].rate_by_act, act + i * n, (int)n);
    to[t->nx + u] += w->inputs[u].rate_by_ctrl;
  }
}

// t->state = tangent of the initial state plus h w times those of the rates.
static void next_tangent(const stage_path* p, const tangents* t, mjtNum w, const mjtNum* rate) {
  const mjModel* m = p->m;
  mjtNum h = m->opt.timestep;
  size_t nv = m->nv, n = t->width;
  // positions move by w v over the time h: equivalent to a rate w v
  vec_scale(t->state, rate, w, (int)(nv * n));
  mjtNum* scaled = t->state + nv * n;
  memcpy(scaled, t->state, sizeof(mjtNum) * nv * n);
  integrate_position_rows(m, p->vel, h, (rate_rows){scaled, n, 1}, t->state);
  for (size_t i = nv; i < (size_t)t->nx; i++) {
    vec_scale(t->state + i * n, rate + i * n, h * w, (int)n);
    t->state[i * n + i] += 1;
  }
}

static void store(const stage_path* p, const tangents* t, const actuator_inputs* inputs,
                  const engStepDerivatives* out) {
  const mjModel* m = p->m;
  size_t nv = m->nv, nx = t->nx, n = t->width, nu = t->nu;
  mjtNum* sum = t->state;
  memset(sum, 0, sizeof(mjtNum) * nx * n);
  for (int i = 0; i < STAGES; i++) {
    for (size_t k = 0; k < nx; k++) vec_axpy(sum + k * n, final[i], t->rate[i] + k * n, (int)n);
  }
  mjtNum* next = t->rate[0];
  integrate_position_rows(m, p->sum, m->opt.timestep, (rate_rows){sum, n, 1}, next);
  for (size_t i = nv; i < nx; i++) {
    mjtNum step = m->opt.timestep, stays = 1;
    for (int u = 0; i >= 2 * nv && u < m->nu; u++) {
      if (m->actuator_actadr[u] < 0 || last_activation(m, u) != (int)(i - 2 * nv)) continue;
      step = activation_step(p, inputs + u, u);
      stays = activation_stays(p, inputs + u, u);
    }
    vec_scale(next + i * n, sum + i * n, step, (int)n);
    next[i * n + i] += stays;
  }
  for (size_t i = 0; i < nx; i++) {
    const mjtNum* row = next + i * n;
    if (out->A) memcpy(out->A + i * nx, row, sizeof(mjtNum) * nx);
    if (out->B) memcpy(out->B + i * nu, row + nx, sizeof(mjtNum) * nu);
    if (out->F) memcpy(out->F + i * nv, row + nx + nu, sizeof(mjtNum) * nv);
  }
}

// One parameter at a time, through all stages.
static void parameter_tangents(const mjModel* m, mjData* d, int flags,
                               const engStepDerivatives* out) {
  size_t nx = (size_t)dim_state(m), n = (size_t)out->nparameter;
  mj_markStack(d);
  mjtNum *still = mj_stackAllocNum(d, 2 * nx + 1), *next = still + nx;
  vec_zero(still, (int)nx);
  for (size_t k = 0; k < n; k++) {
    step_change x = {still, still + m->nv,      still + 2 * m->nv, NULL,
                     NULL,  out->parameter + k, out->smoothing};
    mj_markStack(d);
    runge_kutta_along(m, d, flags, &x, next);
    mj_freeStack(d);
    for (size_t i = 0; i < nx; i++) out->P[i * n + k] = next[i];
  }
  mj_freeStack(d);
}

void runge_kutta_derivatives(const mjModel* m, mjData* d, int flags,
                             const engStepDerivatives* out) {
  stage_path p = path_open(m, d, flags, out->smoothing);
  tangents t = {.nx = p.nx, .nu = m->nu, .with_forces = out->F != NULL};
  t.width = (size_t)p.nx + (size_t)m->nu + (t.with_forces ? (size_t)m->nv : 0);
  size_t size = (size_t)p.nx * t.width;
  t.state = mj_stackAllocNum(d, size + 1);
  for (int i = 0; i < STAGES; i++) t.rate[i] = mj_stackAllocNum(d, size + 1);
  actuator_inputs* inputs =
      mj_stackAllocByte(d, sizeof(actuator_inputs) * ((size_t)m->nu + 1), sizeof(mjtNum));
  memset(t.state, 0, sizeof(mjtNum) * size);
  for (size_t i = 0; i < (size_t)p.nx; i++) t.state[i * t.width + i] = 1;
  for (int i = 0; i < STAGES; i++) {
    if (i > 0) {
      go_to_stage(&p, i);
      next_tangent(&p, &t, before[i], t.rate[i - 1]);
    }
    note_rates(&p, i);
    mj_markStack(d);
    step_slope w = stage_open(&p, t.with_forces ? COLUMNS_FORCES : COLUMNS_STATE);
    int sensors = i == 0 && (out->C || out->D);
    if (sensors) sensor_slopes_open(&w);
    acceleration_slope_solve(&w.a);
    if (sensors) sensor_slopes(&w, out->C, out->D);
    stage_rates(&w, &t, t.rate[i]);
    if (i == 0) memcpy(inputs, w.inputs, sizeof(actuator_inputs) * (size_t)m->nu);
    mj_freeStack(d);
  }
  store(&p, &t, inputs, out);
  path_close(&p);
  if (out->P) parameter_tangents(m, d, flags, out);
}

// --- products -----------------------------------------------------------------------------------

void runge_kutta_along(const mjModel* m, mjData* d, int flags, const step_change* x, mjtNum* next) {
  stage_path p = path_open(m, d, flags, x->smoothing);
  int nv = m->nv, na = m->na, nx = p.nx;
  mjtNum h = m->opt.timestep;
  mjtNum* state = mj_stackAllocNum(d, 3 * (size_t)nx + (size_t)nv + 1);
  mjtNum *rate = state + nx, *sum = rate + nx, *force = sum + nx;
  actuator_inputs* inputs =
      mj_stackAllocByte(d, sizeof(actuator_inputs) * ((size_t)m->nu + 1), sizeof(mjtNum));
  vec_zero(sum, nx);
  vec_zero(rate, nx);
  for (int i = 0; i < STAGES; i++) {
    if (i > 0) go_to_stage(&p, i);
    note_rates(&p, i);
    vec_copy(state, x->q, nv);
    vec_scale(rate, rate, before[i], nx);
    integrate_position_along(m, i ? p.vel : d->qvel, i ? h : 0, state, rate);
    vec_add_scaled(state + nv, x->v, h, rate + nv, nv);
    vec_add_scaled(state + 2 * nv, x->act, h, rate + 2 * nv, na);
    mj_markStack(d);
    step_slope w = stage_open(&p, COLUMNS_NONE);
    step_change here = *x;
    here.q = state, here.v = state + nv, here.act = state + 2 * nv;
    forces_along(&w, &here, NULL, force);
    vec_copy(rate, state + nv, nv);
    acceleration_along(&w.a, state, state + nv, force, rate + nv);
    vec_zero(rate + 2 * nv, na);
    for (int u = 0; u < m->nu; u++) {
      if (m->actuator_actadr[u] < 0) continue;
      int act = last_activation(m, u);
      rate[2 * nv + act] = w.inputs[u].rate_by_act * here.act[act] +
                           w.inputs[u].rate_by_ctrl * (x->ctrl ? x->ctrl[u] : 0);
    }
    vec_axpy(sum, final[i], rate, nx);
    if (i == 0) memcpy(inputs, w.inputs, sizeof(actuator_inputs) * (size_t)m->nu);
    mj_freeStack(d);
  }
  vec_copy(next, x->q, nv);
  integrate_position_along(m, p.sum, h, next, sum);
  vec_add_scaled(next + nv, x->v, h, sum + nv, nv);
  vec_add_scaled(next + 2 * nv, x->act, h, sum + 2 * nv, na);
  for (int u = 0; u < m->nu; u++) {
    if (m->actuator_actadr[u] < 0) continue;
    int act = last_activation(m, u);
    next[2 * nv + act] = activation_stays(&p, inputs + u, u) * x->act[act] +
                         activation_step(&p, inputs + u, u) * sum[2 * nv + act];
  }
  path_close(&p);
}

// Covectors of a stage's rates from those of the combined rates of the step.
static void begin_back(const stage_path* p, const actuator_inputs* inputs, const mjtNum* next,
                       mjtNum* rates, state_covector* out) {
  const mjModel* m = p->m;
  int nv = m->nv, na = m->na;
  mjtNum h = m->opt.timestep;
  vec_zero(rates, p->nx);
  vec_copy(out->q, next, nv);
  vec_copy(out->v, next + nv, nv);
  vec_copy(out->act, next + 2 * nv, na);
  integrate_position_back(m, p->sum, h, out->q, rates);
  vec_axpy(rates + nv, h, next + nv, nv);
  vec_axpy(rates + 2 * nv, h, next + 2 * nv, na);
  for (int u = 0; u < m->nu; u++) {
    if (m->actuator_actadr[u] < 0) continue;
    int act = last_activation(m, u);
    rates[2 * nv + act] = activation_step(p, inputs + u, u) * next[2 * nv + act];
    out->act[act] = activation_stays(p, inputs + u, u) * next[2 * nv + act];
  }
}

void runge_kutta_back(const mjModel* m, mjData* d, int flags, const mjtNum* next,
                      state_covector* out) {
  stage_path p = path_open(m, d, flags, out->smoothing);
  int nv = m->nv, na = m->na, nx = p.nx;
  mjtNum h = m->opt.timestep;
  mjtNum* rates = mj_stackAllocNum(d, 4 * (size_t)nx + (size_t)nv + 1);
  mjtNum *bar = rates + nx, *state = bar + nx, *from_next = state + nx, *lambda = from_next + nx;
  actuator_inputs* inputs =
      mj_stackAllocByte(d, sizeof(actuator_inputs) * ((size_t)m->nu + 1), sizeof(mjtNum));
  for (int i = 0; i < STAGES; i++) {
    if (i > 0) go_to_stage(&p, i);
    note_rates(&p, i);
    if (i == 0) actuator_inputs_of(m, d, !(flags & engDERIV_LIKE_FD), inputs);
  }
  vec_zero(out->ctrl, m->nu);
  vec_zero(out->force, nv);
  begin_back(&p, inputs, next, rates, out);
  vec_zero(from_next, nx);
  for (int i = STAGES - 1; i >= 0; i--) {
    if (i < STAGES - 1) go_to_stage(&p, i);
    // of the rates: velocity, acceleration, activation rate
    vec_scale(bar, rates, final[i], nx);
    vec_add(bar, bar, from_next, nx);
    mj_markStack(d);
    step_slope w = stage_open(&p, COLUMNS_NONE);
    state_covector at = {state,  state + nv,  state + 2 * nv, out->ctrl,
                         lambda, out->wanted, out->smoothing};
    vec_zero(state, nx);
    vec_copy(at.v, bar, nv);
    acceleration_back(&w.a, bar + nv, lambda, at.q, at.v);
    inputs_back(&w, lambda, NULL, NULL, &at);
    for (int u = 0; u < m->nu; u++) {
      if (m->actuator_actadr[u] < 0) continue;
      int act = last_activation(m, u);
      at.act[act] += w.inputs[u].rate_by_act * bar[2 * nv + act];
      out->ctrl[u] += w.inputs[u].rate_by_ctrl * bar[2 * nv + act];
    }
    vec_add(out->force, out->force, lambda, nv);
    mj_freeStack(d);
    // convert from the state of the stage to the initial state and the previous rates
    mjtNum scale = before[i];
    vec_zero(from_next, nx);
    integrate_position_back(m, p.vel, i ? h : 0, at.q, from_next);
    vec_axpy(from_next + nv, h, at.v, nv);
    vec_axpy(from_next + 2 * nv, h, at.act, na);
    vec_scale(from_next, from_next, scale, nx);
    vec_add(out->q, out->q, at.q, nv);
    vec_add(out->v, out->v, at.v, nv);
    vec_add(out->act, out->act, at.act, na);
  }
  path_close(&p);
}
