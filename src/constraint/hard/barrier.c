#include "constraint/hard/barrier.h"

#include "constraint/hard/cone.h"
#include "constraint/hard/note.h"
#include "math/cholesky.h"
#include "math/dense.h"

// Data of one evaluation.
typedef struct {
  const hard_problem* p;
  mjtNum kappa;
  mjtNum delta;  // below this velocity the logarithm is continued by its second-order expansion
  mjtNum *v, *g, *gv, *hv, *H;
} barrier;

// Whether the block has a normal row with nonzero diagonal.
static int has_normal(const hard_problem* p, const hard_block* b) {
  return (b->kind == HARD_RAY || b->kind == HARD_CONE) && p->D[(size_t)b->row * (p->n + 1)] > 0;
}

static int is_frozen(const hard_problem* p, const hard_block* b) {
  return b->kind != HARD_BILATERAL && !(p->D[(size_t)b->row * (p->n + 1)] > 0);
}

// -log w with first and second derivative; below delta its second-order expansion.
static mjtNum log_barrier(mjtNum w, mjtNum delta, mjtNum* slope, mjtNum* bend) {
  if (w >= delta) {
    *slope = -1 / w;
    *bend = 1 / (w * w);
    return -log(w);
  }
  mjtNum e = (w - delta) / delta;
  *slope = (e - 1) / delta;
  *bend = 1 / (delta * delta);
  return -log(delta) - e + 0.5 * e * e;
}

static int block_inside(const hard_block* b, const mjtNum* f) {
  switch (b->kind) {
    case HARD_BILATERAL: return 1;
    case HARD_BOX: return fabs(f[0]) < b->size;
    case HARD_RAY: return f[0] > 0;
    default: return f[0] > 0 && hard_length(f + 1, b->dim - 1) < b->size * f[0];
  }
}

static int is_inside(const hard_problem* p, const mjtNum* f) {
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    if (!is_frozen(p, b) && !block_inside(b, f + b->row)) return 0;
  }
  return 1;
}

// F / kappa of a block; its gradient and Hessian (dim x dim) are added to g and H.
static mjtNum cone_barrier(const hard_block* b, const mjtNum* f, mjtNum* g, mjtNum* H) {
  int n = b->dim;
  mjtNum mu2 = b->size * b->size, q = mu2 * f[0] * f[0], w[HARD_MOST];
  w[0] = 2 * mu2 * f[0];
  for (int i = 1; i < n; i++) {
    q -= f[i] * f[i];
    w[i] = -2 * f[i];
  }
  for (int i = 0; i < n; i++) {
    g[i] -= w[i] / q;
    for (int j = 0; j < n; j++) H[i * n + j] += w[i] * w[j] / (q * q);
    H[i * (n + 1)] -= (i ? -2 : 2 * mu2) / q;
  }
  g[0] -= 1 / f[0];
  H[0] += 1 / (f[0] * f[0]);
  return -log(f[0]) - log(q);
}

static mjtNum block_barrier(const hard_block* b, const mjtNum* f, mjtNum* g, mjtNum* H) {
  mjtNum up, down;
  switch (b->kind) {
    case HARD_BILATERAL: return 0;
    case HARD_CONE: return cone_barrier(b, f, g, H);
    case HARD_RAY:
      g[0] -= 1 / f[0];
      H[0] += 1 / (f[0] * f[0]);
      return -log(f[0]);
    case HARD_BOX:
      up = b->size - f[0];
      down = b->size + f[0];
      g[0] += 1 / up - 1 / down;
      H[0] += 1 / (up * up) + 1 / (down * down);
      return -log(up) - log(down);
  }
  return 0;
}

void hard_barrier_block_hessian(const hard_block* b, const mjtNum* f, mjtNum* H) {
  mjtNum g[HARD_MOST] = {0};
  block_barrier(b, f, g, H);
}

// The objective; with `derivatives`, also g and H.
static mjtNum evaluate(barrier* s, const mjtNum* f, int derivatives) {
  const hard_problem* p = s->p;
  int n = p->n;
  mjtNum sum = 0, value = 0;
  hard_mul(p, s->v, f);
  for (int i = 0; i < n; i++) {
    sum += f[i] * (0.5 * (s->v[i] + p->R[i] * f[i]) + p->b[i]);
    s->v[i] += p->b[i];
    s->g[i] = s->v[i] + p->R[i] * f[i];
  }
  if (derivatives && n) {
    memcpy(s->H, p->D, sizeof(mjtNum) * n * n);
    for (int i = 0; i < n; i++) s->H[(size_t)i * (n + 1)] += p->R[i];
    vec_zero(s->hv, n);
  }
  vec_zero(s->gv, n);
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    mjtNum g[HARD_MOST] = {0}, H[HARD_MOST * HARD_MOST] = {0}, bend;
    int row = b->row;
    if (is_frozen(p, b)) {
      if (derivatives) {
        for (int i = row; i < row + b->dim; i++) s->H[(size_t)i * (n + 1)] += 1;
      }
      continue;
    }
    if (has_normal(p, b)) {
      value += log_barrier(s->v[row], s->delta, s->gv + row, &bend);
      s->gv[row] *= s->kappa;
      if (derivatives) s->hv[row] = s->kappa * bend;
    }
    value += block_barrier(b, f + row, g, H);
    for (int i = 0; i < b->dim; i++) {
      s->g[row + i] += s->kappa * g[i];
      for (int j = 0; j < b->dim && derivatives; j++) {
        s->H[(size_t)(row + i) * n + row + j] += s->kappa * H[i * b->dim + j];
      }
    }
  }
  if (derivatives) mat_sqr_add(s->H, p->D, s->hv, n, n);
  return sum + s->kappa * value;
}

