// A path is made of straight parts between points of bodies, and of parts wrapped round a geom.
//
// Straight, from p to q with unit direction u and length l: J = u . U with U the velocity of q
// relative to p, so that J'f are forces f u at q and -f u at p, and du = (1 - u u')/l U.
//
// Wrapped: the length depends on the ends in the frame of the geom, g_k and h_kl its derivatives,
// G_k = R g_k.  J'f are forces f G_k at end k, and -f G_k at the same place on the geom's body;
// with D_k the velocity of end k relative to the geom's body there, and w that body's angular
// velocity,
//   dG_k = w x G_k + R (h_k0 R'D_0 + h_k1 R'D_1).
#include "dynamics/slope/tendon_slope.h"

#include <engine/base.h>

#include "dynamics/slope/ends.h"
#include "kinematics/tendon.h"
#include "kinematics/tendon_path.h"
#include "math/dense.h"
#include "model/flags.h"
#include "model/joint_type.h"

static void get_column(mjtNum r[3], const mjtNum* M, int n, int k) {
  vec3_set(r, M[k], M[n + k], M[2 * n + k]);
}

static void set_column(mjtNum* M, int n, int k, const mjtNum x[3]) {
  M[k] = x[0];
  M[n + k] = x[1];
  M[2 * n + k] = x[2];
}

// --- straight -----------------------------------------------------------------------------------

static mjtNum direction(const path_part* part, mjtNum u[3]) {
  vec3_sub(u, part->x[1], part->x[0]);
  return fmax(mjMINVAL, vec3_normalize(u));
}

// Y = scale (1 - u u') U
static void turn_of_direction(const ends* e, const mjtNum u[3], mjtNum scale, mjtNum* Y) {
  for (int k = 0; k < e->n; k++) {
    mjtNum v[3];
    get_column(v, e->U, e->n, k);
    vec3_axpy(v, -vec3_dot(u, v), u);
    vec3_scale(v, v, scale);
    set_column(Y, e->n, k, v);
  }
}

// Zero the columns of dropped dofs.
static void mask(mjtNum* G, int rows, int n, const int* col, const mjtNum* keep) {
  for (int r = 0; keep && r < rows; r++) {
    for (int k = 0; k < n; k++) G[r * n + k] *= keep[col[k]];
  }
}

void straight_slope(slope* s, const path_part* part, mjtNum force, const mjtNum* keep) {
  mjtNum u[3], l = direction(part, u);
  if (part->body[0] == part->body[1]) return;
  mj_markStack(s->d);
  ends e = ends_make(s->m, s->d, part->body[0], part->x[0], part->body[1], part->x[1]);
  mjtNum* Y = mj_stackAllocNum(s->d, 3 * (size_t)e.n + 1);
  turn_of_direction(&e, u, force / l, Y);
  mask(e.U, 3, e.n, e.col, keep);
  slope_add(s, BY_POSITION, (slope_rows){3, e.n, e.col, e.U, Y});
  for (int k = 0; k < 2; k++) {
    body_force f = {part->body[k], part->x[k], {u[0], u[1], u[2]}, {0}};
    slope_add_wrench(s, WRENCH_MATERIAL, &f, k ? force : -force);
  }
  mj_freeStack(s->d);
}

void straight_rate(const mjModel* m, mjData* d, const path_part* part, const carried* x,
                   mjtNum scale, mjtNum* rate) {
  mjtNum u[3], l = direction(part, u);
  if (part->body[0] == part->body[1]) return;
  mj_markStack(d);
  ends e = ends_make(m, d, part->body[0], part->x[0], part->body[1], part->x[1]);
  mjtNum* dU = mj_stackAllocNum(d, 3 * (size_t)e.n + 1);
  vec_zero(dU, 3 * e.n);
  ends_rate(m, d, &e, x, (ends_sum){1, NULL, dU, NULL});
  ends_velocity v;
  ends_velocity_of(m, d, &e, x, &v);
  mjtNum across[3];
  vec3_copy(across, v.du);
  vec3_axpy(across, -vec3_dot(u, v.du), u);
  for (int k = 0; k < e.n; k++) {
    mjtNum a[3], b[3];
    get_column(a, dU, e.n, k);
    get_column(b, e.U, e.n, k);
    rate[e.col[k]] += scale * (vec3_dot(u, a) + vec3_dot(across, b) / l);
  }
  mj_freeStack(d);
}

