#include "constraint/operator/diagonal.h"

#include <limits.h>

#include "constraint/operator/half.h"
#include "model/flags.h"
#include "model/pattern.h"
#include "model/stack.h"

// Store Y as efc_Y if there is room: sparse, or full with a dense Jacobian.
static void keep_half(const mjModel* m, mjData* d, const half_matrix* Y) {
  int n = Y->nr, nv = m->nv, dense = !is_sparse(m);
  int64_t count = dense ? (int64_t)n * nv : n ? Y->adr[n - 1] + Y->nnz[n - 1] : 0;
  size_t parena = d->parena, numbers = (size_t)count;
  d->nY = 0;
  d->efc_Y_rownnz = data_reserve(d, sizeof(int) * (size_t)n, sizeof(int));
  d->efc_Y_rowadr = data_reserve(d, sizeof(int) * (size_t)n, sizeof(int));
  d->efc_Y_colind = count < INT_MAX ? data_reserve(d, sizeof(int) * numbers, sizeof(int)) : NULL;
  d->efc_Y = count < INT_MAX ? data_reserve(d, sizeof(mjtNum) * numbers, sizeof(mjtNum)) : NULL;
  if (!d->efc_Y_rownnz || !d->efc_Y_rowadr || !d->efc_Y_colind || !d->efc_Y) {
    d->efc_Y_rownnz = d->efc_Y_rowadr = d->efc_Y_colind = NULL;
    d->efc_Y = NULL;
    d->parena = parena;
    return;
  }
  d->nY = (int)count;
  if (dense) vec_zero(d->efc_Y, d->nY);
  for (int i = 0; i < n; i++) {
    d->efc_Y_rownnz[i] = dense ? nv : Y->nnz[i];
    d->efc_Y_rowadr[i] = dense ? i * nv : Y->adr[i];
    for (int k = 0; k < nv && dense; k++) d->efc_Y_colind[i * nv + k] = k;
    for (int k = Y->adr[i]; k < Y->adr[i] + Y->nnz[i]; k++) {
      if (dense) {
        d->efc_Y[i * nv + Y->col[k]] = Y->value[k];
      } else {
        d->efc_Y_colind[k] = Y->col[k];
        d->efc_Y[k] = Y->value[k];
      }
    }
  }
}

void exact_diagonal(const mjModel* m, mjData* d, const mjtNum* M, const mjtNum* more,
                    mjtNum* diag) {
  mj_markStack(d);
  problem p = problem_whole(m, d, &(problem_start){0});
  if (more) {
    mjtNum *LD = mj_stackAllocNum(d, m->nC), *diaginv = mj_stackAllocNum(d, m->nv);
    vec_copy(LD, M ? M : d->M, m->nC);
    for (int i = 0; i < m->nv; i++) LD[m->M_rowadr[i] + m->M_rownnz[i] - 1] += more[i];
    ldl_factor(LD, diaginv, pattern_of_M(m));
    p.LD = LD;
    p.diaginv = diaginv;
  }
  half_matrix Y = half_make(d, &p);
  for (int i = 0; i < Y.nr; i++) {
    const mjtNum* y = Y.value + Y.adr[i];
    diag[i] = vec_dot(y, y, Y.nnz[i]);
  }
  keep_half(m, d, &Y);
  mj_freeStack(d);
}

void constraint_half(const mjModel* m, mjData* d) {
  mj_markStack(d);
  problem p = problem_whole(m, d, &(problem_start){0});
  half_matrix Y = half_make(d, &p);
  keep_half(m, d, &Y);
  mj_freeStack(d);
}
