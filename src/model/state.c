// State vectors: selected parts of mjData, concatenated in the order of their bits.
#include <stdbool.h>
#include <string.h>

#include <engine/base.h>
#include <engine/extension.h>
#include <engine/model.h>

#include "base/need.h"
#include "model/data.h"

// A part of the state: its address and its size.
typedef struct {
  mjtNum* data;
  int size;
} state_part;

// The part for a bit; d may be NULL when only sizes are needed.  eq_active has no data pointer
// here, since it consists of bytes.
static state_part element_of(const mjModel* m, mjData* d, int bit) {
#define PART(name, n) \
  (state_part) { d ? d->name : NULL, n }
  switch (1 << bit) {
    case mjSTATE_TIME: return (state_part){d ? &d->time : NULL, 1};
    case mjSTATE_QPOS: return PART(qpos, m->nq);
    case mjSTATE_QVEL: return PART(qvel, m->nv);
    case mjSTATE_ACT: return PART(act, m->na);
    case mjSTATE_WARMSTART: return PART(qacc_warmstart, m->nv);
    case mjSTATE_CTRL: return PART(ctrl, m->nu);
    case mjSTATE_QFRC_APPLIED: return PART(qfrc_applied, m->nv);
    case mjSTATE_XFRC_APPLIED: return PART(xfrc_applied, 6 * m->nbody);
    case mjSTATE_EQ_ACTIVE: return (state_part){NULL, m->neq};
    case mjSTATE_MOCAP_POS: return PART(mocap_pos, 3 * m->nmocap);
    case mjSTATE_MOCAP_QUAT: return PART(mocap_quat, 4 * m->nmocap);
    case mjSTATE_USERDATA: return PART(userdata, m->nuserdata);
    case mjSTATE_PLUGIN: return PART(plugin_state, m->npluginstate);
    case mjSTATE_HISTORY: return PART(history, m->nhistory);
  }
  return (state_part){NULL, 0};
#undef PART
}

// A model without delays has no history: as in 3.3.7, the bit for it is then invalid.
static bool is_valid(const mjModel* m, unsigned int sig, const char* caller) {
  if (sig < 1u << (m->nhistory ? engNSTATE : mjNSTATE)) return true;
  mju_error("%s: the signature %u has bits that no state has", caller, sig);
  return false;
}

// Histories belong to the physics state, although mjSTATE_PHYSICS of the API has no bit for them.
static unsigned int with_history(unsigned int sig) {
  return (sig & mjSTATE_PHYSICS) == mjSTATE_PHYSICS ? sig | mjSTATE_HISTORY : sig;
}

int mj_stateSize(const mjModel* m, unsigned int sig) {
  NEED_OR(0, m);
  if (!is_valid(m, sig, "mj_stateSize")) return 0;
  sig = with_history(sig);
  int size = 0;
  for (int bit = 0; bit < engNSTATE; bit++) {
    if (sig & 1u << bit) size += element_of(m, NULL, bit).size;
  }
  return size;
}

void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, unsigned int sig) {
  NEED_PAIR(m, d);
  if (!is_valid(m, sig, "mj_getState") || !mj_stateSize(m, sig)) return;
  NEED(state);
  sig = with_history(sig);
  for (int bit = 0; bit < engNSTATE; bit++) {
    if (!(sig & 1u << bit)) continue;
    state_part e = element_of(m, (mjData*)d, bit);
    if (1 << bit == mjSTATE_EQ_ACTIVE) {
      for (int i = 0; i < m->neq; i++) state[i] = d->eq_active[i];
    } else {
      memcpy(state, e.data, sizeof(mjtNum) * (size_t)e.size);
    }
    state += e.size;
  }
}

void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, unsigned int sig) {
  NEED_PAIR(m, d);
  if (!is_valid(m, sig, "mj_setState") || !mj_stateSize(m, sig)) return;
  NEED(state);
  sig = with_history(sig);
  for (int bit = 0; bit < engNSTATE; bit++) {
    if (!(sig & 1u << bit)) continue;
    state_part e = element_of(m, d, bit);
    if (1 << bit == mjSTATE_EQ_ACTIVE) {
      // a number that is no byte value (NaN, too large) is converted to 0 or 1
      for (int i = 0; i < m->neq; i++) {
        d->eq_active[i] = state[i] > -1 && state[i] < 256 ? (mjtByte)state[i] : state[i] > 0;
      }
    } else {
      memcpy(e.data, state, sizeof(mjtNum) * (size_t)e.size);
    }
    state += e.size;
  }
}

void mj_setKeyframe(mjModel* m, const mjData* d, int k) {
  NEED_PAIR(m, d);
  if (k < 0 || k >= m->nkey) {
    mju_error("mj_setKeyframe: there is no keyframe %d, the model has %d", k, m->nkey);
    return;
  }
#define KEEP(key, name, n) memcpy(m->key + (size_t)k * (n), d->name, sizeof(mjtNum) * (n))
  m->key_time[k] = d->time;
  KEEP(key_qpos, qpos, (size_t)m->nq);
  KEEP(key_qvel, qvel, (size_t)m->nv);
  KEEP(key_act, act, (size_t)m->na);
  KEEP(key_mpos, mocap_pos, 3 * (size_t)m->nmocap);
  KEEP(key_mquat, mocap_quat, 4 * (size_t)m->nmocap);
  KEEP(key_ctrl, ctrl, (size_t)m->nu);
#undef KEEP
}

// Copy one part of the state.
static void copy_part(const mjModel* m, const mjData* from, mjData* to, int bit) {
  if (1 << bit == mjSTATE_EQ_ACTIVE) {
    if (m->neq) memmove(to->eq_active, from->eq_active, (size_t)m->neq);
    return;
  }
  state_part a = element_of(m, (mjData*)from, bit), b = element_of(m, to, bit);
  if (a.size) memmove(b.data, a.data, sizeof(mjtNum) * (size_t)a.size);
}

void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig) {
  NEED_PAIR(m, src);
  NEED_PAIR(m, dst);
  if (!is_valid(m, (unsigned)sig, "mj_copyState")) return;
  unsigned all = with_history((unsigned)sig);
  for (int bit = 0; bit < engNSTATE; bit++) {
    if (all & 1u << bit) copy_part(m, src, dst, bit);
  }
}

void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst, int dstsig) {
  NEED(m);
  if (!is_valid(m, (unsigned)srcsig, "mj_extractState")) return;
  if (!is_valid(m, (unsigned)dstsig, "mj_extractState")) return;
  unsigned from = with_history((unsigned)srcsig), to = with_history((unsigned)dstsig);
  if (to & ~from) {
    mju_error("mj_extractState: dstsig %d is not a subset of srcsig %d", dstsig, srcsig);
    return;
  }
  if (!mj_stateSize(m, to)) return;
  NEED(src, dst);
  for (int bit = 0; bit < engNSTATE; bit++) {
    if (!(from & 1u << bit)) continue;
    size_t n = (size_t)element_of(m, NULL, bit).size;
    if (to & 1u << bit) {
      memmove(dst, src, sizeof(mjtNum) * n);
      dst += n;
    }
    src += n;
  }
}
