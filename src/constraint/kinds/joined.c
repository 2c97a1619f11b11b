// Connect and weld: hold together two points and, for a weld, two orientations.
//
// Residual and Jacobian are those of object 1 minus those of object 2.

#include "constraint/kinds/chain.h"
#include "constraint/kinds/kind.h"
#include "constraint/slope/row_slope.h"
#include "kinematics/anchor.h"
#include "math/quat.h"

static int joined_columns(const mjModel* m, int i) {
  return chain_union_depth(m, last_dof(m, equality_body(m, i, 0)),
                           last_dof(m, equality_body(m, i, 1)));
}

// Rows 3-5 of a weld: r = s vec(q2* q1), J = s/2 vec(q2* (0, w) q1), with s the torque scale.  On
// entry jac holds the Jacobian of the relative angular velocity w, which is replaced.
static void weld_rotation(const mjModel* m, const mjData* d, int i, int n, mjtNum* jac,
                          mjtNum pos[3]) {
  mjtNum q1[4], q2[4], inverse[4], error[4];
  mjtNum scale = m->eq_data[mjNEQDATA * i + 10];
  weld_orientation(m, d, i, 0, q1);
  weld_orientation(m, d, i, 1, q2);
  quat_conjugate(inverse, q2);
  quat_mul(error, inverse, q1);
  vec3_scale(pos, error + 1, scale);
  for (int c = 0; c < n; c++) {
    mjtNum w[4] = {0, jac[c], jac[n + c], jac[2 * n + c]}, t[4];
    quat_mul(t, inverse, w);
    quat_mul(t, t, q1);
    for (int k = 0; k < 3; k++) jac[k * n + c] = 0.5 * scale * t[k + 1];
  }
}

static row_count joined_count(const mjModel* m, const mjData* d, int i) {
  (void)d;
  return row_count_of(m, kind_of_equality(m, i)->rows, joined_columns(m, i));
}

static void joined_add(const mjModel* m, mjData* d, int i) {
  int n = joined_columns(m, i), rows = kind_of_equality(m, i)->rows, turns = rows > 3;
  if (!n) return;  // no dof moves either object
  const anchor a = equality_anchor(m, d, i, 0), b = equality_anchor(m, d, i, 1);
  const int body[2] = {a.body, b.body};
  const mjtNum* const point[2] = {a.point, b.point};
  mj_markStack(d);
  int* column = mj_stackAllocInt(d, n);
  mjtNum* jac = mj_stackAllocNum(d, 6 * n);
  mjtNum pos[6];
  vec3_sub(pos, a.point, b.point);
  chain_motion v = {n, column, jac, turns ? jac + 3 * n : NULL};
  chain_difference(m, d, body, point, &v);
  if (turns) weld_rotation(m, d, i, n, jac + 3 * n, pos + 3);
  const mjtNum *weight1 = m->body_invweight0 + 2 * a.body,
               *weight2 = m->body_invweight0 + 2 * b.body;
  row_add(m, d,
          &(row_draft){.type = mjCNSTR_EQUALITY,
                       .id = i,
                       .rows = rows,
                       .jac = {n, column, jac},
                       .pos = pos,
                       .weight = {weight1[0] + weight2[0], weight1[1] + weight2[1]}});
  mj_freeStack(d);
}

// Time derivative at constant qvel of the motion of a body about the centre of its tree: the sum
// over its dofs of cdof_dot qvel.
static void body_drift(const mjModel* m, const mjData* d, int body, mjtNum rate[6]) {
  for (int k = 0; k < 6; k++) rate[k] = 0;
  for (int i = last_dof(m, body); i >= 0; i = m->dof_parentid[i]) {
    for (int k = 0; k < 6; k++) rate[k] += d->cdof_dot[6 * i + k] * d->qvel[i];
  }
}

// Acceleration at constant qvel of a point fixed to a body: from the acceleration of the body's
// frame, and from the rotation of the point's velocity.
static void point_drift(const mjModel* m, const mjData* d, const anchor* a, const mjtNum rate[6],
                        mjtNum acceleration[3]) {
  const mjtNum* motion = d->cvel + 6 * a->body;
  mjtNum arm[3], velocity[3], turned[3];
  vec3_sub(arm, a->point, d->subtree_com + 3 * m->body_rootid[a->body]);
  dof_velocity(acceleration, rate, arm);
  dof_velocity(velocity, motion, arm);
  vec3_cross(turned, motion, velocity);
  vec3_add(acceleration, acceleration, turned);
}

// Time derivative of s/2 vec(q2* w q1), with dq/dt = 1/2 w_q q for both quaternions.
static void weld_drift(const mjModel* m, const mjData* d, int i, const mjtNum angular[3],
                       mjtNum rate[3]) {
  mjtNum q[2][4], w[4] = {0}, a[4] = {0}, dq1[4], dq2[4], t[4], sum[4];
  const mjtNum scale = m->eq_data[mjNEQDATA * i + 10], *spin[2];
  for (int side = 0; side < 2; side++) {
    weld_orientation(m, d, i, side, q[side]);
    spin[side] = d->cvel + 6 * equality_body(m, i, side);
  }
  vec3_sub(w + 1, spin[0], spin[1]);
  vec3_copy(a + 1, angular);
  quat_conjugate(q[1], q[1]);
  const mjtNum spin1[4] = {0, spin[0][0], spin[0][1], spin[0][2]};
  const mjtNum spin2[4] = {0, spin[1][0], spin[1][1], spin[1][2]};
  quat_mul(dq1, spin1, q[0]);  // 2 dq1/dt
  quat_mul(dq2, q[1], spin2);  // -2 times the derivative of the conjugate of q2

  quat_mul(t, q[1], a);
  quat_mul(sum, t, q[0]);
  quat_mul(t, q[1], w);
  quat_mul(t, t, dq1);
  for (int k = 0; k < 4; k++) sum[k] += 0.5 * t[k];
  quat_mul(t, dq2, w);
  quat_mul(t, t, q[0]);
  for (int k = 0; k < 4; k++) sum[k] -= 0.5 * t[k];
  vec3_scale(rate, sum + 1, 0.5 * scale);
}

static void joined_drift(const mjModel* m, const mjData* d, int i, mjtNum* rate) {
  mjtNum frame[2][6], point[2][3], angular[3];
  for (int side = 0; side < 2; side++) {
    anchor a = equality_anchor(m, d, i, side);
    body_drift(m, d, a.body, frame[side]);
    point_drift(m, d, &a, frame[side], point[side]);
  }
  vec3_sub(rate, point[0], point[1]);
  if (kind_of_equality(m, i)->rows <= 3) return;
  vec3_sub(angular, frame[0], frame[1]);
  weld_drift(m, d, i, angular, rate + 3);
}

const equality_kind joined_kind = {.joins_points = 1,
                                   .count = joined_count,
                                   .add = joined_add,
                                   .drift = joined_drift,
                                   .slope = add_joined_slope};
