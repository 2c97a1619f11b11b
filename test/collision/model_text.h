// Models written in a test, and their contacts.
#pragma once

#include "scene.h"

#include "compile/model_text.h"

// Poses for the present qpos, then contacts.
static inline void collide(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);
}
