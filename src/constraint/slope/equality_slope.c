// Equalities: residual of object 1 minus object 2, hence end 0 is object 2 and end 1 is object 1.
//
// Connect, and the translation of a weld: two points fixed to bodies.  Rotation of a weld: s vec(e)
// with e = q2* q1.  With w = R2'(w1 - w2) and A = s/2 (e0 1 - [ev]x) the rows are A w.  Multipliers
// l are a torque y = R2 A'l on body 1 and -y on body 2.  Under the motion of a dof
//   de0 = -ev . w / 2,   dev = (e0 w + w x ev) / 2,
//   dy = w2 x y + R2 s/2 (de0 l + dev x l),
//   d(A w(x)) = A R2'(W x w2 + dW) + s/2 (de0 w(x) + w(x) x dev),  W = w1 - w2 under x.
// Joints and tendons: the residual x1 - p(x2) has the row J1 - p' J2, for which
//   d(J x) = d(J1 x) - p' d(J2 x) - p'' (J2 x) J2,   d(J'f) = f (H1 - p' H2 - p'' J2 J2').
#include "constraint/slope/row_slope.h"

#include <engine/base.h>
#include <engine/math.h>

#include "constraint/kinds/kind.h"
#include "dynamics/slope/ends.h"
#include "dynamics/slope/tendon_slope.h"
#include "kinematics/anchor.h"
#include "kinematics/flex.h"
#include "kinematics/tendon.h"
#include "math/dense.h"
#include "math/quat.h"
#include "model/equality_type.h"
#include "model/flags.h"

// The anchors on object 2 and object 1, in this order.
typedef struct {
  int body[2];
  mjtNum point[2][3], quat[2][4];
} joined;

static joined joined_objects(const mjModel* m, const mjData* d, int eq) {
  joined x;
  for (int k = 0; k < 2; k++) {
    anchor a = equality_anchor(m, d, eq, 1 - k);
    x.body[k] = a.body;
    vec3_copy(x.point[k], a.point);
    weld_orientation(m, d, eq, 1 - k, x.quat[k]);
  }
  return x;
}

static void column(mjtNum r[3], const mjtNum* M, int n, int k) {
  vec3_set(r, M[k], M[n + k], M[2 * n + k]);
}

static void put_column(mjtNum* M, int n, int k, const mjtNum x[3]) {
  for (int c = 0; c < 3; c++) M[c * n + k] = x[c];
}

typedef struct {
  mjtNum e[4], R2[9], scale;
} weld_frame;

// r = A x
static void weld_mul(mjtNum r[3], const weld_frame* f, const mjtNum x[3]) {
  mjtNum t[3];
  vec3_cross(t, f->e + 1, x);
  for (int k = 0; k < 3; k++) r[k] = f->scale / 2 * (f->e[0] * x[k] - t[k]);
}

// r = A' x
static void weld_tmul(mjtNum r[3], const weld_frame* f, const mjtNum x[3]) {
  mjtNum t[3];
  vec3_cross(t, f->e + 1, x);
  for (int k = 0; k < 3; k++) r[k] = f->scale / 2 * (f->e[0] * x[k] + t[k]);
}

