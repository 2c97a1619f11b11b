// Equality constraints: connect, weld, joint and tendon coupling, flex edges.
//
// The residual of a connect or weld is object 1 minus object 2, and so is its Jacobian.

#include <math.h>
#include <string.h>

#include "constraint/kinds/chain.h"
#include "constraint/rows.h"
#include "math/quat.h"
#include "model/flags.h"

// What a connect or weld holds together: a point on each of two bodies.
typedef struct {
  int body[2];
  mjtNum point[2][3];
} joined;

static int is_skipped(const mjModel* m) { return mjDISABLED(mjDSBL_EQUALITY) || !m->nemax; }

// Bodies joined by a connect or weld, of either semantics (bodies or sites).
static void joined_bodies(const mjModel* m, int i, int body[2]) {
  body[0] = m->eq_obj1id[i];
  body[1] = m->eq_obj2id[i];
  if (m->eq_objtype[i] == mjOBJ_SITE) {
    body[0] = m->site_bodyid[body[0]];
    body[1] = m->site_bodyid[body[1]];
  }
}

// Anchor k is at `local[k]` in the frame of body k, or at the site.
static joined joined_points(const mjModel* m, const mjData* d, int i, const mjtNum* local[2]) {
  joined r;
  joined_bodies(m, i, r.body);
  const int object[2] = {m->eq_obj1id[i], m->eq_obj2id[i]};
  for (int k = 0; k < 2; k++) {
    if (m->eq_objtype[i] == mjOBJ_SITE) {
      vec3_copy(r.point[k], d->site_xpos + 3 * object[k]);
    } else {
      mat3_mul_vec(r.point[k], d->xmat + 9 * object[k], local[k]);
      vec3_add(r.point[k], r.point[k], d->xpos + 3 * object[k]);
    }
  }
  return r;
}

static int joined_columns(const mjModel* m, int i) {
  int body[2];
  joined_bodies(m, i, body);
  return chain_union_depth(m, chain_end(m, body[0]), chain_end(m, body[1]));
}

