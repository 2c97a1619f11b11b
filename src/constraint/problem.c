#include "constraint/problem.h"

#include <assert.h>

#include "model/flags.h"
#include "model/pattern.h"

// Only the first mjNISLAND islands have statistics.
static void attach_statistics(problem* p, mjData* d, int k) {
  if (k >= mjNISLAND) return;
  p->stat = d->solver + (size_t)k * mjNSOLVER;
  p->niter = d->solver_niter + k;
  p->nnz = d->solver_nnz + k;
}

problem problem_whole(const mjModel* m, mjData* d, problem_start start) {
  problem p = {
      .opt = &m->opt,
      .newer = m->ext.levelbits,
      .nv = m->nv,
      .rows = rows_of(m, d),
      .J = jacobian_of(m, d),
      .tree = pattern_of_M(m),
      .M = d->M,
      .LD = d->qLD,
      .diaginv = d->qLDiagInv,
      .AR = {.value = d->efc_AR},
      .qfrc_smooth = d->qfrc_smooth,
      .qacc_smooth = d->qacc_smooth,
      .qacc = d->qacc,
      .b = start.b,
      .hard = start.hard,
      .Ma = start.Ma,
      .jar = start.jar,
      .force = d->efc_force,
      .state = d->efc_state,
      .qfrc_constraint = d->qfrc_constraint,
      .scale = 1 / (m->stat.meaninertia * mjMAX(1, m->nv)),
      .whole_scale = 1 / (m->stat.meaninertia * mjMAX(1, m->nv)),
  };
  if (start.metric) {
    const metric* g = start.metric;
    p.tree = g->tree;
    p.M = g->M;
    p.LD = g->LD;
    p.diaginv = g->diaginv;
    p.qfrc_smooth = g->force;
    p.AR.value = NULL;
  }
  if (is_sparse(m)) {
    p.AR.nnz = d->efc_AR_rownnz;
    p.AR.adr = d->efc_AR_rowadr;
    p.AR.col = d->efc_AR_colind;
  }
  attach_statistics(&p, d, 0);
  assert(problem_valid(&p));
  return p;
}

problem problem_island(const mjModel* m, mjData* d, int k, problem_start start) {
  int dof = d->island_idofadr[k], row = d->island_iefcadr[k];
  int nv = d->island_nv[k], nefc = d->island_nefc[k];
  problem p = {
      .opt = &m->opt,
      .newer = m->ext.levelbits,
      .whole_scale = 1 / (m->stat.meaninertia * mjMAX(1, m->nv)),
      .nv = nv,
      .rows = {.n = nefc,
               .ne = d->island_ne[k],
               .nf = d->island_nf[k],
               .D = d->iefc_D + row,
               .R = d->iefc_R + row,
               .frictionloss = d->iefc_frictionloss + row},
      .J = {.nr = nefc, .nc = nv, .value = d->iefc_J},
      .tree = {nv, d->iM_rownnz + dof, d->iM_rowadr + dof, d->iM_colind},
      .M = d->iM,
      .LD = d->iLD,
      .diaginv = d->iLDiagInv + dof,
      .qfrc_smooth = d->ifrc_smooth + dof,
      .qacc_smooth = d->iacc_smooth + dof,
      .qacc = d->iacc + dof,
      .b = start.b + row,
      .hard = start.hard,
      .Ma = start.Ma + dof,
      .jar = start.jar + row,
      .force = d->iefc_force + row,
      .state = d->iefc_state + row,
      .qfrc_constraint = d->ifrc_constraint + dof,
  };
  if (start.hard.options) {
    p.hard.b += row;
    if (p.hard.guess) p.hard.guess += row;
    p.hard.id += row;
    p.hard.diaginv += dof;
  }
  row_set_blocks(d, &p.rows, (row_kinds){d->iefc_type + row, d->iefc_id + row, d->contact});
  if (is_sparse(m)) {
    p.J.nnz = d->iefc_J_rownnz + row;
    p.J.adr = d->iefc_J_rowadr + row;
    p.J.col = d->iefc_J_colind;
    p.J.super = d->iefc_J_rowsuper + row;
  } else {
    p.J.value += (size_t)d->nidof * row;
  }
  mjtNum trace = 0;
  for (int i = 0; i < nv; i++) trace += p.M[p.tree.adr[i] + p.tree.nnz[i] - 1];
  p.scale = 1 / trace;
  attach_statistics(&p, d, k);
  assert(problem_valid(&p));
  return p;
}

int problem_valid(const problem* p) {
  if (p->tree.nr != p->nv || p->J.nc != p->nv || p->J.nr != p->rows.n) return 0;
  for (int i = 0; i < p->nv; i++) {
    // lower triangle, the diagonal is last
    if (p->tree.col[p->tree.adr[i] + p->tree.nnz[i] - 1] != i) return 0;
  }
  csr_pattern J = {p->J.nr, p->J.nnz, p->J.adr, p->J.col};
  return csr_valid(p->tree, p->nv) && (!p->J.nnz || csr_valid(J, p->nv)) && row_set_valid(&p->rows);
}

void problem_note(const problem* p, mjSolverStat stat) {
  if (!p->niter) return;
  if (*p->niter < mjNSOLVER) p->stat[*p->niter] = stat;
  ++*p->niter;
}
