// Analytic derivative of smooth forces with respect to velocity.
#pragma once

#include <engine/data_types.h>

// mjData.qDeriv, on the pattern of D, = derivative with respect to qvel of qfrc_actuator +
// qfrc_passive and, with `bias`, of -qfrc_bias (for free bodies with their gyroscopic term, even
// without it).  Entries outside the pattern, caused by tendons and actuators across branches, are
// dropped.  Needs the velocity stage.  Left out, as in the API: clamping of forces and controls,
// callbacks, plugins, the bias of tendon armature.
void derivative_velocity(const mjModel* m, mjData* d, int bias);
