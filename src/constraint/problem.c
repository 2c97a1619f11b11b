#include "constraint/problem.h"

#include <assert.h>

#include "constraint/operator/inertia.h"
#include "model/flags.h"
#include "model/level.h"
#include "model/pattern.h"

// Only the first mjNISLAND islands have statistics.
static void attach_statistics(problem* p, mjData* d, int k) {
  if (k >= mjNISLAND) return;
  p->stat = d->solver + (size_t)k * mjNSOLVER;
  p->niter = d->solver_niter + k;
  p->nnz = d->solver_nnz + k;
}

// --- metrics ------------------------------------------------------------------------------------

// Row i of the metric without its coupling, on the pattern of M.
static void copy_uncoupled(const mjModel* m, const mjData* d, const metric* g, int i, mjtNum* row) {
  int adr = m->M_rowadr[i], n = m->M_rownnz[i];
  vec_copy(row, (g->wet ? g->wet : d->M) + adr, n);
  row[n - 1] += g->dry[i];
}

// Where the level says so, noslip and the preconditioner of CG know the metric as the reference's
// do: without its coupling.  Flexes are left as they are: with their stiffness CG takes a third of
// the iterations.
static int is_approximated(const mjModel* m, const metric* g) {
  return g->coupled && !g->elastic && level_has(m, engLEVEL_PGS);
}

static void take_metric(const mjModel* m, mjData* d, problem* p, const metric* g) {
  p->pattern = g->pattern;
  p->M = g->M;
  inertia_factor(d, p, g->coupled);
  if (!is_approximated(m, g)) return;
  mjtNum* M = mj_stackAllocNum(d, m->nC);
  for (int i = 0; i < m->nv; i++) copy_uncoupled(m, d, g, i, M + m->M_rowadr[i]);
  inertia_factor_tree(d, p, pattern_of_M(m), M);
}

// Take the part of the metric for the p->nv dofs from `first` on in island order.
static void take_part(const mjModel* m, mjData* d, problem* p, const metric* g, int first) {
  const csr_pattern *P = &g->pattern, tree = p->tree;
  int *nnz = mj_stackAllocInt(d, p->nv), *adr = mj_stackAllocInt(d, p->nv);
  const int* dof = d->map_idof2dof + first;
  for (int i = 0; i < p->nv; i++) nnz[i] = P->nnz[dof[i]];
  int n = csr_pack_rows(adr, nnz, p->nv), *col = mj_stackAllocInt(d, n);
  mjtNum* M = mj_stackAllocNum(d, n);
  for (int i = 0; i < p->nv; i++) {
    int from = P->adr[dof[i]];
    vec_copy(M + adr[i], g->M + from, nnz[i]);
    for (int k = 0; k < nnz[i]; k++) {
      col[adr[i] + k] = d->map_dof2idof[P->col[from + k]] - first;
    }
  }
  p->pattern = (csr_pattern){p->nv, nnz, adr, col};
  p->M = M;
  inertia_factor(d, p, g->coupled);
  if (!is_approximated(m, g)) return;
  // rows of M in island order are adjacent
  int before = tree.adr[0], size = tree.adr[p->nv - 1] + tree.nnz[p->nv - 1] - before;
  int* own = mj_stackAllocInt(d, p->nv);
  mjtNum* rest = mj_stackAllocNum(d, size);
  for (int i = 0; i < p->nv; i++) {
    own[i] = tree.adr[i] - before;
    copy_uncoupled(m, d, g, dof[i], rest + own[i]);
  }
  inertia_factor_tree(d, p, (csr_pattern){p->nv, tree.nnz, own, tree.col + before}, rest);
}

