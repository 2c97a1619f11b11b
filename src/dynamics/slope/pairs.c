#include "dynamics/slope/pairs.h"

#include "kinematics/jacobian.h"

enum { MOST = 4, HALVES = 3 };

// The rows of a dof, loaded once for all that they are multiplied with.
typedef struct {
  pair x[MOST][HALVES];
} loaded_rows;

static inline void load6(pair x[HALVES], const mjtNum* from) {
  for (int k = 0; k < HALVES; k++) x[k] = pair_load(from + 2 * k);
}

static inline void load_rows(loaded_rows* r, const tree_terms* p, int n, int i) {
  for (int k = 0; k < n; k++) load6(r->x[k], p->row[k] + 6 * i);
}

// sum += the parts of a . b, of even and odd numbers.
static inline pair add_dot6(pair sum, const pair a[HALVES], const mjtNum* b) {
  for (int k = 0; k < HALVES; k++) sum = pair_add_mul(sum, a[k], pair_load(b + 2 * k));
  return sum;
}

static inline mjtNum whole(pair x) { return pair_first(x) + pair_second(x); }

static inline mjtNum row_by_motion(const loaded_rows* r, const tree_terms* p, int n, int j) {
  pair sum = pair_all(0);
  for (int k = 0; k < n; k++) sum = add_dot6(sum, r->x[k], p->motion[k] + 6 * j);
  return whole(sum);
}

// By position and by velocity.
static inline pair state_by_motion(const loaded_rows* r, const state_terms* p, int n, int j) {
  pair q = pair_all(0), v = pair_all(0);
  for (int k = 0; k < n; k++) q = add_dot6(q, r->x[k], p->q.motion[k] + 6 * j);
  for (int k = 0; k < 2; k++) v = add_dot6(v, r->x[k], p->motion_v[k] + 6 * j);
  return pair_sums(q, v);
}

// The same, multiplied with a direction.
static void add_along(slope* s, slope_side side, mjtNum sign, const tree_terms* p,
                      const mjtNum* keep) {
  const mjModel* m = s->m;
  const mjtNum* along = side == BY_VELOCITY ? s->dv : s->dq;
  for (int i = 0; i < m->nv; i++) {
    int size, group = dof_group(m, i, &size), keep_i = !keep || keep[i] != 0;
    const int* ancestor = m->D_colind + m->D_rowadr[i];
    loaded_rows r;
    load_rows(&r, p, p->n, i);
    for (int c = 0; c <= m->D_diag[i] && ancestor[c] < group; c++) {
      int j = ancestor[c];
      if (keep_i) s->out[i] += sign * row_by_motion(&r, p, p->n, j) * along[j];
      if (p->column && (!keep || keep[j] != 0)) {
        s->out[j] += sign * dot6(s->d->cdof + 6 * j, p->column + 6 * i) * along[i];
      }
    }
    for (int j = group; keep_i && j < group + size; j++) {
      s->out[i] += sign * row_by_motion(&r, p, p->n, j) * along[j];
    }
  }
}

// Where entries are added: by position or velocity, the sign, and the rows to be kept.
typedef struct {
  slope_side side;
  mjtNum sign;
  const mjtNum* keep;
} entry_rule;

// The entries of dof i; n is p->n, passed separately so that it is a constant after inlining.
static inline void add_entries(slope* s, entry_rule rule, const tree_terms* p, int n, int i) {
  const mjModel* m = s->m;
  const mjtNum sign = rule.sign, *keep = rule.keep;
  const clusters* at = s->at;
  const mjtNum* S = s->d->cdof;
  int k = at->of[i], size = cluster_size(at, k), width = at->width[k], group_size;
  int group = dof_group(m, i, &group_size), keep_i = !keep || keep[i] != 0, local = at->local[i];
  mjtNum* block = s->R + at->block[k] + (rule.side == BY_VELOCITY ? size : 0);
  mjtNum* row = block + (size_t)local * width;
  const int* ancestor = m->D_colind + m->D_rowadr[i];
  loaded_rows r;
  pair column[HALVES];
  load_rows(&r, p, n, i);
  if (p->column) load6(column, p->column + 6 * i);
  for (int c = 0, end = m->D_diag[i]; c <= end; c++) {
    int j = ancestor[c], to = at->local[j];
    if (j >= group) break;
    if (keep_i) row[to] += sign * row_by_motion(&r, p, n, j);
    if (p->column && (!keep || keep[j] != 0)) {
      mjtNum sum = whole(add_dot6(pair_all(0), column, S + 6 * j));
      block[(size_t)to * width + local] += sign * sum;
    }
  }
  // dofs of one group move each other
  for (int j = group; keep_i && j < group + group_size; j++) {
    row[at->local[j]] += sign * row_by_motion(&r, p, n, j);
  }
}

