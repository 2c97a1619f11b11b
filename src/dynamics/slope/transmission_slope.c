#include "dynamics/slope/transmission_slope.h"

#include <engine/base.h>
#include <engine/math.h>

#include "dynamics/slope/ends.h"
#include "dynamics/slope/tendon_slope.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"
#include "math/quat.h"
#include "model/joint_type.h"

sparse_row moment_of(const mjData* d, int i) {
  int adr = d->moment_rowadr[i];
  return (sparse_row){d->moment_rownnz[i], d->moment_colind + adr, d->actuator_moment + adr};
}

sparse_row masked(mjData* d, sparse_row a, const mjtNum* keep) {
  if (!keep) return a;
  mjtNum* value = mj_stackAllocNum(d, (size_t)a.n + 1);
  for (int k = 0; k < a.n; k++) value[k] = a.value[k] * keep[a.col ? a.col[k] : k];
  a.value = value;
  return a;
}

// Derivatives over the dofs of a transmission.
typedef struct {
  int n;
  const int* col;
  mjtNum* dl;  // n
  mjtNum* H;   // n x n
} local_slope;

static local_slope local_make(mjData* d, int n, const int* col) {
  local_slope x = {n, col, mj_stackAllocNum(d, (size_t)n + 1),
                   mj_stackAllocNum(d, (size_t)n * (size_t)n + 1)};
  vec_zero(x.dl, n);
  vec_zero(x.H, n * n);
  return x;
}

static void add_local(slope* s, int i, const transmission_terms* t, const local_slope* x,
                      const mjtNum* keep) {
  mjData* d = s->d;
  mjtNum* row = mj_stackAllocNum(d, (size_t)x->n + 1);
  vec_scale(row, x->dl, t->by_length, x->n);
  for (int r = 0; r < 2; r++) {
    if (t->by_rate[r] == 0) continue;
    for (int k = 0; k < x->n; k++)
      vec_axpy(row, t->by_rate[r] * t->x[r][x->col[k]], x->H + k * x->n, x->n);
  }
  slope_add_outer(s, BY_POSITION, t->along, masked(d, moment_of(d, i), keep),
                  (sparse_row){x->n, x->col, row});
  for (int k = 0; keep && k < x->n; k++) {
    if (keep[x->col[k]] == 0) vec_zero(x->H + k * x->n, x->n);
  }
  slope_add_matrix(s, BY_POSITION, t->force, x->n, x->col, x->H);
}

// --- balls and free joints ----------------------------------------------------------------------

// The length of a ball joint is its rotation vector times the gear: dl = Da' gear.  A gear given in
// the parent frame rotates relative to the child: H = [moment]x.
static void add_ball(slope* s, int i, const transmission_terms* t, const mjtNum* keep) {
  static const mjtNum unit[4] = {1, 0, 0, 0};
  const mjModel* m = s->m;
  mjData* d = s->d;
  int j = m->actuator_trnid[2 * i], is_free = !joint_is_ball(m->jnt_type[j]);
  int dof = m->jnt_dofadr[j] + joint_quat(m->jnt_type[j]);
  const int col[3] = {dof, dof + 1, dof + 2};
  local_slope x = local_make(d, 3, col);
  if (!is_free) {
    mjtNum quat[4], Da[9];
    quat_copy(quat, d->qpos + m->jnt_qposadr[j]);
    quat_normalize(quat);
    mjd_subQuat(quat, unit, Da, NULL);
    mat3_tmul_vec(x.dl, Da, m->actuator_gear + 6 * i);
  }
  if (m->actuator_trntype[i] == mjTRN_JOINTINPARENT) {
    const mjtNum* a = moment_of(d, i).value + (is_free ? 3 : 0);
    x.H[1] = -a[2], x.H[2] = a[1], x.H[3] = a[2];
    x.H[5] = -a[0], x.H[6] = -a[1], x.H[7] = a[0];
  }
  add_local(s, i, t, &x, keep);
}

// --- tendons ------------------------------------------------------------------------------------

static void add_tendon(slope* s, int i, const transmission_terms* t, const mjtNum* keep) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  int tendon = m->actuator_trnid[2 * i];
  mjtNum gear = m->actuator_gear[6 * i];
  sparse_row moment = moment_of(d, i), kept = masked(d, moment, keep);
  if (t->force != 0) {
    s->pull[tendon] += gear * t->force;
    s->has_pull = 1;
  }
  mjtNum along = t->along * t->by_length;
  if (tendon_of_balls(m, tendon)) {
    slope_add_outer(s, BY_POSITION, gear * along, kept, tendon_gradient(m, d, tendon));
  } else {
    slope_add_outer(s, BY_POSITION, along, kept, moment);
  }
  for (int r = 0; r < 2; r++) {
    if (t->by_rate[r] == 0) continue;
    mjtNum* rate = mj_stackAllocNum(d, s->m->nv);
    vec_zero(rate, m->nv);
    tendon_rate(m, d, tendon, t->motion[r], gear, rate);
    slope_add_outer(s, BY_POSITION, t->along * t->by_rate[r], kept,
                    (sparse_row){m->nv, NULL, rate});
  }
}

