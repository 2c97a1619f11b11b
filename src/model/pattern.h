// Patterns of the sparse matrices of a model.
#pragma once

#include <string.h>

#include <engine/data_types.h>

#include "math/sparse.h"

// M, qLD, qH: each row holds the ancestors of a dof and the dof.
static inline csr_pattern pattern_of_M(const mjModel* m) {
  return (csr_pattern){m->nv, m->M_rownnz, m->M_rowadr, m->M_colind};
}

// qDeriv, qLU: each row holds ancestors and descendants of a dof, and the dof.
static inline csr_pattern pattern_of_D(const mjModel* m) {
  return (csr_pattern){m->nv, m->D_rownnz, m->D_rowadr, m->D_colind};
}

// actuator_moment.
static inline csr_pattern pattern_of_moment(const mjModel* m, const mjData* d) {
  return (csr_pattern){m->nout, d->moment_rownnz, d->moment_rowadr, d->moment_colind};
}

// The rows [first, end) of M, which must be those of whole trees.
static inline csr_part part_of_M(const mjModel* m, int first, int end) {
  return (csr_part){{end, m->M_rownnz, m->M_rowadr, m->M_colind}, first};
}
static inline csr_part part_of_D(const mjModel* m, int first, int end) {
  return (csr_part){{end, m->D_rownnz, m->D_rowadr, m->D_colind}, first};
}

// Index range of the values of a part; its rows are adjacent.
static inline int part_begin(csr_part p) { return p.first < p.P.nr ? p.P.adr[p.first] : 0; }
static inline int part_end(csr_part p) {
  int last = p.P.nr - 1;
  return p.first <= last ? p.P.adr[last] + p.P.nnz[last] : 0;
}
