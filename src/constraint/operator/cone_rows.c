#include "constraint/operator/cone_rows.h"

#include "math/cholesky.h"

void cone_rows(const problem* p, const row_block* b, int n, mjtNum* rows) {
  const mjtNum* J = p->J.value + (p->J.nnz ? (size_t)p->J.adr[b->begin] : (size_t)b->begin * p->nv);
  int dim = b->n;
  mjtNum C[36];
  vec_copy(C, b->contact->H, dim * dim);
  chol_factor(C, dim, mjMINVAL);
  for (int r = 0; r < dim; r++) {
    vec_scale(rows + r * n, J + r * n, C[r * dim + r], n);
    for (int k = r + 1; k < dim; k++) vec_axpy(rows + r * n, C[k * dim + r], J + k * n, n);
  }
}
