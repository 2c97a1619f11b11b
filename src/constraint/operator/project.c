// mj_projectConstraint: the dual matrix AR = J M^-1 J' + diag(R).
//
// Solvers use AR if it was made, else its factor Y (operator/half.h), whose size grows with the
// number of rows rather than its square.

#include <limits.h>
#include <string.h>

#include "base/need.h"
#include "constraint/operator/diagonal.h"
#include "constraint/operator/half.h"
#include "model/flags.h"
#include "model/stack.h"
#include "model/pattern.h"

// There is no room for AR; solvers work without it.
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

// Y by rows and by dofs.  Rows of a group have the same columns, so that whole groups are coupled.
typedef struct {
  half_matrix Y;
  csr_room T;  // transpose of Y; in each of its rows the rows of a group are adjacent
  int* run;    // for each entry of T: length of the run of adjacent rows that begins there
  int* size;   // size of the group that begins at a row
  int* met;  // for the first row of a group: number of the last group found to be coupled with it,
             // + 1
} product;

static void find_runs(int* run, const int* col, int n) {
  for (int t = n - 1; t >= 0; t--) {
    run[t] = t + 1 < n && col[t + 1] == col[t] + 1 ? run[t + 1] + 1 : 1;
  }
}

static product product_make(const mjModel* m, mjData* d) {
  int n = d->nefc, nv = m->nv;
  problem p = problem_whole(m, d, &(problem_start){0});
  product s = {.Y = half_make(d, &p)};
  int count = n ? s.Y.adr[n - 1] + s.Y.nnz[n - 1] : 0;
  s.T = (csr_room){mj_stackAllocInt(d, nv), mj_stackAllocInt(d, nv), mj_stackAllocInt(d, count),
                   mj_stackAllocNum(d, count)};
  csr_transpose(&s.T, s.Y.value, (csr_pattern){n, s.Y.nnz, s.Y.adr, s.Y.col}, nv);
  s.run = mj_stackAllocInt(d, count);
  for (int k = 0; k < nv; k++) find_runs(s.run + s.T.adr[k], s.T.col + s.T.adr[k], s.T.nnz[k]);
  s.size = mj_stackAllocInt(d, n);
  s.met = mj_stackAllocInt(d, n);
  memset(s.size, 0, sizeof(int) * (size_t)n);
  for (int i = 0; i < n; i++) s.size[s.Y.group[i]]++;
  memset(s.met, 0, sizeof(int) * (size_t)n);
  return s;
}

// Mark the groups, up to itself, that share a dof with the group of row g, whose number is
// `number`.
static void meet(const product* s, int g, int number) {
  int left = number + 1;  // once all groups are marked no other dof matters
  for (int k = s->Y.adr[g]; left && k < s->Y.adr[g] + s->Y.nnz[g]; k++) {
    int dof = s->Y.col[k], end = s->T.adr[dof] + s->T.nnz[dof];
    for (int t = s->T.adr[dof]; t < end && s->T.col[t] <= g; t += s->size[s->T.col[t]]) {
      int* met = s->met + s->T.col[t];
      left -= *met != g + 1;
      *met = g + 1;
    }
  }
}

// Row lengths of AR; returns the total number of entries.
static int64_t count_couplings(const product* s, int* nnz) {
  int64_t count = 0;
  memset(nnz, 0, sizeof(int) * (size_t)s->Y.nr);
  for (int g = 0, number = 0; g < s->Y.nr; g += s->size[g], number++) {
    meet(s, g, number);
    for (int h = 0; h <= g; h += s->size[h]) {
      if (s->met[h] != g + 1) continue;
      for (int i = g; i < g + s->size[g]; i++) nnz[i] += s->size[h];
      for (int i = h; h < g && i < h + s->size[h]; i++) nnz[i] += s->size[g];
      count += (h < g ? 2 : 1) * (int64_t)s->size[g] * s->size[h];
    }
  }
  return count;
}

