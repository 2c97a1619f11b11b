// Potential and kinetic energy.
#include <engine/dynamics.h>
#include <engine/math.h>
#include <engine/model.h>

#include "base/need.h"
#include "base/platform/compiler.h"
#include "dynamics/flex_force.h"
#include "dynamics/passive.h"
#include "math/dense.h"
#include "model/joint_type.h"
#include "model/sleep.h"

static mjtNum gravity_energy(const mjModel* m, const mjData* d) {
  mjtNum sum = 0;
  for (int b = 1; b < m->nbody; b++) {
    sum -= m->body_mass[b] * vec3_dot(m->opt.gravity, d->xipos + 3 * b);
  }
  return sum;
}

// Half the squared angle between two orientations.
static mjtNum half_square_turn(const mjtNum quat[4], const mjtNum spring[4]) {
  mjtNum turn[3];
  mju_subQuat(turn, quat, spring);
  return vec3_dot(turn, turn) / 2;
}

// Energy of a spring with polynomial stiffness.
static mjtNum uneven_spring_energy(const mjModel* m, polynomial p, int j, const mjtNum* q,
                                   const mjtNum* spring) {
  mjtNum offset[3], turn[3], energy = 0;
  int quat = joint_quat(m->jnt_type[j]);
  if (quat < 0) return polynomial_energy(p, q[0] - spring[0]);
  if (quat) {
    vec3_sub(offset, q, spring);
    energy = polynomial_energy(p, vec3_norm(offset));
  }
  mju_subQuat(turn, q + quat, spring + quat);
  return energy + polynomial_energy(p, vec3_norm(turn));
}

NOT_INLINED static mjtNum spring_energy(const mjModel* m, const mjData* d, int j, polynomial p) {
  mjtNum stiffness = p.c[0];
  const mjtNum* q = d->qpos + m->jnt_qposadr[j];
  const mjtNum* spring = m->qpos_spring + m->jnt_qposadr[j];
  mjtNum offset[3] = {0};
  if (p.c[1] != 0 || p.c[2] != 0) return uneven_spring_energy(m, p, j, q, spring);
  int quat = joint_quat(m->jnt_type[j]);
  if (quat < 0) return stiffness * (q[0] - spring[0]) * (q[0] - spring[0]) / 2;
  if (quat) vec3_sub(offset, q, spring);
  return stiffness * (vec3_dot(offset, offset) / 2 + half_square_turn(q + quat, spring + quat));
}

static mjtNum joint_spring_energy(const mjModel* m, const mjData* d, int j) {
  polynomial p = polynomial_of(m->jnt_stiffness[j], m->jnt_stiffnesspoly + 2 * j);
  return polynomial_is_zero(p) ? 0 : spring_energy(m, d, j, p);
}

NOT_INLINED static mjtNum tendon_spring_energy(const mjModel* m, const mjData* d, int t) {
  mjtNum offset = tendon_spring_offset(m, d, t);
  const mjtNum* more = m->tendon_stiffnesspoly + 2 * t;
  if (more[0] == 0 && more[1] == 0) return m->tendon_stiffness[t] * offset * offset / 2;
  return polynomial_energy(polynomial_of(m->tendon_stiffness[t], more), -offset);
}

void mj_energyPos(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum sum = mjDISABLED(mjDSBL_GRAVITY) ? 0 : gravity_energy(m, d);
  if (!mjDISABLED(mjDSBL_SPRING)) {
    // as in the API, springs of sleeping joints are left out
    FOR_AWAKE(w, m, d) {
      for (int j = w.at.jnt; j < w.at.jntend; j++) sum += joint_spring_energy(m, d, j);
    }
    for (int t = 0; t < m->ntendon; t++) {
      bool sleeps = some_asleep(m, d) && tendon_sleeps(m, d, t);
      if (!sleeps) sum += tendon_spring_energy(m, d, t);
    }
    sum += flex_edge_energy(m, d);
  }
  d->energy[0] = sum;
}

void mj_energyVel(const mjModel* m, mjData* d) {
  NEED(m, d);
  mj_markStack(d);
  mjtNum* momentum = mj_stackAllocNum(d, m->nv);
  mj_mulM(m, d, momentum, d->qvel);
  d->energy[1] = vec_dot(momentum, d->qvel, m->nv) / 2;
  mj_freeStack(d);
}
