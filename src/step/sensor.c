// The three sensor stages: run the functions of the table, then the user's and the plugins'.
#include "base/need.h"
#include "step/sensor.h"

#include <engine/base.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "dynamics/plugin.h"

// Of users and plugins.
void sensor_none(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  (void)m, (void)d, (void)sensor, (void)value;
}

#define FUNCTION(type, element, about, stage, dim, datatype, needs, function) \
  [mjSENS_##type] = sensor_##function,
static const sensor_function functions[] = {SENSOR_TYPES(FUNCTION)};
#undef FUNCTION

// What was computed on demand in this stage.
typedef struct {
  int subtree_velocity, body_forces;
} computed;

static void satisfy(const mjModel* m, mjData* d, sensor_need need, computed* done) {
  if (need == NEEDS_SUBTREE_VELOCITY && !done->subtree_velocity) {
    mj_subtreeVel(m, d);
    done->subtree_velocity = 1;
  } else if (need == NEEDS_BODY_FORCES && !done->body_forces) {
    mj_rnePostConstraint(m, d);
    done->body_forces = 1;
  }
}

// What users and plugins may expect to be there, whatever they compute.
static sensor_need need_of_stage(mjtStage stage) {
  if (stage == mjSTAGE_VEL) return NEEDS_SUBTREE_VELOCITY;
  if (stage == mjSTAGE_ACC) return NEEDS_BODY_FORCES;
  return NEEDS_NOTHING;
}

// Clip what a sensor returned; directions and orientations have no size to clip.
static void apply_cutoff(const mjModel* m, mjData* d, int i) {
  mjtNum cutoff = m->sensor_cutoff[i];
  if (cutoff <= 0 || m->sensor_type[i] == mjSENS_GEOMFROMTO) return;
  mjtNum* value = d->sensordata + m->sensor_adr[i];
  int type = m->sensor_datatype[i];
  for (int k = 0; k < m->sensor_dim[i]; k++) {
    if (type == mjDATATYPE_REAL) {
      value[k] = mju_clip(value[k], -cutoff, cutoff);
    } else if (type == mjDATATYPE_POSITIVE) {
      value[k] = mju_min(cutoff, value[k]);
    }
  }
}

// Plugins with sensors of this stage, an instance at a time.
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
    satisfy(m, d, need_of_stage(stage), done);
    plugin->compute(m, d, i, mjPLUGIN_SENSOR);
  }
}

static void run_stage(const mjModel* m, mjData* d, mjtStage stage) {
  if (mjDISABLED(mjDSBL_SENSOR) || !m->nsensor) return;
  computed done = {0, 0};
  int user = 0;
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_needstage[i] != (int)stage || m->sensor_type[i] == mjSENS_PLUGIN) continue;
    if (m->sensor_type[i] == mjSENS_USER) {
      user = 1;
      satisfy(m, d, need_of_stage(stage), &done);
      continue;
    }
    const sensor_type* type = sensor_type_of(m->sensor_type[i]);
    if (!type || type->stage != stage) {
      mju_error("sensors: sensor %d of type %d does not belong to stage %d", i, m->sensor_type[i],
                (int)stage);
      return;
    }
    satisfy(m, d, type->need, &done);
    functions[m->sensor_type[i]](m, d, i, d->sensordata + m->sensor_adr[i]);
  }
  if (user && mjcb_sensor) mjcb_sensor(m, d, stage);
  if (m->nplugin) run_plugins(m, d, stage, &done);
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_needstage[i] == (int)stage) apply_cutoff(m, d, i);
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
