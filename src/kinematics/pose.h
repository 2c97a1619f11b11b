// World poses of bodies.
#pragma once

#include <engine/data_types.h>

// Compute xpos, xquat, xmat of all bodies and xanchor, xaxis of all joints from qpos and mocap
// poses: the first part of mj_kinematics.
void place_bodies(const mjModel* m, mjData* d);

// Whether the quaternions of all bodies are of unit length, as all later stages assume.  NaN, and
// zeros from an overflow during normalisation, are accepted.
int poses_valid(const mjModel* m, const mjData* d);
