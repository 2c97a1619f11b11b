// The three sensor stages: the functions in the sensor table, then user and plugin sensors.
#include "base/need.h"
#include "step/sensor.h"

#include <stdbool.h>

#include <engine/base.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "dynamics/plugin.h"
#include "model/history.h"
#include "model/sleep.h"

// For user and plugin sensors.
void sensor_none(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  (void)m, (void)d, (void)sensor, (void)value;
}

#define FUNCTION(type, element, about, stage, dim, datatype, needs, function) \
  [mjSENS_##type] = sensor_##function,
static const sensor_function functions[] = {SENSOR_TYPES(FUNCTION)};
#undef FUNCTION

// Which on-demand quantities have been computed in this stage.
typedef struct {
  int subtree_velocity, body_forces;
} computed;

static void compute_need(const mjModel* m, mjData* d, sensor_need need, computed* done) {
  if (need == NEEDS_SUBTREE_VELOCITY && !done->subtree_velocity) {
    mj_subtreeVel(m, d);
    done->subtree_velocity = 1;
  } else if (need == NEEDS_BODY_FORCES && !done->body_forces) {
    mj_rnePostConstraint(m, d);
    done->body_forces = 1;
  }
}

// The quantities that user and plugin sensors may rely on, whether or not they use them.
static sensor_need need_of_stage(mjtStage stage) {
  if (stage == mjSTAGE_VEL) return NEEDS_SUBTREE_VELOCITY;
  if (stage == mjSTAGE_ACC) return NEEDS_BODY_FORCES;
  return NEEDS_NOTHING;
}

// Clip values to the cutoff; unit vectors and quaternions are not clipped.
static void clip_values(const mjModel* m, int i, mjtNum cutoff, mjtNum* value) {
  if (m->sensor_type[i] == mjSENS_GEOMFROMTO) return;
  int type = m->sensor_datatype[i];
  for (int k = 0; k < m->sensor_dim[i]; k++) {
    if (type == mjDATATYPE_REAL) {
      value[k] = mju_clip(value[k], -cutoff, cutoff);
    } else if (type == mjDATATYPE_POSITIVE) {
      value[k] = mju_min(cutoff, value[k]);
    }
  }
}

static inline void apply_cutoff(const mjModel* m, int i, mjtNum* value) {
  mjtNum cutoff = m->sensor_cutoff[i];
  if (!(cutoff <= 0)) clip_values(m, i, cutoff, value);
}

// Compute plugin sensors of this stage, one plugin instance at a time.
static void run_plugins(const mjModel* m, mjData* d, mjtStage stage, computed* done) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = plugin_of_instance(m, i);
    if (!plugin) return;
    if (!(plugin->capabilityflags & mjPLUGIN_SENSOR)) continue;
    int at = plugin->needstage == mjSTAGE_NONE ? mjSTAGE_POS : plugin->needstage;
    if (at != (int)stage) continue;
    if (!plugin->compute) {
      mju_error("sensors: plugin '%s' has no compute function", plugin->name);
      return;
    }
    compute_need(m, d, need_of_stage(stage), done);
    plugin->compute(m, d, i, mjPLUGIN_SENSOR);
  }
}

// Whether the sensor has a history: delays and intervals exist only for sensors computed by the
// library.
static bool is_remembered(const mjModel* m, int i) {
  int type = m->sensor_type[i];
  return m->nhistory && m->sensor_historyadr[i] >= 0 && type != mjSENS_USER &&
         type != mjSENS_PLUGIN;
}

// Whether a sensor with an interval is due for a new sample.
static bool is_due(const mjModel* m, const mjData* d, int i, const history* h) {
  return *h->owned + m->sensor_interval[2 * i] <= d->time;
}

bool sensor_is_from_history(const mjModel* m, mjData* d, int i) {
  if (!is_remembered(m, i)) return false;
  history h = history_of_sensor(m, d, i);
  bool waits = m->sensor_interval[2 * i] > 0 && !is_due(m, d, i, &h);
  return m->sensor_delay[i] > 0 || waits;
}

// If the sensor has a delay or interval, write the stored value and return true.
static bool show_remembered(const mjModel* m, mjData* d, int i) {
  if (!sensor_is_from_history(m, d, i)) return false;
  history h = history_of_sensor(m, d, i);
  mjtNum delay = m->sensor_delay[i];
  mjtNum *shown = d->sensordata + m->sensor_adr[i], time = d->time - (delay > 0 ? delay : 0);
  const mjtNum* value = history_read(&h, time, m->sensor_history[2 * i + 1], shown);
  if (value) mju_copy(shown, value, h.dim);
  return true;
}

