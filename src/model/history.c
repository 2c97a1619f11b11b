#include "model/history.h"

#include <math.h>
#include <string.h>

#include <engine/base.h>
#include <engine/extension.h>

#include "model/data.h"

static history at(const mjData* d, int adr, int n, int dim) {
  mjtNum* buffer = d->history + adr;
  return (history){buffer, buffer + 1, buffer + 2, buffer + 2 + n, n, dim};
}

history history_of_actuator(const mjModel* m, const mjData* d, int i) {
  int adr = m->actuator_historyadr[i];
  if (adr < 0) return (history){.n = 0};
  return at(d, adr, m->actuator_history[2 * i], m->actuator_ctrlnum[i]);
}

history history_of_sensor(const mjModel* m, const mjData* d, int i) {
  int adr = m->sensor_historyadr[i];
  if (adr < 0) return (history){.n = 0};
  return at(d, adr, m->sensor_history[2 * i], m->sensor_dim[i]);
}

// Index of the i-th oldest sample.  The cursor is part of the state vector, where the user may
// write any value.
static int sample_index(const history* h, int i) {
  mjtNum cursor = *h->cursor;
  int newest = cursor >= 0 && cursor < h->n ? (int)cursor : h->n - 1;
  return (newest + 1 + i) % h->n;
}
static mjtNum time_of(const history* h, int i) { return h->time[sample_index(h, i)]; }
static mjtNum* value_of(const history* h, int i) {
  return h->value + (size_t)sample_index(h, i) * (size_t)h->dim;
}

// Index of the first sample whose time is not before `time`; n when all are before it.
static int first_not_before(const history* h, mjtNum time) {
  int low = 0, high = h->n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (time_of(h, middle) < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Slope at sample i for cubic interpolation: of the line through its neighbours; 0 at both ends.
static mjtNum slope(const history* h, int i, int k) {
  if (i == 0 || i == h->n - 1) return 0;
  return (value_of(h, i + 1)[k] - value_of(h, i - 1)[k]) / (time_of(h, i + 1) - time_of(h, i - 1));
}

const mjtNum* history_read(const history* h, mjtNum time, int interp, mjtNum* result) {
  int last = h->n - 1;
  if (!(time > time_of(h, 0) + mjMINVAL)) return value_of(h, 0);
  if (time >= time_of(h, last) - mjMINVAL) return value_of(h, last);
  int i = first_not_before(h, time);
  if (fabs(time - time_of(h, i)) < mjMINVAL) return value_of(h, i);
  if (fabs(time - time_of(h, i - 1)) < mjMINVAL || interp == engINTERP_ZOH) {
    return value_of(h, i - 1);
  }
  const mjtNum *from = value_of(h, i - 1), *to = value_of(h, i);
  mjtNum step = time_of(h, i) - time_of(h, i - 1), x = (time - time_of(h, i - 1)) / step;
  for (int k = 0; k < h->dim; k++) {
    if (interp == engINTERP_LINEAR) {
      result[k] = from[k] + x * (to[k] - from[k]);
    } else {
      mjtNum x2 = x * x, x3 = x2 * x;
      result[k] = (2 * x3 - 3 * x2 + 1) * from[k] + (x3 - 2 * x2 + x) * step * slope(h, i - 1, k) +
                  (3 * x2 - 2 * x3) * to[k] + (x3 - x2) * step * slope(h, i, k);
    }
  }
  return NULL;
}

void history_insert(const history* h, mjtNum time, const mjtNum* value) {
  size_t bytes = sizeof(mjtNum) * (size_t)h->dim;
  int i = first_not_before(h, time);
  bool same = i < h->n && fabs(time - time_of(h, i)) < mjMINVAL;
  if (i > 0 && !same && fabs(time - time_of(h, i - 1)) < mjMINVAL) {
    i--;
    same = true;
  }
  if (i == h->n) {
    *h->cursor = sample_index(h, 0);  // the slot of the oldest sample becomes that of the newest
    i = h->n - 1;
  } else if (!same && i > 0) {
    for (int k = 1; k < i; k++) {
      h->time[sample_index(h, k - 1)] = time_of(h, k);
      memcpy(value_of(h, k - 1), value_of(h, k), bytes);
    }
    i--;
  }
  h->time[sample_index(h, i)] = time;
  memcpy(value_of(h, i), value, bytes);
}

static void reset(const history* h, mjtNum owned, mjtNum step) {
  *h->owned = owned;
  *h->cursor = h->n - 1;
  for (int k = 0; k < h->n; k++) h->time[k] = -(h->n - k) * step;
  memset(h->value, 0, sizeof(mjtNum) * (size_t)h->n * (size_t)h->dim);
}

void history_reset(const mjModel* m, mjData* d) {
  mjtNum step = m->opt.timestep;
  for (int i = 0; m->nhistory && i < m->nactuator; i++) {
    history h = history_of_actuator(m, d, i);
    if (!h.n) continue;
    reset(&h, 0, step);
    bool quat = m->actuator_gaintype[i] == mjGAIN_SO3 && m->actuator_ctrlspec[i] == engCHART_QUAT;
    for (int k = 0; quat && k < h.n; k++) h.value[4 * k] = 1;
  }
  for (int i = 0; m->nhistory && i < m->nsensor; i++) {
    history h = history_of_sensor(m, d, i);
    if (!h.n) continue;
    mjtNum period = m->sensor_interval[2 * i], phase = m->sensor_interval[2 * i + 1];
    reset(&h, -step, step);
    if (!(period > 0)) continue;
    *h.owned = phase = phase == 0 ? -period : phase;
    for (int k = 0; k < h.n; k++) {
      h.time[k] = ceil((phase - (h.n - 1 - k) * period) / step) * step;
    }
  }
}

// -------------------------------------------------------------------------------------- the API

mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp) {
  NEED_PAIR_OR(0, m, d);
  if (id < 0 || id >= m->nactuator) {
    mju_error("mj_readCtrl: there is no actuator %d; there are %d", id, m->nactuator);
    return 0;
  }
  history h = history_of_actuator(m, d, id);
  if (!m->actuator_ctrlnum[id]) return 0;
  if (!h.n) return d->ctrl[m->actuator_ctrladr[id]];
  mjtNum result[4];
  if (interp < 0) interp = m->actuator_history[2 * id + 1];
  const mjtNum* value = history_read(&h, time - m->actuator_delay[id], interp, result);
  return value ? value[0] : result[0];
}

const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time, mjtNum* result,
                            int interp) {
  NEED_PAIR_OR(NULL, m, d);
  if (id < 0 || id >= m->nsensor) {
    mju_error("mj_readSensor: there is no sensor %d; there are %d", id, m->nsensor);
    return NULL;
  }
  history h = history_of_sensor(m, d, id);
  if (!h.n) return d->sensordata + m->sensor_adr[id];
  if (interp < 0) interp = m->sensor_history[2 * id + 1];
  return history_read(&h, time - m->sensor_delay[id], interp, result);
}