// --- sites --------------------------------------------------------------------------------------

// A wrench w fixed in the site's frame: with V the twist of its body, H'x = w . turn (the other
// terms cancel, because w rotates with the body).  The length is 0.
static void add_site(slope* s, int i, const transmission_terms* t, const mjtNum* keep) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  int site = m->actuator_trnid[2 * i], body = m->site_bodyid[site];
  const mjtNum* R = d->site_xmat + 9 * site;
  body_force f = {.body = body, .point = d->site_xpos + 3 * site};
  mat3_mul_vec(f.force, R, m->actuator_gear + 6 * i);
  mat3_mul_vec(f.torque, R, m->actuator_gear + 6 * i + 3);
  slope_add_wrench(s, WRENCH_FOLLOWER, &f, t->force);
  mjtNum w[6];
  wrench_at(m, d, w, f.force, f.torque, (body_point){body, f.point});
  dof_chain chain = chain_of_body(m, body);
  for (int r = 0; r < 2; r++) {
    if (t->by_rate[r] == 0) continue;
    mjtNum* rate = mj_stackAllocNum(d, (size_t)chain.n + 1);
    for (int k = 0; k < chain.n; k++) rate[k] = dot6(w, t->motion[r]->turn + 6 * chain.dof[k]);
    slope_add_outer(s, BY_POSITION, t->along * t->by_rate[r], masked(d, moment_of(d, i), keep),
                    (sparse_row){chain.n, chain.dof, rate});
  }
}

// --- two sites ----------------------------------------------------------------------------------

// A wrench on one body of a pair, and its derivative by the dofs of both: 3 x n.
typedef struct {
  int side;
  mjtNum force[3], torque[3];
  const mjtNum* dp;  // NULL: a point of the body
  const mjtNum* dF;  // NULL: zero
  const mjtNum* dT;
} moving_wrench;

// H += d(S'w)/dq, for the dofs that do not move both bodies; those have no effect.
static void add_wrench_hessian(const mjModel* m, const mjData* d, const ends* e,
                               const moving_wrench* w, mjtNum sign, mjtNum* H) {
  int n = e->n, side = w->side, bit = 1 << side;
  mjtNum r[3], wrench[6];
  vec3_sub(r, e->point[side], d->subtree_com + 3 * m->body_rootid[e->body[side]]);
  wrench_at(m, d, wrench, w->force, w->torque, (body_point){e->body[side], e->point[side]});
  for (int j = 0; j < n; j++) {
    mjtNum dw[6] = {0}, dF[3] = {0}, dp[3] = {0}, t[3];
    const mjtNum* Sj = d->cdof + 6 * (size_t)e->col[j];
    if (w->dF) vec3_set(dF, w->dF[j], w->dF[n + j], w->dF[2 * n + j]);
    if (w->dp) {
      vec3_set(dp, w->dp[j], w->dp[n + j], w->dp[2 * n + j]);
    } else if (e->side[j] & bit) {
      dof_velocity(dp, Sj, r);
    }
    vec3_cross(dw, dp, w->force);
    vec3_cross(t, r, dF);
    vec3_add(dw, dw, t);
    if (w->dT) {
      vec3_set(t, w->dT[j], w->dT[n + j], w->dT[2 * n + j]);
      vec3_add(dw, dw, t);
    }
    vec3_copy(dw + 3, dF);
    for (int i = 0; i < n; i++) {
      if (e->side[i] != bit) continue;
      const mjtNum* Si = d->cdof + 6 * (size_t)e->col[i];
      int size, group = dof_group(m, e->col[i], &size);
      mjtNum sum = dot6(Si, dw);
      if ((e->side[j] & bit) && e->col[j] < group + size) {
        mjtNum turned[6];
        spatial_cross_motion(turned, Sj, Si);
        sum += dot6(turned, wrench);
      }
      H[i * n + j] += sign * sum;
    }
  }
}

static void column(mjtNum r[3], const mjtNum* M, int n, int k) {
  vec3_set(r, M[k], M[n + k], M[2 * n + k]);
}

