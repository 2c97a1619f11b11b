#include "constraint/hessian.h"

#include <math.h>

#include "constraint/dense_hessian.h"
#include "math/cholesky.h"

// Up to here a dense factor is faster than following the pattern of a sparse one.
enum { MAXDENSE = 64 };

// A row that leaves is subtracted, unless it was so much larger than what remains that rounding
// would show: 1e6 leaves ten digits.
static const mjtNum max_cancellation = 1e6;

static lower lower_alloc(mjData* d, int n) {
  return (lower){.nnz = mj_stackAllocInt(d, n), .adr = mj_stackAllocInt(d, n)};
}

// Patterns of J', H and L.
static void make_patterns(mjData* d, hessian* h) {
  const problem* p = h->p;
  const jacobian* J = &p->J;
  int nv = p->nv, count = 0;
  for (int i = 0; i < J->nr; i++) count += J->nnz[i];
  h->Jt.nnz = mj_stackAllocInt(d, nv);
  h->Jt.adr = mj_stackAllocInt(d, nv);
  h->Jt.col = mj_stackAllocInt(d, count);
  h->Jt.value = mj_stackAllocNum(d, count);
  csr_transpose(h->Jt.value, h->Jt.nnz, h->Jt.adr, h->Jt.col, J->value, J->nr, nv, J->nnz, J->adr,
                J->col);

  int* scratch = mj_stackAllocInt(d, 6 * (size_t)nv);
  h->H = lower_alloc(d, nv);
  count = csr_sqr_count(h->H.nnz, h->H.adr, nv, J->nnz, J->adr, J->col, h->Jt.nnz, h->Jt.adr,
                        h->Jt.col, p->M_nnz, p->M_adr, p->M_col, scratch);
  h->H.col = mj_stackAllocInt(d, count);
  h->H.value = mj_stackAllocNum(d, count);
  csr_sqr_pattern(h->H.col, h->H.nnz, h->H.adr, nv, J->nnz, J->adr, J->col, h->Jt.nnz, h->Jt.adr,
                  h->Jt.col, p->M_nnz, p->M_adr, p->M_col, scratch);

  h->L = lower_alloc(d, nv);
  h->L_count = chol_sparse_count(h->L.nnz, h->L.adr, mj_stackAllocInt(d, nv), nv, h->H.nnz,
                                 h->H.adr, h->H.col, scratch);
  h->L.col = mj_stackAllocInt(d, h->L_count);
  h->L.value = mj_stackAllocNum(d, h->L_count);
  chol_sparse_pattern(h->L.col, h->L.nnz, h->L.adr, nv, h->H.nnz, h->H.adr, h->H.col, scratch);
  if (p->nnz) *p->nnz = h->L_count * (p->rows.elliptic ? 2 : 1) + count;
}

// H += J' diag(h->D) J
static void add_rows(hessian* h) {
  const problem* p = h->p;
  const jacobian* J = &p->J;
  if (!J->nnz) {
    dense_add_rows(h->H.value, J->value, h->D, J->nr, J->nc);
  } else {
    csr_sqr_add_to_dense(h->H.value, J->value, h->D, J->nr, J->nc, J->nnz, J->adr, J->col);
  }
}

// H from scratch, at the states of the problem.
static void assemble(hessian* h) {
  const problem* p = h->p;
  const jacobian* J = &p->J;
  for (int i = 0; i < p->rows.n; i++) {
    h->D[i] = p->state[i] == mjCNSTRSTATE_QUADRATIC ? p->rows.D[i] : 0;
  }
  if (h->is_sparse) {
    csr_sqr(h->H.value, h->H.nnz, h->H.adr, h->H.col, J->value, h->D, p->nv, J->nnz, J->adr, J->col,
            h->Jt.value, h->Jt.nnz, h->Jt.adr, h->Jt.col, h->line);
    csr_add(h->H.value, h->H.nnz, h->H.adr, h->H.col, p->M, p->nv, p->M_nnz, p->M_adr, p->M_col);
  } else {
    vec_zero(h->H.value, p->nv * p->nv);
    csr_add_to_dense(h->H.value, 1, p->M, p->nv, p->nv, p->M_nnz, p->M_adr, p->M_col);
    add_rows(h);
  }
}

// The rows of the contact at row i, times the factor of its Hessian: T = C'J with H_c = C C', so
// that T'T is its term.
static void cone_rows(hessian* h, int i, int n) {
  const problem* p = h->p;
  const mjContact* con = p->rows.contact + p->rows.id[i];
  const mjtNum* J = p->J.value + (p->J.nnz ? (size_t)p->J.adr[i] : i * (size_t)p->nv);
  int dim = con->dim;
  mjtNum C[36];
  vec_copy(C, con->H, dim * dim);
  chol_factor(C, dim, mjMINVAL);
  for (int r = 0; r < dim; r++) {
    vec_scale(h->cone + r * n, J + r * n, C[r * dim + r], n);
    for (int k = r + 1; k < dim; k++) vec_axpy(h->cone + r * n, C[k * dim + r], J + k * n, n);
  }
}

