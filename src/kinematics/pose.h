// Poses of bodies alone.
#pragma once

#include <engine/data_types.h>

// xpos, xquat, xmat of all bodies and xanchor, xaxis of all joints from qpos and mocap poses: what
// mj_kinematics does first.
void place_bodies(const mjModel* m, mjData* d);

// Whether the quaternions of all bodies have unit length, as everything after takes for granted; or
// are no numbers, or zero because the square of what was normalised overflowed.
int poses_valid(const mjModel* m, const mjData* d);