// Set all samples, oldest first; false after an error.
static bool fill(const history* h, const mjtNum* times, const mjtNum* values, const char* caller) {
  if (!h->n) {
    mju_error("%s: there is no history; nsample says how long one is", caller);
    return false;
  }
  for (int k = 1; times && k < h->n; k++) {
    if (times[k] - times[k - 1] >= mjMINVAL) continue;
    mju_error("%s: times must increase; number %d does not", caller, k);
    return false;
  }
  // times == NULL: keep the times, but reorder the ring so that the oldest sample comes first
  for (int k = 0; !times && k < h->n; k++) {
    while (*h->cursor != h->n - 1) {
      mjtNum first = h->time[0];
      memmove(h->time, h->time + 1, sizeof(mjtNum) * (size_t)(h->n - 1));
      h->time[h->n - 1] = first;
      *h->cursor = *h->cursor == 0 ? h->n - 1 : *h->cursor - 1;
    }
  }
  if (times) memcpy(h->time, times, sizeof(mjtNum) * (size_t)h->n);
  memcpy(h->value, values, sizeof(mjtNum) * (size_t)h->n * (size_t)h->dim);
  *h->cursor = h->n - 1;
  return true;
}

void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                        const mjtNum* values) {
  NEED_PAIR(m, d);
  NEED(values);
  if (id < 0 || id >= m->nactuator) {
    mju_error("mj_initCtrlHistory: there is no actuator %d; there are %d", id, m->nactuator);
    return;
  }
  history h = history_of_actuator(m, d, id);
  fill(&h, times, values, "mj_initCtrlHistory");
}

void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                          const mjtNum* values, mjtNum phase) {
  NEED_PAIR(m, d);
  NEED(values);
  if (id < 0 || id >= m->nsensor) {
    mju_error("mj_initSensorHistory: there is no sensor %d; there are %d", id, m->nsensor);
    return;
  }
  history h = history_of_sensor(m, d, id);
  if (fill(&h, times, values, "mj_initSensorHistory")) *h.owned = phase;
}
