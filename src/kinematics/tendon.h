// Rows of the tendon Jacobian, dense or sparse as mj_isSparse says.
#pragma once

#include <engine/data_types.h>

#include "math/sparse.h"

static inline sparse_row row_of_tendon(const mjModel* m, const mjData* d, int tendon, int sparse) {
  if (!sparse) return (sparse_row){m->nv, NULL, d->ten_J + (size_t)tendon * m->nv};
  int adr = d->ten_J_rowadr[tendon];
  return (sparse_row){d->ten_J_rownnz[tendon], d->ten_J_colind + adr, d->ten_J + adr};
}

// Second time derivative of a tendon's length at zero qacc, (dJ/dt) qvel.  Zero for fixed tendons;
// spatial tendons must not wrap around geoms.  Needs cvel and cdof_dot.
mjtNum tendon_acceleration(const mjModel* m, const mjData* d, int tendon);