// The rotational rows: their J and d(J x) (3 x n; on entry the latter holds dW), and R_q of their
// torque.
typedef struct {
  mjtNum *J, *dJ;
} turning_rows;
static void weld_rotation(row_slopes* x, const joined* o, const ends* e, const mjtNum* l,
                          const mjtNum W[3], turning_rows out) {
  int n = e->n;
  mjtNum *J = out.J, *dJ = out.dJ;
  mjData* d = x->s->d;
  weld_frame f = {.scale = x->s->m->eq_data[mjNEQDATA * d->efc_id[l - d->efc_force] + 10]};
  mjtNum inverse[4], y[3], local[3], w_x[3];
  quat_conjugate(inverse, o->quat[0]);
  quat_mul(f.e, inverse, o->quat[1]);
  mju_quat2Mat(f.R2, o->quat[0]);
  weld_tmul(local, &f, l);
  mat3_mul_vec(y, f.R2, local);
  mat3_tmul_vec(w_x, f.R2, W);
  mjtNum* dy = mj_stackAllocNum(d, 3 * (size_t)n + 1);
  for (int k = 0; k < n; k++) {
    mjtNum w[3], w2[3], dev[3], t[3], u[3];
    column(w, e->W, n, k);
    column(w2, e->W0, n, k);
    mat3_tmul_vec(w, f.R2, w);
    weld_mul(t, &f, w);
    put_column(J, n, k, t);
    mjtNum de0 = -vec3_dot(f.e + 1, w) / 2;
    vec3_cross(dev, w, f.e + 1);
    vec3_axpy(dev, f.e[0], w);
    vec3_scale(dev, dev, 0.5);
    // dy
    vec3_cross(t, dev, l);
    vec3_axpy(t, de0, l);
    vec3_scale(t, t, f.scale / 2);
    mat3_mul_vec(t, f.R2, t);
    vec3_cross(u, w2, y);
    vec3_add(t, t, u);
    put_column(dy, n, k, t);
    // d(J x)
    column(t, dJ, n, k);
    vec3_cross(u, W, w2);
    vec3_add(t, t, u);
    mat3_tmul_vec(t, f.R2, t);
    weld_mul(t, &f, t);
    vec3_cross(u, w_x, dev);
    vec3_axpy(u, de0, w_x);
    vec3_axpy(t, f.scale / 2, u);
    put_column(dJ, n, k, t);
  }
  slope_add(x->s, BY_POSITION, (slope_rows){3, n, e->col, e->W, dy});
  for (int k = 0; k < 2; k++) {
    body_force turn = {.body = o->body[k], .point = o->point[k], .torque = {y[0], y[1], y[2]}};
    slope_add_wrench(x->s, WRENCH_PLACE, &turn, k ? 1 : -1);
  }
}

void add_joined_slope(row_slopes* x, int row) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int eq = d->efc_id[row], rows = kind_of_equality(m, eq)->rows;
  const mjtNum* f = d->efc_force + row;
  joined o = joined_objects(m, d, eq);
  mj_markStack(d);
  ends e = ends_make(m, d, o.body[0], o.point[0], o.body[1], o.point[1]);
  int n = e.n;
  mjtNum B = d->efc_KBIP[4 * row + 1];
  mjtNum *J = mj_stackAllocNum(d, 13 * (size_t)n + 1), *dJ = J + 6 * n, *dr = dJ + 6 * n;
  vec_copy(J, e.U, 3 * n);
  vec_zero(dJ, 6 * n);
  ends_rate(m, d, &e, x->acc, (ends_sum){1, NULL, dJ, rows == 6 ? dJ + 3 * n : NULL});
  ends_rate(m, d, &e, x->vel, (ends_sum){B, NULL, dJ, rows == 6 ? dJ + 3 * n : NULL});
  if (rows == 6) {
    ends_velocity a, v;
    ends_velocity_of(m, d, &e, x->acc, &a);
    ends_velocity_of(m, d, &e, x->vel, &v);
    vec3_axpy(a.dw, B, v.dw);
    weld_rotation(x, &o, &e, f + 3, a.dw, (turning_rows){J + 3 * n, dJ + 3 * n});
  }
  for (int k = 0; k < 2; k++) {
    body_force pull = {.body = o.body[k], .point = o.point[k], .force = {f[0], f[1], f[2]}};
    slope_add_wrench(x->s, WRENCH_MATERIAL, &pull, k ? 1 : -1);
  }
  mjtNum r = vec_norm(d->efc_pos + row, rows);
  vec_zero(dr, n);
  for (int i = 0; r > 0 && i < rows; i++) vec_axpy(dr, d->efc_pos[row + i] / r, J + i * n, n);
  add_row_group(x, &(row_group){row, rows, n, e.col, J, dJ, J, dr, NULL});
  mj_freeStack(d);
}

