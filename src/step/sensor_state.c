// Sensors that read values from the state: joints, tendons, actuators, limits, energies, time.
#include <engine/dynamics.h>

#include "constraint/kinds/limit.h"
#include "math/dense.h"
#include "math/quat.h"
#include "step/sensor.h"

void sensor_joint_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  value[0] = d->qpos[m->jnt_qposadr[m->sensor_objid[sensor]]];
}

void sensor_joint_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  value[0] = d->qvel[m->jnt_dofadr[m->sensor_objid[sensor]]];
}

void sensor_joint_actuator_force(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  value[0] = d->qfrc_actuator[m->jnt_dofadr[m->sensor_objid[sensor]]];
}

void sensor_ball_quat(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  quat_copy(value, d->qpos + m->jnt_qposadr[m->sensor_objid[sensor]]);
  quat_normalize(value);
}

void sensor_ball_ang_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  vec3_copy(value, d->qvel + m->jnt_dofadr[m->sensor_objid[sensor]]);
}

void sensor_tendon_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  value[0] = d->ten_length[m->sensor_objid[sensor]];
}

void sensor_tendon_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  value[0] = d->ten_velocity[m->sensor_objid[sensor]];
}

void sensor_tendon_actuator_force(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  value[0] = 0;
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON &&
        m->actuator_trnid[2 * i] == m->sensor_objid[sensor]) {
      value[0] += d->actuator_force[m->actuator_outadr[i]];
    }
  }
}

static void copy_outputs(const mjModel* m, const mjtNum* from, int sensor, mjtNum* value) {
  int i = m->sensor_objid[sensor];
  vec_copy(value, from + m->actuator_outadr[i], m->actuator_outnum[i]);
}

void sensor_actuator_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  copy_outputs(m, d->actuator_length, sensor, value);
}

void sensor_actuator_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  copy_outputs(m, d->actuator_velocity, sensor, value);
}

void sensor_actuator_force(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  copy_outputs(m, d->actuator_force, sensor, value);
}

// The first active limit row of the sensor's joint or tendon, or -1.
static int limit_row(const mjModel* m, const mjData* d, int sensor) {
  int row = -1;
  limit_rows_of(d, m->sensor_objtype[sensor], m->sensor_objid[sensor], &row);
  return row;
}

void sensor_limit_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  int row = limit_row(m, d, sensor);
  value[0] = row < 0 ? 0 : d->efc_pos[row] - d->efc_margin[row];
}

void sensor_limit_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  int row = limit_row(m, d, sensor);
  value[0] = row < 0 ? 0 : d->efc_vel[row];
}

void sensor_limit_force(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  int row = limit_row(m, d, sensor);
  value[0] = row < 0 ? 0 : d->efc_force[row];
}

void sensor_potential_energy(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  (void)sensor;
  mj_energyPos(m, d);
  value[0] = d->energy[0];
}

void sensor_kinetic_energy(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  (void)sensor;
  mj_energyVel(m, d);
  value[0] = d->energy[1];
}

void sensor_clock(const mjModel* m, mjData* d, int sensor, mjtNum* value) {
  (void)m;
  (void)sensor;
  value[0] = d->time;
}
