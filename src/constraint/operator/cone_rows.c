#include "constraint/operator/cone_rows.h"

#include "math/cholesky.h"

int cone_rows(const problem* p, int i, int n, mjtNum* rows) {
  const mjContact* con = p->rows.contact + p->rows.id[i];
  const mjtNum* J = p->J.value + (p->J.nnz ? (size_t)p->J.adr[i] : (size_t)i * p->nv);
  int dim = con->dim;
  mjtNum C[36];
  vec_copy(C, con->H, dim * dim);
  chol_factor(C, dim, mjMINVAL);
  for (int r = 0; r < dim; r++) {
    vec_scale(rows + r * n, J + r * n, C[r * dim + r], n);
    for (int k = r + 1; k < dim; k++) vec_axpy(rows + r * n, C[k * dim + r], J + k * n, n);
  }
  return dim;
}