void add_tree_terms(slope* s, slope_side side, mjtNum sign, const tree_terms* p,
                    const mjtNum* keep) {
  if (s->out) {
    add_along(s, side, sign, p, keep);
    return;
  }
  const entry_rule rule = {side, sign, keep};
  for (int i = 0; i < s->m->nv; i++) {
    switch (p->n) {
      case 1: add_entries(s, rule, p, 1, i); break;
      case 2: add_entries(s, rule, p, 2, i); break;
      case 3: add_entries(s, rule, p, 3, i); break;
      default: add_entries(s, rule, p, 4, i);
    }
  }
}

// The entries of dof i by position and by velocity at once, so that rows, axes and places are
// loaded once: 0.7 of the instructions of two calls of add_tree_terms.
static inline void add_state_entries(slope* s, mjtNum sign, const state_terms* p, int n, int i) {
  const mjModel* m = s->m;
  const clusters* at = s->at;
  const mjtNum* S = s->d->cdof;
  int k = at->of[i], size = cluster_size(at, k), width = at->width[k], group_size;
  int group = dof_group(m, i, &group_size), local = at->local[i];
  mjtNum *block = s->R + at->block[k], *row = block + (size_t)local * width;
  const int* ancestor = m->D_colind + m->D_rowadr[i];
  loaded_rows r;
  pair by_q[HALVES], by_v[HALVES], signs = pair_all(sign);
  load_rows(&r, &p->q, n, i);
  load6(by_q, p->q.column + 6 * i);
  load6(by_v, p->column_v + 6 * i);
  for (int c = 0, end = m->D_diag[i]; c <= end && ancestor[c] < group; c++) {
    int j = ancestor[c], to = at->local[j];
    mjtNum* column = block + (size_t)to * width + local;
    pair both = pair_mul(signs, state_by_motion(&r, p, n, j));
    row[to] += pair_first(both);
    row[size + to] += pair_second(both);
    both =
        pair_sums(add_dot6(pair_all(0), by_q, S + 6 * j), add_dot6(pair_all(0), by_v, S + 6 * j));
    both = pair_mul(signs, both);
    column[0] += pair_first(both);
    column[size] += pair_second(both);
  }
  for (int j = group; j < group + group_size; j++) {
    pair both = pair_mul(signs, state_by_motion(&r, p, n, j));
    row[at->local[j]] += pair_first(both);
    row[size + at->local[j]] += pair_second(both);
  }
}

void add_state_terms(slope* s, mjtNum sign, const state_terms* p) {
  if (s->out) {
    tree_terms v = {.n = 2, .column = p->column_v};
    for (int k = 0; k < 2; k++) {
      v.row[k] = p->q.row[k];
      v.motion[k] = p->motion_v[k];
    }
    add_along(s, BY_POSITION, sign, &p->q, NULL);
    add_along(s, BY_VELOCITY, sign, &v, NULL);
    return;
  }
  for (int i = 0; i < s->m->nv; i++) {
    switch (p->q.n) {
      case 2: add_state_entries(s, sign, p, 2, i); break;
      case 3: add_state_entries(s, sign, p, 3, i); break;
      default: add_state_entries(s, sign, p, 4, i);
    }
  }
}
