// NoSlip: Gauss-Seidel after the main solver on friction forces without regularisation, which
// prevents slip. Works with A = AR - diag(R); normal forces are kept.

#include <assert.h>

#include "constraint/solve/dual_step.h"

// Row i of b + A f.
static mjtNum residual(dual* s, int i) {
  return dual_residual(s, i) - s->p->rows.R[i] * s->p->force[i];
}

static mjtNum visit_friction_loss(dual* s, int i) {
  mjtNum *f = s->p->force + i, bound = s->p->rows.frictionloss[i];
  mjtNum a = mjMAX(mjMINVAL, dual_diagonal(s, i) - s->p->rows.R[i]);
  mjtNum res = residual(s, i), old = *f;
  *f = mjMAX(-bound, mjMIN(bound, old - res / a));
  dual_changed(s, i, &old, f, 1);
  mjtNum delta = *f - old;
  return delta * (0.5 * a * delta + res);
}

// The block of A at row i; its diagonal is kept positive.
static void block_without_softness(dual* s, int i, int n, mjtNum* A) {
  dual_copy_block(s, i, n, A);
  for (int k = 0; k < n; k++) A[k * (n + 1)] = mjMAX(1e-10, A[k * (n + 1)] - s->p->rows.R[i + k]);
}

// Two opposite edges of a pyramid: shift force between them at constant sum.
static mjtNum visit_edges(dual* s, int i) {
  mjtNum *f = s->p->force + i, A[4], b[2];
  const mjtNum old[2] = {f[0], f[1]}, res[2] = {residual(s, i), residual(s, i + 1)};
  block_without_softness(s, i, 2, A);
  for (int k = 0; k < 2; k++) b[k] = res[k] - dual_dot(A + 2 * k, old, 2);
  mjtNum middle = 0.5 * (old[0] + old[1]);
  mjtNum curvature = A[0] + A[3] - A[1] - A[2], slope = middle * (A[0] - A[3]) + b[0] - b[1];
  mjtNum y = curvature < mjMINVAL ? 0 : -slope / curvature;
  y = mjMAX(-middle, mjMIN(middle, y));
  f[0] = middle + y;
  f[1] = middle - y;
  mjtNum change = dual_accept(A, res, old, f, 2);
  dual_changed(s, i, old, f, 2);
  return change;
}

// The friction forces of an elliptic contact.
static mjtNum visit_cone(dual* s, const row_block* block) {
  int i = block->begin + 1, n = block->n - 1;
  mjtNum *f = s->p->force + i, A[25], b[5], res[5], old[5];
  block_without_softness(s, i, n, A);
  for (int k = 0; k < n; k++) old[k] = f[k];
  for (int k = 0; k < n; k++) {
    res[k] = residual(s, i + k);
    b[k] = res[k] - dual_dot(A + k * n, old, n);
  }
  dual_cone_friction(f, A, b, block->contact->friction, f[-1], n);
  mjtNum change = dual_accept(A, res, old, f, n);
  dual_changed(s, i, old, f, n);
  return change;
}

// Change of cost over a block, if it is friction, else 0.
static mjtNum visit_block(dual* s, const row_block* b) {
  mjtNum change = 0;
  switch (b->set) {
    case FORCE_INTERVAL:
      for (int k = 0; k < b->n; k++) change += visit_friction_loss(s, b->begin + k);
      break;
    case FORCE_PYRAMID:
      for (int k = 0; k < b->n; k += 2) change += visit_edges(s, b->begin + k);
      break;
    case FORCE_CONE: change = visit_cone(s, b); break;
    default: break;
  }
  return change;
}

// One sweep over all friction rows; returns the decrease of cost.
static mjtNum sweep(dual* s) {
  const row_set* rows = &s->p->rows;
  mjtNum change = 0;
  for (int k = 0; k < rows->nblock; k++) change += visit_block(s, rows->block + k);
  return -change;
}

void noslip_solve(mjData* d, const problem* p) {
  mjtNum softness = 0;
  for (int i = 0; i < p->rows.n; i++) softness += 0.5 * p->rows.R[i] * p->force[i] * p->force[i];
  mj_markStack(d);
  dual s = dual_make(d, p);
  mjSolverStat start = {0};
  dual_states(p, &start);
  for (int iter = 0; iter < p->opt->noslip_iterations; iter++) {
    // the first sweep includes the cost difference of leaving out R
    mjtNum decrease = sweep(&s) + (iter ? 0 : softness);
    mjSolverStat stat = {.improvement = p->whole_scale * decrease};
    dual_states(p, &stat);
    problem_note(p, stat);
    if (!(stat.improvement >= p->opt->noslip_tolerance)) break;
  }
  assert(dual_valid(d, &s));
  dual_finish(p);
  mj_freeStack(d);
}
