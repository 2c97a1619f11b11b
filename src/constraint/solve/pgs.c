// Projected Gauss-Seidel: minimise 1/2 f' AR f + f' b over the forces that friction and unilateral
// constraints allow, a row or an elliptic contact at a time.

#include "constraint/solve/dual_step.h"

#include <assert.h>
#include <math.h>

#include "math/dense.h"

static mjtNum within(mjtNum x, mjtNum low, mjtNum high) { return mjMAX(low, mjMIN(high, x)); }

// The force of a row nearest to f in its set.
static mjtNum admissible(const row_set* rows, force_set set, int i, mjtNum f) {
  switch (set) {
    case FORCE_FREE: return f;
    case FORCE_INTERVAL: return within(f, -rows->frictionloss[i], rows->frictionloss[i]);
    default: return mjMAX(0, f);
  }
}

// One row by itself; returns the change of cost.
static mjtNum visit_row(dual* s, force_set set, int i) {
  mjtNum* force = s->p->force + i;
  mjtNum old = *force, res = dual_residual(s, i), A = dual_diagonal(s, i);
  mjtNum f = admissible(&s->p->rows, set, i, old - res / A);
  mjtNum delta = f - old, change = delta * (0.5 * A * delta + res);
  if (delta == 0 || change > DUAL_ROUNDING) return 0;
  *force = f;
  dual_changed(s, i, &old, &f, 1);
  return change;
}

// f += x v with x the minimum along v, but not so far that the normal force turns negative. Returns
// 0 when v is too short to be a direction.
static int step_along(const mjtNum* A, const mjtNum* res, const mjtNum* v, mjtNum* f, int dim) {
  mjtNum curvature = 0;
  for (int k = 0; k < dim; k++) curvature += v[k] * dual_dot(A + k * dim, v, dim);
  if (curvature < mjMINVAL) return 0;
  mjtNum x = -dual_dot(v, res, dim) / curvature;
  if (f[0] + x * v[0] < 0) x = -f[0] / v[0];
  for (int k = 0; k < dim; k++) f[k] += x * v[k];
  return 1;
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
static mjtNum visit_cone(dual* s, const row_block* block) {
  const mjContact* con = block->contact;
  int i = block->begin, dim = block->n, n = dim - 1;
  mjtNum *f = s->p->force + i, A[36], old[6], res[6];
  dual_block(s, i, dim, A);
  for (int k = 0; k < dim; k++) {
    old[k] = f[k];
    res[k] = dual_residual(s, i + k);
  }
  // a force too small to tell where to go, as a warm start may leave, is as good as none
  if (old[0] < mjMINVAL || !step_along(A, res, old, f, dim)) leave_apex(con, A, res, f);

  mjtNum Att[25], b[5];
  for (int k = 0; k < n; k++) {
    const mjtNum* row = A + (k + 1) * dim;
    for (int c = 0; c < n; c++) Att[k * n + c] = row[c + 1];
    b[k] = res[k + 1] - dual_dot(row + 1, old + 1, n) + row[0] * (f[0] - old[0]);
  }
  dual_cone_friction(f + 1, Att, b, con->friction, f[0], n);
  mjtNum change = dual_accept(A, res, old, f, dim);
  dual_changed(s, i, old, f, dim);
  return change;
}

// One sweep over all rows; returns the decrease of cost.
static mjtNum sweep(dual* s) {
  const row_set* rows = &s->p->rows;
  mjtNum change = 0;
  for (const row_block* b = rows->block; b < rows->block + rows->nblock; b++) {
    if (b->set == FORCE_CONE) {
      change += visit_cone(s, b);
    } else {
      for (int i = b->begin; i < b->begin + b->n; i++) change += visit_row(s, b->set, i);
    }
  }
  return -change;
}

// --- momentum -----------------------------------------------------------------------------------

// Where rows pull hard on each other Gauss-Seidel creeps.  Its steps then serve as gradients of a
// conjugate gradient method: after a sweep go on in the direction of the sweeps before, as far as
// the steps have kept their length, if that lowers the cost.  Where plain sweeps converge within
// the iterations allowed, and in the first ones, as many as are usually allowed, they stay plain:
// what they give is defined by their order.  Where up to 5000 sweeps are allowed the gripper of
// model/ takes 1.3 times fewer; masses 1e8 apart converge in 3759 where plain sweeps do not.
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
  mjtNum* state;      // and what dual_state had there
  mjtNum length;      // of the last step, squared; 0 before the first
} momentum;

static momentum momentum_make(mjData* d, const problem* p) {
  int n = p->rows.n;
  momentum mo = {.last = mj_stackAllocNum(d, n),
                 .direction = mj_stackAllocNum(d, n),
                 .force = mj_stackAllocNum(d, n),
                 .state = mj_stackAllocNum(d, mjMAX(n, p->nv))};
  vec_copy(mo.last, p->force, n);
  return mo;
}

// The admissible forces nearest in the sense that normal forces stay if they can.
static void make_admissible(const problem* p) {
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

// Add x times the direction to the forces; returns the change of cost.
static mjtNum leap(dual* s, const momentum* mo, mjtNum x) {
  const problem* p = s->p;
  vec_axpy(p->force, x, mo->direction, p->rows.n);
  make_admissible(p);
  dual_changed(s, 0, mo->force, p->force, p->rows.n);
  return dual_cost_change(s, mo->force, mo->state);
}

// Go on after a sweep; returns the decrease of cost.
static mjtNum go_on(dual* s, momentum* mo) {
  mjtNum length = 0, change = 0, last = mo->length, *force = s->p->force;
  int n = s->p->rows.n;
  for (int i = 0; i < n; i++) {
    mjtNum step = force[i] - mo->last[i];
    length += dual_diagonal(s, i) * step * step;
  }
  vec_copy(mo->force, force, n);
  int size;
  const mjtNum* state = dual_state(s, &size);
  vec_copy(mo->state, state, size);
  mjtNum x = last > 0 && length < last ? length / last : 0;
  if (x > 0) change = leap(s, mo, x);
  if (!(change < 0)) {
    x = change = 0;
    vec_copy(force, mo->force, n);
    vec_copy(dual_state(s, &size), mo->state, size);
  }
  for (int i = 0; i < n; i++) {
    mo->direction[i] = x * mo->direction[i] + mo->force[i] - mo->last[i];
  }
  vec_copy(mo->last, force, n);
  mo->length = length;
  return -change;
}

void pgs_solve(mjData* d, const problem* p) {
  const mjOption* opt = p->opt;
  mj_markStack(d);
  dual s = dual_make(d, p);
  momentum mo = {0};
  mjSolverStat stat = {0};
  mjtNum observed = 0;
  dual_states(p, &stat);
  for (int iter = 0; iter < opt->iterations; iter++) {
    if (!mo.last && iter >= PLAIN_SWEEPS && iter % OBSERVED_SWEEPS == 0 &&
        !will_converge(opt, iter, observed, stat.improvement)) {
      mo = momentum_make(d, p);
    }
    if (iter % OBSERVED_SWEEPS == 0) observed = stat.improvement;
    mjtNum decrease = sweep(&s);
    if (mo.last) decrease += go_on(&s, &mo);
    stat = (mjSolverStat){.improvement = p->scale * decrease};
    dual_states(p, &stat);
    problem_note(p, stat);
    if (!(stat.improvement >= opt->tolerance)) break;
  }
  assert(dual_valid(d, &s));
  if (p->nnz) *p->nnz = d->nA;  // of the matrix this solver is defined by, if it was made
  dual_finish(p);
  mj_freeStack(d);
}
