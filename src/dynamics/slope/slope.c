#include "dynamics/slope/slope.h"

#include <engine/base.h>

#include "dynamics/slope/pairs.h"
#include "dynamics/slope/tendon_slope.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"

carried carried_by(const mjModel* m, mjData* d, const mjtNum* x) {
  mjtNum* body = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  mjtNum* turn = mj_stackAllocNum(d, 6 * (size_t)m->nv + 1);
  vec_zero(body, 6);
  for (int b = 1; b < m->nbody; b++) {
    mjtNum* V = body + 6 * b;
    copy6_fresh(V, body + 6 * m->body_parentid[b]);
    int i = m->body_dofadr[b], end = i + m->body_dofnum[b];
    while (i < end) {
      int n;
      dof_group(m, i, &n);
      for (int k = i; k < i + n; k++) spatial_cross_motion(turn + 6 * k, V, d->cdof + 6 * k);
      for (; n > 0; n--, i++) {
        for (int k = 0; k < 6; k++) V[k] += d->cdof[6 * i + k] * x[i];
      }
    }
  }
  return (carried){body, turn};
}

void slope_open(slope* s) {
  const mjModel* m = s->m;
  s->wrench = mj_stackAllocNum(s->d, 6 * (size_t)m->nbody);
  s->change = mj_stackAllocNum(s->d, 36 * (size_t)m->nbody);
  s->pull = mj_stackAllocNum(s->d, (size_t)m->ntendon + 1);
  s->lift = mj_stackAllocNum(s->d, 4 * (size_t)m->nbody);
  vec_zero(s->wrench, 6 * m->nbody);
  vec_zero(s->pull, m->ntendon);
  s->has_wrench = s->has_change = s->has_pull = s->has_lift = s->holds = 0;
  s->resistance = NULL;
}

static mjtNum* change_of(slope* s, int body) {
  if (!s->has_change) vec_zero(s->change, 36 * s->m->nbody);
  s->has_change = 1;
  return s->change + 36 * (size_t)body;
}

void slope_add_change(slope* s, int body, const mjtNum* K) {
  mjtNum* to = change_of(s, body);
  for (int i = 0; i < 36; i += 6) add6_fresh(to + i, K + i);
}

static mjtNum* row_of(const slope* s, slope_side side, int dof) {
  mjtNum* row = cluster_row(s->at, s->R, dof);
  return side == BY_VELOCITY ? row + cluster_size(s->at, s->at->of[dof]) : row;
}

static mjtNum* bar_of(const slope* s, slope_side side) {
  return side == BY_VELOCITY ? s->vbar : s->qbar;
}

static const mjtNum* direction_of(const slope* s, slope_side side) {
  return side == BY_VELOCITY ? s->dv : s->dq;
}

void slope_add_entry(slope* s, slope_side side, int row, int col, mjtNum value) {
  if (s->out) {
    s->out[row] += value * direction_of(s, side)[col];
  } else if (s->left) {
    bar_of(s, side)[col] += s->left[row] * value;
  } else {
    row_of(s, side, row)[s->at->local[col]] += value;
  }
}

// to += sum over the rows of (by . read) give.
static void pass_rows(const slope_rows* x, const mjtNum* read, const mjtNum* by, const mjtNum* give,
                      mjtNum* to) {
  for (int r = 0, n = x->n; r < x->rows; r++) {
    mjtNum sum = 0;
    for (int k = 0; k < n; k++) sum += read[r * n + k] * by[x->col[k]];
    if (sum == 0) continue;
    for (int k = 0; k < n; k++) to[x->col[k]] += sum * give[r * n + k];
  }
}

