#include "constraint/operator/dual.h"

#include <math.h>

static const mjtNum* row_of(const half_matrix* Y, int i) { return Y->value + Y->adr[i]; }

// Where the diagonal blocks go; returns how many numbers they hold.
static size_t place_blocks(const row_set* rows, size_t* diag) {
  size_t count = 0;
  for (const row_block* b = rows->block; b < rows->block + rows->nblock; b++) {
    int size = b->set == FORCE_CONE ? b->n : b->set == FORCE_PYRAMID ? 2 : 1;
    for (int i = 0; i < b->n; i++) {
      size_t start = count + (size_t)(i / size) * size * size;
      diag[b->begin + i] = start + (size_t)(i % size) * (size + 1);
    }
    count += (size_t)b->n * size;
  }
  return count;
}

// The block whose rows are begin ... begin + n - 1.
static void fill_block(const dual* s, int begin, int n) {
  mjtNum* block = s->block + s->diag[begin];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      const mjtNum *a = row_of(&s->Y, begin + i), *b = row_of(&s->Y, begin + j);
      block[i * n + j] = block[j * n + i] = sparse_dot_run(a, b, s->Y.nnz[begin]);
    }
    block[i * (n + 1)] += s->p->rows.R[begin + i];
  }
}

static void fill_blocks(const dual* s) {
  const row_set* rows = &s->p->rows;
  for (const row_block* b = rows->block; b < rows->block + rows->nblock; b++) {
    int size = b->set == FORCE_CONE ? b->n : b->set == FORCE_PYRAMID ? 2 : 1;
    for (int i = 0; i < b->n; i += size) fill_block(s, b->begin + i, size);
  }
}

// Put the part of y that is held back in its place.
static void release(dual* s) {
  if (s->held < 0) return;
  const int* col = s->Y.col + s->Y.adr[s->held];
  int n = s->Y.nnz[s->held];
  for (int k = 0; k < n; k++) s->y[col[k]] = s->part[k];
  s->held = -1;
}

// Hold the part of y that row i touches.
static inline void hold(dual* s, int i) {
  int group = s->Y.group[i];
  if (group == s->held) return;
  release(s);
  const int* col = s->Y.col + s->Y.adr[group];
  int n = s->Y.nnz[group];
  for (int k = 0; k < n; k++) s->part[k] = s->y[col[k]];
  s->held = group;
}

dual dual_make(mjData* d, const problem* p) {
  int n = p->rows.n, widest = 0;
  dual s = {.p = p, .Y = half_make(d, p), .held = -1};
  for (int i = 0; i < n; i++) widest = mjMAX(widest, s.Y.nnz[i]);
  s.y = mj_stackAllocNum(d, p->nv);
  s.part = mj_stackAllocNum(d, widest);
  s.diag = mj_stackAllocByte(d, sizeof(size_t) * (size_t)n, sizeof(size_t));
  s.block = mj_stackAllocNum(d, place_blocks(&p->rows, s.diag));
  fill_blocks(&s);
  vec_zero(s.y, p->nv);
  for (int i = 0; i < n; i++) {
    if (p->force[i] != 0) dual_change(&s, i, p->force[i]);
  }
  return s;
}

int dual_valid(mjData* d, dual* s) {
  const mjtNum* y = dual_half_forces(s);
  mj_markStack(d);
  mjtNum *expected = mj_stackAllocNum(d, s->p->nv), largest = 1;
  int good = 1;
  vec_zero(expected, s->p->nv);
  for (int i = 0; i < s->Y.nr; i++) {
    sparse_axpy(expected, s->p->force[i], row_of(&s->Y, i), s->Y.col + s->Y.adr[i], s->Y.nnz[i]);
  }
  for (int k = 0; k < s->p->nv; k++) largest = mjMAX(largest, fabs(expected[k]));
  // NaN is no fault of the bookkeeping
  for (int k = 0; k < s->p->nv; k++) good &= !(fabs(y[k] - expected[k]) > 1e-6 * largest);
  mj_freeStack(d);
  return good;
}

mjtNum dual_residual(dual* s, int i) {
  const problem* p = s->p;
  hold(s, i);
  return p->b[i] + p->rows.R[i] * p->force[i] +
         sparse_dot_run(row_of(&s->Y, i), s->part, s->Y.nnz[i]);
}

void dual_change(dual* s, int i, mjtNum delta) {
  hold(s, i);
  vec_axpy(s->part, delta, row_of(&s->Y, i), s->Y.nnz[i]);
}

void dual_changed(dual* s, int i, const mjtNum* old, const mjtNum* f, int n) {
  for (int k = 0; k < n; k++) {
    if (f[k] != old[k]) dual_change(s, i + k, f[k] - old[k]);
  }
}

void dual_block(const dual* s, int i, int n, mjtNum* block) {
  for (int k = 0; k < n; k++) vec_copy(block + k * n, s->block + s->diag[i + k] - k, n);
}

mjtNum* dual_half_forces(dual* s) {
  release(s);
  return s->y;
}

// f' J M^-1 J' f is the square of D^-1/2 L'^-1 J' f.
mjtNum dual_cost(mjData* d, const problem* p) {
  mj_markStack(d);
  mjtNum *x = mj_stackAllocNum(d, p->nv), cost = 0;
  jacobian_tmul(x, &p->J, p->force);
  ldl_solve_first(x, 1, p->LD, p->tree);
  for (int i = 0; i < p->nv; i++) cost += 0.5 * x[i] * x[i] * p->diaginv[i];
  for (int i = 0; i < p->rows.n; i++) {
    cost += p->force[i] * (0.5 * p->rows.R[i] * p->force[i] + p->b[i]);
  }
  mj_freeStack(d);
  return cost;
}

void dual_finish(const problem* p) {
  jacobian_tmul(p->qfrc_constraint, &p->J, p->force);
  vec_copy(p->qacc, p->qfrc_constraint, p->nv);
  ldl_solve(p->qacc, p->LD, p->diaginv, p->tree);
  vec_add(p->qacc, p->qacc, p->qacc_smooth, p->nv);
}
