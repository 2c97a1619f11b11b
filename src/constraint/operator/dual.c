#include "constraint/operator/dual.h"

#include <math.h>

static const mjtNum* row_of(const half_matrix* Y, int i) { return Y->value + Y->adr[i]; }

// Dot product of row i of the matrix with f.
static mjtNum matrix_product(const problem* p, int i, const mjtNum* f) {
  const dual_matrix* AR = &p->AR;
  int n = p->rows.n;
  if (!AR->nnz) return vec_dot(AR->value + (size_t)i * n, f, n);
  return sparse_dot(AR->value + AR->adr[i], AR->col + AR->adr[i], AR->nnz[i], f);
}

// Assign offsets to the diagonal blocks; returns their total size.
static size_t place_blocks(const row_set* rows, size_t* diag) {
  size_t count = 0;
  for (int k = 0; k < rows->nblock; k++) {
    const row_block* b = rows->block + k;
    int size = b->set == FORCE_CONE ? b->n : b->set == FORCE_PYRAMID ? 2 : 1;
    for (int i = 0; i < b->n; i++) {
      size_t start = count + (size_t)(i / size) * size * size;
      diag[b->begin + i] = start + (size_t)(i % size) * (size + 1);
    }
    count += (size_t)b->n * size;
  }
  return count;
}

// Compute the diagonal block of rows begin ... begin + n - 1.
INLINED void fill_block(const dual* s, mjtNum* blocks, int begin, const int n) {
  mjtNum* block = blocks + s->diag[begin];
  const mjtNum* rows = row_of(&s->Y, begin);
  int nnz = s->Y.nnz[begin];
  for (int i = 0; i < n; i++) {
    dual_row_products(block + i * n, rows, rows + i * nnz, nnz, n);
    block[i * (n + 1)] += s->p->rows.R[begin + i];
  }
}

static void fill_blocks(const dual* s, mjtNum* blocks) {
  const row_set* rows = &s->p->rows;
  for (int k = 0; k < rows->nblock; k++) {
    const row_block* b = rows->block + k;
    int size = b->set == FORCE_CONE ? b->n : b->set == FORCE_PYRAMID ? 2 : 1;
    for (int i = b->begin; i < b->begin + b->n; i += size) {
      if (size == 3) {
        fill_block(s, blocks, i, 3);
      } else {
        fill_block(s, blocks, i, size);
      }
    }
  }
}

// Write the buffered part of y back.
static inline void write_back_buffer(dual* s) {
  if (s->held < 0) return;
  jacobian_scatter(s->y, s->part, s->Y.col + s->Y.adr[s->held], s->Y.nnz[s->held]);
  s->held = -1;
}

void dual_hold(dual* s, int i) {
  int group = s->Y.group[i];
  if (group == s->held) return;
  write_back_buffer(s);
  jacobian_gather(s->part, s->y, s->Y.col + s->Y.adr[group], s->Y.nnz[group]);
  s->held = group;
}

// Update s->passed for delta times row i of A, or of Y.
static inline void note_terms(dual* s, int i, mjtNum delta) {
#ifdef NDEBUG
  (void)s, (void)i, (void)delta;
#else
  const dual_matrix* AR = &s->p->AR;
  int n = s->p->rows.n;
  const mjtNum* row =
      !s->residual ? row_of(&s->Y, i) : AR->value + (AR->nnz ? (size_t)AR->adr[i] : (size_t)i * n);
  int nnz = !s->residual ? s->Y.nnz[i] : AR->nnz ? AR->nnz[i] : n;
  for (int k = 0; k < nnz; k++) s->passed = fmax(s->passed, fabs(delta * row[k]));  // not NaN
#endif
}

// The version that keeps the residual b + A f, for a problem with an explicit matrix.
static dual make_with_matrix(mjData* d, const problem* p) {
  const dual_matrix* AR = &p->AR;
  int n = p->rows.n;
  size_t* diag = mj_stackAllocByte(d, sizeof(size_t) * (size_t)n, sizeof(size_t));
  for (int i = 0; i < n; i++) {
    diag[i] = AR->nnz ? (size_t)AR->adr[i] : i * ((size_t)n + 1);
    while (AR->nnz && AR->col[diag[i]] != i) diag[i]++;
  }
  dual s = {.p = p, .diag = diag, .entries = AR->value, .held = -1};
  s.residual = mj_stackAllocNum(d, n);
  for (int i = 0; i < n; i++) {
    s.residual[i] = p->b[i] + matrix_product(p, i, p->force);
    note_terms(&s, i, p->force[i]);
  }
  return s;
}

static dual make_with_half(mjData* d, const problem* p) {
  int n = p->rows.n, widest = 0;
  dual s = {.p = p, .Y = half_make(d, p), .held = -1};
  for (int i = 0; i < n; i++) widest = mjMAX(widest, s.Y.nnz[i]);
  s.y = mj_stackAllocNum(d, p->nv);
  s.part = mj_stackAllocNum(d, widest);
  s.diag = mj_stackAllocByte(d, sizeof(size_t) * (size_t)n, sizeof(size_t));
  mjtNum* blocks = mj_stackAllocNum(d, place_blocks(&p->rows, s.diag));
  fill_blocks(&s, blocks);
  s.entries = blocks;
  vec_zero(s.y, p->nv);
  for (int i = 0; i < n; i++) {
    if (p->force[i] != 0) dual_change(&s, i, p->force[i]);
  }
  return s;
}

