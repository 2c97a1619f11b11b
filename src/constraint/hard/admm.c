#include "constraint/hard/admm.h"

#include "constraint/hard/cone.h"
#include "constraint/hard/factor.h"
#include "constraint/hard/note.h"
#include "math/dense.h"

// The penalty changes when the primal and dual residual differ by more than `apart`; the factor of
// the change; bounds of the penalty, which infeasible problems would leave.
static const mjtNum apart = 10, linear_factor = 1.5, least_rho = 1e-10, most_rho = 1e4;

// Exponents of the condition number: for the initial penalty, and for its changes.
static const mjtNum spectral_first = 0.2, spectral_change = 0.05;

enum { POWERS = 10 };

mjtNum hard_largest_eigenvalue(mjData* d, const hard_problem* p) {
  int n = p->n;
  mj_markStack(d);
  mjtNum *x = mj_stackAllocNum(d, n), *y = mj_stackAllocNum(d, n), largest = 0;
  for (int i = 0; i < n; i++) x[i] = 1 + 0.1 * (i % 7);  // rarely orthogonal to the eigenvector
  for (int k = 0; k < POWERS; k++) {
    mjtNum length = vec_norm(x, n);
    if (!(length > 0)) break;
    vec_scale(x, x, 1 / length, n);
    hard_mul(p, y, x);
    for (int i = 0; i < n; i++) y[i] += p->R[i] * x[i];
    largest = vec_norm(y, n);
    vec_copy(x, y, n);
  }
  mj_freeStack(d);
  return largest;
}

hard_split hard_split_make(mjData* d, const hard_problem* p, const hard_options* o,
                           const mjtNum* f) {
  int n = p->n;
  hard_split s = {mj_stackAllocNum(d, n), mj_stackAllocNum(d, n), mj_stackAllocNum(d, n), o->rho};
  vec_zero(s.x, n);
  vec_zero(s.y, n);
  vec_zero(s.z, n);
  if (f) {
    vec_copy(s.x, f, n);
    vec_copy(s.y, f, n);
  }
  return s;
}

typedef struct {
  mjtNum primal, dual;
} residual;

// One iteration: updates x and z, then y; r returns the change.
static residual iterate(const hard_problem* p, const hard_factor* A, hard_split* s, mjtNum* x,
                        int ncp, mjtNum eta) {
  residual r = {0, 0};
  int n = p->n;
  for (int i = 0; i < n; i++) x[i] = -p->b[i] + eta * s->x[i] + s->rho * s->y[i] + s->z[i];
  for (int k = 0; k < p->nblock && ncp; k++) {
    int row = p->block[k].row;
    x[row] -= hard_correction(p->block + k, s->z + row);
  }
  hard_factor_solve(A, x, x);
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    mjtNum y[HARD_MOST];
    for (int i = 0; i < b->dim; i++) y[i] = x[b->row + i] - s->z[b->row + i] / s->rho;
    hard_project_block(b, y);
    for (int i = 0; i < b->dim; i++) {
      int row = b->row + i;
      mjtNum primal = fabs(x[row] - y[i]);
      mjtNum dual = fabs(eta * (x[row] - s->x[row]) + s->rho * (y[i] - s->y[row]));
      r.primal = mjMAX(r.primal, primal);
      r.dual = mjMAX(r.dual, dual);
      s->z[row] -= s->rho * (x[row] - y[i]);
      s->x[row] = x[row];
      s->y[row] = y[i];
    }
  }
  return r;
}

static mjtNum adapted(const hard_split* s, residual r, mjtNum factor) {
  mjtNum rho = s->rho;
  if (r.primal > apart * r.dual) rho *= factor;
  if (r.dual > apart * r.primal) rho /= factor;
  return mjMAX(least_rho, mjMIN(most_rho, rho));
}

void hard_admm(mjData* d, const hard_problem* p, const hard_options* o, int ncp, hard_split* s,
               hard_result* result) {
  mj_markStack(d);
  hard_factor A = hard_factor_make(d, p);
  mjtNum *x = mj_stackAllocNum(d, p->n), *v = mj_stackAllocNum(d, p->n);
  mjtNum eta = ncp ? o->eta : 0, factor = o->rho_rule == HARD_RHO_FIXED ? 1 : linear_factor;
  if (o->rho_rule == HARD_RHO_SPECTRAL) {
    mjtNum L = hard_largest_eigenvalue(d, p), least = mjMAX(o->eta, mjMINVAL), kappa = L / least;
    s->rho = mjMAX(least_rho, mjMIN(most_rho, sqrt(L * least) * pow(kappa, spectral_first)));
    factor = pow(kappa, spectral_change);
  }
  mjtNum set = 0;
  result->solved = 0;
  for (int i = 0; i < o->iterations && !result->solved; i++) {
    if (set != s->rho) {
      hard_factor_set(&A, eta + s->rho);
      set = s->rho;
      result->factorisations++;
    }
    residual r = iterate(p, &A, s, x, ncp, eta);
    hard_note(result, p, s->y, (hard_residual){mjMAX(r.primal, r.dual), r.dual, r.primal});
    // small residuals are necessary but not sufficient; convergence is judged by the natural map
    if (r.primal <= o->tolerance && r.dual <= o->tolerance) {
      hard_velocity(p, v, s->y);
      result->natural_map = hard_natural_map(p, s->y, v, ncp);
      result->solved = result->natural_map <= o->tolerance;
    }
    s->rho = adapted(s, r, factor);
  }
  hard_velocity(p, v, s->y);
  result->natural_map = hard_natural_map(p, s->y, v, ncp);
  mj_freeStack(d);
}
