// mj_projectConstraint: the inverse inertia as the constraints see it, AR = J M^-1 J' + diag(R).
//
// Solvers work with it where it was made, else with its half (operator/half.h), which grows with
// the rows and not with their square.

#include <limits.h>
#include <string.h>

#include "base/need.h"
#include "constraint/operator/half.h"
#include "model/flags.h"
#include "model/stack.h"
#include "model/pattern.h"

// Without room there is no AR.  Solvers do without it.
static void give_up(mjData* d, size_t parena) {
  d->efc_AR_rownnz = d->efc_AR_rowadr = d->efc_AR_colind = NULL;
  d->efc_AR = NULL;
  d->nA = 0;
  d->parena = parena;
}

static void* reserve(mjData* d, size_t n, size_t size) { return data_reserve(d, n * size, size); }

static void project_dense(const mjModel* m, mjData* d) {
  int n = d->nefc, nv = m->nv;
  d->efc_AR = (int64_t)n * n < INT_MAX ? reserve(d, (size_t)n * n, sizeof(mjtNum)) : NULL;
  if (!d->efc_AR) {
    give_up(d, d->parena);
    return;
  }
  d->nA = n * n;
  mjtNum* Yt = mj_stackAllocNum(d, (size_t)n * nv);
  mat_transpose(Yt, d->efc_J, n, nv);
  ldl_solve_first_columns(Yt, n, d->qLD, pattern_of_M(m));
  mju_zero(d->efc_AR, n * n);
  mat_sqr_add(d->efc_AR, Yt, d->qLDiagInv, nv, n);
  mat_mirror_lower(d->efc_AR, n);
  for (int i = 0; i < n; i++) d->efc_AR[i * ((size_t)n + 1)] += d->efc_R[i];
}

// The columns of Y as rows.
static csr_room transposed(mjData* d, const half_matrix* Y, int nc) {
  int count = Y->nr ? Y->adr[Y->nr - 1] + Y->nnz[Y->nr - 1] : 0;
  csr_room T = {mj_stackAllocInt(d, nc), mj_stackAllocInt(d, nc), mj_stackAllocInt(d, count),
                mj_stackAllocNum(d, count)};
  csr_transpose(&T, Y->value, (csr_pattern){Y->nr, Y->nnz, Y->adr, Y->col}, nc);
  return T;
}

// sum[j] = row i of Y Y' for j <= i; touched[j] = i + 1 where the rows couple.
static void product_row(const half_matrix* Y, const csr_room* T, int i, mjtNum* sum, int* touched) {
  for (int k = Y->adr[i]; k < Y->adr[i] + Y->nnz[i]; k++) {
    int dof = Y->col[k];
    for (int t = T->adr[dof]; t < T->adr[dof] + T->nnz[dof]; t++) {
      int j = T->col[t];
      if (j > i) break;
      if (touched[j] != i + 1) {
        touched[j] = i + 1;
        sum[j] = 0;
      }
      sum[j] += Y->value[k] * T->value[t];
    }
  }
}

// Lengths of the rows of AR; returns how many numbers it has.
static int64_t count_couplings(const half_matrix* Y, const csr_room* T, int* nnz, mjtNum* sum,
                               int* touched) {
  int64_t count = 0;
  memset(nnz, 0, sizeof(int) * Y->nr);
  memset(touched, 0, sizeof(int) * Y->nr);
  for (int i = 0; i < Y->nr; i++) {
    product_row(Y, T, i, sum, touched);
    for (int j = 0; j <= i; j++) {
      if (touched[j] != i + 1) continue;
      nnz[i]++;
      nnz[j] += j < i;
      count += j < i ? 2 : 1;
    }
  }
  return count;
}

static void project_sparse(const mjModel* m, mjData* d) {
  int n = d->nefc;
  problem p = problem_whole(m, d, (problem_start){0});
  half_matrix Y = half_make(d, &p);
  csr_room T = transposed(d, &Y, m->nv);
  mjtNum* sum = mj_stackAllocNum(d, n);
  int* touched = mj_stackAllocInt(d, n);
  int* nnz = mj_stackAllocInt(d, n);
  int64_t count = count_couplings(&Y, &T, nnz, sum, touched);

  size_t parena = d->parena;
  d->efc_AR_rownnz = reserve(d, n, sizeof(int));
  d->efc_AR_rowadr = reserve(d, n, sizeof(int));
  d->efc_AR_colind = count < INT_MAX ? reserve(d, count, sizeof(int)) : NULL;
  d->efc_AR = count < INT_MAX ? reserve(d, count, sizeof(mjtNum)) : NULL;
  if (!d->efc_AR_rownnz || !d->efc_AR_rowadr || !d->efc_AR_colind || !d->efc_AR) {
    give_up(d, parena);
    return;
  }
  d->nA = (int)count;
  csr_pack_rows(d->efc_AR_rowadr, nnz, n);
  memset(d->efc_AR_rownnz, 0, sizeof(int) * n);
  memset(touched, 0, sizeof(int) * n);
  // Row i gets its columns up to i now, the rest as later rows find it.
  for (int i = 0; i < n; i++) {
    product_row(&Y, &T, i, sum, touched);
    for (int j = 0; j <= i; j++) {
      if (touched[j] != i + 1) continue;
      int at = d->efc_AR_rowadr[i] + d->efc_AR_rownnz[i]++;
      d->efc_AR_colind[at] = j;
      d->efc_AR[at] = j < i ? sum[j] : sum[j] + d->efc_R[i];
      if (j == i) continue;
      at = d->efc_AR_rowadr[j] + d->efc_AR_rownnz[j]++;
      d->efc_AR_colind[at] = i;
      d->efc_AR[at] = sum[j];
    }
  }
}

void mj_projectConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (!d->nefc || !mj_isDual(m)) return;
  mj_markStack(d);
  if (is_sparse(m)) {
    project_sparse(m, d);
  } else {
    project_dense(m, d);
  }
  mj_freeStack(d);
}
