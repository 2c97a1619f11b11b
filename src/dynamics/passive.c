// Passive forces: springs, dampers, gravity compensation, fluid, and those of callbacks and
// plugins.
#include "base/need.h"
#include "base/platform/compiler.h"
#include "dynamics/passive.h"

#include <math.h>

#include <engine/dynamics.h>
#include <engine/math.h>
#include <engine/model.h>

#include "dynamics/flex_force.h"
#include "dynamics/fluid.h"
#include "dynamics/polynomial.h"
#include "dynamics/plugin.h"
#include "dynamics/wrench.h"
#include "kinematics/adhesion.h"
#include "kinematics/jacobian.h"
#include "kinematics/tendon.h"
#include "math/dense.h"
#include "model/flags.h"
#include "model/joint_type.h"
#include "model/sleep.h"

// Stiffness of a spring at a displacement vector x; depends on its length.
static mjtNum stiffness_of(polynomial p, const mjtNum x[3]) {
  return p.c[1] == 0 && p.c[2] == 0 ? p.c[0] : polynomial_at(p, vec3_norm(x));
}

// qfrc = -stiffness (quat - spring), as a rotation vector in the child frame.
static void ball_spring(mjtNum qfrc[3], polynomial stiffness, const mjtNum quat[4],
                        const mjtNum spring[4]) {
  mjtNum unit[4], turn[3];
  quat_copy(unit, quat);
  quat_normalize(unit);
  mju_subQuat(turn, unit, spring);
  vec3_scale(qfrc, turn, -stiffness_of(stiffness, turn));
}

// Of a joint whose quaternion stands behind `quat` coordinates.
NOT_INLINED static void add_ball_spring(const mjModel* m, mjData* d, int j, int quat) {
  polynomial stiffness = polynomial_of(m->jnt_stiffness[j], m->jnt_stiffnesspoly + 2 * j);
  const mjtNum* q = d->qpos + m->jnt_qposadr[j];
  const mjtNum* spring = m->qpos_spring + m->jnt_qposadr[j];
  mjtNum* qfrc = d->qfrc_spring + m->jnt_dofadr[j];
  if (quat) {
    vec3_sub(qfrc, q, spring);
    vec3_scale(qfrc, qfrc, -stiffness_of(stiffness, qfrc));
  }
  ball_spring(qfrc + quat, stiffness, q + quat, spring + quat);
}

static void add_joint_springs(const mjModel* m, mjData* d, int first, int end) {
  for (int j = first; j < end; j++) {
    polynomial stiffness = polynomial_of(m->jnt_stiffness[j], m->jnt_stiffnesspoly + 2 * j);
    if (polynomial_is_zero(stiffness)) continue;
    int quat = joint_quat(m->jnt_type[j]);
    if (quat >= 0) {
      add_ball_spring(m, d, j, quat);
      continue;
    }
    int adr = m->jnt_qposadr[j];
    mjtNum offset = d->qpos[adr] - m->qpos_spring[adr];
    d->qfrc_spring[m->jnt_dofadr[j]] = -polynomial_at(stiffness, offset) * offset;
  }
}

static void set_dof_dampers(mjtNum* restrict qfrc, const mjtNum* restrict damping,
                            const mjtNum* restrict qvel, int nv) {
  for (int i = 0; i < nv; i++) qfrc[i] = damping[i] != 0 ? -damping[i] * qvel[i] : 0;
}

static void set_dof_dampers_beyond(const mjModel* m, mjData* d, int first, int end) {
  for (int i = first; i < end; i++) {
    mjtNum v = d->qvel[i];
    d->qfrc_damper[i] = -polynomial_at(dof_damper(m, i), fabs(v)) * v;
  }
}

NOT_INLINED static void add_tendon_forces(const mjModel* m, mjData* d, int springs, int dampers) {
  int sparse = is_sparse(m);
  for (int t = 0; t < m->ntendon; t++) {
    if (some_asleep(m, d) && tendon_sleeps(m, d, t)) continue;
    mjtNum pull = springs ? tendon_spring_force(m, d, t) : 0;
    mjtNum drag = dampers ? tendon_damper_force(m, d, t) : 0;
    if (pull == 0 && drag == 0) continue;
    sparse_row row = row_of_tendon(m, d, t, sparse);
    if (pull != 0) sparse_row_add(row, pull, d->qfrc_spring);
    if (drag != 0) sparse_row_add(row, drag, d->qfrc_damper);
  }
}

NOT_INLINED static void add_gravity_compensation(const mjModel* m, mjData* d) {
  static const mjtNum none[3] = {0, 0, 0};
  mj_markStack(d);
  mjtNum* wrench = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  vec_zero(wrench, 6);
  FOR_AWAKE(w, m, d) {
    for (int b = w.at.body; b < w.at.bodyend; b++) {
      mjtNum lift[3];
      vec3_scale(lift, m->opt.gravity, -m->body_mass[b] * m->body_gravcomp[b]);
      wrench_at(m, d, wrench + 6 * b, lift, none, (body_point){b, d->xipos + 3 * b});
    }
  }
  project_wrenches(m, d, wrench, d->qfrc_gravcomp);
  mj_freeStack(d);
}