dual dual_make(mjData* d, const problem* p) {
  return p->AR.value ? make_with_matrix(d, p) : make_with_half(d, p);
}

int dual_valid(mjData* d, dual* s) {
  const problem* p = s->p;
  int n, good = 1;
  const mjtNum* state = dual_state(s, &n);
  mj_markStack(d);
  mjtNum* expected = mj_stackAllocNum(d, n);
  if (s->residual) {
    for (int i = 0; i < n; i++) expected[i] = p->b[i] + matrix_product(p, i, p->force);
  } else {
    vec_zero(expected, n);
    for (int i = 0; i < s->Y.nr; i++) {
      sparse_axpy(expected, p->force[i], row_of(&s->Y, i), s->Y.col + s->Y.adr[i], s->Y.nnz[i]);
    }
  }
  for (int i = 0; i < p->rows.n; i++) note_terms(s, i, p->force[i]);
  mjtNum largest = mjMAX(1, s->passed);
  for (int k = 0; s->residual && k < n; k++) largest = fmax(largest, fabs(p->b[k]));
  // a NaN does not violate the bookkeeping
  for (int k = 0; k < n; k++) good &= !(fabs(state[k] - expected[k]) > 1e-6 * largest);
  mj_freeStack(d);
  return good;
}

mjtNum dual_residual(dual* s, int i) {
  const problem* p = s->p;
  if (s->residual) return s->residual[i];
  dual_hold(s, i);
  return p->b[i] + p->rows.R[i] * p->force[i] +
         sparse_dot_run(row_of(&s->Y, i), s->part, s->Y.nnz[i]);
}

// A is symmetric: its columns equal its rows.
static void follow_with_matrix(dual* s, int i, mjtNum delta) {
  const dual_matrix* AR = &s->p->AR;
  int n = s->p->rows.n;
  if (AR->nnz) {
    int adr = AR->adr[i];
    sparse_axpy(s->residual, delta, AR->value + adr, AR->col + adr, AR->nnz[i]);
  } else {
    vec_axpy(s->residual, delta, AR->value + (size_t)i * n, n);
  }
}

static inline void change(dual* s, int i, mjtNum delta) {
  note_terms(s, i, delta);
  if (s->residual) {
    follow_with_matrix(s, i, delta);
    return;
  }
  dual_hold(s, i);
  vec_axpy(s->part, delta, row_of(&s->Y, i), s->Y.nnz[i]);
}

void dual_change(dual* s, int i, mjtNum delta) { change(s, i, delta); }

void dual_changed(dual* s, int i, const mjtNum* old, const mjtNum* f, int n) {
  for (int k = 0; k < n; k++) {
    if (f[k] != old[k]) change(s, i + k, f[k] - old[k]);
  }
}

mjtNum* dual_state(dual* s, int* n) {
  *n = s->residual ? s->p->rows.n : s->p->nv;
  if (s->residual) return s->residual;
  write_back_buffer(s);
  return s->y;
}

// With residuals r: 1/2 (f - f0)' (r + r0).  With y: 1/2 (y + y0)' (y - y0) + (f - f0)' (R (f + f0)
// / 2 + b).
mjtNum dual_cost_change(dual* s, const mjtNum* f0, const mjtNum* state0) {
  const problem* p = s->p;
  const mjtNum* f = p->force;
  int n;
  const mjtNum* state = dual_state(s, &n);
  mjtNum change = 0;
  if (s->residual) {
    for (int i = 0; i < n; i++) change += 0.5 * (f[i] - f0[i]) * (state[i] + state0[i]);
    return change;
  }
  for (int i = 0; i < n; i++) change += 0.5 * (state[i] + state0[i]) * (state[i] - state0[i]);
  for (int i = 0; i < p->rows.n; i++) {
    change += (f[i] - f0[i]) * (0.5 * p->rows.R[i] * (f[i] + f0[i]) + p->b[i]);
  }
  return change;
}

static mjtNum cost_with_matrix(const problem* p) {
  mjtNum cost = 0;
  for (int i = 0; i < p->rows.n; i++) {
    if (p->force[i] == 0) continue;
    cost += p->force[i] * (0.5 * matrix_product(p, i, p->force) + p->b[i]);
  }
  return cost;
}

// f' J M^-1 J' f is, where there is L, the squared length of D^-1/2 L'^-1 J' f.
mjtNum dual_cost(mjData* d, const problem* p) {
  if (p->AR.value) return cost_with_matrix(p);
  mj_markStack(d);
  mjtNum *x = mj_stackAllocNum(d, p->nv), cost = 0;
  jacobian_tmul(x, &p->J, p->force);
  if (!p->LD) {
    mjtNum* y = mj_stackAllocNum(d, p->nv);
    multifrontal_solve(p->coupled, y, x);
    cost += 0.5 * vec_dot(x, y, p->nv);
  } else {
    ldl_solve_first(x, 1, p->LD, p->tree);
    for (int i = 0; i < p->nv; i++) cost += 0.5 * x[i] * x[i] * p->diaginv[i];
  }
  for (int i = 0; i < p->rows.n; i++) {
    cost += p->force[i] * (0.5 * p->rows.R[i] * p->force[i] + p->b[i]);
  }
  mj_freeStack(d);
  return cost;
}

void dual_finish(const problem* p) {
  jacobian_tmul(p->qfrc_constraint, &p->J, p->force);
  vec_copy(p->qacc, p->qfrc_constraint, p->nv);
  inertia_solve(p, p->qacc);
  vec_add(p->qacc, p->qacc, p->qacc_smooth, p->nv);
}
