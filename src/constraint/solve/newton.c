// Newton's method on the primal problem, with the exact Hessian and an exact line search.
#include "constraint/operator/hessian.h"
#include "constraint/solve/primal.h"

void newton_solve(mjData* d, const problem* p) {
  mj_markStack(d);
  descent s = descent_make(d, p);
  descent_evaluate(&s, p->rows.ncone > 0);
  int iter = 0;
  if (p->opt->iterations > 0) {
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