// Gravity compensation, except for joints where actuators provide it.
static void add_passive_compensation(const mjModel* m, mjData* d, int first, int end) {
  for (int j = first; j < end; j++) {
    if (m->jnt_actgravcomp[j]) continue;
    int i = m->jnt_dofadr[j];
    vec_add(d->qfrc_passive + i, d->qfrc_passive + i, d->qfrc_gravcomp + i,
            joint_nv(m->jnt_type[j]));
  }
}

// qfrc_passive += a for the awake dofs.
static void add_awake(const mjModel* m, mjData* d, const mjtNum* a) {
  FOR_AWAKE(w, m, d) {
    int i = w.at.dof;
    vec_add(d->qfrc_passive + i, d->qfrc_passive + i, a + i, w.at.dofend - i);
  }
}

// Forces of adhesive contacts, along the normal.
NOT_INLINED static void add_adhesion(const mjModel* m, mjData* d) {
  FOR_AWAKE(w, m, d) vec_zero(d->qfrc_adhesion + w.at.dof, w.at.dofend - w.at.dof);
  mj_markStack(d);
  mjtNum* wrench = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  vec_zero(wrench, 6 * m->nbody);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    mjtNum pull = con->exclude > 1 ? 0 : contact_adhesion(m, con);
    for (int k = 0; k < 2 && pull != 0; k++) {
      mjtNum force[3], one[6];
      static const mjtNum none[3] = {0, 0, 0};
      int body = m->geom_bodyid[con->geom[k]];
      vec3_scale(force, con->frame, k ? -pull : pull);
      wrench_at(m, d, one, force, none, (body_point){body, con->pos});
      vec_add(wrench + 6 * body, wrench + 6 * body, one, 6);
    }
  }
  project_wrenches(m, d, wrench, d->qfrc_adhesion);
  add_awake(m, d, d->qfrc_adhesion);
  mj_freeStack(d);
}

NOT_INLINED static void add_medium(const mjModel* m, mjData* d) {
  add_fluid_forces(m, d, d->qfrc_fluid);
  add_awake(m, d, d->qfrc_fluid);
}

// Dof dampers of the dofs [first, end); the other passive forces are 0.
static void begin_passive(const mjModel* m, mjData* d, int first, int end) {
  int n = end - first;
  vec_zero3(d->qfrc_spring + first, d->qfrc_gravcomp + first, d->qfrc_fluid + first, n);
  if (mjDISABLED(mjDSBL_DAMPER)) {
    vec_zero(d->qfrc_damper + first, n);
  } else if (m->flg_dofdamping) {
    set_dof_dampers_beyond(m, d, first, end);
  } else {
    set_dof_dampers(d->qfrc_damper + first, m->dof_damping + first, d->qvel + first, n);
  }
}

static void add_springs_to_dampers(mjData* d, int first, int end) {
  vec_add(d->qfrc_passive + first, d->qfrc_spring + first, d->qfrc_damper + first, end - first);
}

void mj_passive(const mjModel* m, mjData* d) {
  NEED(m, d);
  int springs = !mjDISABLED(mjDSBL_SPRING), dampers = !mjDISABLED(mjDSBL_DAMPER);
  int only_joints = !m->nflex && !m->ntendon;  // have springs and dampers
  FOR_AWAKE(w, m, d) {
    int first = w.at.dof, end = w.at.dofend;
    begin_passive(m, d, first, end);
    if (springs) add_joint_springs(m, d, w.at.jnt, w.at.jntend);
    if (only_joints) add_springs_to_dampers(d, first, end);
  }
  if (!springs && !dampers) {
    // with both flags disabled the API defines all passive forces to be zero
    vec_zero(d->qfrc_passive, m->nv);
    return;
  }

  if (m->nflex) add_flex_forces(m, d, springs, dampers);
  if (m->ntendon) add_tendon_forces(m, d, springs, dampers);
  if (!only_joints) FOR_AWAKE(w, m, d) add_springs_to_dampers(d, w.at.dof, w.at.dofend);
  if (has_medium(m)) add_medium(m, d);
  if (m->flg_adhesion) add_adhesion(m, d);
  if (gravity_is_compensated(m)) {
    add_gravity_compensation(m, d);
    FOR_AWAKE(w, m, d) add_passive_compensation(m, d, w.at.jnt, w.at.jntend);
  }
  if (mjcb_passive) mjcb_passive(m, d);
  compute_plugins(m, d, mjPLUGIN_PASSIVE);
}
