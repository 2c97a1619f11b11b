// Lengths, paths and Jacobians of tendons.
#include "base/need.h"
#include "kinematics/tendon.h"

#include <engine/base.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/model.h>

#include "base/check.h"
#include "base/platform/compiler.h"
#include "kinematics/jacobian.h"
#include "kinematics/wrap.h"
#include "model/flags.h"
#include "model/sleep.h"

// A Jacobian row under construction: values at all nv dofs and, in sparse mode, the ascending list
// of dofs that the path depends on.
typedef struct {
  mjtNum* value;  // nv
  int* dof;       // n entries; NULL in dense mode
  int n;
  int* seen;   // nv: mark of each dof that is in the list
  int* fresh;  // nv, scratch
  int mark;
} row_builder;

// Add the chain of a body to the list.  If a dof is in the list, so are all its ancestors.
static void include_chain(const mjModel* m, row_builder* row, int body) {
  int nfresh = 0;
  for (int i = last_dof(m, body); i >= 0 && row->seen[i] != row->mark; i = m->dof_parentid[i]) {
    row->seen[i] = row->mark;
    row->fresh[nfresh++] = i;
  }
  // fresh is descending; merge it into the list from the end
  int take = 0, old = row->n - 1;
  for (int out = row->n + nfresh - 1; take < nfresh; out--) {
    if (old >= 0 && row->dof[old] > row->fresh[take]) {
      row->dof[out] = row->dof[old--];
    } else {
      row->dof[out] = row->fresh[take++];
    }
  }
  row->n += nfresh;
}

// A point of the path, fixed to a body.
typedef struct {
  const mjtNum* x;
  int body;
} path_point;

// Add `scale` times the Jacobian of a straight segment to the row; returns the segment's length.
// The segment pulls at its two end points with opposite unit forces; dofs that move both do not
// contribute.
static mjtNum add_segment(const mjModel* m, const mjData* d, row_builder* row, const path_point* p,
                          const path_point* q, mjtNum scale) {
  mjtNum unit[3], wrench_p[6], wrench_q[6];
  static const mjtNum none[3] = {0, 0, 0};
  vec3_sub(unit, q->x, p->x);
  mjtNum length = vec3_norm(unit);
  if (p->body == q->body) return length;
  vec3_normalize(unit);
  if (row->dof) {
    include_chain(m, row, p->body);
    include_chain(m, row, q->body);
  }
  wrench_at(m, d, wrench_p, unit, none, (body_point){p->body, p->x});
  wrench_at(m, d, wrench_q, unit, none, (body_point){q->body, q->x});
  add_opposite_wrenches(m, d, row->value, scale, (wrench_on_body){p->body, wrench_p},
                        (wrench_on_body){q->body, wrench_q});
  return length;
}

static int is_wrap_geom(int type) { return type == mjWRAP_SPHERE || type == mjWRAP_CYLINDER; }

static path_point site_point(const mjModel* m, const mjData* d, int site) {
  return (path_point){d->site_xpos + 3 * site, m->site_bodyid[site]};
}

// Wrap the path between two points around the geom of path element e; see wrap_around.
static mjtNum wrap_element(const mjModel* m, const mjData* d, int e, const mjtNum* from,
                           const mjtNum* to, mjtNum touch[6]) {
  int g = m->wrap_objid[e], side = mju_round(m->wrap_prm[e]);
  if (side < -1 || side >= m->nsite) {
    mju_error("tendon path element %d has the invalid side site %d", e, side);
    return -1;
  }
  wrap_geom geom = {d->geom_xpos + 3 * g, d->geom_xmat + 9 * g, m->geom_size[3 * g],
                    m->wrap_type[e] == mjWRAP_CYLINDER};
  return wrap_around(&geom, from, to, side >= 0 ? d->site_xpos + 3 * side : NULL, touch);
}

// Values of mjData.wrap_obj for path points that are not on geoms.
enum { PATH_SITE = -1, PATH_PULLEY = -2 };

static void record_point(mjData* d, int* count, int obj, const mjtNum x[3]) {
  d->wrap_obj[*count] = obj;
  vec3_copy(d->wrap_xpos + 3 * *count, x);
  (*count)++;
}

