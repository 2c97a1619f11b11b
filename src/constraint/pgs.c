// Projected Gauss-Seidel: minimise 1/2 f' AR f + f' b over the forces that friction and unilateral
// constraints allow, a row or an elliptic contact at a time.

#include "constraint/dual.h"

#include <math.h>

static mjtNum within(mjtNum x, mjtNum low, mjtNum high) { return mjMAX(low, mjMIN(high, x)); }

// One row by itself; returns the change of cost.
static mjtNum visit_row(mjData* d, const dual_matrix* AR, int i) {
  mjtNum old = d->efc_force[i], res = AR->residual[i], A = AR->value[AR->diag[i]];
  mjtNum f = old - res / A;
  if (i >= d->ne + d->nf) {
    f = mjMAX(0, f);
  } else if (i >= d->ne) {
    f = within(f, -d->efc_frictionloss[i], d->efc_frictionloss[i]);
  }
  mjtNum delta = f - old, change = delta * (0.5 * A * delta + res);
  if (delta == 0 || change > DUAL_ROUNDING) return 0;
  d->efc_force[i] = f;
  dual_changed(AR, i, &old, &f, 1);
  return change;
}

// f += x v with x the minimum along v, but not so far that the normal force turns negative.
static void step_along(const mjtNum* A, const mjtNum* res, const mjtNum* v, mjtNum* f, int dim) {
  mjtNum curvature = 0;
  for (int k = 0; k < dim; k++) curvature += v[k] * dual_dot(A + k * dim, v, dim);
  if (curvature < mjMINVAL) return;
  mjtNum x = -dual_dot(v, res, dim) / curvature;
  if (f[0] + x * v[0] < 0) x = -f[0] / v[0];
  for (int k = 0; k < dim; k++) f[k] += x * v[k];
}

// From no force at all: raise the normal force.  Where that does not help, the steepest ray on the
// surface of the cone may: a contact that slides fast needs normal and friction at once.
static void leave_apex(const mjContact* con, const mjtNum* A, const mjtNum* res, mjtNum* f) {
  int dim = con->dim;
  f[0] = mjMAX(0, f[0] - res[0] / A[0]);
  for (int k = 1; k < dim; k++) f[k] = 0;
  if (f[0] > 0) return;
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
static mjtNum visit_cone(mjData* d, const dual_matrix* AR, int i) {
  const mjContact* con = d->contact + d->efc_id[i];
  int dim = con->dim, n = dim - 1;
  mjtNum *f = d->efc_force + i, A[36], old[6], res[6];
  dual_block(AR, i, dim, A);
  for (int k = 0; k < dim; k++) {
    old[k] = f[k];
    res[k] = AR->residual[i + k];
  }
  if (old[0] < mjMINVAL) {
    leave_apex(con, A, res, f);
  } else {
    step_along(A, res, old, f, dim);
  }

  mjtNum Att[25], b[5];
  for (int k = 0; k < n; k++) {
    const mjtNum* row = A + (k + 1) * dim;
    for (int c = 0; c < n; c++) Att[k * n + c] = row[c + 1];
    b[k] = res[k + 1] - dual_dot(row + 1, old + 1, n) + row[0] * (f[0] - old[0]);
  }
  dual_cone_friction(f + 1, Att, b, con->friction, f[0], n);
  mjtNum change = dual_accept(A, res, old, f, dim);
  dual_changed(AR, i, old, f, dim);
  return change;
}

// One sweep over all rows; returns the decrease of cost.
static mjtNum sweep(mjData* d, const dual_matrix* AR) {
  mjtNum change = 0;
  for (int i = 0; i < d->nefc;) {
    if (d->efc_type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
      change += visit_cone(d, AR, i);
      i += d->contact[d->efc_id[i]].dim;
    } else {
      change += visit_row(d, AR, i++);
    }
  }
  return -change;
}

void pgs_solve(const mjModel* m, mjData* d) {
  mjtNum scale = 1 / (m->stat.meaninertia * mjMAX(1, m->nv));
  mj_markStack(d);
  dual_matrix AR = dual_matrix_make(m, d);
  mjSolverStat start = {0};
  dual_states(d, &start);
  int iter = 0;
  while (iter < m->opt.iterations) {
    mjSolverStat stat = {.improvement = scale * sweep(d, &AR)};
    dual_states(d, &stat);
    if (iter < mjNSOLVER) d->solver[iter] = stat;
    iter++;
    if (!(stat.improvement >= m->opt.tolerance)) break;
  }
  d->solver_niter[0] += iter;
  d->solver_nnz[0] = d->nA;
  dual_finish(m, d);
  mj_freeStack(d);
}
