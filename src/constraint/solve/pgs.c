// Projected Gauss-Seidel: minimise 1/2 f' AR f + f' b over the forces that friction and unilateral
// constraints allow, a row or an elliptic contact at a time.

#include "constraint/solve/dual.h"

#include <math.h>

#include "math/dense.h"

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

// --- momentum -----------------------------------------------------------------------------------

// Where rows pull hard on each other Gauss-Seidel creeps.  Its steps then serve as gradients of a
// conjugate gradient method: after a sweep go on in the direction of the sweeps before, as far as
// the steps have kept their length, if that lowers the cost.  Where plain sweeps converge within
// the iterations allowed, and in the first ones, as many as are usually allowed, they stay plain:
// what they give is defined by their order.
enum { PLAIN_SWEEPS = 100, OBSERVED_SWEEPS = 50 };

// Whether sweeps whose improvement went from `before` to `now` in the last OBSERVED_SWEEPS of iter
// will be below the tolerance in time.
static int will_converge(const mjOption* opt, int iter, mjtNum before, mjtNum now) {
  if (!(now < before)) return 0;
  mjtNum left = OBSERVED_SWEEPS * log(opt->tolerance / now) / log(now / before);
  return iter + left < opt->iterations;
}

typedef struct {
  mjtNum* last;       // forces before the sweep
  mjtNum* direction;  // of the sweeps so far
  mjtNum* force;      // to return to
  mjtNum* residual;
  mjtNum length;  // of the last step, squared; 0 before the first
} momentum;

static momentum momentum_make(mjData* d) {
  int n = d->nefc;
  momentum mo = {.last = mj_stackAllocNum(d, n),
                 .direction = mj_stackAllocNum(d, n),
                 .force = mj_stackAllocNum(d, n),
                 .residual = mj_stackAllocNum(d, n)};
  vec_copy(mo.last, d->efc_force, n);
  return mo;
}

// The admissible forces nearest in the sense that normal forces stay if they can.
static void make_admissible(mjData* d) {
  mjtNum* f = d->efc_force;
  int begin = d->ne + d->nf;
  for (int i = d->ne; i < begin; i++) {
    f[i] = within(f[i], -d->efc_frictionloss[i], d->efc_frictionloss[i]);
  }
  for (int i = begin; i < d->nefc;) {
    f[i] = mjMAX(0, f[i]);
    if (d->efc_type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
      const mjContact* con = d->contact + d->efc_id[i];
      dual_into_cone(f + i + 1, con->friction, f[i], con->dim - 1);
      i += con->dim;
    } else {
      i++;
    }
  }
}

// Add x times the direction to the forces; returns the change of cost.
static mjtNum leap(mjData* d, const dual_matrix* AR, const momentum* mo, mjtNum x) {
  mjtNum change = 0;
  vec_axpy(d->efc_force, x, mo->direction, d->nefc);
  make_admissible(d);
  dual_changed(AR, 0, mo->force, d->efc_force, d->nefc);
  for (int i = 0; i < d->nefc; i++) {
    change += 0.5 * (d->efc_force[i] - mo->force[i]) * (AR->residual[i] + mo->residual[i]);
  }
  return change;
}

// Go on after a sweep; returns the decrease of cost.
static mjtNum go_on(mjData* d, const dual_matrix* AR, momentum* mo) {
  int n = d->nefc;
  mjtNum length = 0, change = 0, last = mo->length;
  for (int i = 0; i < n; i++) {
    mjtNum step = d->efc_force[i] - mo->last[i];
    length += AR->value[AR->diag[i]] * step * step;
  }
  vec_copy(mo->force, d->efc_force, n);
  vec_copy(mo->residual, AR->residual, n);
  mjtNum x = last > 0 && length < last ? length / last : 0;
  if (x > 0) change = leap(d, AR, mo, x);
  if (!(change < 0)) {
    x = change = 0;
    vec_copy(d->efc_force, mo->force, n);
    vec_copy(AR->residual, mo->residual, n);
  }
  for (int i = 0; i < n; i++) {
    mo->direction[i] = x * mo->direction[i] + mo->force[i] - mo->last[i];
  }
  vec_copy(mo->last, d->efc_force, n);
  mo->length = length;
  return -change;
}

void pgs_solve(const mjModel* m, mjData* d) {
  mjtNum scale = 1 / (m->stat.meaninertia * mjMAX(1, m->nv)), observed = 0;
  mj_markStack(d);
  dual_matrix AR = dual_matrix_make(m, d);
  momentum mo = {0};
  mjSolverStat stat = {0};
  dual_states(d, &stat);
  int iter = 0;
  while (iter < m->opt.iterations) {
    if (!mo.last && iter >= PLAIN_SWEEPS && iter % OBSERVED_SWEEPS == 0 &&
        !will_converge(&m->opt, iter, observed, stat.improvement)) {
      mo = momentum_make(d);
    }
    if (iter % OBSERVED_SWEEPS == 0) observed = stat.improvement;
    mjtNum decrease = sweep(d, &AR);
    if (mo.last) decrease += go_on(d, &AR, &mo);
    stat = (mjSolverStat){.improvement = scale * decrease};
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
