#include "dynamics/slope/pairs.h"

#include "kinematics/jacobian.h"

static inline mjtNum row_by_motion(const tree_terms* p, int n, int i, int j) {
  mjtNum sum = dot6(p->row[0] + 6 * i, p->motion[0] + 6 * j);
  if (n > 1) sum += dot6(p->row[1] + 6 * i, p->motion[1] + 6 * j);
  if (n > 2) sum += dot6(p->row[2] + 6 * i, p->motion[2] + 6 * j);
  return sum;
}

// The same, multiplied with a direction.
static void add_along(slope* s, slope_side side, mjtNum sign, const tree_terms* p,
                      const mjtNum* keep) {
  const mjModel* m = s->m;
  const mjtNum* along = side == BY_VELOCITY ? s->dv : s->dq;
  for (int i = 0; i < m->nv; i++) {
    int size, group = dof_group(m, i, &size), keep_i = !keep || keep[i] != 0;
    const int* ancestor = m->D_colind + m->D_rowadr[i];
    for (int c = 0; c <= m->D_diag[i] && ancestor[c] < group; c++) {
      int j = ancestor[c];
      if (keep_i) s->out[i] += sign * row_by_motion(p, p->n, i, j) * along[j];
      if (p->column && (!keep || keep[j] != 0)) {
        s->out[j] += sign * dot6(s->d->cdof + 6 * j, p->column + 6 * i) * along[i];
      }
    }
    for (int j = group; keep_i && j < group + size; j++) {
      s->out[i] += sign * row_by_motion(p, p->n, i, j) * along[j];
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
  for (int c = 0, end = m->D_diag[i]; c <= end; c++) {
    int j = ancestor[c], to = at->local[j];
    if (j >= group) break;
    if (keep_i) row[to] += sign * row_by_motion(p, n, i, j);
    if (p->column && (!keep || keep[j] != 0)) {
      block[(size_t)to * width + local] += sign * dot6(S + 6 * j, p->column + 6 * i);
    }
  }
  // dofs of one group move each other
  for (int j = group; keep_i && j < group + group_size; j++) {
    row[at->local[j]] += sign * row_by_motion(p, n, i, j);
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
      default: add_entries(s, rule, p, 3, i);
    }
  }
}
