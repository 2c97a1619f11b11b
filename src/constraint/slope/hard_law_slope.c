// With dw = dv + D df + R df the change of the velocities that enter the law of a block:
//   bilateral, inside a box, closed, sticking:     dw = 0
//   separated, at the bound of a box:              df = 0
//   sliding, e = w_t / |w_t|:  df_t = -mu (e df_n + f_n (1 - e e')/|w_t| dw_t), and
//                              dw_n = 0 (NCP), dw_n = mu e . dw_t (CCP).
// There are as many equations as impulses.  With redundant rows they determine only the motion: a
// small ridge selects one solution for the impulses, and reveals contradictory motion.
//
// Barrier model: w + kappa F'(f) + D phi(u) = 0 with u = D f + b, phi = kappa (-log u)' of normals:
//   (D + R + kappa F'' + D phi' D) df = -(1 + D phi') dv.
#include "constraint/slope/hard_law_slope.h"

#include <engine/base.h>

#include "constraint/hard/barrier.h"
#include "constraint/hard/cone.h"
#include "constraint/hard/lu.h"
#include "math/dense.h"

// Ridge, for rows with a diagonal of 1; fraction of a change that it may absorb.
static const mjtNum ridge = 1e-10, hidden = 1e-6;

// Contacts with friction this close to the bound count as sliding, see hard/note.c.
static const mjtNum at_bound = 1 - 1e-9;

typedef enum { STUCK, FREE, SLIDING } block_way;

static block_way way_of(const hard_block* b, const mjtNum* f) {
  switch (b->kind) {
    case HARD_BILATERAL: return STUCK;
    case HARD_BOX: return b->size > 0 && fabs(f[0]) < b->size ? STUCK : FREE;
    case HARD_RAY: return f[0] > 0 ? STUCK : FREE;
    default: break;
  }
  if (!(f[0] > 0)) return FREE;
  return hard_length(f + 1, b->dim - 1) < at_bound * b->size * f[0] ? STUCK : SLIDING;
}

// Row r of the equations: Cw is the coefficient of dw, Cf that of df, within the block.
typedef struct {
  mjtNum w[HARD_MOST][HARD_MOST], f[HARD_MOST][HARD_MOST];
} block_law;

static void sliding_law(const hard_solution* s, const hard_block* b, block_law* law) {
  int n = b->dim;
  const mjtNum *w = s->v + b->row, *f = s->f + b->row;
  mjtNum speed = hard_length(w + 1, n - 1), mu = b->size, e[HARD_MOST] = {0};
  // the force gives the sliding direction where the velocity is zero
  mjtNum size = hard_length(f + 1, n - 1);
  for (int i = 1; i < n; i++) e[i] = speed > mjMINVAL ? w[i] / speed : size > 0 ? -f[i] / size : 0;
  law->w[0][0] = 1;
  for (int i = 1; i < n; i++) {
    if (!s->ncp) law->w[0][i] = -mu * e[i];
    law->f[i][i] = 1;
    law->f[i][0] = mu * e[i];
    for (int k = 1; k < n; k++) {
      law->w[i][k] = mu * f[0] * ((i == k) - e[i] * e[k]) / fmax(mjMINVAL, speed);
    }
  }
}

static block_law law_of(const hard_solution* s, const hard_block* b) {
  block_law law = {{{0}}, {{0}}};
  block_way way = way_of(b, s->f + b->row);
  if (way == SLIDING) {
    sliding_law(s, b, &law);
    return law;
  }
  for (int i = 0; i < b->dim; i++) {
    if (way == STUCK) law.w[i][i] = 1;
    if (way == FREE) law.f[i][i] = 1;
  }
  return law;
}

// K = Cw (D + R) + Cf, and Y = -Cw V.
static void add_block(const hard_solution* s, const hard_block* b, const mjtNum* D, mjtNum* K,
                      const mjtNum* V, mjtNum* Y, int width) {
  int n = s->p->n;
  block_law law = law_of(s, b);
  for (int i = 0; i < b->dim; i++) {
    mjtNum* row = K + (size_t)(b->row + i) * n;
    for (int k = 0; k < b->dim; k++) {
      int at = b->row + k;
      if (law.w[i][k] != 0) {
        vec_axpy(row, law.w[i][k], D + (size_t)at * n, n);
        row[at] += law.w[i][k] * (s->p->R[at] + ridge);
        vec_axpy(Y + (size_t)(b->row + i) * width, -law.w[i][k], V + (size_t)at * width, width);
      }
      row[at] += law.f[i][k];
    }
  }
}