// L += the term of the contact at row i.
static void add_cone(hessian* h, int i) {
  const problem* p = h->p;
  int nv = p->nv, dim = p->rows.contact[p->rows.id[i]].dim, n = p->J.nnz ? p->J.nnz[i] : nv;
  cone_rows(h, i, n);
  if (!p->J.nnz) {
    dense_add_rows(h->L.value, h->cone, NULL, dim, nv);
    return;
  }
  const int* col = p->J.col + p->J.adr[i];
  for (int r = 0; r < dim; r++) {
    const mjtNum* row = h->cone + r * n;
    for (int c = 0; c < n; c++) {
      if (!h->is_sparse) {
        sparse_axpy(h->L.value + (size_t)col[c] * nv, row[c], row, col, c + 1);
      } else {
        int adr = h->L.adr[col[c]];
        sparse_add_subset(h->L.value + adr, h->L.col + adr, h->L.nnz[col[c]], row[c], row, col,
                          c + 1);
      }
    }
  }
}

// L from H and the cone terms.
static void factor(hessian* h) {
  const problem* p = h->p;
  const row_set* rows = &p->rows;
  int nv = p->nv;
  if (h->is_sparse) {
    csr_spread(h->L.value, h->L.nnz, h->L.adr, h->L.col, h->H.value, nv, h->H.nnz, h->H.adr,
               h->H.col);
  } else {
    vec_copy(h->L.value, h->H.value, nv * nv);
  }
  if (rows->elliptic) {
    for (int i = rows->ne + rows->nf; i < rows->n; i++) {
      if (p->state[i] != mjCNSTRSTATE_CONE) continue;
      add_cone(h, i);
      i += rows->contact[rows->id[i]].dim - 1;
    }
  }
  if (h->is_sparse) {
    chol_sparse_factor(h->L.value, nv, mjMINVAL, h->L.nnz, h->L.adr, h->L.col);
  } else {
    dense_factor(h->L.value, nv, mjMINVAL);
  }
}

hessian hessian_make(mjData* d, const problem* p) {
  int nv = p->nv;
  hessian h = {.p = p, .is_sparse = p->J.nnz && nv > MAXDENSE};
  h.D = mj_stackAllocNum(d, p->rows.n);
  h.line = mj_stackAllocNum(d, nv);
  if (p->rows.elliptic) h.cone = mj_stackAllocNum(d, 6 * (size_t)nv);
  if (h.is_sparse) {
    make_patterns(d, &h);
  } else {
    h.H.value = mj_stackAllocNum(d, (size_t)nv * nv);
    h.L.value = mj_stackAllocNum(d, (size_t)nv * nv);
    if (p->nnz) *p->nnz = nv * nv;
  }
  assemble(&h);
  factor(&h);
  return h;
}

// Whether subtracting row i has left rounding errors that matter.
static int is_cancelled(const hessian* h, int i) {
  const problem* p = h->p;
  int nv = p->nv, n = p->J.nnz ? p->J.nnz[i] : nv;
  const mjtNum* J = p->J.value + (p->J.nnz ? (size_t)p->J.adr[i] : i * (size_t)nv);
  for (int c = 0; c < n; c++) {
    int j = p->J.nnz ? p->J.col[p->J.adr[i] + c] : c;
    if (p->rows.D[i] * J[c] * J[c] > max_cancellation * h->H.value[j * (size_t)nv + j]) return 1;
  }
  return 0;
}

// Add the rows that have become quadratic, subtract those that no longer are.
static void change_rows(hessian* h, const int* old_state) {
  const problem* p = h->p;
  int n = p->rows.n, nleft = 0;
  for (int i = 0; i < n; i++) {
    int was = old_state[i] == mjCNSTRSTATE_QUADRATIC, is = p->state[i] == mjCNSTRSTATE_QUADRATIC;
    h->D[i] = (is - was) * p->rows.D[i];
    nleft += was > is;
  }
  add_rows(h);
  for (int i = 0; nleft && i < n; i++) {
    if (h->D[i] < 0 && is_cancelled(h, i)) {
      assemble(h);
      return;
    }
  }
}

int hessian_update(hessian* h, const int* old_state) {
  const problem* p = h->p;
  int nchange = 0, ncone = 0;
  for (int i = 0; i < p->rows.n; i++) {
    int was = old_state[i] == mjCNSTRSTATE_QUADRATIC, is = p->state[i] == mjCNSTRSTATE_QUADRATIC;
    nchange += was != is;
    ncone += p->state[i] == mjCNSTRSTATE_CONE;
    ncone += old_state[i] == mjCNSTRSTATE_CONE && p->state[i] != mjCNSTRSTATE_CONE;
  }
  if (nchange) {
    if (h->is_sparse) {
      assemble(h);
    } else {
      change_rows(h, old_state);
    }
  }
  if (nchange || ncone) factor(h);
  return nchange + ncone;
}

void hessian_solve(const hessian* h, mjtNum* x, const mjtNum* b) {
  if (h->is_sparse) {
    chol_sparse_solve(x, h->L.value, b, h->p->nv, h->L.nnz, h->L.adr, h->L.col);
  } else {
    dense_factor_solve(x, h->L.value, b, h->p->nv);
  }
}
