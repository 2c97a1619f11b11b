// Connect and weld: two points, and for a weld two orientations, are held together.
//
// The residual is object 1 minus object 2, and so is the Jacobian.

#include "constraint/kinds/chain.h"
#include "constraint/kinds/kind.h"
#include "kinematics/anchor.h"
#include "math/quat.h"

static int joined_columns(const mjModel* m, int i) {
  return chain_union_depth(m, last_dof(m, equality_body(m, i, 0)),
                           last_dof(m, equality_body(m, i, 1)));
}

// Rows 3-5 of a weld: r = s vec(q2* q1), J = s/2 vec(q2* (0, w) q1), with s the torque scale, given
// the Jacobian of the relative angular velocity w, which is replaced.
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

row_count joined_count(const mjModel* m, const mjData* d, int i) {
  (void)d;
  return row_count_of(m, kind_of_equality(m, i)->rows, joined_columns(m, i));
}

void joined_add(const mjModel* m, mjData* d, int i) {
  int n = joined_columns(m, i), rows = kind_of_equality(m, i)->rows, turns = rows > 3;
  if (!n) return;  // nothing that moves
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
