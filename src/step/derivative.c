// Analytic derivatives of a step: checks, and where the numbers go.
#include <engine/base.h>
#include <engine/derivative.h>
#include <engine/math.h>
#include <engine/model.h>
#include <engine/step.h>

#include <math.h>

#include "math/dense.h"
#include "model/data.h"
#include "model/stack.h"
#include "step/slope/integration.h"

// Where derivatives are wanted, and what they are made of.
typedef struct {
  const mjModel* m;
  mjData* d;
  int flags;
  const engStepDerivatives* out;
  actuator_inputs* inputs;  // nu
  mjtNum* acc;              // nv: what is integrated
  mjtNum* by_input;         // nu x nv: of acc, beside the force of an actuator; or NULL
} work;

static int dim_state(const mjModel* m) { return 2 * m->nv + m->na; }

static int all_finite(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i])) return 0;
  }
  return 1;
}

static int last_activation(const mjModel* m, int i) {
  return m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
}

// Numbers on the stack, for all parts.
static size_t numbers_needed(const mjModel* m, const mjData* d, const engStepDerivatives* out) {
  size_t nv = m->nv, nu = m->nu, extra = 0;
  if (m->opt.integrator != mjINT_EULER) extra = nv * (2 * nv + nu);
  if (inputs_change_damping(m)) extra += nu * nv;
  // E, and a copy of R
  return acceleration_slope_size(m, d, out->F != NULL) + nv * (4 * nv + nu) + extra;
}

static int check(const mjModel* m, mjData* d, const engStepDerivatives* out) {
  const char* why = "";
  if (!model_has_slopes(m, &why)) {
    mju_warning("eng_stepDerivatives: no derivatives of %s", why);
    return engDERIV_UNSUPPORTED;
  }
  size_t need = sizeof(mjtNum) * numbers_needed(m, d, out), room = stack_room(d);
  if (need > room) {
    mju_warning("eng_stepDerivatives: %zu bytes of the stack are left, %zu may be needed", room,
                need);
    return engDERIV_NO_MEMORY;
  }
  if (!all_finite(d->qacc, m->nv) || !all_finite(d->qpos, m->nq)) return engDERIV_BAD_STATE;
  return engDERIV_OK;
}

// --- rows of the results ------------------------------------------------------------------------

// The row of acc of dof i, spread over states, controls and forces, times scale, is added.
static void add_acc_row(const work* w, const acceleration_slope* a, int i, mjtNum scale, mjtNum* A,
                        mjtNum* B, mjtNum* F) {
  const mjModel* m = w->m;
  const clusters* c = &a->at;
  int k = c->of[i], n = cluster_size(c, k), nv = m->nv;
  const mjtNum* row = cluster_row(c, a->R, i);
  const int* dof = c->dof + c->first[k];
  for (int e = 0; A && e < n; e++) {
    A[dof[e]] += scale * row[e];
    A[nv + dof[e]] += scale * row[n + e];
  }
  int first = a->first_actuator[k], ninput = a->first_actuator[k + 1] - first;
  for (int s = 0; s < ninput; s++) {
    int u = a->actuator[first + s], act = m->actuator_actadr[u] >= 0;
    mjtNum by_force = scale * row[2 * n + s];
    mjtNum by_input = w->by_input ? scale * w->by_input[(size_t)u * (size_t)nv + i] : 0;
    if (B) B[u] += by_force * w->inputs[u].force_by_ctrl + (act ? 0 : by_input);
    if (A && act) {
      A[2 * nv + last_activation(m, u)] += by_force * w->inputs[u].force_by_act + by_input;
    }
  }
  for (int e = 0; F && e < n; e++) F[dof[e]] += scale * row[2 * n + ninput + e];
}

// dv' = dv + h dacc
static void store_velocity_rows(const work* w, const acceleration_slope* a) {
  const mjModel* m = w->m;
  size_t nx = dim_state(m), nv = m->nv, nu = m->nu;
  for (size_t i = 0; i < nv; i++) {
    mjtNum* A = w->out->A ? w->out->A + (nv + i) * nx : NULL;
    mjtNum* B = w->out->B ? w->out->B + (nv + i) * nu : NULL;
    mjtNum* F = w->out->F ? w->out->F + (nv + i) * nv : NULL;
    if (A) A[nv + i] = 1;
    add_acc_row(w, a, (int)i, m->opt.timestep, A, B, F);
  }
}

