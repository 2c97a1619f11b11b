// Conjugate gradients on the primal problem, preconditioned by the inertia, with an exact line
// search.
#include "constraint/solve/primal.h"

// direction = M^-1 grad
static void precondition(const descent* s) {
  const problem* p = s->p;
  vec_copy(s->direction, s->grad, p->nv);
  ldl_solve(s->direction, p->LD, p->diaginv, p->tree);
}

void cg_solve(mjData* d, const problem* p) {
  mj_markStack(d);
  int nv = p->nv, iter = 0;
  descent s = descent_make(d, p);
  mjtNum* old_direction = mj_stackAllocNum(d, nv);
  descent_evaluate(&s, 0);
  precondition(&s);
  vec_scale(s.search, s.direction, -1, nv);
  mjSolverStat stat;
  while (iter < p->opt->iterations) {
    mjtNum old_product = vec_dot(s.grad, s.direction, nv);
    vec_copy(old_direction, s.direction, nv);
    if (!descent_advance(d, &s, 0, &stat)) break;
    problem_note(p, stat);
    iter++;
    if (descent_has_converged(&s, &stat)) break;

    // Polak and Ribiere, never negative
    precondition(&s);
    vec_sub(old_direction, s.direction, old_direction, nv);
    mjtNum product = vec_dot(s.grad, old_direction, nv);
    mjtNum beta = mjMAX(0, product / mjMAX(mjMINVAL, old_product));
    for (int i = 0; i < nv; i++) s.search[i] = beta * s.search[i] - s.direction[i];
  }
  if (p->nnz) *p->nnz = 0;
  mj_freeStack(d);
}