problem problem_whole(const mjModel* m, mjData* d, const problem_start* start) {
  problem p = {
      .opt = &m->opt,
      .newer = m->ext.levelbits,
      .nv = m->nv,
      .J = jacobian_of(m, d),
      .pattern = pattern_of_M(m),
      .tree = pattern_of_M(m),
      .M = d->M,
      .LD = d->qLD,
      .diaginv = d->qLDiagInv,
      .AR = {.value = d->efc_AR},
      .qfrc_smooth = d->qfrc_smooth,
      .qacc_smooth = d->qacc_smooth,
      .qacc = d->qacc,
      .b = start->b,
      .hard = start->hard,
      .Ma = start->Ma,
      .jar = start->jar,
      .force = d->efc_force,
      .state = d->efc_state,
      .qfrc_constraint = d->qfrc_constraint,
      .scale = 1 / (m->stat.meaninertia * mjMAX(1, m->nv)),
      .whole_scale = 1 / (m->stat.meaninertia * mjMAX(1, m->nv)),
  };
  p.rows = rows_of(m, d);
  if (start->metric) {
    p.qfrc_smooth = start->metric->force;
    p.AR.value = NULL;
    take_metric(m, d, &p, start->metric);
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

int metric_has_islands(const mjModel* m, const mjData* d, const metric* g) {
  if (g->elastic) return 0;
  for (int i = 0; i < m->nv && g->coupled; i++) {
    const int* col = g->pattern.col + g->pattern.adr[i];
    for (int k = 0; k < g->pattern.nnz[i]; k++) {
      if (d->dof_island[col[k]] != d->dof_island[i]) return 0;
    }
  }
  return 1;
}

problem problem_island(const mjModel* m, mjData* d, int k, const problem_start* start) {
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
      .pattern = {nv, d->iM_rownnz + dof, d->iM_rowadr + dof, d->iM_colind},
      .tree = {nv, d->iM_rownnz + dof, d->iM_rowadr + dof, d->iM_colind},
      .M = d->iM,
      .LD = d->iLD,
      .diaginv = d->iLDiagInv + dof,
      .qfrc_smooth = d->ifrc_smooth + dof,
      .qacc_smooth = d->iacc_smooth + dof,
      .qacc = d->iacc + dof,
      .b = start->b + row,
      .hard = start->hard,
      .Ma = start->Ma + dof,
      .jar = start->jar + row,
      .force = d->iefc_force + row,
      .state = d->iefc_state + row,
      .qfrc_constraint = d->ifrc_constraint + dof,
  };
  if (start->hard.options) {
    p.hard.b += row;
    if (p.hard.guess) p.hard.guess += row;
    p.hard.id += row;
    p.hard.diaginv += dof;
  }
  row_set_blocks(d, &p.rows, &(row_kinds){d->iefc_type + row, d->iefc_id + row, d->contact});
  if (is_sparse(m)) {
    p.J.nnz = d->iefc_J_rownnz + row;
    p.J.adr = d->iefc_J_rowadr + row;
    p.J.col = d->iefc_J_colind;
    p.J.super = d->iefc_J_rowsuper + row;
  } else {
    p.J.value += (size_t)d->nidof * row;
  }
  if (start->metric) take_part(m, d, &p, start->metric, dof);
  mjtNum trace = 0;
  for (int i = 0; i < nv; i++) trace += p.M[p.pattern.adr[i] + p.pattern.nnz[i] - 1];
  p.scale = 1 / trace;
  attach_statistics(&p, d, k);
  assert(problem_valid(&p));
  return p;
}

int problem_valid(const problem* p) {
  if (p->pattern.nr != p->nv || p->J.nc != p->nv || p->J.nr != p->rows.n) return 0;
  for (int i = 0; i < p->nv; i++) {
    // lower triangle, the diagonal is last
    if (p->pattern.col[p->pattern.adr[i] + p->pattern.nnz[i] - 1] != i) return 0;
  }
  if (!p->LD && !p->coupled) return 0;
  if (p->LD && (p->tree.nr != p->nv || !csr_valid(p->tree, p->nv))) return 0;
  csr_pattern J = {p->J.nr, p->J.nnz, p->J.adr, p->J.col};
  return csr_valid(p->pattern, p->nv) && (!p->J.nnz || csr_valid(J, p->nv)) &&
         row_set_valid(&p->rows);
}

void problem_note(const problem* p, mjSolverStat stat) {
  if (!p->niter) return;
  if (*p->niter < mjNSOLVER) p->stat[*p->niter] = stat;
  ++*p->niter;
}