// --- wrapped ------------------------------------------------------------------------------------

// The two ends of a wrapped part, over the dofs of all three bodies.
typedef struct {
  int n;
  int* col;
  ends e[2];      // motion of each end relative to the geom's body
  int* at[2];     // index in col of each column of e
  mjtNum* G;      // 12 x n: D_0 and its angular velocity, D_1 and its angular velocity
  mjtNum* dG[2];  // 3 x n
  mjtNum* dp[2];  // 3 x n: Jacobians of the ends
  mjtNum force[2][3];
} wrap_motion;

static int merge_columns(const ends* a, const ends* b, int* col, int* at_a, int* at_b) {
  int n = 0;
  for (int i = 0, k = 0; i < a->n || k < b->n; n++) {
    int x = i < a->n ? a->col[i] : INT32_MAX, y = k < b->n ? b->col[k] : INT32_MAX;
    col[n] = x < y ? x : y;
    if (x <= y) at_a[i++] = n;
    if (y <= x) at_b[k++] = n;
  }
  return n;
}

static wrap_motion wrap_motion_of(const mjModel* m, mjData* d, const path_part* part) {
  wrap_motion w = {0};
  int g = part->geom, body = m->geom_bodyid[g];
  for (int k = 0; k < 2; k++) {
    w.e[k] = ends_make(m, d, body, part->x[k], part->body[k], part->x[k]);
    w.at[k] = mj_stackAllocInt(d, (size_t)w.e[k].n + 1);
  }
  w.col = mj_stackAllocInt(d, (size_t)w.e[0].n + (size_t)w.e[1].n + 1);
  int n = w.n = merge_columns(&w.e[0], &w.e[1], w.col, w.at[0], w.at[1]);
  w.G = mj_stackAllocNum(d, 24 * (size_t)n + 1);
  vec_zero(w.G, 24 * n);
  for (int k = 0; k < 2; k++) {
    const ends* e = &w.e[k];
    w.dG[k] = w.G + (12 + 3 * k) * n;
    w.dp[k] = w.G + (18 + 3 * k) * n;
    for (int c = 0; c < e->n; c++) {
      for (int r = 0; r < 3; r++) {
        w.G[(6 * k + r) * n + w.at[k][c]] = e->U[r * e->n + c];
        w.G[(6 * k + 3 + r) * n + w.at[k][c]] = e->W[r * e->n + c];
        w.dp[k][r * n + w.at[k][c]] = e->U0[r * e->n + c] + e->U[r * e->n + c];
      }
    }
  }
  wrap_curvature c;
  wrap_curvature_of(&part->wrapped, &c);
  const mjtNum* R = d->geom_xmat + 9 * g;
  mjtNum* turn = mj_stackAllocNum(d, 3 * (size_t)n + 1);  // angular velocity of the geom's body
  vec_zero(turn, 3 * n);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < w.e[k].n; i++) {
      for (int r = 0; r < 3; r++) turn[r * n + w.at[k][i]] = w.e[k].W0[r * w.e[k].n + i];
    }
  }
  for (int k = 0; k < 2; k++) {
    mat3_mul_vec(w.force[k], R, c.gradient[k]);
    for (int i = 0; i < n; i++) {
      mjtNum D[3], sum[3], v[3];
      get_column(v, turn, n, i);
      vec3_cross(sum, v, w.force[k]);
      for (int l = 0; l < 2; l++) {
        get_column(D, w.G + 6 * l * n, n, i);
        mat3_tmul_vec(D, R, D);
        mat3_mul_vec(v, c.hessian[k][l], D);
        mat3_mul_vec(v, R, v);
        vec3_add(sum, sum, v);
      }
      set_column(w.dG[k], n, i, sum);
    }
  }
  return w;
}

