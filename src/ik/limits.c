#include "ik/limits.h"

#include "math/quat.h"
#include "model/flags.h"
#include "model/joint_type.h"

static bool limited(const mjModel* m, int j) {
  return m->jnt_limited[j] && !mjDISABLED(mjDSBL_LIMIT);
}

// The rotation angle of a ball joint, 0 to pi; also its axis and its limit.
static mjtNum ball_angle(const mjtNum qpos[4], mjtNum axis[3]) {
  mjtNum quat[4];
  static const mjtNum reference[4] = {1, 0, 0, 0};
  quat_copy(quat, qpos);
  quat_normalize(quat);
  quat_difference(axis, quat, reference);
  return vec3_normalize(axis);
}

static mjtNum ball_range(const mjModel* m, int j) {
  return mjMAX(m->jnt_range[2 * j], m->jnt_range[2 * j + 1]);
}

void ik_confine(const ik_search* s, mjtNum* qpos) {
  const mjModel* m = s->m;
  for (int j = 0; j < m->njnt; j++) {
    if (!limited(m, j)) continue;
    mjtNum* q = qpos + m->jnt_qposadr[j];
    const mjtNum* range = m->jnt_range + 2 * j;
    if (joint_is_scalar(m->jnt_type[j])) {
      *q = mjMAX(range[0], mjMIN(range[1], *q));
    } else if (joint_is_ball(m->jnt_type[j])) {
      mjtNum axis[3];
      if (ball_angle(q, axis) > ball_range(m, j)) quat_from_axis_angle(q, axis, ball_range(m, j));
    }
  }
}

void ik_hold_given(ik_search* s) {
  for (int i = 0; i < s->m->nv; i++) {
    s->held[i] = s->ask->hold && s->ask->hold[i];
    s->step[i] = 0;
  }
}

// Keep a ball joint at its limit from rotating further: remove the gradient along its rotation axis
// and add stiffness there.  The axis is the same in the parent and the child frame.
static void stiffen_ball(ik_search* s, int j) {
  const mjModel* m = s->m;
  int dof = m->jnt_dofadr[j];
  mjtNum axis[3], *g = s->gradient + dof;
  mjtNum angle = ball_angle(s->d->qpos + m->jnt_qposadr[j], axis);
  mjtNum along = vec3_dot(g, axis);
  if (angle < ball_range(m, j) - 1e-9 || along > 0) return;
  vec3_axpy(g, -along, axis);
  for (int k = 0; k < 3; k++) {
    mjtNum* row = s->hessian + s->tree.adr[dof + k] + s->tree.nnz[dof + k] - 1 - k;
    for (int l = 0; l <= k; l++) row[l] += 1e6 * axis[k] * axis[l];
  }
}

void ik_hold_at_limits(ik_search* s) {
  const mjModel* m = s->m;
  ik_hold_given(s);
  for (int j = 0; j < m->njnt; j++) {
    if (!limited(m, j)) continue;
    int dof = m->jnt_dofadr[j];
    const mjtNum* range = m->jnt_range + 2 * j;
    if (joint_is_scalar(m->jnt_type[j])) {
      mjtNum q = s->d->qpos[m->jnt_qposadr[j]], g = s->gradient[dof];
      if ((q <= range[0] && g >= 0) || (q >= range[1] && g <= 0)) s->held[dof] = 1;
    } else if (joint_is_ball(m->jnt_type[j])) {
      stiffen_ball(s, j);
    }
  }
}

bool ik_hold_crossing(ik_search* s) {
  const mjModel* m = s->m;
  bool any = false;
  for (int j = 0; j < m->njnt; j++) {
    int dof = m->jnt_dofadr[j];
    if (!limited(m, j) || !joint_is_scalar(m->jnt_type[j]) || s->held[dof]) continue;
    const mjtNum* range = m->jnt_range + 2 * j;
    mjtNum q = s->d->qpos[m->jnt_qposadr[j]], to = q + s->step[dof];
    if (to >= range[0] && to <= range[1]) continue;
    s->held[dof] = 1;
    s->step[dof] = (to < range[0] ? range[0] : range[1]) - q;
    any = true;
  }
  return any;
}

// --- draws --------------------------------------------------------------------------------------

// Uniform in [0, 1): splitmix64.
static mjtNum uniform(uint64_t* random) {
  uint64_t z = (*random += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (mjtNum)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

void ik_draw(const ik_search* s, mjtNum* qpos, uint64_t* random) {
  const mjModel* m = s->m;
  for (int j = 0; j < m->njnt; j++) {
    int dof = m->jnt_dofadr[j], type = m->jnt_type[j];
    if (s->ask->hold && s->ask->hold[dof]) continue;
    mjtNum* q = qpos + m->jnt_qposadr[j];
    const mjtNum* range = m->jnt_range + 2 * j;
    if (joint_is_scalar(m->jnt_type[j])) {
      mjtNum low = limited(m, j) ? range[0] : *q - mjPI,
             high = limited(m, j) ? range[1] : *q + mjPI;
      if (!limited(m, j) && type == mjJNT_SLIDE) continue;
      *q = low + (high - low) * uniform(random);
    } else if (joint_is_ball(type)) {
      mjtNum z = 2 * uniform(random) - 1, turn = 2 * mjPI * uniform(random);
      mjtNum r = sqrt(1 - z * z), axis[3] = {r * cos(turn), r * sin(turn), z};
      quat_from_axis_angle(q, axis, uniform(random) * (limited(m, j) ? ball_range(m, j) : mjPI));
    }
  }
}
