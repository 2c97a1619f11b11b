// Passive forces as used by other stages.
#pragma once

#include <engine/data_types.h>

#include "dynamics/polynomial.h"
#include "math/quat.h"

// Whether gravity compensation is active; ngravcomp counts the bodies that use it.
static inline int gravity_is_compensated(const mjModel* m) {
  return m->ngravcomp && !mjDISABLED(mjDSBL_GRAVITY) && vec3_norm(m->opt.gravity) != 0;
}

// How far a tendon is outside its spring's dead band: positive if too short, so that stiffness
// times this is the force.
static inline mjtNum tendon_spring_offset(const mjModel* m, const mjData* d, int tendon) {
  mjtNum length = d->ten_length[tendon];
  const mjtNum* slack = m->tendon_lengthspring + 2 * tendon;
  return length > slack[1] ? slack[1] - length : length < slack[0] ? slack[0] - length : 0;
}

// Spring and damper force of a tendon along its length.
static inline mjtNum tendon_spring_force(const mjModel* m, const mjData* d, int tendon) {
  mjtNum offset = tendon_spring_offset(m, d, tendon);
  polynomial p = polynomial_of(m->tendon_stiffness[tendon], m->tendon_stiffnesspoly + 2 * tendon);
  return polynomial_at(p, -offset) * offset;
}
static inline mjtNum tendon_damper_force(const mjModel* m, const mjData* d, int tendon) {
  mjtNum v = d->ten_velocity[tendon];
  return -polynomial_at(tendon_damper(m, tendon), v < 0 ? -v : v) * v;
}
