// Newton's method on the primal problem, with the exact Hessian and an exact line search.
#include "constraint/operator/hessian.h"
#include "constraint/solve/primal.h"

// Before 3.11 at least one iteration is made, after which the gradient is nearly zero.  It is
// skipped where the gradient is already below this fraction of the tolerance, so that it would have
// no visible effect.
static const mjtNum SOLVED = 1e-5;

// Half of grad' H^-1 grad, the decrease that the next step would give if the cost were quadratic;
// search becomes the Newton direction -H^-1 grad.
static mjtNum decrement(const descent* s) {
  return -0.5 * s->p->scale * vec_dot(s->grad, s->search, s->p->nv);
}

static void find_search(hessian* h, descent* s) {
  hessian_solve(h, s->search, s->grad);
  vec_scale(s->search, s->search, -1, s->p->nv);
}

static mjtNum gradient(const descent* s) { return s->p->scale * vec_norm(s->grad, s->p->nv); }

// Whether the starting point is the solution, as when everything is at rest: then nothing is
// factored.
static int is_solved(descent* s) {
  const problem* p = s->p;
  if (descent_gap(s) >= p->opt->tolerance) return 0;
  if (p->nnz) *p->nnz = jacobian_nnz(&p->J);
  return 1;
}

// The iteration that also stops when the predicted decrease is small (since 3.11).
static void solve_until_gained(mjData* d, descent* s) {
  const problem* p = s->p;
  const mjtNum tolerance = p->opt->tolerance;
  int small = gradient(s) < tolerance, iter = 0;
  if (small && is_solved(s)) return;
  hessian h = hessian_make(d, p);
  find_search(&h, s);
  if (small && decrement(s) < tolerance) return;
  mjSolverStat stat;
  while (iter < p->opt->iterations) {
    if (!descent_advance(d, s, p->rows.ncone > 0, &stat)) break;
    int last = descent_has_converged(s, &stat) || iter + 1 == p->opt->iterations;
    if (!last) {
      stat.nupdate = hessian_update(&h, s->old_state);
      find_search(&h, s);
      last = decrement(s) < tolerance;
    }
    problem_note(p, stat);
    iter++;
    if (last) break;
  }
}

void newton_solve(mjData* d, const problem* p) {
  mj_markStack(d);
  descent s = descent_make(d, p);
  descent_evaluate(&s, p->rows.ncone > 0);
  int iter = 0;
  if (p->opt->iterations > 0 && p->newer & engLEVEL_SOLVEREXIT) {
    solve_until_gained(d, &s);
  } else if (p->opt->iterations > 0 &&
             !(gradient(&s) < SOLVED * p->opt->tolerance && is_solved(&s))) {
    hessian h = hessian_make(d, p);
    mjSolverStat stat;
    while (iter < p->opt->iterations) {
      hessian_solve(&h, s.search, s.grad);
      vec_scale(s.search, s.search, -1, p->nv);
      if (!descent_advance(d, &s, p->rows.ncone > 0, &stat)) break;
      int last = descent_has_converged(&s, &stat) || iter + 1 == p->opt->iterations;
      if (!last) stat.nupdate = hessian_update(&h, s.old_state);
      problem_note(p, stat);
      iter++;
      if (last) break;
    }
  }
  mj_freeStack(d);
}
