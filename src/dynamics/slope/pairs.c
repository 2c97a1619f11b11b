#include "dynamics/slope/pairs.h"

#include "kinematics/jacobian.h"

static inline mjtNum row_by_motion(const tree_terms* p, int i, int j) {
  mjtNum sum = 0;
  for (int k = 0; k < p->n; k++) sum += dot6(p->row[k] + 6 * i, p->motion[k] + 6 * j);
  return sum;
}

// The same along a direction.
static void add_along(slope* s, slope_side side, mjtNum sign, const tree_terms* p,
                      const mjtNum* keep) {
  const mjModel* m = s->m;
  const mjtNum* along = side == BY_VELOCITY ? s->dv : s->dq;
  for (int i = 0; i < m->nv; i++) {
    int size, group = dof_group(m, i, &size), keep_i = !keep || keep[i] != 0;
    const int* ancestor = m->D_colind + m->D_rowadr[i];
    for (int c = 0; c <= m->D_diag[i] && ancestor[c] < group; c++) {
      int j = ancestor[c];
      if (keep_i) s->out[i] += sign * row_by_motion(p, i, j) * along[j];
      if (p->column && (!keep || keep[j] != 0)) {
        s->out[j] += sign * dot6(s->d->cdof + 6 * j, p->column + 6 * i) * along[i];
      }
    }
    for (int j = group; keep_i && j < group + size; j++) {
      s->out[i] += sign * row_by_motion(p, i, j) * along[j];
    }
  }
}

void add_tree_terms(slope* s, slope_side side, mjtNum sign, const tree_terms* p,
                    const mjtNum* keep) {
  const mjModel* m = s->m;
  const clusters* at = s->at;
  if (s->out) {
    add_along(s, side, sign, p, keep);
    return;
  }
  for (int i = 0; i < m->nv; i++) {
    int k = at->of[i], n = cluster_size(at, k), width = at->width[k], group_size;
    int group = dof_group(m, i, &group_size);
    mjtNum* block = s->R + at->block[k] + (side == BY_VELOCITY ? n : 0);
    mjtNum* row = block + (size_t)at->local[i] * width;
    const int* ancestor = m->D_colind + m->D_rowadr[i];
    int keep_i = !keep || keep[i] != 0;
    for (int c = 0; c <= m->D_diag[i]; c++) {
      int j = ancestor[c];
      if (j >= group) break;
      if (keep_i) row[at->local[j]] += sign * row_by_motion(p, i, j);
      if (p->column && (!keep || keep[j] != 0)) {
        block[(size_t)at->local[j] * width + at->local[i]] +=
            sign * dot6(s->d->cdof + 6 * j, p->column + 6 * i);
      }
    }
    // the members of a group move each other
    for (int j = group; keep_i && j < group + group_size; j++) {
      row[at->local[j]] += sign * row_by_motion(p, i, j);
    }
  }
}
