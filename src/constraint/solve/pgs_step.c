#include "constraint/solve/pgs_step.h"

#include <math.h>

static mjtNum within(mjtNum x, mjtNum low, mjtNum high) { return mjMAX(low, mjMIN(high, x)); }

// Projection of a row's force onto its set.
static mjtNum admissible(const row_set* rows, force_set set, int i, mjtNum f) {
  switch (set) {
    case FORCE_FREE: return f;
    case FORCE_INTERVAL: return within(f, -rows->frictionloss[i], rows->frictionloss[i]);
    default: return mjMAX(0, f);
  }
}

// A single row; returns the change of cost.
static mjtNum visit_row(dual* s, force_set set, int i) {
  mjtNum* force = s->p->force + i;
  mjtNum old = *force, res = dual_residual(s, i), A = dual_diagonal(s, i);
  if (old == 0 && res >= 0 && set >= FORCE_HALF_LINE) return 0;  // stays so, whatever A is
  mjtNum f = admissible(&s->p->rows, set, i, old - res / A);
  mjtNum delta = f - old, change = delta * (0.5 * A * delta + res);
  if (delta == 0 || change > DUAL_ROUNDING) return 0;
  *force = f;
  dual_changed(s, i, &old, &f, 1);
  return change;
}

// f += x v with the minimising x, limited so that the normal force stays nonnegative.  Returns 0
// when v is too short.
INLINED int step_along(const mjtNum* A, const mjtNum* res, const mjtNum* v, mjtNum* f,
                       const int dim) {
  mjtNum curvature = 0;
  for (int k = 0; k < dim; k++) curvature += v[k] * dual_dot(A + k * dim, v, dim);
  if (curvature < mjMINVAL) return 0;
  mjtNum x = -dual_dot(v, res, dim) / curvature;
  if (f[0] + x * v[0] < 0) x = -f[0] / v[0];
  for (int k = 0; k < dim; k++) f[k] += x * v[k];
  return 1;
}

// From zero force: raise the normal force.  If this does not decrease the cost, the steepest ray on
// the surface of the cone may (not done in the sweeps of 3.11): a fast sliding contact needs normal
// and friction force together.
static void leave_apex(const mjContact* con, const mjtNum* A, const mjtNum* res, int by_ray,
                       mjtNum* f) {
  int dim = con->dim;
  f[0] = mjMAX(0, f[0] - res[0] / A[0]);
  for (int k = 1; k < dim; k++) f[k] = 0;
  if (f[0] > 0 || !by_ray) return;
  mjtNum ray[6] = {1}, length = 0;
  for (int k = 1; k < dim; k++) {
    mjtNum u = con->friction[k - 1] * res[k];
    length += u * u;
  }
  length = sqrt(length);
  if (!(res[0] - length < 0)) return;
  for (int k = 1; k < dim; k++) {
    ray[k] = -con->friction[k - 1] * con->friction[k - 1] * res[k] / length;
  }
  step_along(A, res, ray, f, dim);
}

// An elliptic contact: first along the ray of its force, then friction with the normal fixed.
INLINED mjtNum visit_cone(dual* s, const row_block* block, const int dim) {
  const mjContact* con = block->contact;
  int i = block->begin, n = dim - 1;
  mjtNum *force = s->p->force + i, copy[36], old[6] = {0}, f[6], res[6], delta[6];
  const mjtNum* A = dual_block(s, i, dim, copy);
  for (int k = 0; k < dim; k++) old[k] = f[k] = force[k];
  dual_residuals(s, i, dim, res);
  // a tiny force, possible from a warm start, defines no direction and is treated as zero
  if (old[0] < mjMINVAL || !step_along(A, res, old, f, dim)) {
    leave_apex(con, A, res, !(s->p->newer & engLEVEL_PGS), f);
  }

  mjtNum Att[25], b[5];
  for (int k = 0; k < n; k++) {
    const mjtNum* row = A + (k + 1) * dim;
    for (int c = 0; c < n; c++) Att[k * n + c] = row[c + 1];
    b[k] = res[k + 1] - dual_dot(row + 1, old + 1, n) + row[0] * (f[0] - old[0]);
  }
  dual_cone_friction(f + 1, Att, b, con->friction, f[0], n);
  mjtNum change = dual_accept(A, res, old, f, dim);
  for (int k = 0; k < dim; k++) {
    delta[k] = f[k] - old[k];
    force[k] = f[k];
  }
  dual_changed_block(s, i, delta, dim);
  return change;
}

mjtNum pgs_visit(dual* s, const row_block* b, int i) {
  if (b->set != FORCE_CONE) return visit_row(s, b->set, i);
  return b->n == 3 ? visit_cone(s, b, 3) : visit_cone(s, b, b->n);
}

void pgs_make_admissible(const problem* p) {
  const row_set* rows = &p->rows;
  mjtNum* f = p->force;
  for (const row_block* b = rows->block; b < rows->block + rows->nblock; b++) {
    int i = b->begin;
    if (b->set == FORCE_CONE) {
      f[i] = mjMAX(0, f[i]);
      dual_into_cone(f + i + 1, b->contact->friction, f[i], b->n - 1);
    } else {
      for (; i < b->begin + b->n; i++) f[i] = admissible(rows, b->set, i, f[i]);
    }
  }
}
