#include "constraint/rows.h"

#include <string.h>

#include "math/dense.h"
#include "model/flags.h"

row_space row_space_open(const mjModel* m, mjData* d, int n, int columns) {
  int first = d->nefc;
  d->nefc += n;
  if (!is_sparse(m)) { return (row_space){d->efc_J + (size_t)first * m->nv, m->nv, NULL}; }
  int adr = first ? d->efc_J_rowadr[first - 1] + d->efc_J_rownnz[first - 1] : 0;
  for (int k = 0; k < n; k++) {
    d->efc_J_rownnz[first + k] = columns;
    d->efc_J_rowadr[first + k] = adr + k * columns;
  }
  return (row_space){d->efc_J + adr, columns, d->efc_J_colind + adr};
}

void row_space_close(row_space space, int n) {
  if (!space.column) return;
  for (int k = 1; k < n; k++) {
    memcpy(space.column + k * space.stride, space.column, sizeof(int) * space.stride);
  }
}

static int all_zero(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return 0;
  }
  return 1;
}

row_count row_count_of(const mjModel* m, int rows, int columns) {
  if (!columns && is_sparse(m)) return (row_count){0, 0};
  return (row_count){rows, (int64_t)rows * columns};
}

int row_add(const mjModel* m, mjData* d, const row_draft* draft) {
  const sparse_row* jac = &draft->jac;
  int n = jac->n, rows = draft->rows;
  if (!n || (!is_sparse(m) && all_zero(jac->value, rows * n))) return 0;

  int first = d->nefc;
  row_space space = row_space_open(m, d, rows, n);
  for (int k = 0; k < rows; k++) {
    const mjtNum* from = jac->value + (size_t)k * n;
    mjtNum* to = space.J + (size_t)k * space.stride;
    if (space.column || !jac->col) {
      memcpy(to, from, sizeof(mjtNum) * n);
    } else {
      vec_zero(to, m->nv);
      for (int c = 0; c < n; c++) to[jac->col[c]] = from[c];
    }
  }
  if (space.column) memcpy(space.column, jac->col, sizeof(int) * n);
  row_space_close(space, rows);

  for (int k = 0; k < rows; k++) {
    int row = first + k;
    d->efc_type[row] = draft->type;
    d->efc_id[row] = draft->id;
    d->efc_pos[row] = draft->pos[k];
    d->efc_margin[row] = draft->margin;
    d->efc_frictionloss[row] = draft->frictionloss;
    d->efc_diagApprox[row] = draft->weight[k / 3];
  }
  return 1;
}

void row_names_tendon(mjData* d, int tendon, int row) {
  if (d->tendon_efcadr[tendon] < 0) d->tendon_efcadr[tendon] = row;
}

int rows_valid(const mjModel* m, const mjData* d, row_count counted) {
  if (!is_sparse(m)) return d->nefc <= counted.rows;
  int64_t nnz = 0;
  for (int i = 0; i < d->nefc; i++) {
    const int* col = d->efc_J_colind + d->efc_J_rowadr[i];
    if (d->efc_J_rowadr[i] != nnz) return 0;
    nnz += d->efc_J_rownnz[i];
    for (int k = 0; k < d->efc_J_rownnz[i]; k++) {
      if (col[k] < 0 || col[k] >= m->nv || (k && col[k] <= col[k - 1])) return 0;
    }
  }
  return d->nefc == counted.rows && nnz == counted.nnz;
}
