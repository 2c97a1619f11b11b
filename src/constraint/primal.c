#include "constraint/primal.h"

#include <math.h>

#include "constraint/hessian.h"
#include "constraint/line_search.h"

// A solver under way.
typedef struct {
  const problem* p;
  const mjOption* opt;
  mjtNum cost;
  mjtNum* grad;       // M a - qfrc_smooth - qfrc_constraint
  mjtNum* direction;  // preconditioned gradient
  mjtNum* search;
  mjtNum* Mv;  // M search
  mjtNum* Jv;  // J search
  int* old_state;
} solver;

static solver solver_make(const mjModel* m, mjData* d, const problem* p) {
  return (solver){
      .p = p,
      .opt = &m->opt,
      .grad = mj_stackAllocNum(d, p->nv),
      .direction = mj_stackAllocNum(d, p->nv),
      .search = mj_stackAllocNum(d, p->nv),
      .Mv = mj_stackAllocNum(d, p->nv),
      .Jv = mj_stackAllocNum(d, p->rows.n),
      .old_state = mj_stackAllocInt(d, p->rows.n),
  };
}

// Cost, forces, states and gradient where the problem stands.
static void evaluate(solver* s, int cone_hessian) {
  const problem* p = s->p;
  mjtNum gauss = 0;
  s->cost = cost_update(&p->rows, p->jar, p->force, p->state, cone_hessian);
  jacobian_tmul(p->qfrc_constraint, &p->J, p->force);
  for (int i = 0; i < p->nv; i++) {
    mjtNum residual = p->Ma[i] - p->qfrc_smooth[i];
    gauss += residual * (p->qacc[i] - p->qacc_smooth[i]);
    s->grad[i] = residual - p->qfrc_constraint[i];
  }
  s->cost += 0.5 * gauss;
}

// Go along the search direction to the minimum, and note what came of it.  Returns 0 when there was
// nothing to gain.
static int advance(mjData* d, solver* s, int cone_hessian, mjSolverStat* stat) {
  const problem* p = s->p;
  tree_mul_vec(s->Mv, p->M, s->search, p->nv, p->M_nnz, p->M_adr, p->M_col);
  jacobian_mul(s->Jv, &p->J, s->search);
  mjtNum length = vec_norm(s->search, p->nv);
  line_result found =
      line_search(d, &(line){p, s->search, s->Mv, s->Jv,
                             s->opt->tolerance * s->opt->ls_tolerance * length / p->scale,
                             s->opt->ls_iterations});
  if (found.alpha == 0 || !isfinite(found.alpha)) return 0;

  vec_axpy(p->qacc, found.alpha, s->search, p->nv);
  vec_axpy(p->Ma, found.alpha, s->Mv, p->nv);
  vec_axpy(p->jar, found.alpha, s->Jv, p->rows.n);
  mjtNum old_cost = s->cost;
  memcpy(s->old_state, p->state, sizeof(int) * p->rows.n);
  evaluate(s, cone_hessian);

  *stat = (mjSolverStat){
      .improvement = p->scale * (old_cost - s->cost),
      .gradient = p->scale * vec_norm(s->grad, p->nv),
      .lineslope = fabs(found.slope) * p->scale / length,
      .nactive = cost_active(p->state, p->rows.n),
      .neval = found.evaluations,
  };
  for (int i = 0; i < p->rows.n; i++) stat->nchange += s->old_state[i] != p->state[i];
  return 1;
}

// Whether an iteration with this outcome was the last; also for numbers gone bad.
static int has_converged(const solver* s, const mjSolverStat* stat) {
  return !(stat->improvement >= s->opt->tolerance) || !(stat->gradient >= s->opt->tolerance);
}

void newton_solve(const mjModel* m, mjData* d, const problem* p) {
  mj_markStack(d);
  solver s = solver_make(m, d, p);
  evaluate(&s, p->rows.elliptic);
  int iter = 0;
  if (m->opt.iterations > 0) {
    hessian h = hessian_make(d, p);
    mjSolverStat stat;
    while (iter < m->opt.iterations) {
      hessian_solve(&h, s.search, s.grad);
      vec_scale(s.search, s.search, -1, p->nv);
      if (!advance(d, &s, p->rows.elliptic, &stat)) break;
      int last = has_converged(&s, &stat) || iter + 1 == m->opt.iterations;
      if (!last) stat.nupdate = hessian_update(&h, s.old_state);
      problem_note(p, iter++, stat);
      if (last) break;
    }
  }
  if (p->niter) *p->niter = iter;
  mj_freeStack(d);
}

// direction = M^-1 grad
static void precondition(const solver* s) {
  const problem* p = s->p;
  vec_copy(s->direction, s->grad, p->nv);
  ldl_solve(s->direction, p->LD, p->diaginv, p->nv, p->M_nnz, p->M_adr, p->M_col);
}

void cg_solve(const mjModel* m, mjData* d, const problem* p) {
  mj_markStack(d);
  int nv = p->nv, iter = 0;
  solver s = solver_make(m, d, p);
  mjtNum* old_direction = mj_stackAllocNum(d, nv);
  evaluate(&s, 0);
  precondition(&s);
  vec_scale(s.search, s.direction, -1, nv);
  mjSolverStat stat;
  while (iter < m->opt.iterations) {
    mjtNum old_product = vec_dot(s.grad, s.direction, nv);
    vec_copy(old_direction, s.direction, nv);
    if (!advance(d, &s, 0, &stat)) break;
    problem_note(p, iter++, stat);
    if (has_converged(&s, &stat)) break;

    // Polak and Ribiere, never negative
    precondition(&s);
    vec_sub(old_direction, s.direction, old_direction, nv);
    mjtNum product = vec_dot(s.grad, old_direction, nv);
    mjtNum beta = mjMAX(0, product / mjMAX(mjMINVAL, old_product));
    for (int i = 0; i < nv; i++) s.search[i] = beta * s.search[i] - s.direction[i];
  }
  if (p->niter) *p->niter = iter;
  if (p->nnz) *p->nnz = 0;
  mj_freeStack(d);
}
