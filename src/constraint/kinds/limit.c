// Joint and tendon limits: a row for each limit whose distance is below the margin.

#include "constraint/kinds/limit.h"

#include <math.h>

#include "constraint/kinds/kind.h"
#include "constraint/rows.h"
#include "kinematics/tendon.h"
#include "math/quat.h"
#include "model/flags.h"
#include "model/joint_type.h"
#include "model/sleep.h"

typedef struct {
  mjtNum dist;     // distance to the limit, negative beyond it
  mjtNum axis[3];  // gradient of dist by the dofs: one number, or three for a ball joint
} active_limit;

// The limits of a range that are closer than the margin, lower first: returns their number.
static inline int range_limits(mjtNum value, const mjtNum range[2], mjtNum margin,
                               active_limit out[2]) {
  int n = 0;
  mjtNum lower = value - range[0], upper = range[1] - value;
  if (lower < margin) out[n++] = (active_limit){lower, {1, 0, 0}};
  if (upper < margin) out[n++] = (active_limit){upper, {-1, 0, 0}};
  return n;
}

// A ball joint may rotate from its reference by up to the larger number of its range, about any
// axis.
static int ball_limit(const mjtNum qpos[4], const mjtNum range[2], mjtNum margin,
                      active_limit* out) {
  mjtNum quat[4], axis[3];
  quat_copy(quat, qpos);
  quat_normalize(quat);
  vec3_copy(axis, quat + 1);
  mjtNum sine = vec3_normalize(axis);
  mjtNum angle = 2 * atan2(sine, quat[0]);
  if (angle > mjPI) angle -= 2 * mjPI;
  if (angle < 0) {
    angle = -angle;
    vec3_scale(axis, axis, -1);
  }
  if (angle < mjMINVAL) vec3_set(axis, 1, 0, 0);
  mjtNum dist = (range[0] > range[1] ? range[0] : range[1]) - angle;
  if (!(dist < margin)) return 0;
  out->dist = dist;
  vec3_scale(out->axis, axis, -1);
  return 1;
}

static inline int joint_limits(const mjModel* m, const mjData* d, int j, active_limit out[2]) {
  if (!m->jnt_limited[j]) return 0;
  const mjtNum* q = d->qpos + m->jnt_qposadr[j];
  const mjtNum *range = m->jnt_range + 2 * j, margin = m->jnt_margin[j];
  int type = m->jnt_type[j];
  if (joint_is_scalar(type)) return range_limits(*q, range, margin, out);
  return joint_is_ball(type) ? ball_limit(q, range, margin, out) : 0;
}

static int tendon_limits(const mjModel* m, const mjData* d, int t, active_limit out[2]) {
  if (!m->tendon_limited[t] || (some_asleep(m, d) && tendon_sleeps(m, d, t))) return 0;
  return range_limits(d->ten_length[t], m->tendon_range + 2 * t, m->tendon_margin[t], out);
}

row_count limit_count(const mjModel* m, const mjData* d) {
  row_count total = {0, 0};
  if (mjDISABLED(mjDSBL_LIMIT)) return total;
  active_limit limit[2];
  FOR_AWAKE(w, m, d) {
    for (int j = w.at.jnt; j < w.at.jntend; j++) {
      int n = joint_limits(m, d, j, limit);
      total.rows += n;
      total.nnz += n * joint_nv(m->jnt_type[j]);
    }
  }
  int sparse = is_sparse(m);
  for (int t = 0; t < m->ntendon; t++) {
    int n = tendon_limits(m, d, t, limit), columns = sparse ? d->ten_J_rownnz[t] : 0;
    if (sparse && !columns) continue;
    total.rows += n;
    total.nnz += (int64_t)n * columns;
  }
  return total;
}

static void add_joint_limits(const mjModel* m, mjData* d, int j) {
  active_limit limit[2];
  int n = joint_limits(m, d, j, limit), dof = m->jnt_dofadr[j];
  const int column[3] = {dof, dof + 1, dof + 2};
  for (int k = 0; k < n; k++) {
    row_add(m, d,
            &(row_draft){.type = mjCNSTR_LIMIT_JOINT,
                         .id = j,
                         .rows = 1,
                         .jac = {joint_nv(m->jnt_type[j]), column, limit[k].axis},
                         .pos = &limit[k].dist,
                         .weight = {m->dof_invweight0[dof]},
                         .margin = m->jnt_margin[j]});
  }
}

static void add_tendon_limits(const mjModel* m, mjData* d, int t) {
  active_limit limit[2];
  int n = tendon_limits(m, d, t, limit);
  if (!n) return;
  sparse_row line = row_of_tendon(m, d, t, is_sparse(m));
  mj_markStack(d);
  mjtNum* jac = mj_stackAllocNum(d, line.n);
  for (int k = 0; k < n; k++) {
    for (int c = 0; c < line.n; c++) jac[c] = limit[k].axis[0] * line.value[c];
    int added = row_add(m, d,
                        &(row_draft){.type = mjCNSTR_LIMIT_TENDON,
                                     .id = t,
                                     .rows = 1,
                                     .jac = {line.n, line.col, jac},
                                     .pos = &limit[k].dist,
                                     .weight = {m->tendon_invweight0[t]},
                                     .margin = m->tendon_margin[t]});
    if (added) row_names_tendon(d, t, d->nefc - 1);
  }
  mj_freeStack(d);
}

void limit_rows(const mjModel* m, mjData* d) {
  if (mjDISABLED(mjDSBL_LIMIT)) return;
  FOR_AWAKE(w, m, d) {
    for (int j = w.at.jnt; j < w.at.jntend; j++) add_joint_limits(m, d, j);
  }
  for (int t = 0; t < m->ntendon; t++) add_tendon_limits(m, d, t);
}

int limit_rows_of(const mjData* d, int objtype, int id, int* first) {
  int n = 0;
  for (int i = d->ne + d->nf; i < d->ne + d->nf + d->nl; i++) {
    if (row_is_of(d, i, objtype, id) && !n++) *first = i;
  }
  return n;
}

int tendon_limit_side(const mjModel* m, const mjData* d, int row) {
  int t = d->efc_id[row];
  int second = row > 0 && d->efc_type[row - 1] == d->efc_type[row] && d->efc_id[row - 1] == t;
  active_limit limit[2];
  int n = tendon_limits(m, d, t, limit);
  return second ? (int)limit[1].axis[0] : n ? (int)limit[0].axis[0] : 0;
}
