// Operations on the configuration space: integration of velocities, differences, normalisation.
#include <engine/kinematics.h>
#include <engine/math.h>

#include "base/need.h"
#include "kinematics/configuration.h"
#include "math/quat.h"
#include "model/joint_type.h"

void integrate_joints(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt, int first,
                      int end) {
  for (int j = first; j < end; j++) {
    mjtNum* q = qpos + m->jnt_qposadr[j];
    const mjtNum* v = qvel + m->jnt_dofadr[j];
    int turn = joint_quat(m->jnt_type[j]);
    if (turn < 0) {
      q[0] += dt * v[0];
      continue;
    }
    if (turn) vec3_axpy(q, dt, v);
    mju_quatIntegrate(q + turn, v + turn, dt);
  }
}

void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt) {
  NEED(m);
  if (!m->nv) return;
  NEED(qpos, qvel);
  integrate_joints(m, qpos, qvel, dt, 0, m->njnt);
}

// The constant angular velocity that rotates quat1 into quat2 in time dt.
static void turn_rate(mjtNum rate[3], const mjtNum quat2[4], const mjtNum quat1[4], mjtNum dt) {
  mju_subQuat(rate, quat2, quat1);
  vec3_scale(rate, rate, 1 / dt);
}

void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1,
                         const mjtNum* qpos2) {
  NEED(m);
  if (!m->nv) return;
  NEED(qvel, qpos1, qpos2);
  for (int j = 0; j < m->njnt; j++) {
    const mjtNum* q1 = qpos1 + m->jnt_qposadr[j];
    const mjtNum* q2 = qpos2 + m->jnt_qposadr[j];
    mjtNum* v = qvel + m->jnt_dofadr[j];
    int turn = joint_quat(m->jnt_type[j]), plain = turn < 0 ? 1 : turn;
    for (int k = 0; k < plain; k++) v[k] = (q2[k] - q1[k]) / dt;
    if (turn >= 0) turn_rate(v + turn, q2 + turn, q1 + turn, dt);
  }
}

void mj_normalizeQuat(const mjModel* m, mjtNum* qpos) {
  NEED(m);
  if (!m->nq) return;
  NEED(qpos);
  for (int j = 0; j < m->njnt; j++) {
    int turn = joint_quat(m->jnt_type[j]);
    if (turn >= 0) quat_normalize(qpos + m->jnt_qposadr[j] + turn);
  }
}
