// Poses of bodies alone.
#pragma once

#include <engine/data_types.h>

// xpos, xquat, xmat of all bodies and xanchor, xaxis of all joints from qpos and mocap poses: what
// mj_kinematics does first.
void place_bodies(const mjModel* m, mjData* d);
