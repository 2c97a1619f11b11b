// Conjugate gradients on the primal problem, preconditioned with the inertia matrix, with exact
// line search.
#include "constraint/solve/primal.h"

// direction = M^-1 grad
static void precondition(const descent* s) {
  const problem* p = s->p;
  vec_copy(s->direction, s->grad, p->nv);
  if (p->LD) {
    ldl_solve(s->direction, p->LD, p->diaginv, p->tree);
  } else {
    inertia_solve(p, s->direction);
  }
}

// Polak and Ribiere's beta, clipped at 0.
static mjtNum polak_ribiere(const descent* s, const mjtNum* change, mjtNum old_product) {
  mjtNum product = vec_dot(s->grad, change, s->p->nv);
  return mjMAX(0, product / mjMAX(mjMINVAL, old_product));
}

// Hager and Zhang's beta (2005, equation 1.3 with their lower bound; since 3.10): y is the change
// of the gradient, Py that of the preconditioned gradient.
static mjtNum hager_zhang(const descent* s, const mjtNum* y, const mjtNum* Py) {
  int nv = s->p->nv;
  mjtNum dy = vec_dot(s->search, y, nv), yPy = vec_dot(y, Py, nv);
  if (dy < mjMINVAL) return 0;
  mjtNum beta =
      (vec_dot(y, s->direction, nv) - 2 * yPy / dy * vec_dot(s->search, s->grad, nv)) / dy;
  mjtNum length = vec_norm(s->search, nv) * mjMIN(0.01, vec_norm(s->grad, nv));
  return mjMAX(beta, -1 / mjMAX(mjMINVAL, length));
}

void cg_solve(mjData* d, const problem* p) {
  mj_markStack(d);
  int nv = p->nv, iter = 0;
  descent s = descent_make(d, p);
  mjtNum *old_direction = mj_stackAllocNum(d, nv), *old_grad = mj_stackAllocNum(d, nv);
  descent_evaluate(&s, 0);
  precondition(&s);
  vec_scale(s.search, s.direction, -1, nv);
  mjSolverStat stat;
  // the start may already be the solution
  int newer = p->newer & engLEVEL_SOLVEREXIT;
  int done = newer && descent_gap(&s) < p->opt->tolerance;
  while (!done && iter < p->opt->iterations) {
    mjtNum old_product = vec_dot(s.grad, s.direction, nv);
    vec_copy(old_direction, s.direction, nv);
    vec_copy(old_grad, s.grad, nv);
    if (!descent_advance(d, &s, 0, &stat)) break;
    problem_note(p, stat);
    iter++;
    if (descent_has_converged(&s, &stat)) break;

    precondition(&s);
    vec_sub(old_direction, s.direction, old_direction, nv);
    vec_sub(old_grad, s.grad, old_grad, nv);
    mjtNum beta = newer ? hager_zhang(&s, old_grad, old_direction)
                        : polak_ribiere(&s, old_direction, old_product);
    for (int i = 0; i < nv; i++) s.search[i] = beta * s.search[i] - s.direction[i];
  }
  if (p->nnz) *p->nnz = newer ? jacobian_nnz(&p->J) : 0;
  mj_freeStack(d);
}
