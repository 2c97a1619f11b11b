#include "constraint/hard/note.h"

#include "constraint/hard/cone.h"

static int box_state(const hard_block* b, mjtNum f) {
  if (b->size > 0 && f <= -b->size) return mjCNSTRSTATE_LINEARPOS;
  if (b->size > 0 && f >= b->size) return mjCNSTRSTATE_LINEARNEG;
  return mjCNSTRSTATE_QUADRATIC;
}

// A contact with friction this close to the bound counts as sliding.
static const mjtNum at_bound = 1 - 1e-9;

int hard_state(const hard_block* b, const mjtNum* f) {
  if (b->kind == HARD_BILATERAL) return mjCNSTRSTATE_QUADRATIC;
  if (b->kind == HARD_BOX) return box_state(b, f[0]);
  if (!(f[0] > 0)) return mjCNSTRSTATE_SATISFIED;
  if (b->kind == HARD_RAY) return mjCNSTRSTATE_QUADRATIC;
  mjtNum t = hard_length(f + 1, b->dim - 1);
  return t >= at_bound * b->size * f[0] ? mjCNSTRSTATE_CONE : mjCNSTRSTATE_QUADRATIC;
}

mjtNum hard_dual_residual(const hard_problem* p, const mjtNum* v, int ncp) {
  mjtNum worst = 0;
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    mjtNum own[HARD_MOST], in[HARD_MOST];
    for (int i = 0; i < b->dim; i++) own[i] = v[b->row + i];
    if (ncp) own[0] += hard_correction(b, own);
    for (int i = 0; i < b->dim; i++) in[i] = own[i];
    hard_project_dual_block(b, in);
    for (int i = 0; i < b->dim; i++) worst = mjMAX(worst, fabs(own[i] - in[i]));
  }
  return worst;
}

void hard_remember(hard_result* r, const hard_problem* p, const mjtNum* f) {
  for (int k = 0; k < p->nblock; k++) {
    r->state[k] = (unsigned char)hard_state(p->block + k, f + p->block[k].row);
  }
}

// Count rows with nonzero impulses, and blocks whose state has changed since the previous
// iteration.
static void compare_states(hard_result* r, const hard_problem* p, const mjtNum* f,
                           mjSolverStat* stat) {
  for (int k = 0; k < p->nblock; k++) {
    const hard_block* b = p->block + k;
    int state = hard_state(b, f + b->row);
    stat->nactive += state != mjCNSTRSTATE_SATISFIED ? b->dim : 0;
    stat->nchange += state != r->state[k];
    r->state[k] = (unsigned char)state;
  }
}

void hard_note(hard_result* r, const hard_problem* p, const mjtNum* f, hard_residual left) {
  if (hard_records(r)) {
    mjSolverStat* stat = r->stat + r->iterations;
    *stat = (mjSolverStat){.improvement = left.natural_map,
                           .gradient = left.dual,
                           .lineslope = left.primal,
                           .neval = r->evaluations,
                           .nupdate = r->factorisations};
    if (r->state) compare_states(r, p, f, stat);
  }
  r->iterations++;
}
