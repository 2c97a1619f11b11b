// Newton's method on the primal problem, with the exact Hessian and an exact line search.
#include "constraint/operator/hessian.h"
#include "constraint/solve/primal.h"

void newton_solve(const mjModel* m, mjData* d, const problem* p) {
  mj_markStack(d);
  descent s = descent_make(m, d, p);
  descent_evaluate(&s, p->rows.elliptic);
  int iter = 0;
  if (m->opt.iterations > 0) {
    hessian h = hessian_make(d, p);
    mjSolverStat stat;
    while (iter < m->opt.iterations) {
      hessian_solve(&h, s.search, s.grad);
      vec_scale(s.search, s.search, -1, p->nv);
      if (!descent_advance(d, &s, p->rows.elliptic, &stat)) break;
      int last = descent_has_converged(&s, &stat) || iter + 1 == m->opt.iterations;
      if (!last) stat.nupdate = hessian_update(&h, s.old_state);
      problem_note(p, iter++, stat);
      if (last) break;
    }
  }
  if (p->niter) *p->niter = iter;
  mj_freeStack(d);
}
