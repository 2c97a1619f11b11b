// Sparse rows: merging, products, rearranging.

#include "math/sparse.h"

#include <engine/math.h>

// --- merging rows -------------------------------------------------------------------------------

// The number of distinct columns in two rows.
static int union_count(const int* acol, int na, const int* bcol, int nb) {
  int i = 0, j = 0, common = 0;
  while (i < na && j < nb) {
    int d = acol[i] - bcol[j];
    common += d == 0;
    i += d <= 0;
    j += d >= 0;
  }
  return na + nb - common;
}

// a += t b where a already has every column of b.
static void add_subset(growing_row a, mjtNum t, sparse_row b) {
  if (b.n == a.n) {
    vec_axpy(a.value, t, b.value, a.n);
    return;
  }
  for (int i = 0, j = 0; j < b.n; j++) {
    while (a.col[i] < b.col[j]) i++;
    a.value[i] += t * b.value[j];
  }
}

// From the last entry to the first, so that no entry is overwritten before it is read.
int sparse_combine(growing_row a, mjtNum s, sparse_row b, mjtNum t) {
  int total = union_count(a.col, a.n, b.col, b.n);
  if (total > a.capacity) return -1;
  if (total == a.n && s == 1) {
    add_subset(a, t, b);
    return total;
  }
  int i = a.n - 1, j = b.n - 1;
  for (int k = total - 1; k >= 0; k--) {
    if (j < 0 || (i >= 0 && a.col[i] > b.col[j])) {
      a.value[k] = s * a.value[i];
      a.col[k] = a.col[i--];
    } else if (i < 0 || a.col[i] < b.col[j]) {
      a.value[k] = t * b.value[j];
      a.col[k] = b.col[j--];
    } else {
      a.value[k] = s * a.value[i] + t * b.value[j--];
      a.col[k] = a.col[i--];
    }
  }
  return total;
}

// --- matrix by vector ---------------------------------------------------------------------------

void csr_mul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                 csr_pattern P) {
  const int *rownnz = P.nnz, *rowadr = P.adr, *colind = P.col;
  for (int i = 0; i < P.nr; i++) {
    r[i] = sparse_dot(mat + rowadr[i], colind + rowadr[i], rownnz[i], x);
  }
}

void csr_mul_symmetric(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                       csr_pattern P) {
  for (int i = 0; i < P.nr; i++) {
    const mjtNum* value = mat + P.adr[i];
    const int* col = P.col + P.adr[i];
    int below = P.nnz[i] - 1;
    r[i] = sparse_dot(value, col, below + 1, x);
    sparse_axpy(r, x[i], value, col, below);
  }
}

void csr_tmul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                  csr_pattern P, int nc) {
  const int *rownnz = P.nnz, *rowadr = P.adr, *colind = P.col;
  vec_zero(r, nc);
  for (int i = 0; i < P.nr; i++) {
    if (x[i] == 0) continue;
    if (rownnz[i] == 1) {
      // one entry, as for an actuator on a scalar joint
      r[colind[rowadr[i]]] += x[i] * mat[rowadr[i]];
    } else {
      sparse_axpy(r, x[i], mat + rowadr[i], colind + rowadr[i], rownnz[i]);
    }
  }
}

// --- rearranging --------------------------------------------------------------------------------

int csr_pack_rows(int* rowadr, const int* rownnz, int nr) {
  int total = 0;
  for (int i = 0; i < nr; i++) {
    rowadr[i] = total;
    total += rownnz[i];
  }
  return total;
}

void csr_transpose(const csr_room* t, const mjtNum* restrict mat, csr_pattern P, int nc) {
  const int *rownnz = P.nnz, *rowadr = P.adr, *colind = P.col;
  int* restrict t_rownnz = t->nnz, * restrict t_rowadr = t->adr, * restrict t_colind = t->col;
  for (int j = 0; j < nc; j++) t_rownnz[j] = 0;
  for (int i = 0; i < P.nr; i++) {
    const int* col = colind + rowadr[i];
    for (int k = 0; k < rownnz[i]; k++) t_rownnz[col[k]]++;
  }
  csr_pack_rows(t_rowadr, t_rownnz, nc);
  for (int j = 0; j < nc; j++) t_rownnz[j] = 0;
  for (int i = 0; i < P.nr; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      int j = colind[k], to = t_rowadr[j] + t_rownnz[j]++;
      t_colind[to] = i;
      if (mat) t->value[to] = mat[k];
    }
  }
}

static bool same_columns(int a, int b, csr_pattern P) {
  const int *rownnz = P.nnz, *rowadr = P.adr, *colind = P.col;
  const int *p = colind + rowadr[a], *q = colind + rowadr[b], n = rownnz[a];
  if (n != rownnz[b]) return false;
  // comparing the first and last column first tells most rows apart
  return !n || (p[0] == q[0] && p[n - 1] == q[n - 1] && !memcmp(p, q, sizeof(int) * (size_t)n));
}

void csr_supernodes(int* rowsuper, csr_pattern P) {
  for (int i = P.nr - 1; i >= 0; i--) {
    bool joins = i < P.nr - 1 && same_columns(i, i + 1, P);
    rowsuper[i] = joins ? rowsuper[i + 1] + 1 : 0;
  }
}

bool csr_valid(csr_pattern P, int nc) {
  for (int i = 0; i < P.nr; i++) {
    const int* col = P.col + P.adr[i];
    if (P.nnz[i] < 0) return false;
    for (int k = 0; k < P.nnz[i]; k++) {
      if (col[k] < 0 || col[k] >= nc || (k && col[k] <= col[k - 1])) return false;
    }
  }
  return true;
}

// --- the API ------------------------------------------------------------------------------------

int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr,
                     int* colind, int nnz) {
  if (nnz <= 0) return 1;
  int adr = 0;
  for (int i = 0; i < nr; i++) {
    rownnz[i] = 0;
    rowadr[i] = adr;
    for (int j = 0; j < nc; j++) {
      mjtNum x = mat[(size_t)i * nc + j];
      if (x == 0) continue;
      if (adr == nnz) return 1;
      res[adr] = x;
      colind[adr++] = j;
      rownnz[i]++;
    }
  }
  return 0;
}

void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                      const int* rowadr, const int* colind) {
  for (int i = 0; i < nr; i++, res += nc) {
    vec_zero(res, nc);
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) res[colind[k]] = mat[k];
  }
}