// Length and Jacobian row of a spatial tendon; its path points are stored from index *count on.
static mjtNum trace_spatial(const mjModel* m, mjData* d, int tendon, row_builder* row, int* count) {
  static const mjtNum nowhere[3] = {0, 0, 0};
  int e = m->tendon_adr[tendon], last = e + m->tendon_num[tendon] - 1;
  mjtNum length = 0, divisor = 1;
  while (e < last) {
    if (m->wrap_type[e] == mjWRAP_PULLEY) {
      divisor = m->wrap_prm[e++];
      record_point(d, count, PATH_PULLEY, nowhere);
      continue;
    }
    if (m->wrap_type[e + 1] == mjWRAP_PULLEY) {
      e++;
      continue;
    }

    int geom = is_wrap_geom(m->wrap_type[e + 1]) ? m->wrap_objid[e + 1] : -1;
    path_point s0 = site_point(m, d, m->wrap_objid[e]);
    path_point s1 = site_point(m, d, m->wrap_objid[e + (geom >= 0 ? 2 : 1)]);
    mjtNum touch[6], arc = geom >= 0 ? wrap_element(m, d, e + 1, s0.x, s1.x, touch) : -1;
    record_point(d, count, PATH_SITE, s0.x);
    mjtNum part;
    if (arc < 0) {
      part = add_segment(m, d, row, &s0, &s1, 1 / divisor);
    } else {
      path_point t0 = {touch, m->geom_bodyid[geom]}, t1 = {touch + 3, t0.body};
      part = add_segment(m, d, row, &s0, &t0, 1 / divisor) + arc;
      part += add_segment(m, d, row, &t1, &s1, 1 / divisor);
      record_point(d, count, geom, t0.x);
      record_point(d, count, geom, t1.x);
    }
    length += part / divisor;
    e += geom >= 0 ? 2 : 1;
    if (e >= last || m->wrap_type[e + 1] == mjWRAP_PULLEY) record_point(d, count, PATH_SITE, s1.x);
  }
  return length;
}

// Length and Jacobian row of a fixed tendon, a linear combination of joint positions.  If a joint
// is listed more than once, a sparse row sums its coefficients while a dense row keeps the last:
// the API behaves so and models may depend on it.
static mjtNum trace_fixed(const mjModel* m, const mjData* d, int tendon, row_builder* row) {
  int first = m->tendon_adr[tendon], end = first + m->tendon_num[tendon];
  mjtNum length = 0;
  for (int e = first; e < end; e++) {
    int j = m->wrap_objid[e], i = m->jnt_dofadr[j];
    length += m->wrap_prm[e] * d->qpos[m->jnt_qposadr[j]];
    if (!row->dof) {
      row->value[i] = m->wrap_prm[e];
      continue;
    }
    row->value[i] += m->wrap_prm[e];
    if (row->seen[i] == row->mark) continue;
    row->seen[i] = row->mark;
    int k = row->n++;
    for (; k > 0 && row->dof[k - 1] > i; k--) row->dof[k] = row->dof[k - 1];
    row->dof[k] = i;
  }
  return length;
}

// Move the values of a sparse row from the full vector to packed storage, leaving zeros in the
// vector.
static void pack_row(row_builder* row, mjtNum* packed) {
  for (int k = 0; k < row->n; k++) {
    packed[k] = row->value[row->dof[k]];
    row->value[row->dof[k]] = 0;
  }
}

// The stored path of a sleeping tendon is kept; the path points of the others are arranged around
// it. Its length and row are 0, as in the API.
typedef struct {
  const int* obj;
  const mjtNum* xpos;
} old_paths;

static old_paths keep_paths(const mjModel* m, mjData* d) {
  int n = 2 * m->nwrap;
  int* obj = mj_stackAllocInt(d, (size_t)n + 1);
  mjtNum* xpos = mj_stackAllocNum(d, 3 * (size_t)n + 1);
  memcpy(obj, d->wrap_obj, sizeof(int) * n);
  memcpy(xpos, d->wrap_xpos, sizeof(mjtNum) * 3 * n);
  return (old_paths){obj, xpos};
}

static mjtNum keep_path(mjData* d, int tendon, const old_paths* old, int* count) {
  int first = d->ten_wrapadr[tendon];
  for (int k = first; k < first + d->ten_wrapnum[tendon]; k++) {
    record_point(d, count, old->obj[k], old->xpos + 3 * k);
  }
  return 0;
}

