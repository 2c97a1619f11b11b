#include "constraint/operator/jacobian.h"

#include "math/pair.h"

// Runs of rows with the same columns gather or scatter their part of the vector once; runs with
// more columns than this are processed row by row.
enum { MAXGATHER = 128 };

// Rows of two free bodies have a kernel of constant length.
enum { TWO_BODIES = 12 };

static int is_gathered(const jacobian* J, int i) {
  return J->super[i] > 0 && J->nnz[i] <= MAXGATHER && !sparse_is_run(J->col + J->adr[i], J->nnz[i]);
}

// Whether a row has six entries, in the columns of two bodies with three dofs each (an edge of a
// flex).
static inline int is_two_triples(const int* col, int n) {
  return n == 6 && (col[2] - col[0] == 2) & (col[5] - col[3] == 2);
}

static inline mjtNum dot_triples(const mjtNum* row, const mjtNum* x, const mjtNum* y) {
  return (row[0] * x[0] + row[1] * x[1] + row[2] * x[2]) +
         (row[3] * y[0] + row[4] * y[1] + row[5] * y[2]);
}

static inline void axpy_triples(mjtNum* x, mjtNum* y, mjtNum s, const mjtNum* row) {
  for (int k = 0; k < 3; k++) x[k] += s * row[k];
  for (int k = 0; k < 3; k++) y[k] += s * row[3 + k];
}

void jacobian_mul(mjtNum* res, const jacobian* J, const mjtNum* x) {
  if (!J->nnz) {
    mat_mul_vec(res, J->value, x, J->nr, J->nc);
    return;
  }
  mjtNum part[MAXGATHER];
  for (int i = 0; i < J->nr;) {
    const mjtNum* row = J->value + J->adr[i];
    const int* col = J->col + J->adr[i];
    int n = J->nnz[i];
    if (is_two_triples(col, n)) {
      res[i++] = dot_triples(row, x + col[0], x + col[3]);
      continue;
    }
    if (!is_gathered(J, i)) {
      res[i++] = sparse_dot(row, col, n, x);
      continue;
    }
    jacobian_gather(part, x, col, n);
    int end = i + J->super[i];
    for (; n == TWO_BODIES && i <= end; i++, row += n) {
      res[i] = sparse_dot_run(row, part, TWO_BODIES);
    }
    for (; i <= end; i++, row += n) res[i] = sparse_dot_run(row, part, n);
  }
}

// x += sum_i by[i] row_i of n numbers each, which stays in registers.  Rows with by[i] == 0 are not
// read.
INLINED void axpy_rows(mjtNum* restrict x, const mjtNum* by, const mjtNum* row, int rows,
                       const int n) {
  pair sum[TWO_BODIES / 2];
  LANES_UNROLL
  for (int k = 0; k < n / 2; k++) sum[k] = pair_load(x + 2 * k);
  for (int i = 0; i < rows; i++, row += n) {
    if (by[i] == 0) continue;
    LANES_UNROLL
    for (int k = 0; k < n / 2; k++) {
      sum[k] = pair_add_mul(sum[k], pair_all(by[i]), pair_load(row + 2 * k));
    }
  }
  LANES_UNROLL
  for (int k = 0; k < n / 2; k++) pair_store(x + 2 * k, sum[k]);
}

void jacobian_tmul(mjtNum* res, const jacobian* J, const mjtNum* x) {
  if (!J->nnz) {
    mat_tmul_vec(res, J->value, x, J->nr, J->nc);
    return;
  }
  mjtNum part[MAXGATHER];
  vec_zero(res, J->nc);
  for (int i = 0; i < J->nr;) {
    const mjtNum* row = J->value + J->adr[i];
    const int* col = J->col + J->adr[i];
    int n = J->nnz[i];
    if (is_two_triples(col, n)) {
      if (x[i] != 0) axpy_triples(res + col[0], res + col[3], x[i], row);
      i++;
      continue;
    }
    if (n == JACOBIAN_SIX && J->super[i] > 0 && jacobian_is_six(col)) {
      axpy_rows(res + col[0], x + i, row, J->super[i] + 1, JACOBIAN_SIX);
      i += J->super[i] + 1;
      continue;
    }
    if (!is_gathered(J, i)) {
      if (x[i] != 0) sparse_axpy(res, x[i], row, col, n);
      i++;
      continue;
    }
    jacobian_gather(part, res, col, n);
    int end = i + J->super[i];
    if (n == TWO_BODIES) {
      axpy_rows(part, x + i, row, end + 1 - i, TWO_BODIES);
      i = end + 1;
    }
    for (; i <= end; i++, row += n) {
      if (x[i] != 0) vec_axpy(part, x[i], row, n);
    }
    jacobian_scatter(res, part, col, n);
  }
}
