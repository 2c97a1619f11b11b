#include "dynamics/slope/passive_slope.h"

#include <math.h>

#include <engine/base.h>
#include <engine/math.h>
#include <engine/plugin.h>

#include "dynamics/fluid.h"
#include "dynamics/passive.h"
#include "dynamics/slope/flex_slope.h"
#include "dynamics/slope/fluid_slope.h"
#include "dynamics/slope/tendon_slope.h"
#include "kinematics/tendon.h"
#include "math/dense.h"
#include "model/joint_type.h"
#include "model/flags.h"

static int springs_act(const mjModel* m) { return !mjDISABLED(mjDSBL_SPRING); }
static int dampers_act(const mjModel* m) { return !mjDISABLED(mjDSBL_DAMPER); }

// Derivative of p(|x|) x by the vector x: p 1 + p' x x' / |x|.
static void spring_matrix(polynomial p, const mjtNum x[3], mjtNum K[9]) {
  mjtNum size = vec3_norm(x), at = polynomial_at(p, size);
  mjtNum bend = size > 0 ? (polynomial_slope(p, size) - at) / (size * size) : 0;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) K[3 * i + k] = bend * x[i] * x[k] + (i == k ? at : 0);
  }
}

static void subtract_matrix(slope* s, int dof, const mjtNum K[9]) {
  for (int i = 0; i < 9; i++) slope_add_entry(s, BY_POSITION, dof + i / 3, dof + i % 3, -K[i]);
}

// The force of a ball joint's spring is -k times the rotation vector from the reference.
static void add_ball_spring(slope* s, polynomial stiffness, int dof, const mjtNum quat[4],
                            const mjtNum spring[4]) {
  mjtNum unit[4], turn[3], Da[9], K[9], KDa[9];
  quat_copy(unit, quat);
  quat_normalize(unit);
  mju_subQuat(turn, unit, spring);
  mjd_subQuat(unit, spring, Da, NULL);
  spring_matrix(stiffness, turn, K);
  mat3_mul(KDa, K, Da);
  subtract_matrix(s, dof, KDa);
}

static void add_joint_springs(slope* s) {
  const mjModel* m = s->m;
  for (int j = 0; j < m->njnt; j++) {
    polynomial k = polynomial_of(m->jnt_stiffness[j], m->jnt_stiffnesspoly + 2 * j);
    if (polynomial_is_zero(k)) continue;
    const mjtNum* q = s->d->qpos + m->jnt_qposadr[j];
    const mjtNum* spring = m->qpos_spring + m->jnt_qposadr[j];
    int dof = m->jnt_dofadr[j];
    mjtNum away[3], K[9];
    int quat = joint_quat(m->jnt_type[j]);
    if (quat < 0) {
      slope_add_entry(s, BY_POSITION, dof, dof, -polynomial_slope(k, q[0] - spring[0]));
      continue;
    }
    if (quat) {
      vec3_sub(away, q, spring);
      spring_matrix(k, away, K);
      subtract_matrix(s, dof, K);
    }
    add_ball_spring(s, k, dof + quat, q + quat, spring + quat);
  }
}

// Spring force of a tendon from its offset beyond the dead band; damper force along J.
static void add_tendon(slope* s, const carried* vel, int t) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  mjtNum offset = tendon_spring_offset(m, d, t), stiffness = 0, damping = 0, force = 0;
  if (springs_act(m)) {
    polynomial p = polynomial_of(m->tendon_stiffness[t], m->tendon_stiffnesspoly + 2 * t);
    stiffness = offset != 0 ? polynomial_slope(p, -offset) : 0;
    force += tendon_spring_force(m, d, t);
  }
  if (dampers_act(m)) {
    damping = polynomial_slope(tendon_damper(m, t), fabs(d->ten_velocity[t]));
    force += tendon_damper_force(m, d, t);
  }
  if (stiffness == 0 && damping == 0 && force == 0) return;
  sparse_row J = tendon_vector(m, d, t);
  if (force != 0) {
    s->pull[t] += force;
    s->has_pull = 1;
  }
  mj_markStack(d);
  if (stiffness != 0) slope_add_outer(s, BY_POSITION, -stiffness, J, tendon_gradient(m, d, t));
  if (damping == 0) {
    mj_freeStack(d);
    return;
  }
  slope_add_outer(s, BY_VELOCITY, -damping, J, J);
  mjtNum* rate = mj_stackAllocNum(d, m->nv);
  vec_zero(rate, m->nv);
  tendon_rate(m, d, t, vel, 1, rate);
  slope_add_outer(s, BY_POSITION, -damping, J, (sparse_row){m->nv, NULL, rate});
  mj_freeStack(d);
}

int compensation_acts(const mjModel* m) {
  return (springs_act(m) || dampers_act(m)) && gravity_is_compensated(m);
}