// g += D V'(v), after evaluate.
static void finish_gradient(barrier* s, mjtNum* scratch) {
  hard_mul(s->p, scratch, s->gv);
  vec_add(s->g, s->g, scratch, s->p->n);
}

static mjtNum largest(const mjtNum* x, int n) {
  mjtNum most = 0;
  for (int i = 0; i < n; i++) most = mjMAX(most, fabs(x[i]));
  return most;
}

// Smallest normal velocity; infinite without normals.
static mjtNum least_velocity(const barrier* s) {
  mjtNum least = HUGE_VAL;
  for (const hard_block* b = s->p->block; b < s->p->block + s->p->nblock; b++) {
    if (has_normal(s->p, b)) least = mjMIN(least, s->v[b->row]);
  }
  return least;
}

// armijo: required fraction of the predicted decrease.  rounding: Newton decrements relative to the
// energy that are rounding error.  smallest: the same for gradients.  shrink, narrow: factors from
// one stage to the next of kappa and of delta.
static const mjtNum armijo = 1e-4, rounding = 1e-14, smallest = 1e-26, shrink = 0.2, narrow = 0.1;

enum { MOST_STAGES = 100, MOST_HALVINGS = 50 };

typedef struct {
  mjtNum *dx, *trial, *scratch;
  mjtNum energy;  // energy of the problem, to which rounding is relative
} newton_scratch;

// The largest tried fraction of dx that decreases the objective enough; 0: none.
static mjtNum backtrack(barrier* s, newton_scratch* w, const mjtNum* f, mjtNum value,
                        mjtNum decrement) {
  mjtNum step = 1;
  for (int i = 0; i < MOST_HALVINGS; i++, step *= 0.5) {
    vec_add_scaled(w->trial, f, step, w->dx, s->p->n);
    if (!is_inside(s->p, w->trial)) continue;
    if (decrement < rounding * (w->energy + fabs(value))) return step;
    if (evaluate(s, w->trial, 0) <= value - armijo * step * decrement) return step;
  }
  return 0;
}

// Newton's method for the present kappa and delta, until the decrement is below `goal`.
static void minimise(barrier* s, newton_scratch* w, mjtNum* f, mjtNum goal, hard_result* result,
                     int most) {
  int n = s->p->n;
  for (int last = 0; result->iterations < most;) {
    mjtNum value = evaluate(s, f, 1);
    finish_gradient(s, w->scratch);
    result->natural_map = largest(s->g, n);
    if (last) return;
    chol_factor(s->H, n, mjMINVAL);
    chol_solve(w->dx, s->H, s->g, n);
    vec_scale(w->dx, w->dx, -1, n);
    mjtNum decrement = -vec_dot(s->g, w->dx, n);
    hard_note(result, s->p, f, (hard_residual){decrement, result->natural_map, 0});
    if (!(decrement > smallest * (w->energy + fabs(value)))) return;
    mjtNum step = backtrack(s, w, f, value, decrement);
    if (step == 0) return;
    vec_axpy(f, step, w->dx, n);
    // after the goal is met take one more step, which converges quadratically
    last = decrement <= goal;
  }
}

// Impulses strictly inside every set; velocities are not considered.
static void first_impulses(const hard_problem* p, mjtNum scale, mjtNum* f) {
  vec_zero(f, p->n);
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    if (has_normal(p, b)) {
      f[b->row] = mjMAX(0, -p->b[b->row]) / p->D[(size_t)b->row * (p->n + 1)] + scale;
    }
  }
}

void hard_barrier_forward(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                          hard_result* result) {
  mj_markStack(d);
  int n = p->n, most = mjMAX(500, o->iterations);
  mjtNum size = largest(p->b, n), final = o->kappa;
  barrier s = {.p = p, .kappa = mjMAX(final, size * size)};
  s.delta = sqrt(s.kappa);
  newton_scratch w = {.energy = s.kappa};
  mjtNum** const room[7] = {&s.v, &s.g, &s.gv, &s.hv, &w.dx, &w.trial, &w.scratch};
  for (int i = 0; i < 7; i++) *room[i] = mj_stackAllocNum(d, n);
  s.H = mj_stackAllocNum(d, (size_t)n * n);
  first_impulses(p, 1e-3 * s.delta, f);
  for (int stage = 0; stage < MOST_STAGES && result->iterations < most; stage++) {
    mjtNum least;
    for (;;) {
      int at_end = s.kappa <= final;
      minimise(&s, &w, f, at_end ? 0 : 1e-3 * s.kappa, result, most);
      least = least_velocity(&s);
      result->factorisations++;
      if (!at_end || least >= s.delta) break;
      if (result->iterations >= most || s.delta < mjMINVAL) break;
      s.delta *= narrow;
    }
    if (s.kappa <= final) {
      result->solved = least >= s.delta && result->iterations < most;
      break;
    }
    if (least < s.delta) s.delta *= narrow;
    s.kappa = mjMAX(final, s.kappa * shrink);
  }
  mj_freeStack(d);
}
