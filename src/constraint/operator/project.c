// mj_projectConstraint: the inverse inertia as the constraints see it, AR = J M^-1 J' + diag(R).
//
// With M = L'DL it is Y Y' + diag(R), Y = J L^-1 D^-1/2.  A row of Y touches the dofs of the row
// of J and their ancestors; rows couple when they share a dof of these.

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/need.h"
#include "constraint/operator/jacobian.h"
#include "model/flags.h"
#include "model/stack.h"

// Without room for AR the step goes on without constraints.
static void give_up(mjData* d) {
  data_release_efc(d);
  for (int i = 0; i < d->ncon; i++) d->contact[i].efc_address = -1;
  mj_warning(d, mjWARN_CNSTRFULL, (int)d->narena);
}

static void* reserve(mjData* d, size_t n, size_t size) { return data_reserve(d, n * size, size); }

static void project_dense(const mjModel* m, mjData* d) {
  int n = d->nefc, nv = m->nv;
  d->efc_AR = (int64_t)n * n < INT_MAX ? reserve(d, (size_t)n * n, sizeof(mjtNum)) : NULL;
  if (!d->efc_AR) {
    give_up(d);
    return;
  }
  d->nA = n * n;
  mjtNum* Yt = mj_stackAllocNum(d, (size_t)n * nv);
  mat_transpose(Yt, d->efc_J, n, nv);
  ldl_solve_first_columns(Yt, n, d->qLD, nv, m->M_rownnz, m->M_rowadr, m->M_colind);
  mju_zero(d->efc_AR, n * n);
  mat_sqr_add(d->efc_AR, Yt, d->qLDiagInv, nv, n);
  mat_mirror_lower(d->efc_AR, n);
  for (int i = 0; i < n; i++) d->efc_AR[i * ((size_t)n + 1)] += d->efc_R[i];
}

// A sparse matrix on the stack.
typedef struct {
  int nr;
  int* nnz;
  int* adr;
  int* col;
  mjtNum* value;
} rows;

// The dofs of a row of J and their ancestors, ascending; at is a scratch of nv zeros.
static int closed_pattern(const mjModel* m, const mjData* d, int row, int* at, int* col) {
  int n = 0, low = m->nv, high = -1;
  const int* J = d->efc_J_colind + d->efc_J_rowadr[row];
  for (int k = d->efc_J_rownnz[row] - 1; k >= 0; k--) {
    if (at[J[k]]) continue;
    const int* ancestor = m->M_colind + m->M_rowadr[J[k]];
    for (int a = m->M_rownnz[J[k]] - 1; a >= 0 && !at[ancestor[a]]; a--) at[ancestor[a]] = 1;
    low = mjMIN(low, ancestor[0]);
    high = mjMAX(high, J[k]);
  }
  for (int i = low; i <= high; i++) {
    if (!at[i]) continue;
    at[i] = 0;
    if (col) col[n] = i;
    n++;
  }
  return n;
}

static int same_pattern(const mjData* d, int row) { return row && d->efc_J_rowsuper[row - 1] > 0; }

static rows make_half(const mjModel* m, mjData* d) {
  int n = d->nefc, nv = m->nv;
  rows Y = {n, mj_stackAllocInt(d, n), mj_stackAllocInt(d, n), NULL, NULL};
  int* at = mj_stackAllocInt(d, nv);
  mjtNum* x = mj_stackAllocNum(d, nv);
  memset(at, 0, sizeof(int) * nv);
  vec_zero(x, nv);
  for (int i = 0; i < n; i++) {
    Y.nnz[i] = same_pattern(d, i) ? Y.nnz[i - 1] : closed_pattern(m, d, i, at, NULL);
  }
  int count = csr_pack_rows(Y.adr, Y.nnz, n);
  Y.col = mj_stackAllocInt(d, count);
  Y.value = mj_stackAllocNum(d, count);
  for (int i = 0; i < n; i++) {
    int* col = Y.col + Y.adr[i];
    if (same_pattern(d, i)) {
      memcpy(col, Y.col + Y.adr[i - 1], sizeof(int) * Y.nnz[i]);
    } else {
      closed_pattern(m, d, i, at, col);
    }
    int adr = d->efc_J_rowadr[i];
    for (int k = 0; k < d->efc_J_rownnz[i]; k++) x[d->efc_J_colind[adr + k]] = d->efc_J[adr + k];
    for (int k = Y.nnz[i] - 1; k >= 0; k--) {
      int dof = col[k], above = m->M_rownnz[dof] - 1, L = m->M_rowadr[dof];
      sparse_axpy(x, -x[dof], d->qLD + L, m->M_colind + L, above);
    }
    for (int k = 0; k < Y.nnz[i]; k++) {
      Y.value[Y.adr[i] + k] = x[col[k]] * sqrt(d->qLDiagInv[col[k]]);
      x[col[k]] = 0;
    }
  }
  return Y;
}

static rows transposed(mjData* d, const rows* Y, int nc) {
  int count = Y->nr ? Y->adr[Y->nr - 1] + Y->nnz[Y->nr - 1] : 0;
  rows T = {nc, mj_stackAllocInt(d, nc), mj_stackAllocInt(d, nc), mj_stackAllocInt(d, count),
            mj_stackAllocNum(d, count)};
  csr_transpose(T.value, T.nnz, T.adr, T.col, Y->value, Y->nr, nc, Y->nnz, Y->adr, Y->col);
  return T;
}

// sum[j] = row i of Y Y' for j <= i; touched[j] = i + 1 where the rows couple.
static void product_row(const rows* Y, const rows* T, int i, mjtNum* sum, int* touched) {
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
static int64_t count_couplings(const rows* Y, const rows* T, int* nnz, mjtNum* sum, int* touched) {
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
  rows Y = make_half(m, d), T = transposed(d, &Y, m->nv);
  mjtNum* sum = mj_stackAllocNum(d, n);
  int* touched = mj_stackAllocInt(d, n);
  int* nnz = mj_stackAllocInt(d, n);
  int64_t count = count_couplings(&Y, &T, nnz, sum, touched);

  d->efc_AR_rownnz = reserve(d, n, sizeof(int));
  d->efc_AR_rowadr = reserve(d, n, sizeof(int));
  d->efc_AR_colind = count < INT_MAX ? reserve(d, count, sizeof(int)) : NULL;
  d->efc_AR = count < INT_MAX ? reserve(d, count, sizeof(mjtNum)) : NULL;
  if (!d->efc_AR_rownnz || !d->efc_AR_rowadr || !d->efc_AR_colind || !d->efc_AR) {
    give_up(d);
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
