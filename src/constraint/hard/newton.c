#include "constraint/hard/newton.h"

#include "constraint/hard/admm.h"
#include "constraint/hard/cone.h"
#include "constraint/hard/lu.h"
#include "math/cholesky.h"
#include "math/dense.h"

hard_newton hard_newton_make(mjData* d, const hard_problem* p, const mjtNum* step) {
  size_t n = (size_t)p->n, nblock = (size_t)p->nblock;
  return (hard_newton){.p = p,
                       .step = step,
                       .mode = mj_stackAllocByte(d, sizeof(hard_mode) * nblock, sizeof(int)),
                       .slide = mj_stackAllocByte(d, sizeof(hard_slide) * nblock, sizeof(mjtNum)),
                       .matrix = mj_stackAllocNum(d, n * n),
                       .columns = mj_stackAllocNum(d, HARD_MOST * n),
                       .y = mj_stackAllocNum(d, n),
                       .df = mj_stackAllocNum(d, n),
                       .pivot = mj_stackAllocInt(d, n)};
}

// The w_c are the remaining columns of the Householder reflection that maps e_1 to -u or u.
static hard_slide slide_of(const hard_block* b, const mjtNum* x, mjtNum step) {
  hard_slide k;
  int n = b->dim - 1;
  mjtNum r = hard_length(x + 1, n), s = -b->size * x[0] / r, h[HARD_MOST], hh;
  for (int i = 1; i <= n; i++) h[i] = k.u[i] = x[i] / r;
  mjtNum sign = h[1] < 0 ? -1 : 1;
  h[1] += sign;
  hh = 1 / (1 + fabs(k.u[1]));  // 2 / |h|^2
  for (int c = 1; c < n; c++) {
    for (int i = 1; i <= n; i++) k.across[c][i] = (i == c + 1) - hh * h[i] * h[c + 1];
  }
  k.give = s > 0 ? (1 - s) * step / s : 1e12 * step;
  return k;
}

// Number of unknowns of a block in the given state.
static int unknowns(const hard_block* b, hard_mode mode) {
  if (mode == HARD_OPEN) return 0;
  return mode == HARD_STICK ? b->dim : b->dim - 1;
}

// Multiply a row of D with T (see reduce_block), written from `to` on.  Returns the number of
// entries.
static int reduce_row(const hard_newton* a, const mjtNum* row, mjtNum* to) {
  const hard_problem* p = a->p;
  int n = 0;
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    const mjtNum* part = row + b->row;
    hard_mode mode = a->mode[b - p->block];
    if (mode == HARD_STICK) {
      for (int i = 0; i < b->dim; i++) to[n++] = part[i];
    } else if (mode == HARD_SLIDE) {
      const hard_slide* k = a->slide + (b - a->p->block);
      mjtNum along = 0;
      for (int i = 1; i < b->dim; i++) along += k->u[i] * part[i];
      to[n++] = part[0] - b->size * along;
      for (int c = 1; c < b->dim - 1; c++) {
        mjtNum s = 0;
        for (int i = 1; i < b->dim; i++) s += k->across[c][i] * part[i];
        to[n++] = s;
      }
    }
  }
  return n;
}

// Rows of one block in the reduced system, from row `first` on: W'(D + R) T plus the sliding term;
// right-hand side -W'r.
static void reduce_block(hard_newton* a, const hard_point* at, const hard_block* b, int first,
                         int stride) {
  const hard_problem* p = a->p;
  hard_mode mode = a->mode[b - p->block];
  mjtNum* to = a->matrix + (size_t)first * stride;
  if (mode == HARD_STICK) {
    for (int i = 0; i < b->dim; i++) {
      int row = b->row + i;
      reduce_row(a, p->D + (size_t)row * p->n, to + (size_t)i * stride);
      to[(size_t)i * stride + first + i] += p->R[row];
      a->y[first + i] = -at->r[row];
    }
    return;
  }
  const hard_slide* k = a->slide + (b - a->p->block);
  for (int i = 0; i < b->dim; i++) {
    reduce_row(a, p->D + (size_t)(b->row + i) * p->n, i ? a->columns + (size_t)i * p->n : to);
  }
  to[first] += p->R[b->row];
  a->y[first] = -at->r[b->row];
  for (int c = 1; c < b->dim - 1; c++) {
    mjtNum* row = to + (size_t)c * stride;
    vec_zero(row, stride);
    a->y[first + c] = 0;
    for (int i = 1; i < b->dim; i++) {
      vec_axpy(row, k->across[c][i], a->columns + (size_t)i * p->n, stride);
      a->y[first + c] -= k->across[c][i] * at->r[b->row + i];
    }
    row[first + c] += p->R[b->row + 1] + k->give;
  }
}

