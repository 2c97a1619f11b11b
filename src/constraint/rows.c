#include "constraint/rows.h"

#include <string.h>

#include "math/dense.h"
#include "model/flags.h"

dof_line tendon_line(const mjModel* m, const mjData* d, int tendon) {
  if (!is_sparse(m)) return (dof_line){m->nv, NULL, d->ten_J + (size_t)tendon * m->nv};
  int adr = d->ten_J_rowadr[tendon];
  return (dof_line){d->ten_J_rownnz[tendon], d->ten_J_colind + adr, d->ten_J + adr};
}

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

int row_add(const mjModel* m, mjData* d, const row_block* block) {
  int n = block->n, rows = block->rows;
  if (!n || (!is_sparse(m) && all_zero(block->jac, rows * n))) return 0;

  int first = d->nefc;
  row_space space = row_space_open(m, d, rows, n);
  for (int k = 0; k < rows; k++) {
    const mjtNum* from = block->jac + (size_t)k * n;
    mjtNum* to = space.J + (size_t)k * space.stride;
    if (space.column || !block->column) {
      memcpy(to, from, sizeof(mjtNum) * n);
    } else {
      vec_zero(to, m->nv);
      for (int c = 0; c < n; c++) to[block->column[c]] = from[c];
    }
  }
  if (space.column) memcpy(space.column, block->column, sizeof(int) * n);
  row_space_close(space, rows);

  for (int k = 0; k < rows; k++) {
    int row = first + k;
    d->efc_type[row] = block->type;
    d->efc_id[row] = block->id;
    d->efc_pos[row] = block->pos[k];
    d->efc_margin[row] = block->margin;
    d->efc_frictionloss[row] = block->frictionloss;
  }
  return 1;
}

void row_names_tendon(mjData* d, int tendon, int row) {
  if (d->tendon_efcadr[tendon] < 0) d->tendon_efcadr[tendon] = row;
}
