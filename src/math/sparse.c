// Sparse rows: merging, products, rearranging.

#include "math/sparse.h"

#include <engine/math.h>

mjtNum sparse_dot_sparse(const mjtNum* a, const int* acol, int na, const mjtNum* b, const int* bcol,
                         int nb) {
  mjtNum s = 0;
  int i = 0, j = 0;
  while (i < na && j < nb) {
    if (acol[i] == bcol[j]) {
      s += a[i++] * b[j++];
    } else if (acol[i] < bcol[j]) {
      i++;
    } else {
      j++;
    }
  }
  return s;
}

// --- merging rows -------------------------------------------------------------------------------

int sparse_union_count(const int* acol, int na, const int* bcol, int nb) {
  int i = 0, j = 0, common = 0;
  while (i < na && j < nb) {
    int d = acol[i] - bcol[j];
    common += d == 0;
    i += d <= 0;
    j += d >= 0;
  }
  return na + nb - common;
}

// From the back, so that no entry is overwritten before it has been read.
int sparse_combine(mjtNum* val, int* col, int n, int capacity, mjtNum s, const mjtNum* b,
                   const int* bcol, int nb, mjtNum t) {
  int total = sparse_union_count(col, n, bcol, nb);
  if (total > capacity) return -1;
  if (total == n && s == 1) {
    sparse_add_subset(val, col, n, t, b, bcol, nb);
    return n;
  }
  int i = n - 1, j = nb - 1;
  for (int k = total - 1; k >= 0; k--) {
    if (j < 0 || (i >= 0 && col[i] > bcol[j])) {
      val[k] = s * val[i];
      col[k] = col[i--];
    } else if (i < 0 || col[i] < bcol[j]) {
      val[k] = t * b[j];
      col[k] = bcol[j--];
    } else {
      val[k] = s * val[i] + t * b[j--];
      col[k] = col[i--];
    }
  }
  return total;
}

int sparse_unite(int* col, int n, int capacity, const int* bcol, int nb) {
  int total = sparse_union_count(col, n, bcol, nb);
  if (total > capacity) return -1;
  int i = n - 1, j = nb - 1;
  for (int k = total - 1; k > i; k--) {
    if (i < 0 || col[i] < bcol[j]) {
      col[k] = bcol[j--];
    } else {
      if (j >= 0 && col[i] == bcol[j]) j--;
      col[k] = col[i--];
    }
  }
  return total;
}

void sparse_add_subset(mjtNum* restrict val, const int* restrict col, int n, mjtNum t,
                       const mjtNum* restrict b, const int* restrict bcol, int nb) {
  if (nb == n) {
    vec_axpy(val, t, b, n);
    return;
  }
  for (int i = 0, j = 0; j < nb; j++) {
    while (col[i] < bcol[j]) i++;
    val[i] += t * b[j];
  }
}

// --- matrix by vector ---------------------------------------------------------------------------

void csr_mul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x, int nr,
                 const int* rownnz, const int* rowadr, const int* colind) {
  for (int i = 0; i < nr; i++) {
    r[i] = sparse_dot(mat + rowadr[i], colind + rowadr[i], rownnz[i], x);
  }
}

void csr_tmul_vec_add(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                      int nr, const int* rownnz, const int* rowadr, const int* colind) {
  for (int i = 0; i < nr; i++) {
    if (x[i] != 0) sparse_axpy(r, x[i], mat + rowadr[i], colind + rowadr[i], rownnz[i]);
  }
}

void csr_tmul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x, int nr,
                  int nc, const int* rownnz, const int* rowadr, const int* colind) {
  vec_zero(r, nc);
  csr_tmul_vec_add(r, mat, x, nr, rownnz, rowadr, colind);
}

// Row i is the first to write r[i]; later rows add to it.
void csr_sym_mul_vec(mjtNum* restrict r, const mjtNum* restrict mat, const mjtNum* restrict x,
                     int n, const int* rownnz, const int* rowadr, const int* colind) {
  for (int i = 0; i < n; i++) {
    const mjtNum* val = mat + rowadr[i];
    const int* col = colind + rowadr[i];
    int off = rownnz[i] - 1;
    mjtNum xi = x[i], s = val[off] * xi;
    for (int k = 0; k < off; k++) {
      int j = col[k];
      s += val[k] * x[j];
      r[j] += val[k] * xi;
    }
    r[i] = s;
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

void csr_transpose(mjtNum* restrict tmat, int* restrict t_rownnz, int* restrict t_rowadr,
                   int* restrict t_colind, const mjtNum* restrict mat, int nr, int nc,
                   const int* rownnz, const int* rowadr, const int* colind) {
  for (int j = 0; j < nc; j++) t_rownnz[j] = 0;
  for (int i = 0; i < nr; i++) {
    const int* col = colind + rowadr[i];
    for (int k = 0; k < rownnz[i]; k++) t_rownnz[col[k]]++;
  }
  csr_pack_rows(t_rowadr, t_rownnz, nc);
  for (int j = 0; j < nc; j++) t_rownnz[j] = 0;
  for (int i = 0; i < nr; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      int j = colind[k], to = t_rowadr[j] + t_rownnz[j]++;
      t_colind[to] = i;
      if (tmat) tmat[to] = mat[k];
    }
  }
}

void csr_transpose_values(mjtNum* restrict tmat, const int* t_rowadr, const mjtNum* restrict mat,
                          int nr, int nc, const int* rownnz, const int* rowadr, const int* colind,
                          int* restrict cursor) {
  for (int j = 0; j < nc; j++) cursor[j] = t_rowadr[j];
  for (int i = 0; i < nr; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) tmat[cursor[colind[k]]++] = mat[k];
  }
}