// World orientation that side k of a weld brings: the body's, or the site's.
static void weld_orientation(const mjModel* m, const mjData* d, int i, int k, mjtNum quat[4]) {
  int object = k ? m->eq_obj2id[i] : m->eq_obj1id[i];
  if (m->eq_objtype[i] == mjOBJ_SITE) {
    quat_mul(quat, d->xquat + 4 * m->site_bodyid[object], m->site_quat + 4 * object);
  } else if (k == 0) {
    quat_mul(quat, d->xquat + 4 * object, m->eq_data + mjNEQDATA * i + 6);
  } else {
    quat_copy(quat, d->xquat + 4 * object);
  }
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

// A connect holds two points together, a weld their orientations too.
static void add_joined(const mjModel* m, mjData* d, int i) {
  const mjtNum* data = m->eq_data + mjNEQDATA * i;
  int weld = m->eq_type[i] == mjEQ_WELD, n = joined_columns(m, i);
  if (!n) return;  // nothing that moves
  // the anchors of a weld stand the other way round
  joined j = joined_points(m, d, i, (const mjtNum* [2]){data + 3 * weld, data + 3 * !weld});
  mj_markStack(d);
  int* column = mj_stackAllocInt(d, n);
  mjtNum* jac = mj_stackAllocNum(d, 6 * n);
  mjtNum pos[6];
  vec3_sub(pos, j.point[0], j.point[1]);
  const mjtNum* const point[2] = {j.point[0], j.point[1]};
  chain_motion v = {n, column, jac, weld ? jac + 3 * n : NULL, 0};
  chain_difference(m, d, j.body, point, &v);
  if (weld) weld_rotation(m, d, i, n, jac + 3 * n, pos + 3);
  row_add(m, d,
          &(row_block){.type = mjCNSTR_EQUALITY,
                       .id = i,
                       .rows = weld ? 6 : 3,
                       .n = n,
                       .column = column,
                       .jac = jac,
                       .pos = pos});
  mj_freeStack(d);
}

// A coupled scalar: joint position or tendon length, relative to its value in qpos0.
typedef struct {
  mjtNum value;
  dof_line line;
} coupled;

static const mjtNum one = 1;

static dof_line coupled_line(const mjModel* m, const mjData* d, int is_tendon, int id) {
  return is_tendon ? tendon_line(m, d, id) : (dof_line){1, m->jnt_dofadr + id, &one};
}

static coupled coupled_scalar(const mjModel* m, const mjData* d, int is_tendon, int id) {
  mjtNum value;
  if (is_tendon) {
    value = d->ten_length[id] - m->tendon_length0[id];
  } else {
    int q = m->jnt_qposadr[id];
    value = d->qpos[q] - m->qpos0[q];
  }
  return (coupled){value, coupled_line(m, d, is_tendon, id)};
}

// The value of the coupling polynomial c1 x + ... + c4 x^4; its derivative into *slope.
static mjtNum coupling(const mjtNum c[5], mjtNum x, mjtNum* slope) {
  *slope = c[1] + x * (2 * c[2] + x * (3 * c[3] + x * 4 * c[4]));
  return x * (c[1] + x * (c[2] + x * (c[3] + x * c[4])));
}

// Columns of the union of two lines.
static int merged_columns(const dof_line* a, const dof_line* b) {
  int n = 0;
  for (int i = 0, j = 0; i < a->n || j < b->n; n++) {
    int p = i < a->n ? a->column[i] : INT32_MAX, q = j < b->n ? b->column[j] : INT32_MAX;
    i += p <= q;
    j += q <= p;
  }
  return n;
}

// r = a + s b; column and value have room for the union.
static dof_line merge(const dof_line* a, const dof_line* b, mjtNum s, int* column, mjtNum* value) {
  int n = 0;
  for (int i = 0, j = 0; i < a->n || j < b->n; n++) {
    int p = i < a->n ? a->column[i] : INT32_MAX, q = j < b->n ? b->column[j] : INT32_MAX;
    column[n] = p < q ? p : q;
    value[n] = (p <= q ? a->value[i] : 0) + (q <= p ? s * b->value[j] : 0);
    i += p <= q;
    j += q <= p;
  }
  return (dof_line){n, column, value};
}

// The polynomial that ties one joint or tendon to another, or to a constant.
static void add_coupling(const mjModel* m, mjData* d, int i) {
  int is_tendon = m->eq_type[i] == mjEQ_TENDON, id1 = m->eq_obj1id[i], id2 = m->eq_obj2id[i];
  const mjtNum* c = m->eq_data + mjNEQDATA * i;
  coupled x1 = coupled_scalar(m, d, is_tendon, id1);
  dof_line line = x1.line;
  mjtNum pos = x1.value - c[0];

  mj_markStack(d);
  if (id2 >= 0) {
    coupled x2 = coupled_scalar(m, d, is_tendon, id2);
    mjtNum slope;
    pos -= coupling(c, x2.value, &slope);
    int n = line.column ? line.n + x2.line.n : m->nv;
    mjtNum* value = mj_stackAllocNum(d, n);
    if (line.column) {
      line = merge(&x1.line, &x2.line, -slope, mj_stackAllocInt(d, n), value);
    } else {
      for (int k = 0; k < n; k++) value[k] = x1.line.value[k] - slope * x2.line.value[k];
      line.value = value;
    }
  }
  int added = row_add(m, d,
                      &(row_block){.type = mjCNSTR_EQUALITY,
                                   .id = i,
                                   .rows = 1,
                                   .n = line.n,
                                   .column = line.column,
                                   .jac = line.value,
                                   .pos = &pos});
  mj_freeStack(d);
  if (added && is_tendon) {
    row_names_tendon(d, id1, d->nefc - 1);
    if (id2 >= 0) row_names_tendon(d, id2, d->nefc - 1);
  }
}

static int coupling_columns(const mjModel* m, const mjData* d, int i) {
  int is_tendon = m->eq_type[i] == mjEQ_TENDON, id2 = m->eq_obj2id[i];
  if (is_tendon && !is_sparse(m)) return m->nv;
  dof_line a = coupled_line(m, d, is_tendon, m->eq_obj1id[i]);
  if (id2 < 0) return a.n;
  dof_line b = coupled_line(m, d, is_tendon, id2);
  return merged_columns(&a, &b);
}

static dof_line flex_edge_line(const mjModel* m, const mjData* d, int e) {
  if (!is_sparse(m)) return (dof_line){m->nv, NULL, d->flexedge_J + (size_t)e * m->nv};
  int adr = d->flexedge_J_rowadr[e];
  return (dof_line){d->flexedge_J_rownnz[e], d->flexedge_J_colind + adr, d->flexedge_J + adr};
}

// Each edge of the flex keeps its length.
static void add_flex(const mjModel* m, mjData* d, int i) {
  int flex = m->eq_obj1id[i], begin = m->flex_edgeadr[flex];
  for (int e = begin; e < begin + m->flex_edgenum[flex]; e++) {
    if (m->flexedge_rigid[e]) continue;
    mjtNum pos = d->flexedge_length[e] - m->flexedge_length0[e];
    dof_line line = flex_edge_line(m, d, e);
    int added = row_add(m, d,
                        &(row_block){.type = mjCNSTR_EQUALITY,
                                     .id = i,
                                     .rows = 1,
                                     .n = line.n,
                                     .column = line.column,
                                     .jac = line.value,
                                     .pos = &pos});
    if (added) d->efc_diagApprox[d->nefc - 1] = m->flexedge_invweight0[e];
  }
}

static row_count flex_count(const mjModel* m, const mjData* d, int i) {
  row_count total = {0, 0};
  int flex = m->eq_obj1id[i], begin = m->flex_edgeadr[flex], sparse = is_sparse(m);
  for (int e = begin; e < begin + m->flex_edgenum[flex]; e++) {
    if (m->flexedge_rigid[e]) continue;
    int n = sparse ? d->flexedge_J_rownnz[e] : 0;
    total.rows += !sparse || n;
    total.nnz += n;
  }
  return total;
}

// Dense rows are counted even if nothing moves them: only their values will tell.
static row_count block_count(const mjModel* m, int rows, int columns) {
  if (!columns && is_sparse(m)) return (row_count){0, 0};
  return (row_count){rows, (int64_t)rows * columns};
}

static row_count one_count(const mjModel* m, const mjData* d, int i) {
  switch (m->eq_type[i]) {
    case mjEQ_CONNECT: return block_count(m, 3, joined_columns(m, i));
    case mjEQ_WELD: return block_count(m, 6, joined_columns(m, i));
    case mjEQ_JOINT:
    case mjEQ_TENDON: return block_count(m, 1, coupling_columns(m, d, i));
    case mjEQ_FLEX: return flex_count(m, d, i);
    default: mju_error("equality %d has the unknown type %d", i, m->eq_type[i]);
  }
  return (row_count){0, 0};
}

row_count equality_count(const mjModel* m, const mjData* d) {
  row_count total = {0, 0};
  if (is_skipped(m)) return total;
  for (int i = 0; i < m->neq; i++) {
    if (!d->eq_active[i]) continue;
    row_count n = one_count(m, d, i);
    total.rows += n.rows;
    total.nnz += n.nnz;
  }
  return total;
}

void equality_rows(const mjModel* m, mjData* d) {
  if (is_skipped(m)) return;
  for (int i = 0; i < m->neq; i++) {
    if (!d->eq_active[i]) continue;
    switch (m->eq_type[i]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD: add_joined(m, d, i); break;
      case mjEQ_JOINT:
      case mjEQ_TENDON: add_coupling(m, d, i); break;
      case mjEQ_FLEX: add_flex(m, d, i); break;
      default: break;  // refused by equality_count
    }
  }
}
