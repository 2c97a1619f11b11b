// Integration of positions for a range of joints.
#pragma once

#include <engine/data_types.h>

// mj_integratePos for the joints [first, end).
void integrate_joints(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt, int first,
                      int end);
