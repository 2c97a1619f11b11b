// A uniform interface to dense and sparse constraint Jacobians.
#pragma once

#include <string.h>

#include <engine/engine.h>

#include "math/sparse.h"
#include "model/flags.h"

typedef struct {
  int nr, nc;
  const mjtNum* value;
  // CSR pattern; NULL when dense
  const int* nnz;
  const int* adr;
  const int* col;
  const int* super;  // number of following rows with the same columns
} jacobian;

// The Jacobian of all rows.
static inline jacobian jacobian_of(const mjModel* m, const mjData* d) {
  jacobian J = {.nr = d->nefc, .nc = m->nv, .value = d->efc_J};
  if (is_sparse(m)) {
    J.nnz = d->efc_J_rownnz;
    J.adr = d->efc_J_rowadr;
    J.col = d->efc_J_colind;
    J.super = d->efc_J_rowsuper;
  }
  return J;
}

// res = J x
void jacobian_mul(mjtNum* res, const jacobian* J, const mjtNum* x);

// res = J' x
void jacobian_tmul(mjtNum* res, const jacobian* J, const mjtNum* x);

// Number of entries.
static inline int jacobian_nnz(const jacobian* J) {
  int n = 0;
  for (int i = 0; J->nnz && i < J->nr; i++) n += J->nnz[i];
  return J->nnz ? n : J->nr * J->nc;
}

// Dofs of a free body are adjacent: six numbers are copied at once where they are.
enum { JACOBIAN_SIX = 6 };

static inline int jacobian_is_six(const int* col) {
  return col[JACOBIAN_SIX - 1] - col[0] == JACOBIAN_SIX - 1;
}

// to[k] = from[col[k]] for the n ascending columns of a row.
static inline void jacobian_gather(mjtNum* restrict to, const mjtNum* restrict from, const int* col,
                                   int n) {
  int k = 0;
  for (; k + JACOBIAN_SIX <= n && jacobian_is_six(col + k); k += JACOBIAN_SIX) {
    memcpy(to + k, from + col[k], JACOBIAN_SIX * sizeof *to);
  }
  for (; k < n; k++) to[k] = from[col[k]];
}

// to[col[k]] = from[k]
static inline void jacobian_scatter(mjtNum* restrict to, const mjtNum* restrict from,
                                    const int* col, int n) {
  int k = 0;
  for (; k + JACOBIAN_SIX <= n && jacobian_is_six(col + k); k += JACOBIAN_SIX) {
    memcpy(to + col[k], from + k, JACOBIAN_SIX * sizeof *to);
  }
  for (; k < n; k++) to[col[k]] = from[k];
}