// p' and p'' of the polynomial.
static void coupling_slopes(const mjtNum c[5], mjtNum x, mjtNum* first, mjtNum* second) {
  *first = c[1] + x * (2 * c[2] + x * (3 * c[3] + x * 4 * c[4]));
  *second = 2 * c[2] + x * (6 * c[3] + x * 12 * c[4]);
}

static void add_joint_coupling(row_slopes* x, int row) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int eq = d->efc_id[row], j1 = m->eq_obj1id[eq], j2 = m->eq_obj2id[eq];
  int col[2] = {m->jnt_dofadr[j1], j2 >= 0 ? m->jnt_dofadr[j2] : -1}, n = j2 >= 0 ? 2 : 1;
  mjtNum J[2] = {1, 0}, dJ[2] = {0, 0};
  if (j2 >= 0) {
    mjtNum first, second, at = d->qpos[m->jnt_qposadr[j2]] - m->qpos0[m->jnt_qposadr[j2]];
    coupling_slopes(m->eq_data + mjNEQDATA * eq, at, &first, &second);
    J[1] = -first;
    dJ[1] = -second * (d->qacc[col[1]] + d->efc_KBIP[4 * row + 1] * d->qvel[col[1]]);
    slope_add_entry(x->s, BY_POSITION, col[1], col[1], -d->efc_force[row] * second);
  }
  if (n == 2 && col[0] > col[1]) {
    int c = col[0];
    col[0] = col[1], col[1] = c;
    mjtNum s = J[0];
    J[0] = J[1], J[1] = s;
    s = dJ[0], dJ[0] = dJ[1], dJ[1] = s;
  }
  add_row_group(x, &(row_group){row, 1, n, col, J, dJ, J, NULL, NULL});
}

// A row whose residual is the length of a straight part.
static void add_straight_row(row_slopes* x, int row, const path_part* part, sparse_row J) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  const mjtNum* kbip = d->efc_KBIP + 4 * row;
  mj_markStack(d);
  mjtNum* rate = mj_stackAllocNum(d, m->nv);
  vec_zero(rate, m->nv);
  straight_rate(m, d, part, x->acc, 1, rate);
  straight_rate(m, d, part, x->vel, kbip[1], rate);
  straight_slope(x->s, part, d->efc_force[row], NULL);
  mjtNum D = d->efc_D[row], imp = kbip[2], P = kbip[3], away = d->efc_pos[row] - d->efc_margin[row];
  mjtNum gain = P == 0 || d->efc_R[row] <= mjMINVAL ? 0 : d->efc_force[row] * P / (imp * (1 - imp));
  mjtNum along = gain - D * kbip[0] * (imp + P * away);
  slope_add_outer(x->s, BY_POSITION, along, J, J);
  keep_line_response(x, row, along, J, rate);
  slope_add_outer(x->s, BY_POSITION, -D, J, (sparse_row){m->nv, NULL, rate});
  slope_add_outer(x->s, BY_VELOCITY, -D * kbip[1], J, J);
  mj_freeStack(d);
}

static mjtNum* in_full(const mjModel* m, mjData* d, sparse_row a) {
  mjtNum* full = mj_stackAllocNum(d, m->nv);
  vec_zero(full, m->nv);
  sparse_row_add(a, 1, full);
  return full;
}

// The row J of tendon 1 less p' times that of tendon 2, the same of the derivatives of lengths, L,
// and d(J (qacc + B v)).
typedef struct {
  mjtNum *J, *L, *rate;
} coupling_rows;

