// Access to controls of actuators that may have several.
#include <engine/extension.h>

#include "model/data.h"

const char* mj_actuatorInputName(const mjModel* m, int id, int input) {
  NEED_OR(NULL, m);
  if (id < 0 || id >= m->nactuator || input < 0 || input >= m->actuator_ctrlnum[id]) return NULL;
  static const char* const inputs[] = {"pos", "vel", "ff", "voltage"};
  static const char* const turn[] = {"rx", "ry", "rz"};
  static const char* const quat[] = {"qw", "qx", "qy", "qz"};
  int spec = m->actuator_ctrlspec[id];
  if (m->actuator_gaintype[id] == mjGAIN_SO3)
    return spec == engCHART_QUAT ? quat[input] : turn[input];
  for (int k = 0, n = 0; spec && k < 4; k++) {
    if (spec & 1 << k && n++ == input) return inputs[k];
  }
  return NULL;
}

void mj_resetCtrl(const mjModel* m, mjData* d) {
  NEED_PAIR(m, d);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0;
  for (int i = 0; i < m->nactuator; i++) {
    bool quat = m->actuator_gaintype[i] == mjGAIN_SO3 && m->actuator_ctrlspec[i] == engCHART_QUAT;
    if (quat) d->ctrl[m->actuator_ctrladr[i]] = 1;
  }
}
