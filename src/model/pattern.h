// The patterns of a model's sparse matrices.
#pragma once

#include <string.h>

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

// Of the dofs [first, end), those of whole trees.
static inline csr_part part_of_M(const mjModel* m, int first, int end) {
  return (csr_part){{end, m->M_rownnz, m->M_rowadr, m->M_colind}, first};
}
static inline csr_part part_of_D(const mjModel* m, int first, int end) {
  return (csr_part){{end, m->D_rownnz, m->D_rowadr, m->D_colind}, first};
}

// Where the values of a part begin and end; its rows are packed.
static inline int part_begin(csr_part p) { return p.first < p.P.nr ? p.P.adr[p.first] : 0; }
static inline int part_end(csr_part p) {
  int last = p.P.nr - 1;
  return p.first <= last ? p.P.adr[last] + p.P.nnz[last] : 0;
}
