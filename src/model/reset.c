// Resets mjData to its initial state.
#include <string.h>

#include <engine/base.h>
#include <engine/extension.h>
#include <engine/model.h>

#include "base/log.h"
#include "base/need.h"
#include "model/data.h"
#include "model/history.h"
#include "model/sleep.h"
#include "model/stack.h"
#include "model/validate.h"

#define COPY(dst, src, n) memcpy(dst, src, sizeof(*(dst)) * (size_t)(n))
#define ZERO(dst, n)      memset(dst, 0, sizeof(*(dst)) * (size_t)(n))

// Reset the members of the struct except sizes, pointers, the thread pool and solver statistics.
static void reset_scalars(mjData* d) {
  data_release_arena(d);
  d->maxuse_stack = d->maxuse_arena = 0;
  d->maxuse_con = d->maxuse_efc = 0;
  ZERO(d->maxuse_threadstack, mjMAXTHREAD);
  ZERO(d->warning, mjNWARNING);
  ZERO(d->timer, mjNTIMER);
  ZERO(d->solver_niter, mjNISLAND);
  ZERO(d->solver_nnz, mjNISLAND);
  ZERO(d->solver_fwdinv, 2);
  ZERO(d->energy, 2);
  d->time = 0;
}

// Fill the buffer with a byte value, except data of plugins.
static void fill_buffer(const mjModel* m, mjData* d, unsigned char value) {
  char* begin = d->buffer;
  char* end = begin + d->nbuffer;
  char* state = (char*)d->plugin_state;
  char* state_end = (char*)(d->plugin_state + m->npluginstate);
  char* own = (char*)d->plugin_data;
  char* own_end = (char*)(d->plugin_data + m->nplugin);
  memset(begin, value, (size_t)(state - begin));
  memset(state_end, value, (size_t)(own - state_end));
  memset(own_end, value, (size_t)(end - own_end));
}

// Zero what forward dynamics reads before it writes it.
static void zero_inputs(const mjModel* m, mjData* d) {
  ZERO(d->qpos, m->nq);
  ZERO(d->qvel, m->nv);
  ZERO(d->act, m->na);
  ZERO(d->ctrl, m->nu);
  ZERO(d->qfrc_applied, m->nv);
  ZERO(d->xfrc_applied, 6 * m->nbody);
  ZERO(d->qacc, m->nv);
  ZERO(d->qacc_warmstart, m->nv);
  ZERO(d->act_dot, m->na);
  ZERO(d->userdata, m->nuserdata);
  ZERO(d->sensordata, m->nsensordata);
  ZERO(d->mocap_pos, 3 * m->nmocap);
  ZERO(d->mocap_quat, 4 * m->nmocap);
  ZERO(d->qM, m->nM);
}

static void set_initial(const mjModel* m, mjData* d) {
  COPY(d->eq_active, m->eq_active0, m->neq);
  COPY(d->qpos, m->qpos0, m->nq);
  mj_resetCtrl(m, d);
  history_reset(m, d);
  if (!m->nmocap) return;
  for (int b = 0; b < m->nbody; b++) {
    int id = m->body_mocapid[b];
    if (id < 0) continue;
    COPY(d->mocap_pos + 3 * id, m->body_pos + 3 * b, 3);
    COPY(d->mocap_quat + 4 * id, m->body_quat + 4 * b, 4);
  }
}

void data_begin_zeroed(const mjModel* m, mjData* d) {
  set_initial(m, d);
  if (!model_patterns_agree(m)) {
    mju_error("mj_resetData: the sparsity patterns B and D of the model do not agree");
    return;
  }
  COPY(d->plugin, m->plugin, m->nplugin);
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = mjp_getPluginAtSlot(m->plugin[i]);
    if (!p) {
      mju_error("mj_resetData: plugin instance %d has no registered plugin", i);
      return;
    }
    if (p->reset) {
      p->reset(m, d->plugin_state + m->plugin_stateadr[i], (void*)d->plugin_data[i], i);
    }
  }
  d->signature = m->signature;
  sleep_reset(m, d);
  if (sleep_enabled(m)) sleep_begin(m, d);
}

// Set the initial state; computed quantities are left unchanged.
static void begin(const mjModel* m, mjData* d) {
  reset_scalars(d);
  zero_inputs(m, d);
  data_begin_zeroed(m, d);
}

void data_begin_again(const mjModel* m, mjData* d) {
  stack_reset(d);
  begin(m, d);
}

static void reset_all(const mjModel* m, mjData* d, unsigned char value) {
  fill_buffer(m, d, value);
  ZERO(d->solver, mjNISLAND * mjNSOLVER);
  begin(m, d);
}

void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value) {
  NEED_PAIR(m, d);
  stack_reset(d);
  reset_all(m, d, debug_value);
}

// Log the durations of the stages since the last reset.
static void log_durations(const mjData* d) {
  const mjTimerStat* t = d->timer;
  if (!log_wants(mjTOPIC_TIME_STP) || !t[mjTIMER_STEP].number) return;
  mju_info(mjTOPIC_TIME_STP,
           "%d steps of %g: forward %g, inverse %g, position %g, velocity %g, actuation %g, "
           "constraint %g, advance %g",
           t[mjTIMER_STEP].number, t[mjTIMER_STEP].duration / t[mjTIMER_STEP].number,
           t[mjTIMER_FORWARD].duration, t[mjTIMER_INVERSE].duration, t[mjTIMER_POSITION].duration,
           t[mjTIMER_VELOCITY].duration, t[mjTIMER_ACTUATION].duration,
           t[mjTIMER_CONSTRAINT].duration, t[mjTIMER_ADVANCE].duration);
}

void data_reset(const mjModel* m, mjData* d) {
  log_durations(d);
  reset_all(m, d, 0);
}

void mj_resetData(const mjModel* m, mjData* d) {
  NEED_PAIR(m, d);
  stack_reset(d);
  data_reset(m, d);
}

void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key) {
  NEED_PAIR(m, d);
  mj_resetData(m, d);
  if (key < 0 || key >= m->nkey) return;
  d->time = m->key_time[key];
  COPY(d->qpos, m->key_qpos + (size_t)key * (size_t)m->nq, m->nq);
  COPY(d->qvel, m->key_qvel + (size_t)key * (size_t)m->nv, m->nv);
  COPY(d->act, m->key_act + (size_t)key * (size_t)m->na, m->na);
  COPY(d->mocap_pos, m->key_mpos + (size_t)key * 3 * (size_t)m->nmocap, 3 * m->nmocap);
  COPY(d->mocap_quat, m->key_mquat + (size_t)key * 4 * (size_t)m->nmocap, 4 * m->nmocap);
  COPY(d->ctrl, m->key_ctrl + (size_t)key * (size_t)m->nu, m->nu);
}