static void subtract_second_tendon(row_slopes* x, int row, int t2, const coupling_rows* r) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int nv = m->nv;
  const mjtNum* kbip = d->efc_KBIP + 4 * row;
  mjtNum f = d->efc_force[row], first, second;
  mjtNum* J2 = in_full(m, d, row_of_tendon(m, d, t2, is_sparse(m)));
  mjtNum* L2 = in_full(m, d, tendon_gradient(m, d, t2));
  coupling_slopes(m->eq_data + mjNEQDATA * d->efc_id[row],
                  d->ten_length[t2] - m->tendon_length0[t2], &first, &second);
  tendon_rate(m, d, t2, x->acc, -first, r->rate);
  tendon_rate(m, d, t2, x->vel, -first * kbip[1], r->rate);
  mjtNum speed = vec_dot(J2, d->qacc, nv) + kbip[1] * vec_dot(J2, d->qvel, nv);
  vec_axpy(r->rate, -second * speed, L2, nv);
  vec_axpy(r->J, -first, J2, nv);
  vec_axpy(r->L, -first, L2, nv);
  x->s->pull[t2] -= first * f;
  slope_add_outer(x->s, BY_POSITION, -f * second, (sparse_row){nv, NULL, J2},
                  (sparse_row){nv, NULL, L2});
}

static void add_tendon_coupling(row_slopes* x, int row) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int eq = d->efc_id[row], t1 = m->eq_obj1id[eq], t2 = m->eq_obj2id[eq], nv = m->nv;
  mjtNum f = d->efc_force[row];
  const mjtNum* kbip = d->efc_KBIP + 4 * row;
  mj_markStack(d);
  coupling_rows r = {in_full(m, d, row_of_tendon(m, d, t1, is_sparse(m))),
                     in_full(m, d, tendon_gradient(m, d, t1)), mj_stackAllocNum(d, nv)};
  vec_zero(r.rate, nv);
  tendon_rate(m, d, t1, x->acc, 1, r.rate);
  tendon_rate(m, d, t1, x->vel, kbip[1], r.rate);
  x->s->pull[t1] += f;
  x->s->has_pull = 1;
  if (t2 >= 0) subtract_second_tendon(x, row, t2, &r);
  sparse_row a = {nv, NULL, r.J}, by = {nv, NULL, r.L};
  mjtNum D = d->efc_D[row], imp = kbip[2], P = kbip[3], away = d->efc_pos[row] - d->efc_margin[row];
  mjtNum gain = P == 0 || d->efc_R[row] <= mjMINVAL ? 0 : f * P / (imp * (1 - imp));
  mjtNum along = gain - D * kbip[0] * (imp + P * away);
  slope_add_outer(x->s, BY_POSITION, along, a, by);
  keep_line_response(x, row, along, by, r.rate);
  slope_add_outer(x->s, BY_POSITION, -D, a, (sparse_row){nv, NULL, r.rate});
  slope_add_outer(x->s, BY_VELOCITY, -D * kbip[1], a, a);
  mj_freeStack(d);
}

void add_coupling_slope(row_slopes* x, int row) {
  const mjModel* m = x->s->m;
  int eq = x->s->d->efc_id[row];
  mjtObj object = equality_object(m->eq_type[eq], m->eq_objtype[eq]);
  (object == mjOBJ_TENDON ? add_tendon_coupling : add_joint_coupling)(x, row);
}

// The flex edge that a row belongs to: rigid edges have no rows.
static int edge_of_row(const mjModel* m, const mjData* d, int row) {
  int id = d->efc_id[row], edge = m->flex_edgeadr[m->eq_obj1id[id]], before = 0;
  while (row - before > 0 && d->efc_type[row - before - 1] == mjCNSTR_EQUALITY &&
         d->efc_id[row - before - 1] == id) {
    before++;
  }
  for (;; edge++) {
    if (!m->flexedge_rigid[edge] && before-- == 0) return edge;
  }
}

void add_flex_edges_slope(row_slopes* x, int row) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int vertadr = m->flex_vertadr[m->eq_obj1id[d->efc_id[row]]], edge = edge_of_row(m, d, row);
  path_part part = {.geom = -1, .divisor = 1};
  for (int k = 0; k < 2; k++) {
    int vert = vertadr + m->flex_edge[2 * edge + k];
    part.x[k] = d->flexvert_xpos + 3 * vert;
    part.body[k] = m->flex_vertbodyid[vert];
  }
  add_straight_row(x, row, &part, row_of_edge(m, d, edge, is_sparse(m)));
}