void slope_add(slope* s, slope_side side, slope_rows x) {
  int rows = x.rows, n = x.n;
  const int* col = x.col;
  const mjtNum *G = x.G, *Y = x.Y;
  if (!n) return;
  if (s->out) {
    pass_rows(&x, Y, direction_of(s, side), G, s->out);
    return;
  }
  if (s->left) {
    pass_rows(&x, G, s->left, Y, bar_of(s, side));
    return;
  }
  mj_markStack(s->d);
  mjtNum* sum = mj_stackAllocNum(s->d, n);
  int* at = mj_stackAllocInt(s->d, n);
  int run = 1;
  for (int k = 0; k < n; k++) {
    at[k] = s->at->local[col[k]];
    run &= at[k] == at[0] + k;
  }
  for (int i = 0; i < n; i++) {
    mjtNum* row = row_of(s, side, col[i]);
    mjtNum* to = run ? row + at[0] : sum;
    int any = 0;
    if (!run) vec_zero(sum, n);
    for (int r = 0; r < rows; r++) {
      mjtNum g = G[r * n + i];
      if (g == 0) continue;
      any = 1;
      vec_axpy(to, g, Y + r * n, n);
    }
    if (run || !any) continue;
    for (int k = 0; k < n; k++) row[at[k]] += sum[k];
  }
  mj_freeStack(s->d);
}

void slope_add_matrix(slope* s, slope_side side, mjtNum scale, int n, const int* col,
                      const mjtNum* X) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      if (X[i * n + k] != 0) slope_add_entry(s, side, col[i], col[k], scale * X[i * n + k]);
    }
  }
}

void slope_add_outer(slope* s, slope_side side, mjtNum scale, sparse_row a, sparse_row b) {
  if (s->out) {
    sparse_row_add(a, scale * sparse_row_dot(b, direction_of(s, side)), s->out);
    return;
  }
  if (s->left) {
    mjtNum sum = scale * sparse_row_dot(a, s->left);
    mjtNum* bar = bar_of(s, side);
    for (int k = 0; k < b.n; k++) bar[b.col ? b.col[k] : k] += sum * b.value[k];
    return;
  }
  for (int k = 0; k < a.n; k++) {
    mjtNum x = scale * a.value[k];
    if (x == 0) continue;
    mjtNum* row = row_of(s, side, a.col ? a.col[k] : k);
    for (int c = 0; c < b.n; c++) {
      // zeros of a full vector may be outside the cluster
      if (b.value[c] != 0) row[s->at->local[b.col ? b.col[c] : c]] += x * b.value[c];
    }
  }
}

// K -= s [a]x in the 3 x 3 block at the given row and column.
static void subtract_cross(mjtNum* K, int row, int col, const mjtNum a[3], mjtNum s) {
  mjtNum* k = K + 6 * row + col;
  k[1] += s * a[2];
  k[2] -= s * a[1];
  k[6] -= s * a[2];
  k[8] += s * a[0];
  k[12] += s * a[1];
  k[13] -= s * a[0];
}

// MATERIAL: the point moves by dp = l + w x r under a motion (w, l), the force does not:
//   dw = (dp x F, 0) = -[F]x l + [F]x [r]x w.
// FOLLOWER: the wrench turns as a whole, dw = (w x T + l x F, w x F) with T its torque about O.
void slope_add_wrench(slope* s, wrench_kind kind, const body_force* f, mjtNum scale) {
  mjtNum w[6];
  wrench_at(s->m, s->d, w, f->force, f->torque, (body_point){f->body, f->point});
  axpy6_fresh(s->wrench + 6 * (size_t)f->body, scale, w);
  s->has_wrench = 1;
  if (kind == WRENCH_PLACE) return;
  mjtNum* K = change_of(s, f->body);
  subtract_cross(K, 0, 3, f->force, scale);
  if (kind == WRENCH_FOLLOWER) {
    subtract_cross(K, 0, 0, w, scale);
    subtract_cross(K, 3, 0, f->force, scale);
    return;
  }
  // [F]x [r]x = r F' - (F.r) 1
  mjtNum r[3];
  vec3_sub(r, f->point, s->d->subtree_com + 3 * s->m->body_rootid[f->body]);
  mjtNum Fr = vec3_dot(f->force, r);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) K[6 * i + k] += scale * r[i] * f->force[k];
    K[7 * i] -= scale * Fr;
  }
}