int csr_compress(mjtNum* mat, int nr, int* rownnz, int* rowadr, int* colind, mjtNum drop) {
  int kept = 0;
  for (int i = 0; i < nr; i++) {
    int begin = rowadr[i], end = begin + rownnz[i];
    rowadr[i] = kept;
    for (int k = begin; k < end; k++) {
      if (drop >= 0 && fabs(mat[k]) <= drop) continue;
      mat[kept] = mat[k];
      colind[kept++] = colind[k];
    }
    rownnz[i] = kept - rowadr[i];
  }
  return kept;
}

void csr_to_dense(mjtNum* restrict r, const mjtNum* restrict mat, int nr, int nc, const int* rownnz,
                  const int* rowadr, const int* colind) {
  for (int i = 0; i < nr; i++, r += nc) {
    vec_zero(r, nc);
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) r[colind[k]] = mat[k];
  }
}

void csr_add_to_dense(mjtNum* restrict r, mjtNum s, const mjtNum* restrict mat, int nr, int nc,
                      const int* rownnz, const int* rowadr, const int* colind) {
  for (int i = 0; i < nr; i++, r += nc) {
    sparse_axpy(r, s, mat + rowadr[i], colind + rowadr[i], rownnz[i]);
  }
}

void csr_sym_add_to_dense(mjtNum* restrict r, mjtNum s, const mjtNum* restrict mat, int n,
                          const int* rownnz, const int* rowadr, const int* colind) {
  for (int i = 0; i < n; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      int j = colind[k];
      r[(size_t)i * n + j] += s * mat[k];
      if (j != i) r[(size_t)j * n + i] += s * mat[k];
    }
  }
}

void csr_spread(mjtNum* restrict r, const int* r_rownnz, const int* r_rowadr, const int* r_colind,
                const mjtNum* restrict mat, int nr, const int* rownnz, const int* rowadr,
                const int* colind) {
  for (int i = 0; i < nr; i++) {
    if (r_rownnz[i] == rownnz[i]) {
      vec_copy(r + r_rowadr[i], mat + rowadr[i], rownnz[i]);
    } else {
      vec_zero(r + r_rowadr[i], r_rownnz[i]);
      sparse_add_subset(r + r_rowadr[i], r_colind + r_rowadr[i], r_rownnz[i], 1, mat + rowadr[i],
                        colind + rowadr[i], rownnz[i]);
    }
  }
}

void csr_add(mjtNum* restrict r, const int* r_rownnz, const int* r_rowadr, const int* r_colind,
             const mjtNum* restrict mat, int nr, const int* rownnz, const int* rowadr,
             const int* colind) {
  for (int i = 0; i < nr; i++) {
    sparse_add_subset(r + r_rowadr[i], r_colind + r_rowadr[i], r_rownnz[i], 1, mat + rowadr[i],
                      colind + rowadr[i], rownnz[i]);
  }
}

static bool same_columns(int a, int b, const int* rownnz, const int* rowadr, const int* colind) {
  return rownnz[a] == rownnz[b] &&
         !memcmp(colind + rowadr[a], colind + rowadr[b], sizeof(int) * (size_t)rownnz[a]);
}

void csr_supernodes(int* rowsuper, int nr, const int* rownnz, const int* rowadr,
                    const int* colind) {
  for (int i = nr - 1; i >= 0; i--) {
    bool joins = i < nr - 1 && same_columns(i, i + 1, rownnz, rowadr, colind);
    rowsuper[i] = joins ? rowsuper[i + 1] + 1 : 0;
  }
}

// --- A' D A + M ---------------------------------------------------------------------------------

// Row i of A'A is the union of the rows of A that have column i.  Rows of one contact follow each
// other with equal columns: only the first of such a run has to be looked at.