// Rows of dq' = Q_q dq + h Q_v dv', of the width of one of the matrices; is_A: dq is in its
// columns.
static void store_position_rows(const mjModel* m, const mjtNum* v, mjtNum h, mjtNum* M,
                                size_t width, int is_A) {
  size_t nv = m->nv;
  if (!M) return;
  for (int j = 0; j < m->njnt; j++) {
    mjtNum Qq[9], Qv[9];
    int type = m->jnt_type[j], turning = turn_slopes(m, j, v, h, Qq, Qv), first = m->jnt_dofadr[j];
    int plain = type == mjJNT_FREE ? 3 : type == mjJNT_BALL ? 0 : 1;
    for (int i = first; i < first + plain; i++) {
      mjtNum* row = M + (size_t)i * width;
      vec_scale(row, M + (nv + (size_t)i) * width, h, (int)width);
      if (is_A) row[i] += 1;
    }
    for (int i = 0; turning >= 0 && i < 3; i++) {
      mjtNum* row = M + (size_t)(turning + i) * width;
      for (int k = 0; k < 3; k++) {
        vec_axpy(row, h * Qv[3 * i + k], M + (nv + (size_t)(turning + k)) * width, (int)width);
        if (is_A) row[turning + k] += Qq[3 * i + k];
      }
    }
  }
}

static void store_activation_rows(const work* w) {
  const mjModel* m = w->m;
  size_t nx = dim_state(m), nv = m->nv;
  for (int i = 0; w->out->A && i < m->na; i++) {
    size_t row = 2 * nv + (size_t)i;
    w->out->A[row * nx + row] = 1;
  }
  for (int u = 0; u < m->nu; u++) {
    if (m->actuator_actadr[u] < 0) continue;
    size_t row = 2 * nv + (size_t)last_activation(m, u);
    if (w->out->A) w->out->A[row * nx + row] = w->inputs[u].act_by_act;
    if (w->out->B) w->out->B[row * (size_t)m->nu + (size_t)u] = w->inputs[u].act_by_ctrl;
  }
}

static void clear(mjtNum* x, size_t n) {
  if (x) memset(x, 0, sizeof(mjtNum) * n);
}

static void store(const work* w, const acceleration_slope* a) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  size_t nx = dim_state(m), nv = m->nv;
  mjtNum h = m->opt.timestep;
  clear(w->out->A, nx * nx);
  clear(w->out->B, nx * (size_t)m->nu);
  clear(w->out->F, nx * nv);
  mjtNum* v = mj_stackAllocNum(d, nv + 1);
  vec_add_scaled(v, d->qvel, h, w->acc, m->nv);
  store_velocity_rows(w, a);
  store_position_rows(m, v, h, w->out->A, nx, 1);
  store_position_rows(m, v, h, w->out->B, (size_t)m->nu, 0);
  store_position_rows(m, v, h, w->out->F, nv, 0);
  store_activation_rows(w);
}

static void derive(work* w) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  mj_markStack(d);
  mjtNum* force = mj_stackAllocNum(d, (size_t)d->nefc + 1);
  mjtNum* qfrc = mj_stackAllocNum(d, (size_t)m->nv + 1);
  forces_of_acceleration(m, d, force, qfrc);
  w->acc = mj_stackAllocNum(d, (size_t)m->nv + 1);
  w->inputs = mj_stackAllocByte(d, sizeof(actuator_inputs) * ((size_t)m->nu + 1), sizeof(mjtNum));
  if (inputs_change_damping(m) && !(w->flags & engDERIV_LIKE_FD)) {
    w->by_input = mj_stackAllocNum(d, (size_t)m->nu * (size_t)m->nv + 1);
  }
  actuator_inputs_of(m, d, !(w->flags & engDERIV_LIKE_FD), w->inputs);
  acceleration_slope a = acceleration_slope_open(m, d, w->out->F != NULL);
  acceleration_slope_solve(&a);
  integrated_acceleration(&a, w->acc, w->by_input);
  store(w, &a);
  if (d->nefc) {
    vec_copy(d->efc_force, force, d->nefc);
    vec_copy(d->qfrc_constraint, qfrc, m->nv);
  }
  mj_freeStack(d);
}

int eng_stepDerivatives(const mjModel* m, mjData* d, int flags, const engStepDerivatives* out) {
  NEED_PAIR_OR(engDERIV_UNSUPPORTED, m, d);
  NEED_OR(engDERIV_UNSUPPORTED, out);
  if (!(flags & engDERIV_FORWARDED)) mj_forward(m, d);
  int status = check(m, d, out);
  if (status != engDERIV_OK) return status;
  work w = {.m = m, .d = d, .flags = flags, .out = out};
  derive(&w);
  return engDERIV_OK;
}