int compensation_counts(const mjModel* m, int dof, const mjtNum* keep, int actuated) {
  if (!m->jnt_actgravcomp[m->dof_jntid[dof]]) return 1;
  return actuated && m->nu > 0 && !mjDISABLED(mjDSBL_ACTUATION) && (!keep || keep[dof] != 0);
}

static void add_compensation(slope* s, const mjtNum* keep, int actuated) {
  const mjModel* m = s->m;
  if (!compensation_acts(m)) return;
  // drop the rows of dofs whose compensation is neither passive nor applied by actuators
  mj_markStack(s->d);
  mjtNum* taken = mj_stackAllocNum(s->d, m->nv);
  int left_out = 0;
  for (int i = 0; i < m->nv; i++) {
    taken[i] = compensation_counts(m, i, keep, actuated);
    left_out |= taken[i] == 0;
  }
  if (left_out) slope_close(s, NULL);
  for (int b = 1; b < m->nbody; b++) {
    if (m->body_gravcomp[b] == 0) continue;
    slope_add_lift(s, b, s->d->xipos + 3 * b, m->body_mass[b] * m->body_gravcomp[b]);
  }
  if (left_out) slope_close(s, taken);
  mj_freeStack(s->d);
}

void add_passive_slope(slope* s, const carried* vel, const mjtNum* keep, int actuated) {
  const mjModel* m = s->m;
  int springs = springs_act(m), dampers = dampers_act(m);
  if (!springs && !dampers) return;
  if (springs) add_joint_springs(s);
  for (int i = 0; dampers && i < m->nv; i++) {
    mjtNum damping = dof_damping_slope(m, s->d, i);
    if (damping != 0) slope_add_entry(s, BY_VELOCITY, i, i, -damping);
  }
  for (int t = 0; t < m->ntendon; t++) add_tendon(s, vel, t);
  if (m->nflex) add_flex_slope(s, vel, springs, dampers);
  if (has_medium(m)) add_fluid_slope(s, vel);
  add_compensation(s, keep, actuated);
}

void add_applied_slope(slope* s) {
  const mjModel* m = s->m;
  for (int b = 1; b < m->nbody; b++) {
    const mjtNum* w = s->d->xfrc_applied + 6 * b;
    if (mju_isZero(w, 6)) continue;
    body_force f = {.body = b, .point = s->d->xipos + 3 * b};
    vec3_copy(f.force, w);
    vec3_copy(f.torque, w + 3);
    slope_add_wrench(s, WRENCH_MATERIAL, &f, 1);
  }
}

void add_dof_damping_slope(slope* s, const mjtNum* acc) {
  const mjModel* m = s->m;
  if (!m->flg_dofdamping || !dampers_act(m)) return;
  for (int i = 0; i < m->nv; i++) {
    mjtNum bend = polynomial_bend(dof_damper(m, i), s->d->qvel[i]);
    if (bend != 0) slope_add_entry(s, BY_VELOCITY, i, i, -bend * acc[i]);
  }
}

void add_passive_damping_slope(slope* s, const carried* vel, const mjtNum* acc,
                               const carried* acc_carried) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  add_dof_damping_slope(s, acc);
  for (int t = 0; dampers_act(m) && t < m->ntendon; t++) {
    polynomial damper = tendon_damper(m, t);
    mjtNum damping = polynomial_slope(damper, fabs(d->ten_velocity[t]));
    mjtNum bend = polynomial_bend(damper, d->ten_velocity[t]);
    if (damping == 0 && bend == 0) continue;
    sparse_row J = row_of_tendon(m, d, t, is_sparse(m));
    mjtNum speed = sparse_row_dot(J, acc);
    s->pull[t] -= damping * speed;
    s->has_pull = 1;
    mj_markStack(d);
    mjtNum* rate = mj_stackAllocNum(d, m->nv);
    vec_zero(rate, m->nv);
    tendon_rate(m, d, t, acc_carried, damping, rate);
    if (bend != 0) {
      tendon_rate(m, d, t, vel, bend * speed, rate);
      slope_add_outer(s, BY_VELOCITY, -bend * speed, J, J);
    }
    slope_add_outer(s, BY_POSITION, -1, J, (sparse_row){m->nv, NULL, rate});
    mj_freeStack(d);
  }
  if (m->nflex && dampers_act(m)) add_flex_damping_slope(s, acc_carried);
  if (has_medium(m) && (springs_act(m) || dampers_act(m))) {
    add_fluid_damping_slope(s, vel, acc_carried);
  }
}

int passive_forces_have_slopes(const mjModel* m, const char** why) {
  if (mjcb_passive) *why = "a callback for passive forces";
  for (int i = 0; i < m->nplugin; i++) *why = "plugins";
  return !mjcb_passive && !m->nplugin;
}