static void add_wrapped(slope* s, const path_part* part, mjtNum force, const mjtNum* keep) {
  const mjModel* m = s->m;
  mj_markStack(s->d);
  wrap_motion w = wrap_motion_of(m, s->d, part);
  int n = w.n;
  mjtNum* Y = mj_stackAllocNum(s->d, 12 * (size_t)n + 1);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < n; i++) {
      mjtNum dp[3], torque[3], dG[3];
      get_column(dG, w.dG[k], n, i);
      get_column(dp, w.dp[k], n, i);
      vec3_cross(torque, dp, w.force[k]);
      vec3_scale(dG, dG, force);
      vec3_scale(torque, torque, force);
      set_column(Y + 6 * k * n, n, i, dG);
      set_column(Y + (6 * k + 3) * n, n, i, torque);
    }
    const mjtNum* F = w.force[k];
    body_force end = {part->body[k], part->x[k], {F[0], F[1], F[2]}, {0}}, back = end;
    back.body = m->geom_bodyid[part->geom];
    slope_add_wrench(s, WRENCH_PLACE, &end, force);
    slope_add_wrench(s, WRENCH_PLACE, &back, -force);
  }
  mask(w.G, 12, n, w.col, keep);
  slope_add(s, BY_POSITION, (slope_rows){12, n, w.col, w.G, Y});
  mj_freeStack(s->d);
}

static void rate_wrapped(const mjModel* m, mjData* d, const path_part* part, const carried* x,
                         mjtNum scale, mjtNum* rate) {
  mj_markStack(d);
  wrap_motion w = wrap_motion_of(m, d, part);
  for (int k = 0; k < 2; k++) {
    const ends* e = &w.e[k];
    size_t n = e->n;
    mjtNum *dU = mj_stackAllocNum(d, 3 * n + 1), *dp = mj_stackAllocNum(d, 3 * n + 1);
    vec_zero(dU, 3 * e->n);
    vec_add(dp, e->U0, e->U, 3 * e->n);
    ends_rate(m, d, e, x, (ends_sum){1, dp, dU, NULL});
    for (int c = 0; c < e->n; c++) {
      mjtNum a[3];
      get_column(a, dU, e->n, c);
      rate[e->col[c]] += scale * vec3_dot(w.force[k], a);
    }
    ends_velocity v;
    ends_velocity_of(m, d, e, x, &v);
    for (int i = 0; i < w.n; i++) {
      mjtNum a[3];
      get_column(a, w.dG[k], w.n, i);
      rate[w.col[i]] += scale * vec3_dot(v.du, a);
    }
  }
  mj_freeStack(d);
}

// --- tendons ------------------------------------------------------------------------------------

sparse_row tendon_vector(const mjModel* m, const mjData* d, int tendon) {
  return row_of_tendon(m, d, tendon, is_sparse(m));
}

int tendon_of_balls(const mjModel* m, int tendon) {
  int first = m->tendon_adr[tendon], any = 0;
  if (m->wrap_type[first] != mjWRAP_JOINT) return 0;
  for (int e = first; e < first + m->tendon_num[tendon]; e++) {
    any |= joint_is_ball(m->jnt_type[m->wrap_objid[e]]);
  }
  return any;
}

sparse_row tendon_gradient(const mjModel* m, mjData* d, int tendon) {
  if (!tendon_of_balls(m, tendon)) return tendon_vector(m, d, tendon);
  mjtNum* by = mj_stackAllocNum(d, m->nv);
  vec_zero(by, m->nv);
  int first = m->tendon_adr[tendon];
  for (int e = first; e < first + m->tendon_num[tendon]; e++) {
    int j = m->wrap_objid[e], dof = m->jnt_dofadr[j];
    if (joint_is_ball(m->jnt_type[j])) {
      vec3_axpy(by + dof, -0.5 * m->wrap_prm[e], d->qpos + m->jnt_qposadr[j] + 1);
    } else {
      by[dof] += m->wrap_prm[e];
    }
  }
  return (sparse_row){m->nv, NULL, by};
}

void tendon_slopes(slope* s, const mjtNum* keep) {
  const mjModel* m = s->m;
  for (int t = 0; t < m->ntendon; t++) {
    if (s->pull[t] == 0) continue;
    path_walk w = path_begin(m, s->d, t);
    for (path_part part; path_next(m, s->d, &w, &part);) {
      mjtNum force = s->pull[t] / part.divisor;
      if (part.geom >= 0) {
        add_wrapped(s, &part, force, keep);
      } else {
        straight_slope(s, &part, force, keep);
      }
    }
  }
}

void tendon_rate(const mjModel* m, mjData* d, int tendon, const carried* x, mjtNum scale,
                 mjtNum* rate) {
  path_walk w = path_begin(m, d, tendon);
  for (path_part part; path_next(m, d, &w, &part);) {
    if (part.geom >= 0) {
      rate_wrapped(m, d, &part, x, scale / part.divisor, rate);
    } else {
      straight_rate(m, d, &part, x, scale / part.divisor, rate);
    }
  }
}
