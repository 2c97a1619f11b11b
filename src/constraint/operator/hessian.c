#include "constraint/operator/hessian.h"

#include <math.h>

#include "constraint/operator/cone_rows.h"
#include "constraint/operator/dense_hessian.h"

// Up to this size a dense factor is faster than a sparse one.
enum { MAXDENSE = 128 };

// A row that becomes inactive is subtracted, unless it was so much larger than the remainder that
// rounding errors would matter: with 1e6 ten digits remain.
static const mjtNum max_cancellation = 1e6;

static int is_quadratic(int state) { return state == mjCNSTRSTATE_QUADRATIC; }

// h->D: weights of the rows at the present states.
static void weigh_rows(hessian* h) {
  const problem* p = h->p;
  for (int i = 0; i < p->rows.n; i++) h->D[i] = is_quadratic(p->state[i]) ? p->rows.D[i] : 0;
}

// --- dense --------------------------------------------------------------------------------------

// to += block (n x n) at the columns col.
static void add_block(const hessian* h, mjtNum* to, const int* col, int n) {
  for (int i = 0; i < n; i++) {
    mjtNum* row = to + (size_t)col[i] * h->stride;
    const mjtNum* from = h->block + i * n;
    if (sparse_is_run(col, i + 1)) {
      vec_add(row + col[0], row + col[0], from, i + 1);
    } else {
      for (int j = 0; j <= i; j++) row[col[j]] += from[j];
    }
  }
}

// H += J' diag(h->D) J
static void add_rows(hessian* h) {
  const problem* p = h->p;
  const jacobian* J = &p->J;
  if (!J->nnz) {
    dense_add_rows(h->H, h->stride, J->value, h->D, J->nr, J->nc);
    return;
  }
  for (int i = 0, nr; i < J->nr; i += nr) {
    int n = J->nnz[i], active = 0;
    nr = elimination_run(p, i);
    for (int k = i; k < i + nr; k++) active |= h->D[k] != 0;
    if (!active) continue;
    vec_zero(h->block, n * n);
    dense_add_rows(h->block, n, J->value + J->adr[i], h->D + i, nr, n);
    add_block(h, h->H, J->col + J->adr[i], n);
  }
}

// Compute H from scratch, at the present states.
static void assemble(hessian* h) {
  const problem* p = h->p;
  weigh_rows(h);
  vec_zero(h->H, p->nv * h->stride);
  for (int i = 0; i < p->nv; i++) {
    for (int k = p->pattern.adr[i]; k < p->pattern.adr[i] + p->pattern.nnz[i]; k++) {
      h->H[(size_t)i * h->stride + p->pattern.col[k]] = p->M[k];
    }
  }
  add_rows(h);
}

// L += the Hessian of a contact.
static void add_cone(hessian* h, const row_block* b) {
  const problem* p = h->p;
  int n = p->J.nnz ? p->J.nnz[b->begin] : p->nv;
  cone_rows(p, b, n, h->cone);
  if (!p->J.nnz) {
    dense_add_rows(h->L, h->stride, h->cone, NULL, b->n, n);
  } else {
    vec_zero(h->block, n * n);
    dense_add_rows(h->block, n, h->cone, NULL, b->n, n);
    add_block(h, h->L, p->J.col + p->J.adr[b->begin], n);
  }
}

// Compute the factor L from H and the cone terms.
static void factor(hessian* h) {
  const problem* p = h->p;
  const row_set* rows = &p->rows;
  vec_copy(h->L, h->H, p->nv * h->stride);
  for (int k = 0; rows->ncone && k < rows->nblock; k++) {
    const row_block* b = rows->block + k;
    if (p->state[b->begin] == mjCNSTRSTATE_CONE) add_cone(h, b);
  }
  dense_eliminate(h->L, p->nv, h->stride, p->nv, mjMINVAL);
}

