// Expands a symmetric sparse matrix, given by its lower triangle, to a dense one.
#include <engine/extension.h>

#include "base/need.h"
#include "math/dense.h"

void mju_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz, const int* rowadr,
                   const int* colind) {
  if (n < 1) return;
  NEED(res, mat, rownnz);
  NEED(rowadr, colind);
  memset(res, 0, sizeof(mjtNum) * (size_t)n * (size_t)n);
  for (int i = 0; i < n; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      int j = colind[k];
      if (j <= i) res[(size_t)i * n + j] = res[(size_t)j * n + i] = mat[k];
    }
  }
}
