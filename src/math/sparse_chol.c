// Sparse Cholesky H = L'L, from the last row to the first.

#include "math/sparse.h"

// --- symbolic -----------------------------------------------------------------------------------

// Where the factor has entries.  Column i of L is found by starting at every row k > i where H has
// an entry (k, i) and following parents up to i: all rows on the way have an entry in column i.
// (The parent of a row is the largest column before its diagonal.)  Columns come in descending
// order, so each row of H is read from its end; the rows that have column i next wait in the list
// head[i].
typedef struct {
  int *mark, *head, *next, *cursor;  // n each
} symbolic;

static void wait_for_next_column(symbolic* s, int k, const int* h_rowadr, const int* h_colind) {
  if (s->cursor[k] < 0) return;
  int i = h_colind[h_rowadr[k] + s->cursor[k]--];
  s->next[k] = s->head[i];
  s->head[i] = k;
}

// Counts entries in l_rownnz, or, when l_colind is given, counts in fill and writes the columns.
static void trace(symbolic s, int* count, int* parent, int n, const int* h_rownnz,
                  const int* h_rowadr, const int* h_colind, const int* l_rownnz,
                  const int* l_rowadr, int* l_colind) {
  for (int k = 0; k < n; k++) {
    s.mark[k] = s.head[k] = parent[k] = -1;
    count[k] = 0;
  }
  for (int k = 0; k < n; k++) {
    s.cursor[k] = h_rownnz[k] - 2;
    wait_for_next_column(&s, k, h_rowadr, h_colind);
  }
  for (int i = n - 1; i >= 0; i--) {
    s.mark[i] = i;
    if (l_colind) l_colind[l_rowadr[i] + l_rownnz[i] - 1] = i;
    count[i]++;
    for (int k = s.head[i], after; k >= 0; k = after) {
      after = s.next[k];
      for (int row = k; s.mark[row] != i; row = parent[row]) {
        s.mark[row] = i;
        if (parent[row] < 0) parent[row] = i;
        if (l_colind) l_colind[l_rowadr[row] + l_rownnz[row] - 1 - count[row]] = i;
        count[row]++;
      }
      wait_for_next_column(&s, k, h_rowadr, h_colind);
    }
  }
}

int chol_sparse_count(int* l_rownnz, int* l_rowadr, int* parent, int n, const int* h_rownnz,
                      const int* h_rowadr, const int* h_colind, int* scratch) {
  symbolic s = {scratch, scratch + n, scratch + 2 * n, scratch + 3 * n};
  trace(s, l_rownnz, parent, n, h_rownnz, h_rowadr, h_colind, NULL, NULL, NULL);
  return csr_pack_rows(l_rowadr, l_rownnz, n);
}

void chol_sparse_pattern(int* l_colind, const int* l_rownnz, const int* l_rowadr, int n,
                         const int* h_rownnz, const int* h_rowadr, const int* h_colind,
                         int* scratch) {
  symbolic s = {scratch, scratch + n, scratch + 2 * n, scratch + 3 * n};
  trace(s, scratch + 4 * n, scratch + 5 * n, n, h_rownnz, h_rowadr, h_colind, l_rownnz, l_rowadr,
        l_colind);
}

// --- numeric ------------------------------------------------------------------------------------

int chol_sparse_factor(mjtNum* l, int n, mjtNum mindiag, const int* rownnz, const int* rowadr,
                       const int* colind) {
  int good = 0;
  for (int k = n - 1; k >= 0; k--) {
    mjtNum* row = l + rowadr[k];
    const int* col = colind + rowadr[k];
    int off = rownnz[k] - 1;
    mjtNum pivot = row[off];
    if (pivot >= mindiag) {
      good++;
    } else {
      pivot = mindiag;
    }
    row[off] = sqrt(pivot);
    vec_scale(row, row, 1 / row[off], off);
    for (int p = off - 1; p >= 0; p--) {
      int i = col[p];
      sparse_add_subset(l + rowadr[i], colind + rowadr[i], rownnz[i], -row[p], row, col, p + 1);
    }
  }
  return good;
}

void chol_sparse_solve(mjtNum* x, const mjtNum* l, const mjtNum* b, int n, const int* rownnz,
                       const int* rowadr, const int* colind) {
  if (x != b) vec_copy(x, b, n);
  for (int i = n - 1; i >= 0; i--) {
    int adr = rowadr[i], off = rownnz[i] - 1;
    if (x[i] == 0) continue;
    x[i] /= l[adr + off];
    sparse_axpy(x, -x[i], l + adr, colind + adr, off);
  }
  for (int i = 0; i < n; i++) {
    int adr = rowadr[i], off = rownnz[i] - 1;
    x[i] = (x[i] - sparse_dot(l + adr, colind + adr, off, x)) / l[adr + off];
  }
}

// Givens rotations (hyperbolic for a downdate) of each row of L with x, along the path of parents.
int chol_sparse_update(mjtNum* l, mjtNum* x, int last, bool plus, const int* rownnz,
                       const int* rowadr, const int* colind) {
  int replaced = 0;
  for (int i = last; i >= 0;) {
    mjtNum* row = l + rowadr[i];
    const int* col = colind + rowadr[i];
    int off = rownnz[i] - 1;
    if (x[i] != 0) {
      mjtNum xi = plus ? x[i] : -x[i];
      mjtNum pivot = row[off] * row[off] + xi * x[i];
      if (!(pivot >= mjMINVAL)) {
        pivot = mjMINVAL;
        replaced++;
      }
      mjtNum root = sqrt(pivot);
      mjtNum c = root / row[off], invc = row[off] / root;
      mjtNum s = x[i] / row[off], signed_s = xi / row[off];
      row[off] = root;
      x[i] = 0;
      for (int k = 0; k < off; k++) {
        mjtNum v = (row[k] + signed_s * x[col[k]]) * invc;
        row[k] = v;
        x[col[k]] = c * x[col[k]] - s * v;
      }
    }
    i = off > 0 ? col[off - 1] : -1;
  }
  return replaced;
}