// --- barrier ------------------------------------------------------------------------------------

static int has_effect(const hard_block* b, const mjtNum* D, int n) {
  return b->kind == HARD_BILATERAL || D[(size_t)b->row * (n + 1)] > 0;
}

void hard_barrier_slopes(const hard_solution* s, const mjtNum* D, mjtNum* first, mjtNum* second) {
  const hard_problem* p = s->p;
  if (first) vec_zero(first, p->n);
  vec_zero(second, p->n);
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    if ((b->kind != HARD_RAY && b->kind != HARD_CONE) || !has_effect(b, D, p->n)) continue;
    mjtNum u = s->v[b->row] - p->R[b->row] * s->f[b->row];
    if (first) first[b->row] = -s->kappa / u;
    second[b->row] = s->kappa / (u * u);
  }
}

static void barrier_equations(mjData* d, const hard_solution* s, const mjtNum* D, mjtNum* K,
                              const mjtNum* V, mjtNum* Y, int width) {
  const hard_problem* p = s->p;
  size_t n = p->n;
  mjtNum* bend = mj_stackAllocNum(d, n);
  hard_barrier_slopes(s, D, NULL, bend);
  memcpy(K, D, sizeof(mjtNum) * n * n);
  vec_scale(Y, V, -1, (int)n * width);
  for (size_t i = 0; i < n; i++) {
    K[i * (n + 1)] += p->R[i];
    for (size_t k = 0; k < n; k++) {
      if (bend[k] == 0) continue;
      vec_axpy(K + i * n, D[i * n + k] * bend[k], D + k * n, (int)n);
      vec_axpy(Y + i * (size_t)width, -D[i * n + k] * bend[k], V + k * (size_t)width, width);
    }
  }
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    mjtNum H[HARD_MOST * HARD_MOST] = {0};
    if (has_effect(b, D, p->n)) {
      hard_barrier_block_hessian(b, s->f + b->row, H);
      for (int i = 0; i < b->dim * b->dim; i++) {
        K[(size_t)(b->row + i / b->dim) * n + (size_t)(b->row + i % b->dim)] += s->kappa * H[i];
      }
      continue;
    }
    for (int i = b->row; i < b->row + b->dim; i++) K[(size_t)i * (n + 1)] += 1;
  }
}

// --- all ----------------------------------------------------------------------------------------

// Whether the ridge has absorbed only a negligible part of a column.
static int is_consistent(const hard_solution* s, const mjtNum* x, const mjtNum* V, int width) {
  mjtNum most = 0, taken = 0;
  for (int i = 0; i < s->p->n; i++) {
    most = fmax(most, fabs(V[(size_t)i * width]));
    taken = fmax(taken, fabs(ridge * x[i]));
  }
  return isfinite(taken) && taken <= hidden * most;
}

int hard_impulse_slopes(mjData* d, const hard_solution* s, const mjtNum* D, const mjtNum* more,
                        mjtNum* V, int width) {
  size_t n = s->p->n;
  mj_markStack(d);
  mjtNum *K = mj_stackAllocNum(d, n * n), *Y = mj_stackAllocNum(d, n * (size_t)width + 1);
  mjtNum* x = mj_stackAllocNum(d, n);
  int* pivot = mj_stackAllocInt(d, n);
  memset(K, 0, sizeof(mjtNum) * n * n);
  memset(Y, 0, sizeof(mjtNum) * n * (size_t)width);
  if (s->kappa > 0) {
    barrier_equations(d, s, D, K, V, Y, width);
  } else {
    for (const hard_block* b = s->p->block; b < s->p->block + s->p->nblock; b++) {
      add_block(s, b, D, K, V, Y, width);
    }
  }
  if (more) vec_sub(Y, Y, more, (int)n * width);
  int known = lu_pivoted_factor(K, pivot, (int)n);
  for (int c = 0; known && c < width; c++) {
    for (size_t i = 0; i < n; i++) x[i] = Y[i * (size_t)width + (size_t)c];
    lu_pivoted_substitute(K, pivot, x, (int)n);
    if (!(s->kappa > 0)) known = is_consistent(s, x, V + c, width);
    for (size_t i = 0; i < n; i++) V[i * (size_t)width + (size_t)c] = x[i];
  }
  mj_freeStack(d);
  return known;
}
