#include "constraint/hard/sweep.h"

#include "constraint/hard/cone.h"
#include "constraint/hard/note.h"
#include "math/cholesky.h"
#include "math/dense.h"

// Number of sweeps in which the natural map should halve; sweeps after which velocities are
// recomputed.
enum { PATIENCE = 20, REFRESH = 50 };

// Added to the block of an equality before inversion, relative to its diagonal: nearly redundant
// rows (two connects that form a hinge) then get small impulses instead of huge ones.
static const mjtNum joint_ridge = 1e-6;

typedef struct {
  const hard_problem* p;
  mjtNum* f;
  mjtNum* v;       // (D + R) f + b; without D only computed at the end of the sweeps
  mjtNum* diag;    // diagonal block of D + R of each block, HARD_MOST^2 apart
  mjtNum* factor;  // factors of bilateral blocks, including the ridge
} state;

static state state_make(mjData* d, const hard_problem* p, mjtNum* f) {
  size_t blocks = (size_t)p->nblock * HARD_MOST * HARD_MOST;
  state s = {p, f, mj_stackAllocNum(d, p->n), mj_stackAllocNum(d, blocks), NULL};
  s.factor = mj_stackAllocNum(d, blocks);
  for (int k = 0; k < p->nblock; k++) {
    const hard_block* b = p->block + k;
    mjtNum *A = s.diag + (size_t)k * HARD_MOST * HARD_MOST, most = 0;
    mjtNum* L = s.factor + (size_t)k * HARD_MOST * HARD_MOST;
    hard_diagonal_block(p, b, A);
    if (b->kind != HARD_BILATERAL) continue;
    for (int i = 0; i < b->dim; i++) most = mjMAX(most, A[i * (b->dim + 1)]);
    vec_copy(L, A, b->dim * b->dim);
    for (int i = 0; i < b->dim; i++) L[i * (b->dim + 1)] += joint_ridge * (most > 0 ? most : 1);
    chol_factor(L, b->dim, mjMINVAL);
  }
  return s;
}

// Velocities after sweep i: from p->w = Z'f, which is updated as impulses change, or from scratch
// every REFRESH sweeps (hard_velocity also computes p->w).
static void refresh(state* s, int i) {
  const hard_problem* p = s->p;
  if (i % REFRESH == REFRESH - 1) {
    hard_velocity(p, s->v, s->f);
  } else if (!p->D) {
    jacobian_mul(s->v, &p->Z, p->w);
    for (int k = 0; k < p->n; k++) s->v[k] += p->R[k] * s->f[k] + p->b[k];
  }
}

static mjtNum row_dot(const jacobian* Z, int i, const mjtNum* x) {
  if (!Z->nnz) return vec_dot(Z->value + (size_t)i * Z->nc, x, Z->nc);
  return sparse_dot(Z->value + Z->adr[i], Z->col + Z->adr[i], Z->nnz[i], x);
}

static void row_axpy(const jacobian* Z, int i, mjtNum a, mjtNum* x) {
  if (!Z->nnz) {
    vec_axpy(x, a, Z->value + (size_t)i * Z->nc, Z->nc);
  } else {
    sparse_axpy(x, a, Z->value + Z->adr[i], Z->col + Z->adr[i], Z->nnz[i]);
  }
}

static void block_velocity(const state* s, const hard_block* b, mjtNum* v) {
  const hard_problem* p = s->p;
  for (int i = 0; i < b->dim; i++) {
    int row = b->row + i;
    v[i] = p->D ? s->v[row] : row_dot(&p->Z, row, p->w) + p->R[row] * s->f[row] + p->b[row];
  }
}

// The block's impulses become f + w (x - f).
static void block_move(state* s, const hard_block* b, const mjtNum* x, mjtNum w) {
  const hard_problem* p = s->p;
  for (int i = 0; i < b->dim; i++) {
    int row = b->row + i;
    mjtNum change = w * (x[i] - s->f[row]);
    if (change == 0) continue;
    s->f[row] += change;
    if (p->D) {
      vec_axpy(s->v, change, p->D + (size_t)row * p->n, p->n);  // D is symmetric
      s->v[row] += p->R[row] * change;
    } else {
      row_axpy(&p->Z, row, change, p->w);
    }
  }
}

// A single row: v = A f + ..., projected onto the set of its block.
static void scalar_rule(const hard_block* b, mjtNum A, mjtNum v, mjtNum* f) {
  if (!(A > 0)) return;
  f[0] -= v / A;
  hard_project_block(b, f);
}

static void one_block(state* s, int k, const hard_options* o, const hard_scheme* scheme, mjtNum w) {
  const hard_block* b = s->p->block + k;
  const mjtNum* A = s->diag + (size_t)k * HARD_MOST * HARD_MOST;
  mjtNum v[HARD_ROOM], x[HARD_ROOM], own[HARD_ROOM];
  block_velocity(s, b, v);
  vec_copy(x, s->f + b->row, b->dim);
  if (b->kind == HARD_BILATERAL) {
    chol_solve(own, s->factor + (size_t)k * HARD_MOST * HARD_MOST, v, b->dim);
    vec_sub(x, x, own, b->dim);
  } else if (b->kind != HARD_CONE) {
    scalar_rule(b, A[0], v[0], x);
  } else {
    mju_mulMatVec(own, A, x, b->dim, b->dim);
    hard_contact c = {b->dim, b->size, A, own, 0, o->tolerance, o->inner};
    if (scheme->correction) c.correction = hard_correction(b, v);
    for (int i = 0; i < b->dim; i++) own[i] = v[i] - own[i];
    scheme->rule(&c, x);
  }
  block_move(s, b, x, w);
}

static mjtNum energy(const state* s) {
  mjtNum sum = 0;
  for (int i = 0; i < s->p->n; i++) sum += 0.5 * s->f[i] * (s->v[i] + s->p->b[i]);
  return sum;
}

// Relaxation factor: decreases when the natural map has stopped halving.
typedef struct {
  mjtNum omega, mark;
  int waited;
} relaxation;

static void relax(relaxation* r, const hard_options* o, mjtNum natural_map) {
  if (natural_map <= 0.5 * r->mark) {
    r->mark = natural_map;
    r->waited = 0;
  } else if (++r->waited > PATIENCE) {
    r->omega = mjMAX(o->omega_min, o->decay * r->omega);
  }
}

void hard_sweep(mjData* d, const hard_problem* p, const hard_options* o, const hard_scheme* scheme,
                mjtNum* f, hard_result* result) {
  mj_markStack(d);
  state s = state_make(d, p, f);
  relaxation r = {.omega = o->omega};
  hard_velocity(p, s.v, f);
  r.mark = result->natural_map = hard_natural_map(p, f, s.v, scheme->ncp);
  mjtNum before = energy(&s);
  result->solved = result->natural_map <= o->tolerance;
  for (int i = 0; i < o->iterations && !result->solved; i++) {
    for (int k = 0; k < p->nblock; k++) {
      if (p->block[k].dim >= scheme->least_dim) one_block(&s, k, o, scheme, r.omega);
    }
    refresh(&s, i);
    result->natural_map = hard_natural_map(p, f, s.v, scheme->ncp);
    hard_residual left = {.natural_map = result->natural_map};
    if (hard_records(result)) left.dual = hard_dual_residual(p, s.v, scheme->ncp);
    hard_note(result, p, f, left);
    result->solved = result->natural_map <= o->tolerance;
    mjtNum after = energy(&s);
    if (scheme->by_energy && fabs(after - before) < o->tolerance) break;
    before = after;
    relax(&r, o, result->natural_map);
  }
  mj_freeStack(d);
}