// Compute the current value, ignoring the history.
static void compute_now(const mjModel* m, mjData* d, int i, mjtNum* value) {
  computed done = {0, 0};
  compute_need(m, d, sensor_type_of(m->sensor_type[i])->need, &done);
  functions[m->sensor_type[i]](m, d, i, value);
  apply_cutoff(m, i, value);
}

static void remember(const mjModel* m, mjData* d, int i) {
  history h = history_of_sensor(m, d, i);
  if (m->sensor_interval[2 * i] > 0) {
    if (!is_due(m, d, i, &h)) return;
    *h.owned += m->sensor_interval[2 * i];
  }
  if (!(m->sensor_delay[i] > 0)) {
    history_insert(&h, d->time, d->sensordata + m->sensor_adr[i]);
    return;
  }
  mj_markStack(d);
  mjtNum* value = mj_stackAllocNum(d, (size_t)h.dim);
  compute_now(m, d, i, value);
  history_insert(&h, d->time, value);
  mj_freeStack(d);
}

void sensors_remember(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nsensor; i++) {
    if (is_remembered(m, i)) remember(m, d, i);
  }
}

// Sleep state (mjSleepState) of an object, or `unknown` for objects without one.
static int state_of(const mjModel* m, const mjData* d, int type, int id, int unknown) {
  if (id < 0) return unknown;
  switch (type) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY: return d->body_awake[id];
    case mjOBJ_GEOM: return d->body_awake[m->geom_bodyid[id]];
    case mjOBJ_SITE: return d->body_awake[m->site_bodyid[id]];
    case mjOBJ_CAMERA: return d->body_awake[m->cam_bodyid[id]];
    case mjOBJ_JOINT: return d->body_awake[m->jnt_bodyid[id]];
    case mjOBJ_TENDON: return tendon_sleeps(m, d, id) ? mjS_ASLEEP : mjS_AWAKE;
    case mjOBJ_ACTUATOR: return actuator_sleeps(m, d, id) ? mjS_ASLEEP : mjS_AWAKE;
    default: return unknown;
  }
}

// A sensor keeps its value if all objects it depends on are asleep.
static bool sensor_sleeps(const mjModel* m, const mjData* d, int i) {
  enum { UNKNOWN = -2 };
  int type = m->sensor_type[i];
  if (type == mjSENS_RANGEFINDER) return false;
  if (type == mjSENS_CONTACT && m->sensor_objtype[i] == mjOBJ_SITE) return false;
  int obj = state_of(m, d, m->sensor_objtype[i], m->sensor_objid[i], UNKNOWN);
  int ref = state_of(m, d, m->sensor_reftype[i], m->sensor_refid[i], UNKNOWN);
  if (obj == mjS_AWAKE || ref == mjS_AWAKE) return false;
  return obj == mjS_ASLEEP || ref == mjS_ASLEEP;
}

static void run_stage(const mjModel* m, mjData* d, mjtStage stage) {
  if (mjDISABLED(mjDSBL_SENSOR) || !m->nsensor) return;
  computed done = {0, 0};
  int user = 0;
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_needstage[i] != (int)stage || m->sensor_type[i] == mjSENS_PLUGIN) continue;
    if (m->sensor_type[i] == mjSENS_USER) {
      user = 1;
      compute_need(m, d, need_of_stage(stage), &done);
      continue;
    }
    const sensor_type* type = sensor_type_of(m->sensor_type[i]);
    if (!type || type->stage != stage) {
      mju_error("sensors: sensor %d of type %d does not belong to stage %d", i, m->sensor_type[i],
                (int)stage);
      return;
    }
    if (some_asleep(m, d) && sensor_sleeps(m, d, i)) continue;
    if (m->nhistory && show_remembered(m, d, i)) continue;
    compute_need(m, d, type->need, &done);
    functions[m->sensor_type[i]](m, d, i, d->sensordata + m->sensor_adr[i]);
  }
  if (user && mjcb_sensor) mjcb_sensor(m, d, stage);
  if (m->nplugin) run_plugins(m, d, stage, &done);
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_needstage[i] != (int)stage) continue;
    apply_cutoff(m, i, d->sensordata + m->sensor_adr[i]);
  }
}

void mj_sensorPos(const mjModel* m, mjData* d) {
  NEED(m, d);
  run_stage(m, d, mjSTAGE_POS);
}

void mj_sensorVel(const mjModel* m, mjData* d) {
  NEED(m, d);
  run_stage(m, d, mjSTAGE_VEL);
}

void mj_sensorAcc(const mjModel* m, mjData* d) {
  NEED(m, d);
  run_stage(m, d, mjSTAGE_ACC);
}
