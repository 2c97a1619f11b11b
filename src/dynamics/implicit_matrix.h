// The matrices that integrators solve with, built from M, qDeriv and damping, for the dofs of a
// part.
#pragma once

#include <engine/model.h>

#include "dynamics/polynomial.h"
#include "model/pattern.h"

// Of the dofs of a part.

// dst = M - h qDeriv on the full pattern of D (nD numbers); dst may be mjData.qLU.
static inline void implicit_matrix(const mjModel* m, const mjData* d, mjtNum* dst, csr_part p) {
  for (int k = part_begin(p), end = part_end(p); k < end; k++) {
    int source = m->mapM2D[k];
    dst[k] = (source >= 0 ? d->M[source] : 0) - m->opt.timestep * d->qDeriv[k];
  }
}

// dst = lower triangle of M - h qDeriv, on the pattern of M (nC numbers), treated as symmetric; dst
// may be mjData.qH.
static inline void implicit_fast_matrix(const mjModel* m, const mjData* d, mjtNum* dst,
                                        csr_part p) {
  for (int k = part_begin(p), end = part_end(p); k < end; k++) {
    dst[k] = d->M[k] - m->opt.timestep * d->qDeriv[m->mapD2M[k]];
  }
}

// Whether there is joint damping, which Euler integrates implicitly.
static inline int euler_damps(const mjModel* m) {
  if (mjDISABLED(mjDSBL_EULERDAMP) || mjDISABLED(mjDSBL_DAMPER)) return 0;
  return dofs_are_damped(m);
}

// dst = M + h diag(damping), on the pattern of M: the matrix of Euler.
static inline void euler_matrix(const mjModel* m, const mjData* d, mjtNum* dst, csr_part p) {
  for (int i = p.first; i < p.P.nr; i++) {
    int first = m->M_rowadr[i], diagonal = first + m->M_rownnz[i] - 1;
    for (int k = first; k <= diagonal; k++) dst[k] = d->M[k];
    dst[diagonal] += m->opt.timestep * dof_damping_slope(m, d, i);
  }
}