int csr_sqr_count(int* h_rownnz, int* h_rowadr, int nc, const int* rownnz, const int* rowadr,
                  const int* colind, const int* t_rownnz, const int* t_rowadr, const int* t_colind,
                  const int* m_rownnz, const int* m_rowadr, const int* m_colind, int* mark) {
  for (int i = 0; i < nc; i++) mark[i] = -1;
  for (int i = 0; i < nc; i++) {
    int count = 0;
    if (m_rownnz) {
      for (int k = m_rowadr[i]; k < m_rowadr[i] + m_rownnz[i]; k++) mark[m_colind[k]] = i;
      count = m_rownnz[i];
    }
    for (int p = 0; p < t_rownnz[i]; p++) {
      const int* from = t_colind + t_rowadr[i] + p;
      if (p && same_columns(from[0], from[-1], rownnz, rowadr, colind)) continue;
      for (const int* col = colind + rowadr[*from]; *col < i; col++) {
        count += mark[*col] != i;
        mark[*col] = i;
      }
    }
    count += mark[i] != i;  // the diagonal, always there
    h_rownnz[i] = count;
  }
  return csr_pack_rows(h_rowadr, h_rownnz, nc);
}

// Column by column, so that every row receives its columns in ascending order.
void csr_sqr_pattern(int* h_colind, const int* h_rownnz, const int* h_rowadr, int nc,
                     const int* rownnz, const int* rowadr, const int* colind, const int* t_rownnz,
                     const int* t_rowadr, const int* t_colind, const int* m_rownnz,
                     const int* m_rowadr, const int* m_colind, int* scratch) {
  int* mark = scratch;
  int* count = scratch + nc;
  for (int i = 0; i < nc; i++) {
    mark[i] = -1;
    count[i] = 0;
  }
  for (int j = 0; j < nc; j++) {
    mark[j] = j;
    h_colind[h_rowadr[j] + count[j]++] = j;
    for (int p = 0; p < t_rownnz[j]; p++) {
      const int* from = t_colind + t_rowadr[j] + p;
      if (p && same_columns(from[0], from[-1], rownnz, rowadr, colind)) continue;
      const int* begin = colind + rowadr[*from];
      for (const int* col = begin + rownnz[*from] - 1; *col > j; col--) {
        int i = *col;
        if (mark[i] == j) continue;
        mark[i] = j;
        h_colind[h_rowadr[i] + count[i]++] = j;
      }
    }
  }
  if (!m_rownnz) return;
  for (int i = 0; i < nc; i++) {
    sparse_unite(h_colind + h_rowadr[i], count[i], h_rownnz[i], m_colind + m_rowadr[i],
                 m_rownnz[i]);
  }
}

void csr_sqr(mjtNum* restrict h, const int* h_rownnz, const int* h_rowadr, const int* h_colind,
             const mjtNum* restrict mat, const mjtNum* restrict d, int nc, const int* rownnz,
             const int* rowadr, const int* colind, const mjtNum* restrict tmat, const int* t_rownnz,
             const int* t_rowadr, const int* t_colind, mjtNum* restrict row) {
  vec_zero(row, nc);
  for (int i = 0; i < nc; i++) {
    for (int p = t_rowadr[i]; p < t_rowadr[i] + t_rownnz[i]; p++) {
      int from = t_colind[p];
      if (d[from] == 0) continue;
      mjtNum s = d[from] * tmat[p];
      const mjtNum* val = mat + rowadr[from];
      const int* col = colind + rowadr[from];
      if (sparse_is_run(col, rownnz[from])) {
        vec_axpy(row + col[0], s, val, i - col[0] + 1);
      } else {
        for (; *col < i; col++, val++) row[*col] += s * *val;
        row[i] += s * *val;
      }
    }
    mjtNum* to = h + h_rowadr[i];
    const int* col = h_colind + h_rowadr[i];
    for (int k = 0; k < h_rownnz[i]; k++) {
      to[k] = row[col[k]];
      row[col[k]] = 0;
    }
  }
}

void csr_sqr_add_to_dense(mjtNum* restrict h, const mjtNum* restrict mat, const mjtNum* d, int nr,
                          int nc, const int* rownnz, const int* rowadr, const int* colind) {
  for (int i = 0; i < nr; i++) {
    if (d && d[i] == 0) continue;
    const mjtNum* val = mat + rowadr[i];
    const int* col = colind + rowadr[i];
    mjtNum weight = d ? d[i] : 1;
    for (int k = 0; k < rownnz[i]; k++) {
      sparse_axpy(h + (size_t)col[k] * nc, weight * val[k], val, col, k + 1);
    }
  }
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
  csr_to_dense(res, mat, nr, nc, rownnz, rowadr, colind);
}
