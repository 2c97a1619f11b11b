#include "constraint/solve/primal.h"

#include <math.h>

#include "constraint/solve/line_search.h"

descent descent_make(mjData* d, const problem* p) {
  return (descent){
      .p = p,
      .grad = mj_stackAllocNum(d, p->nv),
      .direction = mj_stackAllocNum(d, p->nv),
      .search = mj_stackAllocNum(d, p->nv),
      .Mv = mj_stackAllocNum(d, p->nv),
      .Jv = mj_stackAllocNum(d, p->rows.n),
      .old_state = mj_stackAllocInt(d, p->rows.n),
  };
}

void descent_evaluate(descent* s, int cone_hessian) {
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

mjtNum descent_gap(descent* s) {
  const problem* p = s->p;
  vec_copy(s->direction, s->grad, p->nv);
  inertia_solve(p, s->direction);
  return mjMAX(0, 0.5 * p->scale * vec_dot(s->grad, s->direction, p->nv));
}

int descent_advance(mjData* d, descent* s, int cone_hessian, mjSolverStat* stat) {
  const problem* p = s->p;
  inertia_mul(p, s->Mv, s->search);
  jacobian_mul(s->Jv, &p->J, s->search);
  mjtNum length = vec_norm(s->search, p->nv);
  line_result found =
      line_search(d, &(line){p, s->search, s->Mv, s->Jv,
                             s->p->opt->tolerance * s->p->opt->ls_tolerance * length / p->scale,
                             s->p->opt->ls_iterations});
  if (found.alpha == 0 || !isfinite(found.alpha)) return 0;

  vec_axpy(p->qacc, found.alpha, s->search, p->nv);
  vec_axpy(p->Ma, found.alpha, s->Mv, p->nv);
  vec_axpy(p->jar, found.alpha, s->Jv, p->rows.n);
  mjtNum old_cost = s->cost;
  for (int i = 0; i < p->rows.n; i++) s->old_state[i] = p->state[i];
  descent_evaluate(s, cone_hessian);

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

int descent_has_converged(const descent* s, const mjSolverStat* stat) {
  return !(stat->improvement >= s->p->opt->tolerance) || !(stat->gradient >= s->p->opt->tolerance);
}