// Masses M at r, together Mr, feel the force F = M up: a motion (w, l) changes their wrench by
//   K (w, l) = ((M l + w x Mr) x up, 0),  and with a = up x w  K'(w, l) = (Mr x a, M a).
void slope_add_lift(slope* s, int body, const mjtNum point[3], mjtNum mass) {
  const mjModel* m = s->m;
  body_force f = {.body = body, .point = point};
  mjtNum *to = s->lift + 4 * (size_t)body, r[3];
  if (!s->has_lift) vec_zero(s->lift, 4 * m->nbody);
  s->has_lift = 1;
  vec3_scale(f.force, m->opt.gravity, -mass);
  slope_add_wrench(s, WRENCH_PLACE, &f, 1);
  vec3_sub(r, point, s->d->subtree_com + 3 * m->body_rootid[body]);
  vec3_axpy(to, mass, r);
  to[3] += mass;
}

// out += scale K x and, transposed, scale K'x.
static void add_lifted(const slope* s, size_t body, mjtNum scale, const mjtNum x[6],
                       mjtNum out[6]) {
  const mjtNum *Mr = s->lift + 4 * body, *gravity = s->m->opt.gravity;
  mjtNum dp[3], t[3];
  vec3_cross(dp, x, Mr);
  vec3_axpy(dp, Mr[3], x + 3);
  vec3_cross(t, gravity, dp);
  vec3_axpy(out, scale, t);
}

static void add_lifted_transposed(const slope* s, size_t body, mjtNum scale, const mjtNum x[6],
                                  mjtNum out[6]) {
  const mjtNum *Mr = s->lift + 4 * body, *gravity = s->m->opt.gravity;
  mjtNum a[3], t[3];
  vec3_cross(a, x, gravity);
  vec3_cross(t, Mr, a);
  vec3_axpy(out, scale, t);
  vec3_axpy(out + 3, scale * Mr[3], a);
}

// Sums over subtrees; the world is left out.
static void sum_subtrees(const mjModel* m, mjtNum* x, int n) {
  for (int b = m->nbody - 1; b > 0; b--) {
    int parent = m->body_parentid[b];
    if (parent > 0) vec_add(x + n * (size_t)parent, x + n * (size_t)parent, x + n * (size_t)b, n);
  }
}

// With Z and K summed over the subtree of the body of dof i:
//   j moves i:               (S_j x S_i) . Z + S_i . K S_j = S_j . (S_i x* Z + K' S_i)
//   i moves j, j not i:      entry of row j: S_j . K S_i
// row and col (nv x 6) += scale times these; col where there is a K.
static void add_wrench_terms(const slope* s, mjtNum scale, mjtNum* row, mjtNum* col) {
  const mjModel* m = s->m;
  for (int i = 0; i < m->nv; i++) {
    size_t b = m->dof_bodyid[i];
    mjtNum turned[6], S[6];
    for (int k = 0; k < 6; k++) S[k] = scale * s->d->cdof[6 * i + k];
    spatial_cross_force(turned, S, s->wrench + 6 * b);
    add6_fresh(row + 6 * i, turned);
    if (s->has_lift) {
      add_lifted_transposed(s, b, scale, s->d->cdof + 6 * i, row + 6 * i);
      add_lifted(s, b, scale, s->d->cdof + 6 * i, col + 6 * i);
    }
    if (!s->has_change) continue;
    mat6_tmul(turned, s->change + 36 * b, S);
    add6_fresh(row + 6 * i, turned);
    mat6_mul(turned, s->change + 36 * b, S);
    add6_fresh(col + 6 * i, turned);
  }
}

// What a resistance G with damping B subtracts: by position, where bodies carry accelerations and
// velocities with them, S_i . G (ta_j + B tv_j) with t the turns of dof j, by velocity S_i . B G
// S_j.
static void hold_resistance(slope* s) {
  const mjModel* m = s->m;
  inertial_terms* h = &s->held;
  const body_resistance* x = s->resistance;
  for (int i = 0; i < m->nv; i++) {
    size_t b = m->dof_bodyid[i], at = 6 * (size_t)i;
    mjtNum y[6], turn[6];
    if (!x->of[b]) continue;
    vec_axpy(h->ES + at, x->damping, x->pushed + at, 6);
    vec_axpy(h->by_v + at, x->damping, x->pushed + at, 6);
    vec_add_scaled(turn, s->acc_turn + at, x->damping, s->vel_turn + at, 6);
    mat6_mul(y, x->resist + 36 * b, turn);
    add6_fresh(h->by_q + at, y);
  }
}