// out (3 x n) = W x a, with the columns of W for one side only.
static void turned_with(const ends* e, int side, const mjtNum a[3], mjtNum* out) {
  for (int k = 0; k < e->n; k++) {
    mjtNum w[3] = {0}, w0[3];
    column(w0, e->W0, e->n, k);
    if (side == 0) {
      vec3_copy(w, w0);
    } else if (e->side[k] & 2) {
      column(w, e->W, e->n, k);
      vec3_add(w, w, w0);
    }
    vec3_cross(w, w, a);
    for (int c = 0; c < 3; c++) out[c * e->n + k] = w[c];
  }
}

// The crank hangs on a rod from a point on the axis of the slider (see transmit_slidercrank): with
// c, s the sites, x the axis, arm = c - s, along = arm . x, reach^2 = along^2 + rod^2 - arm^2 and
// k = 1 - along / reach, the gradients by arm and by axis are
//   p = k x + arm / reach,  a = k arm;  d along = x . d arm + arm . dx,
//   d reach = (along d along - arm . d arm) / reach,  dk = -d along / reach + along d reach /
//   reach^2.
// Out of reach: p = x, a = arm.
static void add_slider_crank(slope* s, int i, const transmission_terms* t, const mjtNum* keep) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  int crank = m->actuator_trnid[2 * i], slider = m->actuator_trnid[2 * i + 1];
  mjtNum gear = m->actuator_gear[6 * i], rod = m->actuator_cranklength[i];
  const mjtNum *R = d->site_xmat + 9 * slider, *from = d->site_xpos + 3 * slider;
  const mjtNum* to = d->site_xpos + 3 * crank;
  ends e = ends_make(m, d, m->site_bodyid[slider], from, m->site_bodyid[crank], to);
  int n = e.n;
  mjtNum x[3] = {R[2], R[5], R[8]}, arm[3], p[3], a[3];
  vec3_sub(arm, to, from);
  mjtNum along = vec3_dot(arm, x), square = along * along + rod * rod - vec3_dot(arm, arm);
  int reaches = square > 0;
  mjtNum reach = reaches ? sqrt(square) : 1, k = reaches ? 1 - along / reach : 1;
  vec3_scale(p, x, k);
  if (reaches) vec3_axpy(p, 1 / reach, arm);
  vec3_scale(a, arm, k);
  mjtNum *dx = mj_stackAllocNum(d, 9 * (size_t)n + 1), *dp = dx + 3 * n, *dT = dp + 3 * n;
  turned_with(&e, 0, x, dx);
  for (int j = 0; j < n; j++) {
    mjtNum u[3], v[3], w[3], cross[3], dk = 0, dreach = 0;
    column(u, e.U, n, j);  // d arm
    column(v, dx, n, j);
    if (reaches) {
      mjtNum dalong = vec3_dot(x, u) + vec3_dot(arm, v);
      dreach = (along * dalong - vec3_dot(arm, u)) / reach;
      dk = -dalong / reach + along * dreach / (reach * reach);
    }
    // dp, and the torque a x axis of the slider
    vec3_scale(w, x, dk);
    vec3_axpy(w, k, v);
    if (reaches) {
      vec3_axpy(w, 1 / reach, u);
      vec3_axpy(w, -dreach / (reach * reach), arm);
    }
    for (int c = 0; c < 3; c++) dp[c * n + j] = w[c];
    vec3_scale(w, arm, dk);
    vec3_axpy(w, k, u);
    vec3_cross(w, w, x);
    vec3_cross(cross, a, v);
    for (int c = 0; c < 3; c++) dT[c * n + j] = w[c] + cross[c];
  }
  local_slope l = local_make(d, n, e.col);
  moving_wrench pull = {.side = 1, .dF = dp}, push = {.side = 0, .dF = dp, .dT = dT};
  vec3_copy(pull.force, p);
  vec3_copy(push.force, p);
  vec3_cross(push.torque, a, x);
  add_wrench_hessian(m, d, &e, &pull, gear, l.H);
  add_wrench_hessian(m, d, &e, &push, -gear, l.H);
  // the moment is the gradient of the length
  sparse_row moment = moment_of(d, i);
  for (int c = 0, j = 0; c < moment.n; c++) {
    while (e.col[j] != moment.col[c]) j++;
    l.dl[j] = moment.value[c];
  }
  add_local(s, i, t, &l, keep);
}

