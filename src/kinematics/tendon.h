// Rows of the tendon Jacobian, dense or sparse as mj_isSparse says.
#pragma once

#include <engine/data_types.h>

#include "math/sparse.h"

// Entries of one row.  dof lists their columns, ascending; NULL: the row is dense.
typedef struct {
  const mjtNum* value;
  const int* dof;
  int n;
} tendon_row;

static inline tendon_row row_of_tendon(const mjModel* m, const mjData* d, int tendon, int sparse) {
  if (!sparse) return (tendon_row){d->ten_J + (size_t)tendon * m->nv, 0, m->nv};
  int adr = d->ten_J_rowadr[tendon];
  return (tendon_row){d->ten_J + adr, d->ten_J_colind + adr, d->ten_J_rownnz[tendon]};
}

// Product of a row with a vector over all dofs.
static inline mjtNum tendon_row_dot(tendon_row row, const mjtNum* vec) {
  return row.dof ? sparse_dot(row.value, row.dof, row.n, vec) : vec_dot(row.value, vec, row.n);
}

// vec += scale row.
static inline void tendon_row_add(tendon_row row, mjtNum scale, mjtNum* vec) {
  if (row.dof) {
    sparse_axpy(vec, scale, row.value, row.dof, row.n);
  } else {
    vec_axpy(vec, scale, row.value, row.n);
  }
}

// Second time derivative of the length of a tendon at zero qacc: dJ/dt qvel.  Zero for fixed
// tendons; spatial ones may not wrap round geoms.  Needs cvel and cdof_dot.
mjtNum tendon_acceleration(const mjModel* m, const mjData* d, int tendon);
