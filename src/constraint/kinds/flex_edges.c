// Equality that keeps the edge lengths of a flex.

#include <string.h>

#include "constraint/kinds/kind.h"
#include "constraint/slope/row_slope.h"
#include "kinematics/flex.h"
#include "model/flags.h"

// End of the run of consecutive edges that have rows, beginning at `edge`.
static int run_end(const mjModel* m, const mjData* d, int edge, int end) {
  while (edge < end && !m->flexedge_rigid[edge] && d->flexedge_J_rownnz[edge]) edge++;
  return edge;
}

// Write the sparse rows of such a run.
static void put_run(const mjModel* m, mjData* d, int eq, int begin, int end) {
  int row = d->nefc, from = d->flexedge_J_rowadr[begin];
  int count = d->flexedge_J_rowadr[end - 1] + d->flexedge_J_rownnz[end - 1] - from;
  int adr = row ? d->efc_J_rowadr[row - 1] + d->efc_J_rownnz[row - 1] : 0;
  memcpy(d->efc_J + adr, d->flexedge_J + from, sizeof(mjtNum) * (size_t)count);
  memcpy(d->efc_J_colind + adr, d->flexedge_J_colind + from, sizeof(int) * (size_t)count);
  for (int e = begin; e < end; e++, row++) {
    d->efc_J_rownnz[row] = d->flexedge_J_rownnz[e];
    d->efc_J_rowadr[row] = adr + d->flexedge_J_rowadr[e] - from;
    d->efc_type[row] = mjCNSTR_EQUALITY;
    d->efc_id[row] = eq;
    d->efc_pos[row] = d->flexedge_length[e] - m->flexedge_length0[e];
    d->efc_margin[row] = d->efc_frictionloss[row] = 0;
    d->efc_diagApprox[row] = m->flexedge_invweight0[e];
  }
  d->nefc = row;
}

static void put_dense_row(const mjModel* m, mjData* d, int eq, int edge) {
  mjtNum pos = d->flexedge_length[edge] - m->flexedge_length0[edge];
  row_add(m, d,
          &(row_draft){.type = mjCNSTR_EQUALITY,
                       .id = eq,
                       .rows = 1,
                       .jac = row_of_edge(m, d, edge, 0),
                       .pos = &pos,
                       .weight = {m->flexedge_invweight0[edge]}});
}

static void flex_edges_add(const mjModel* m, mjData* d, int i) {
  int flex = m->eq_obj1id[i], begin = m->flex_edgeadr[flex], sparse = is_sparse(m);
  int end = begin + m->flex_edgenum[flex];
  for (int e = begin, next; e < end; e = next) {
    next = sparse ? run_end(m, d, e, end) : e;
    if (next > e) {
      put_run(m, d, i, e, next);
      continue;
    }
    next = e + 1;
    if (!sparse && !m->flexedge_rigid[e]) put_dense_row(m, d, i, e);
  }
}

static row_count flex_edges_count(const mjModel* m, const mjData* d, int i) {
  row_count total = {0, 0};
  int flex = m->eq_obj1id[i], begin = m->flex_edgeadr[flex], sparse = is_sparse(m);
  for (int e = begin; e < begin + m->flex_edgenum[flex]; e++) {
    if (m->flexedge_rigid[e]) continue;
    row_count one = row_count_of(m, 1, sparse ? d->flexedge_J_rownnz[e] : 0);
    total.rows += one.rows;
    total.nnz += one.nnz;
  }
  return total;
}

const equality_kind flex_edges_kind = {
    .count = flex_edges_count, .add = flex_edges_add, .slope = add_flex_edges_slope};
