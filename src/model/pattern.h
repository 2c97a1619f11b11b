// The patterns of a model's sparse matrices.
#pragma once

#include <engine/data_types.h>

#include "math/sparse.h"

// M, qLD, qH: the ancestors of each dof.
static inline csr_pattern pattern_of_M(const mjModel* m) {
  return (csr_pattern){m->nv, m->M_rownnz, m->M_rowadr, m->M_colind};
}

// qDeriv, qLU: ancestors and descendants.
static inline csr_pattern pattern_of_D(const mjModel* m) {
  return (csr_pattern){m->nv, m->D_rownnz, m->D_rowadr, m->D_colind};
}

// actuator_moment.
static inline csr_pattern pattern_of_moment(const mjModel* m, const mjData* d) {
  return (csr_pattern){m->nout, d->moment_rownnz, d->moment_rowadr, d->moment_colind};
}