static void make_dense(mjData* d, hessian* h) {
  const problem* p = h->p;
  int nv = p->nv, widest = nv;
  h->stride = dense_stride(nv);
  size_t bytes = sizeof(mjtNum) * nv * h->stride;
  h->H = mj_stackAllocByte(d, bytes, 32);
  h->L = mj_stackAllocByte(d, bytes, 32);
  h->x = mj_stackAllocNum(d, h->stride);
  h->block = p->J.nnz ? mj_stackAllocNum(d, (size_t)widest * widest) : NULL;
  h->cone = p->rows.ncone ? mj_stackAllocNum(d, 6 * (size_t)widest) : NULL;
  if (p->nnz) *p->nnz = nv * nv;
  assemble(h);
  factor(h);
}

// Whether subtracting row i would leave significant rounding errors.
static int is_cancelled(const hessian* h, int i) {
  const problem* p = h->p;
  int n = p->J.nnz ? p->J.nnz[i] : p->nv;
  const mjtNum* J = p->J.value + (p->J.nnz ? (size_t)p->J.adr[i] : (size_t)i * p->nv);
  for (int c = 0; c < n; c++) {
    int j = p->J.nnz ? p->J.col[p->J.adr[i] + c] : c;
    mjtNum left = h->H[(size_t)j * (h->stride + 1)];
    if (p->rows.D[i] * J[c] * J[c] > max_cancellation * left) return 1;
  }
  return 0;
}

// Add rows that have become quadratic, subtract those that are no longer.
static void change_rows(hessian* h, const int* old_state) {
  const problem* p = h->p;
  int nleft = 0;
  for (int i = 0; i < p->rows.n; i++) {
    int was = is_quadratic(old_state[i]), is = is_quadratic(p->state[i]);
    h->D[i] = (is - was) * p->rows.D[i];
    nleft += was > is;
  }
  add_rows(h);
  for (int i = 0; nleft && i < p->rows.n; i++) {
    if (h->D[i] < 0 && is_cancelled(h, i)) {
      assemble(h);
      return;
    }
  }
}

// --- dense or sparse ----------------------------------------------------------------------------

hessian hessian_make(mjData* d, const problem* p) {
  hessian h = {.p = p, .is_sparse = p->J.nnz && p->nv > MAXDENSE};
  h.D = mj_stackAllocNum(d, p->rows.n);
  if (!h.is_sparse) {
    make_dense(d, &h);
    return h;
  }
  h.sparse = mj_stackAllocByte(d, sizeof(multifrontal), sizeof(void*));
  *h.sparse = multifrontal_make(d, p);
  h.changes = low_rank_make(d, h.sparse);
  if (p->nnz) *p->nnz = h.sparse->nnz;
  weigh_rows(&h);
  multifrontal_factor(h.sparse, h.D);
  return h;
}

// Cones have other Hessians with every change; else few rows are told apart from what is factored.
static void update_sparse(hessian* h, const int* old_state, int ncone) {
  if (!ncone && low_rank_change(&h->changes, old_state)) return;
  weigh_rows(h);
  multifrontal_factor(h->sparse, h->D);
  low_rank_forget(&h->changes);
}

int hessian_update(hessian* h, const int* old_state) {
  const problem* p = h->p;
  int nchange = 0, ncone = 0;
  for (int i = 0; i < p->rows.n; i++) {
    nchange += is_quadratic(old_state[i]) != is_quadratic(p->state[i]);
    ncone += p->state[i] == mjCNSTRSTATE_CONE || old_state[i] == mjCNSTRSTATE_CONE;
  }
  if (!nchange && !ncone) return 0;
  if (h->is_sparse) {
    update_sparse(h, old_state, ncone);
  } else {
    if (nchange) change_rows(h, old_state);
    factor(h);
  }
  return nchange + ncone;
}

void hessian_solve(const hessian* h, mjtNum* x, const mjtNum* b) {
  if (h->is_sparse) {
    low_rank_solve(&h->changes, x, b);
    return;
  }
  int nv = h->p->nv;
  vec_copy(h->x, b, nv);
  dense_solve_first(h->x, h->L, nv, h->stride, nv);
  dense_solve_second(h->x, h->L, nv, h->stride, nv);
  vec_copy(x, h->x, nv);
}