// Not inlined, so that mj_tendon costs only a call when there are no tendons.
NOT_INLINED static void trace_all(const mjModel* m, mjData* d) {
  int nv = m->nv, ntendon = m->ntendon, count = 0, adr = 0;
  int sparse = is_sparse(m);
  bool watch = some_asleep(m, d);
  row_builder row = {0};
  mj_markStack(d);
  old_paths old = {0};
  if (watch) old = keep_paths(m, d);
  if (sparse) {
    row.value = mj_stackAllocNum(d, nv);
    row.seen = mj_stackAllocInt(d, nv);
    row.fresh = mj_stackAllocInt(d, nv);
    if (nv) memset(row.value, 0, sizeof(mjtNum) * nv);
    if (nv) memset(row.seen, 0, sizeof(int) * nv);
  } else if (nv) {
    memset(d->ten_J, 0, sizeof(mjtNum) * ntendon * nv);
  }

  for (int t = 0; t < ntendon; t++) {
    row.n = 0;
    row.mark = t + 1;
    if (sparse) {
      row.dof = d->ten_J_colind + adr;
    } else {
      row.value = d->ten_J + (size_t)t * nv;
    }
    int start = count;
    if (watch && tendon_sleeps(m, d, t)) {
      d->ten_length[t] = keep_path(d, t, &old, &count);
    } else if (m->wrap_type[m->tendon_adr[t]] == mjWRAP_JOINT) {
      d->ten_length[t] = trace_fixed(m, d, t, &row);
    } else {
      d->ten_length[t] = trace_spatial(m, d, t, &row, &count);
    }
    d->ten_wrapadr[t] = start;
    d->ten_wrapnum[t] = count - start;
    if (sparse) {
      pack_row(&row, d->ten_J + adr);
      d->ten_J_rowadr[t] = adr;
      d->ten_J_rownnz[t] = row.n;
      adr += row.n;
    }
  }
  mj_freeStack(d);
}

void mj_tendon(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (!m->ntendon) return;
  trace_all(m, d);
  csr_pattern J = {m->ntendon, d->ten_J_rownnz, d->ten_J_rowadr, d->ten_J_colind};
  CHECK_FULL(!is_sparse(m) || csr_valid(J, m->nv));
  (void)J;
}

// Velocity, and acceleration at zero qacc, of a point fixed to a body.
static void point_motion(const mjModel* m, const mjData* d, path_point p, mjtNum vel[3],
                         mjtNum acc[3]) {
  mjtNum arm[3], motion[6] = {0}, turn[3];
  vec3_sub(arm, p.x, d->subtree_com + 3 * m->body_rootid[p.body]);
  for (int i = last_dof(m, p.body); i >= 0; i = m->dof_parentid[i]) {
    for (int k = 0; k < 6; k++) motion[k] += d->cdof_dot[6 * i + k] * d->qvel[i];
  }
  const mjtNum* cvel = d->cvel + 6 * p.body;
  dof_velocity(vel, cvel, arm);
  dof_velocity(acc, motion, arm);
  vec3_cross(turn, cvel, vel);
  vec3_add(acc, acc, turn);
}

// Second time derivative of the distance of two points: the relative acceleration along the line
// plus the squared relative velocity across the line, divided by the distance.
static mjtNum distance_acceleration(const mjModel* m, const mjData* d, path_point p, path_point q) {
  mjtNum vp[3], ap[3], vq[3], aq[3], unit[3];
  point_motion(m, d, p, vp, ap);
  point_motion(m, d, q, vq, aq);
  vec3_sub(vq, vq, vp);
  vec3_sub(aq, aq, ap);
  vec3_sub(unit, q.x, p.x);
  mjtNum length = vec3_normalize(unit), along = vec3_dot(unit, vq);
  mjtNum across = length > mjMINVAL ? (vec3_dot(vq, vq) - along * along) / length : 0;
  return vec3_dot(unit, aq) + across;
}

mjtNum tendon_acceleration(const mjModel* m, const mjData* d, int tendon) {
  int e = m->tendon_adr[tendon], last = e + m->tendon_num[tendon] - 1;
  mjtNum sum = 0, divisor = 1;
  if (m->wrap_type[e] == mjWRAP_JOINT) return 0;
  for (; e < last; e++) {
    int type = m->wrap_type[e], next = m->wrap_type[e + 1];
    if (type == mjWRAP_PULLEY) divisor = m->wrap_prm[e];
    if (type == mjWRAP_PULLEY || next == mjWRAP_PULLEY) continue;
    if (is_wrap_geom(next)) {
      mju_error("tendon %d has armature and wraps a geom, which is not supported", tendon);
      return 0;
    }
    path_point p = site_point(m, d, m->wrap_objid[e]), q = site_point(m, d, m->wrap_objid[e + 1]);
    if (p.body != q.body) sum += distance_acceleration(m, d, p, q) / divisor;
  }
  return sum;
}