// Position and orientation of a site relative to another, weighted (see transmit_refsite).  F and
// T, the gear in the frame of the reference site r, rotate with it.  With u the velocities and Da,
// Db the derivatives of the difference of the quaternions that define the rotation,
//   dl = F . (u_x - u_r - w_r x (x - r)) + T_gear . (Da R_b'w_b + Db R_r'w_r).
static void add_relative_site(slope* s, int i, const transmission_terms* t, const mjtNum* keep) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  int site = m->actuator_trnid[2 * i], ref = m->actuator_trnid[2 * i + 1];
  int body = m->site_bodyid[site], ref_body = m->site_bodyid[ref];
  const mjtNum *gear = m->actuator_gear + 6 * i, *R = d->site_xmat + 9 * ref;
  const mjtNum *x = d->site_xpos + 3 * site, *r = d->site_xpos + 3 * ref;
  ends e = ends_make(m, d, ref_body, r, body, x);
  int n = e.n;
  local_slope l = local_make(d, n, e.col);
  mjtNum *dF = mj_stackAllocNum(d, 6 * (size_t)n + 1), *dT = dF + 3 * n, F[3], T[3], v[3];
  mat3_mul_vec(F, R, gear);
  mat3_mul_vec(T, R, gear + 3);
  turned_with(&e, 0, F, dF);
  turned_with(&e, 0, T, dT);
  if (!mju_isZero(gear, 3)) {
    mjtNum offset[3];
    vec3_sub(offset, x, r);
    for (int k = 0; k < n; k++) {
      mjtNum u[3], w[3];
      column(u, e.U, n, k);
      column(w, e.W0, n, k);
      vec3_cross(v, w, offset);
      vec3_sub(u, u, v);
      l.dl[k] += vec3_dot(F, u);
    }
    moving_wrench on_site = {.side = 1, .dF = dF}, on_ref = {.side = 0, .dF = dF};
    vec3_copy(on_site.force, F);
    vec3_copy(on_ref.force, F);
    add_wrench_hessian(m, d, &e, &on_site, 1, l.H);
    add_wrench_hessian(m, d, &e, &on_ref, -1, l.H);
  }
  if (!mju_isZero(gear + 3, 3)) {
    mjtNum quat[4], ref_quat[4], Da[9], Db[9], a[3], b[3];
    quat_mul(quat, m->site_quat + 4 * site, d->xquat + 4 * body);
    quat_mul(ref_quat, m->site_quat + 4 * ref, d->xquat + 4 * ref_body);
    mjd_subQuat(quat, ref_quat, Da, Db);
    mat3_tmul_vec(a, Da, gear + 3);
    mat3_tmul_vec(b, Db, gear + 3);
    mat3_mul_vec(a, d->xmat + 9 * body, a);
    mat3_mul_vec(b, d->xmat + 9 * ref_body, b);
    for (int k = 0; k < n; k++) {
      mjtNum w0[3], w1[3];
      column(w0, e.W0, n, k);
      column(w1, e.W, n, k);
      vec3_add(w1, w1, w0);
      l.dl[k] += (e.side[k] & 2 ? vec3_dot(a, w1) : 0) + vec3_dot(b, w0);
    }
    moving_wrench on_site = {.side = 1, .dT = dT}, on_ref = {.side = 0, .dT = dT};
    vec3_copy(on_site.torque, T);
    vec3_copy(on_ref.torque, T);
    add_wrench_hessian(m, d, &e, &on_site, 1, l.H);
    add_wrench_hessian(m, d, &e, &on_ref, -1, l.H);
  }
  add_local(s, i, t, &l, keep);
}

static void add_scalar_joint(slope* s, int i, const transmission_terms* t, const mjtNum* keep) {
  sparse_row moment = moment_of(s->d, i);
  if (t->by_length == 0 || (keep && keep[moment.col[0]] == 0)) return;
  slope_add_entry(s, BY_POSITION, moment.col[0], moment.col[0],
                  t->along * t->by_length * moment.value[0] * moment.value[0]);
}

void add_transmission(slope* s, int i, const transmission_terms* t, const mjtNum* keep) {
  const mjModel* m = s->m;
  int j = m->actuator_trnid[2 * i];
  mj_markStack(s->d);
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      if (joint_quat(m->jnt_type[j]) >= 0) {
        add_ball(s, i, t, keep);
      } else {
        add_scalar_joint(s, i, t, keep);
      }
      break;
    case mjTRN_TENDON: add_tendon(s, i, t, keep); break;
    case mjTRN_SLIDERCRANK: add_slider_crank(s, i, t, keep); break;
    case mjTRN_SITE:
      if (m->actuator_trnid[2 * i + 1] >= 0) {
        add_relative_site(s, i, t, keep);
      } else {
        add_site(s, i, t, keep);
      }
      break;
    default: break;
  }
  mj_freeStack(s->d);
}