// sum[j] = entry (i, j) of Y Y' for j <= i, 0 where the rows are not coupled.
static void product_row(const product* s, int i, mjtNum* restrict sum) {
  vec_zero(sum, i + 1);
  for (int k = s->Y.adr[i]; k < s->Y.adr[i] + s->Y.nnz[i]; k++) {
    int dof = s->Y.col[k], end = s->T.adr[dof] + s->T.nnz[dof];
    mjtNum y = s->Y.value[k];
    for (int t = s->T.adr[dof]; t < end && s->T.col[t] <= i; t += s->run[t]) {
      int j = s->T.col[t], n = mjMIN(s->run[t], i + 1 - j);
      const mjtNum* restrict other = s->T.value + t;
      for (int r = 0; r < n; r++) sum[j + r] += y * other[r];
    }
  }
}

// Fill rows and columns of group g: its own rows up to the diagonal, and its columns in earlier
// rows.
static void fill_group(const product* s, mjData* d, int g, int number, mjtNum* sum) {
  int *nnz = d->efc_AR_rownnz, *adr = d->efc_AR_rowadr;
  meet(s, g, number);
  for (int i = g; i < g + s->size[g]; i++) {
    product_row(s, i, sum);
    for (int h = 0; h <= g; h += s->size[h]) {
      if (s->met[h] != g + 1) continue;
      for (int j = h; j < mjMIN(h + s->size[h], i + 1); j++) {
        int at = adr[i] + nnz[i]++;
        d->efc_AR_colind[at] = j;
        d->efc_AR[at] = j < i ? sum[j] : sum[j] + d->efc_R[i];
        if (j == i) continue;
        at = adr[j] + nnz[j]++;
        d->efc_AR_colind[at] = i;
        d->efc_AR[at] = sum[j];
      }
    }
  }
}

// The same where all rows are coupled: AR is full; one triangle is copied to the other.  Y is
// expanded by columns, with zeros.
static void fill_full(const product* s, mjData* d, int nv) {
  int n = d->nefc;
  mjtNum* column = mj_stackAllocNum(d, (size_t)nv * n);
  vec_zero(column, nv * n);
  for (int i = 0; i < n; i++) {
    for (int k = s->Y.adr[i]; k < s->Y.adr[i] + s->Y.nnz[i]; k++) {
      column[(size_t)s->Y.col[k] * n + i] = s->Y.value[k];
    }
  }
  for (int i = 0; i < n; i++) {
    mjtNum* row = d->efc_AR + (size_t)i * n;
    const mjtNum *y = s->Y.value + s->Y.adr[i], *from[4];
    const int* dof = s->Y.col + s->Y.adr[i];
    int k = 0;
    vec_zero(row, i + 1);
    for (; k + 4 <= s->Y.nnz[i]; k += 4) {
      for (int c = 0; c < 4; c++) from[c] = column + (size_t)dof[k + c] * n;
      vec_axpy_4(row, y + k, from, i + 1);
    }
    for (; k < s->Y.nnz[i]; k++) vec_axpy(row, y[k], column + (size_t)dof[k] * n, i + 1);
    row[i] += d->efc_R[i];
    for (int j = 0; j < n; j++) d->efc_AR_colind[(size_t)i * n + j] = j;
    d->efc_AR_rownnz[i] = n;
  }
  mat_mirror_lower(d->efc_AR, n);
}

static void project_sparse(const mjModel* m, mjData* d) {
  int n = d->nefc;
  product s = product_make(m, d);
  mjtNum* sum = mj_stackAllocNum(d, n);
  int* nnz = mj_stackAllocInt(d, n);
  int64_t count = count_couplings(&s, nnz);

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
  if (count == (int64_t)n * n && stack_room(d) / 2 > sizeof(mjtNum) * (size_t)n * m->nv) {
    fill_full(&s, d, m->nv);
    return;
  }
  memset(d->efc_AR_rownnz, 0, sizeof(int) * n);
  for (int g = 0, number = 0; g < n; g += s.size[g]) fill_group(&s, d, g, number++, sum);
}

static void project(const mjModel* m, mjData* d) {
  mj_markStack(d);
  if (is_sparse(m)) {
    project_sparse(m, d);
  } else {
    project_dense(m, d);
  }
  mj_freeStack(d);
}

void mj_projectConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (!d->nefc || !mj_isDual(m)) return;
  size_t parena = d->parena;
  if (!stack_try_stage(m, d, project)) give_up(d, parena);
  if (m->ext.level > engLEVEL_BASE && !d->nY) constraint_half(m, d);
}
