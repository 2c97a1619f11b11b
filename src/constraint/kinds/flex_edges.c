// Edges of a flex keep their lengths.

#include "constraint/kinds/kind.h"
#include "kinematics/flex.h"
#include "model/flags.h"

static void flex_edges_add(const mjModel* m, mjData* d, int i) {
  int flex = m->eq_obj1id[i], begin = m->flex_edgeadr[flex];
  for (int e = begin; e < begin + m->flex_edgenum[flex]; e++) {
    if (m->flexedge_rigid[e]) continue;
    mjtNum pos = d->flexedge_length[e] - m->flexedge_length0[e];
    row_add(m, d,
            &(row_draft){.type = mjCNSTR_EQUALITY,
                         .id = i,
                         .rows = 1,
                         .jac = row_of_edge(m, d, e, is_sparse(m)),
                         .pos = &pos,
                         .weight = {m->flexedge_invweight0[e]}});
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

const equality_kind flex_edges_kind = {.count = flex_edges_count, .add = flex_edges_add};
