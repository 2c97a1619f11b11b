// Keyframes.
#include "compile/spec_type.h"

int joint_nq(mjtJoint type) { return type == mjJNT_FREE ? 7 : type == mjJNT_BALL ? 4 : 1; }

int joint_nv(mjtJoint type) { return type == mjJNT_FREE ? 6 : type == mjJNT_BALL ? 3 : 1; }

int actuator_state_count(const mjsActuator* a) {
  return a->actdim >= 0 ? a->actdim : a->dyntype != mjDYN_NONE;
}