// All that is held, and what has been summed over bodies.
static void close_held(slope* s) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  const inertial_terms* h = &s->held;
  size_t n = 6 * (size_t)m->nv + 1;
  tree_terms q = {.n = 2, .row = {h->IS, h->ES}, .motion = {h->Y2, h->Y1}, .column = h->by_q};
  if (s->has_wrench) {
    mjtNum* row = mj_stackAllocNum(d, n);
    vec_zero(row, 6 * m->nv);
    add_wrench_terms(s, -1, row, h->by_q);
    q.row[q.n] = row;
    q.motion[q.n++] = d->cdof;
  }
  if (s->resistance) {
    hold_resistance(s);
    q.row[q.n] = s->resistance->pushed;
    q.motion[q.n++] = s->acc_turn;
  }
  add_state_terms(s, -1, &(state_terms){q, {h->P, d->cdof}, h->by_v});
  s->holds = 0;
  s->resistance = NULL;
}

static void close_whole(slope* s, const mjtNum* keep) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  if (s->holds && !keep) {
    close_held(s);
    return;
  }
  size_t n = 6 * (size_t)m->nv + 1;
  mjtNum *row = mj_stackAllocNum(d, n), *col = mj_stackAllocNum(d, n);
  vec_zero(row, 6 * m->nv);
  vec_zero(col, 6 * m->nv);
  add_wrench_terms(s, 1, row, col);
  tree_terms p = {.n = 1, .row = {row}, .motion = {d->cdof}};
  if (s->has_change || s->has_lift) p.column = col;
  add_tree_terms(s, BY_POSITION, 1, &p, keep);
}

// The product of lambda' with these.  With V = sum S_i lambda_i, the entry of dof j is
//   S_j . (sum over bodies of its subtree of V_b x* w_b + K_b' V_b) - (S_j x V_j-) . Z_j.
// `wrench` holds sums over subtrees already, `change` does not.
static void close_contracted(slope* s, const mjtNum* keep) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  carried V = s->carries_left;
  if (keep || !V.body) {
    mjtNum* masked = mj_stackAllocNum(d, (size_t)m->nv + 1);
    for (int i = 0; i < m->nv; i++) masked[i] = keep ? keep[i] * s->left[i] : s->left[i];
    V = carried_by(m, d, masked);
  }
  mjtNum* sum = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  for (int b = 0; b < m->nbody; b++) {
    mjtNum turned[6];
    spatial_cross_force(sum + 6 * b, V.body + 6 * b, s->wrench + 6 * b);
    if (s->has_lift && s->lift[4 * b + 3] != 0) {
      add_lifted_transposed(s, (size_t)b, 1, V.body + 6 * b, sum + 6 * b);
    }
    if (!s->has_change) continue;
    mat6_tmul(turned, s->change + 36 * (size_t)b, V.body + 6 * b);
    add6(sum + 6 * b, turned);
  }
  sum_subtrees(m, sum, 6);
  sum_subtrees(m, s->wrench, 6);
  for (int j = 0; j < m->nv; j++) {
    size_t b = m->dof_bodyid[j];
    s->qbar[j] += dot6(d->cdof + 6 * j, sum + 6 * b) + dot6(V.turn + 6 * j, s->wrench + 6 * b);
  }
}

void slope_close(slope* s, const mjtNum* keep) {
  const mjModel* m = s->m;
  mj_markStack(s->d);
  if (s->has_pull) tendon_slopes(s, keep);
  if (s->left) {
    if (s->has_wrench) close_contracted(s, keep);
  } else if (s->has_wrench || (s->holds && !keep)) {
    if (s->has_wrench) sum_subtrees(m, s->wrench, 6);
    if (s->has_change) sum_subtrees(m, s->change, 36);
    if (s->has_lift) sum_subtrees(m, s->lift, 4);
    close_whole(s, keep);
  }
  if (s->has_wrench) vec_zero(s->wrench, 6 * m->nbody);
  s->has_wrench = s->has_change = s->has_lift = 0;
  if (s->has_pull) vec_zero(s->pull, m->ntendon);
  s->has_pull = 0;
  mj_freeStack(s->d);
}
