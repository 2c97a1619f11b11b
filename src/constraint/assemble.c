// mj_makeConstraint: count all constraint rows, allocate their arrays, fill them.

#include <assert.h>
#include <limits.h>
#include <string.h>

#include <engine/fields.h>

#include "base/need.h"
#include "base/platform/compiler.h"
#include "constraint/discrete.h"
#include "constraint/impedance.h"
#include "constraint/operator/diagonal.h"
#include "dynamics/metric.h"
#include "constraint/rows.h"
#include "math/sparse.h"
#include "model/flags.h"
#include "model/stack.h"

// Allocate the row arrays for nefc rows and nJ Jacobian entries; returns 0 when the arena is full.
static int reserve_rows(const mjModel* m, mjData* d) {
  size_t end = 0;
#define X(type, name, rows, cols) data_slice(&end, (size_t)(rows) * (cols), sizeof(type));
  MJDATA_ARENA_POINTERS_SOLVER
#undef X
  char* start = data_reserve(d, end, sizeof(mjtNum));
  if (!start) return 0;
  end = 0;
#define X(type, name, rows, cols) \
  d->name = (void*)(start + data_slice(&end, (size_t)(rows) * (cols), sizeof(type)));
  MJDATA_ARENA_POINTERS_SOLVER
#undef X
  return 1;
}

// No rows: the array pointers get the end of the used arena, with sizes 0.
static void reserve_nothing(mjData* d) {
  void* end = (char*)d->arena + d->parena;
  if (d->efc_type == end) return;  // so have all: they are set together
#define X(type, name, rows, cols) d->name = end;
  MJDATA_ARENA_POINTERS_SOLVER
#undef X
}

void rows_give_up(mjData* d) {
  data_release_efc(d);
  for (int i = 0; i < d->ncon; i++) d->contact[i].efc_address = -1;
  mj_warning(d, mjWARN_CNSTRFULL, (int)d->narena);
}

// Allocate the arrays; nefc, ne, nf and nl are 0 afterwards, to be counted while rows are added.
static int reserve(const mjModel* m, mjData* d, row_count need) {
  int64_t nJ = is_sparse(m) ? need.nnz : need.rows * m->nv;
  d->nJ = nJ < INT_MAX ? (int)nJ : INT_MAX;
  d->nefc = (int)need.rows;
  if (need.rows >= INT_MAX || nJ >= INT_MAX || !reserve_rows(m, d)) {
    int wanted = d->nJ;
    rows_give_up(d);
    d->nJ = wanted;
    return 0;
  }
  d->nefc = 0;
  return 1;
}

// How many rows of each sort the state has.
typedef struct {
  row_count equality, loss, limit, contact;
} rows_needed;

static row_count all_rows(const rows_needed* n) {
  return (row_count){n->equality.rows + n->loss.rows + n->limit.rows + n->contact.rows,
                     n->equality.nnz + n->loss.nnz + n->limit.nnz + n->contact.nnz};
}

NOT_INLINED static void make_rows(const mjModel* m, mjData* d, const rows_needed* need) {
  row_count all = all_rows(need);
  if (!reserve(m, d, all)) return;
  for (int t = 0; t < m->ntendon; t++) d->tendon_efcadr[t] = -1;

  if (need->equality.rows) equality_rows(m, d);
  d->ne = d->nefc;
  if (need->loss.rows) friction_loss_rows(m, d);
  d->nf = d->nefc - d->ne;
  if (need->limit.rows) limit_rows(m, d);
  d->nl = d->nefc - d->ne - d->nf;
  if (need->contact.rows) contact_rows(m, d, (int)need->contact.rows);

  assert(rows_valid(m, d, all));

  d->maxuse_con = mjMAX(d->maxuse_con, d->ncon);
  d->maxuse_efc = mjMAX(d->maxuse_efc, d->nefc);
  if (!d->nefc) return;
  if (is_sparse(m)) {
    csr_supernodes(d->efc_J_rowsuper,
                   (csr_pattern){d->nefc, d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind});
  }
  if (d->efm_rows == ROWS_AWAIT_METRIC) return;
  if (mjENABLED(mjENBL_DIAGEXACT)) exact_diagonal(m, d, NULL, NULL, d->efc_diagApprox);
  impedance_rows(m, d);
}

void mj_makeConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nY = 0;
  d->efm_rows = is_discrete(m) ? ROWS_AWAIT_METRIC : ROWS_AS_THEY_ARE;
  if (mjDISABLED(mjDSBL_CONSTRAINT)) return;

  if (d->efc_type && d->parena) data_release_efc(d);  // usually collision detection did
  const rows_needed need = {equality_count(m, d), friction_loss_count(m, d), limit_count(m, d),
                            contact_count(m, d)};
  if (all_rows(&need).rows || m->ntendon) {
    make_rows(m, d, &need);
    return;
  }
  reserve_nothing(d);
  d->maxuse_con = mjMAX(d->maxuse_con, d->ncon);
}