// Impulse changes from the unknowns.
static void expand(hard_newton* a, const mjtNum* y) {
  const hard_problem* p = a->p;
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    mjtNum* df = a->df + b->row;
    hard_mode mode = a->mode[b - p->block];
    if (mode == HARD_OPEN) {
      vec_zero(df, b->dim);
    } else if (mode == HARD_STICK) {
      vec_copy(df, y, b->dim);
    } else {
      const hard_slide* k = a->slide + (b - a->p->block);
      df[0] = y[0];
      for (int i = 1; i < b->dim; i++) {
        df[i] = -b->size * k->u[i] * y[0];
        for (int c = 1; c < b->dim - 1; c++) df[i] += k->across[c][i] * y[c];
      }
    }
    y += unknowns(b, mode);
  }
}

// dx of a block from its changes of impulses df and of velocities dv = (D + R) df:
//   stick  dx = -S df;   open  dx = r + dv;
//   slide  dx_n = -S df_n; tangential, across u: -S/s times df; along u: r + dv - size dx_n
static void block_step(const hard_newton* a, const hard_point* at, const hard_block* b,
                       const mjtNum* dv, mjtNum* dx) {
  const mjtNum *df = a->df + b->row, *r = at->r + b->row, *step = a->step + b->row;
  hard_mode mode = a->mode[b - a->p->block];
  if (mode != HARD_SLIDE) {
    for (int i = 0; i < b->dim; i++) dx[i] = mode == HARD_STICK ? -step[i] * df[i] : r[i] + dv[i];
    return;
  }
  const hard_slide* k = a->slide + (b - a->p->block);
  mjtNum along = 0, f_along = 0;
  dx[0] = -step[0] * df[0];
  for (int i = 1; i < b->dim; i++) {
    along += k->u[i] * (r[i] + dv[i]);
    f_along += k->u[i] * df[i];
  }
  along -= b->size * dx[0];
  for (int i = 1; i < b->dim; i++) {
    mjtNum across = df[i] - f_along * k->u[i];
    dx[i] = along * k->u[i] - (k->give + step[0]) * across;  // S / s = give + S
  }
}

static void solve_reduced(const hard_newton* a, mjtNum* x, int n) {
  if (a->symmetric) {
    chol_solve(x, a->matrix, x, n);
  } else {
    lu_pivoted_substitute(a->matrix, a->pivot, x, n);
  }
}

// r = (D + R) x
static void multiply(const hard_newton* a, const mjtNum* x, mjtNum* r) {
  hard_mul(a->p, r, x);
  for (int i = 0; i < a->p->n; i++) r[i] += a->p->R[i] * x[i];
}

// Residual of the reduced equations at a->y, without the ridge.
static void reduced_residual(hard_newton* a, const hard_point* at, mjtNum* left) {
  const hard_problem* p = a->p;
  expand(a, a->y);
  multiply(a, a->df, a->columns);
  const mjtNum* y = a->y;
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    const mjtNum *dv = a->columns + b->row, *r = at->r + b->row;
    hard_mode mode = a->mode[b - p->block];
    int n = unknowns(b, mode);
    for (int i = 0; i < (mode == HARD_STICK ? n : mjMIN(n, 1)); i++) left[i] = -r[i] - dv[i];
    if (mode == HARD_SLIDE) {
      const hard_slide* k = a->slide + (b - a->p->block);
      for (int c = 1; c < n; c++) {
        left[c] = -k->give * y[c];
        for (int i = 1; i < b->dim; i++) left[c] -= k->across[c][i] * (r[i] + dv[i]);
      }
    }
    left += n;
    y += n;
  }
}

// Iterative refinement steps that remove the bias of the ridge.
enum { REFINEMENTS = 1 };

static void refine(hard_newton* a, const hard_point* at, int n) {
  mjtNum* left = a->columns + a->p->n;
  reduced_residual(a, at, left);
  solve_reduced(a, left, n);
  vec_add(a->y, a->y, left, n);
}

int hard_newton_direction(hard_newton* a, const hard_point* at, mjtNum ridge, mjtNum* dx) {
  const hard_problem* p = a->p;
  int n = 0;
  a->symmetric = 1;
  for (int k = 0; k < p->nblock; k++) {
    const hard_block* b = p->block + k;
    const mjtNum* x = at->x + b->row;
    a->mode[k] = hard_mode_of(b, x, a->step[b->row]);
    n += unknowns(b, a->mode[k]);
    if (a->mode[k] != HARD_SLIDE) continue;
    a->slide[k] = slide_of(b, x, a->step[b->row]);
    a->symmetric = 0;
  }
  for (int k = 0, first = 0; k < p->nblock; k++) {
    const hard_block* b = p->block + k;
    int count = unknowns(b, a->mode[k]);
    if (count) reduce_block(a, at, b, first, n);
    first += count;
  }
  for (int i = 0; i < n; i++) a->matrix[(size_t)i * (n + 1)] += ridge;
  if (a->symmetric) {
    chol_factor(a->matrix, n, ridge);
  } else if (!lu_pivoted_factor(a->matrix, a->pivot, n)) {
    return 0;
  }
  solve_reduced(a, a->y, n);
  for (int i = 0; i < REFINEMENTS; i++) refine(a, at, n);
  expand(a, a->y);
  multiply(a, a->df, a->columns);
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    block_step(a, at, b, a->columns + b->row, dx + b->row);
  }
  return isfinite(vec_sum(dx, p->n));
}
