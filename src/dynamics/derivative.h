// Analytic derivative of smooth forces with respect to velocity.
#pragma once

#include <engine/data_types.h>

// mjData.qDeriv (on the pattern of D) = the derivative of qfrc_actuator + qfrc_passive, and with
// bias also of -qfrc_bias (of free bodies without it too, where they turn), with respect to qvel.
// Entries outside the pattern, which tendons and actuators across branches have, are dropped. Needs
// the velocity stage.  Left out, as in the API: limits and clamping of forces and controls,
// callbacks, plugins, the bias of tendon armature.
void derivative_velocity(const mjModel* m, mjData* d, int bias);
