// NoSlip: after the main solver, Gauss-Seidel on friction without its regularisation, so that
// contacts do not creep.  Works with A = AR - diag(R); normal forces stay.

#include "constraint/solve/dual.h"

// b + A f in row i.
static mjtNum residual(const mjData* d, const dual_matrix* AR, int i) {
  return AR->residual[i] - d->efc_R[i] * d->efc_force[i];
}

static mjtNum visit_friction_loss(mjData* d, const dual_matrix* AR, int i) {
  mjtNum *f = d->efc_force + i, bound = d->efc_frictionloss[i];
  mjtNum a = mjMAX(mjMINVAL, AR->value[AR->diag[i]] - d->efc_R[i]);
  mjtNum res = residual(d, AR, i), old = *f;
  *f = mjMAX(-bound, mjMIN(bound, old - res / a));
  dual_changed(AR, i, &old, f, 1);
  mjtNum delta = *f - old;
  return delta * (0.5 * a * delta + res);
}

// The block of A at row i; its diagonal is kept positive.
static void block_without_softness(const mjData* d, const dual_matrix* AR, int i, int n,
                                   mjtNum* A) {
  dual_block(AR, i, n, A);
  for (int k = 0; k < n; k++) A[k * (n + 1)] = mjMAX(1e-10, A[k * (n + 1)] - d->efc_R[i + k]);
}

// Two opposite edges of a pyramid: move force from one to the other.
static mjtNum visit_edges(mjData* d, const dual_matrix* AR, int i) {
  mjtNum *f = d->efc_force + i, A[4], b[2];
  const mjtNum old[2] = {f[0], f[1]}, res[2] = {residual(d, AR, i), residual(d, AR, i + 1)};
  block_without_softness(d, AR, i, 2, A);
  for (int k = 0; k < 2; k++) b[k] = res[k] - dual_dot(A + 2 * k, old, 2);
  mjtNum middle = 0.5 * (old[0] + old[1]);
  mjtNum curvature = A[0] + A[3] - A[1] - A[2], slope = middle * (A[0] - A[3]) + b[0] - b[1];
  mjtNum y = curvature < mjMINVAL ? 0 : -slope / curvature;
  y = mjMAX(-middle, mjMIN(middle, y));
  f[0] = middle + y;
  f[1] = middle - y;
  mjtNum change = dual_accept(A, res, old, f, 2);
  dual_changed(AR, i, old, f, 2);
  return change;
}

static mjtNum visit_cone(mjData* d, const dual_matrix* AR, int i) {
  const mjContact* con = d->contact + d->efc_id[i];
  int n = con->dim - 1;
  mjtNum *f = d->efc_force + i + 1, A[25], b[5], res[5], old[5];
  block_without_softness(d, AR, i + 1, n, A);
  for (int k = 0; k < n; k++) old[k] = f[k];
  for (int k = 0; k < n; k++) {
    res[k] = residual(d, AR, i + 1 + k);
    b[k] = res[k] - dual_dot(A + k * n, old, n);
  }
  dual_cone_friction(f, A, b, con->friction, f[-1], n);
  mjtNum change = dual_accept(A, res, old, f, n);
  dual_changed(AR, i + 1, old, f, n);
  return change;
}

// One sweep over everything that is friction; returns the decrease of cost.
static mjtNum sweep(mjData* d, const dual_matrix* AR) {
  mjtNum change = 0;
  for (int i = d->ne; i < d->nefc;) {
    switch (d->efc_type[i]) {
      case mjCNSTR_FRICTION_DOF:
      case mjCNSTR_FRICTION_TENDON: change += visit_friction_loss(d, AR, i++); break;
      case mjCNSTR_CONTACT_PYRAMIDAL:
        change += visit_edges(d, AR, i);
        i += 2;
        break;
      case mjCNSTR_CONTACT_ELLIPTIC:
        change += visit_cone(d, AR, i);
        i += d->contact[d->efc_id[i]].dim;
        break;
      default: i++; break;
    }
  }
  return -change;
}

void noslip_solve(const mjModel* m, mjData* d) {
  mjtNum scale = 1 / (m->stat.meaninertia * mjMAX(1, m->nv)), softness = 0;
  for (int i = 0; i < d->nefc; i++)
    softness += 0.5 * d->efc_R[i] * d->efc_force[i] * d->efc_force[i];
  mj_markStack(d);
  dual_matrix AR = dual_matrix_make(m, d);
  mjSolverStat start = {0};
  dual_states(d, &start);
  int iter = 0, before = d->solver_niter[0];
  while (iter < m->opt.noslip_iterations) {
    // the first sweep also gains the cost of softness
    mjtNum decrease = sweep(d, &AR) + (iter ? 0 : softness);
    mjSolverStat stat = {.improvement = scale * decrease};
    dual_states(d, &stat);
    if (before + iter < mjNSOLVER) d->solver[before + iter] = stat;
    iter++;
    if (!(stat.improvement >= m->opt.noslip_tolerance)) break;
  }
  d->solver_niter[0] += iter;
  dual_finish(m, d);
  mj_freeStack(d);
}
