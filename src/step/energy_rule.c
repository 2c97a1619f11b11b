#include "step/energy_rule.h"

#include <engine/dynamics.h>

#include "step/sensor.h"

// Whether a sensor of this stage has already computed this energy.
static int already_sensed(const mjModel* m, mjData* d, int sensed, mjtSensor type) {
  if (!sensed || mjDISABLED(mjDSBL_SENSOR)) return 0;
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == (int)type && !sensor_is_from_history(m, d, i)) return 1;
  }
  return 0;
}

void energy_at_position(const mjModel* m, mjData* d, int sensed) {
  if (already_sensed(m, d, sensed, mjSENS_E_POTENTIAL)) return;
  if (mjENABLED(mjENBL_ENERGY)) {
    mj_energyPos(m, d);
  } else {
    d->energy[0] = d->energy[1] = 0;
  }
}

void energy_at_velocity(const mjModel* m, mjData* d, int sensed) {
  if (mjENABLED(mjENBL_ENERGY) && !already_sensed(m, d, sensed, mjSENS_E_KINETIC))
    mj_energyVel(m, d);
}
