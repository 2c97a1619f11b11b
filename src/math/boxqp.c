// Quadratic programs with bounds, by projected Newton steps (Bertsekas 1982; Tassa, Mansard and
// Todorov 2014, "Control-limited differential dynamic programming", section III).

#include <engine/base.h>
#include <engine/math.h>

#include <stdbool.h>

#include "base/memory.h"
#include "math/cholesky.h"
#include "math/dense.h"

enum { MOST_ITERATIONS = 100 };
static const mjtNum min_gradient = 1e-16;  // squared norm below which the gradient counts as 0
static const mjtNum backtrack = 0.5;       // factor that shortens a rejected step
static const mjtNum min_step = 1e-22;
static const mjtNum armijo = 0.1;  // required fraction of the predicted decrease

// The problem, and work vectors of n numbers from the caller's scratch.
typedef struct {
  int n;
  const mjtNum *H, *g, *lower, *upper;
  mjtNum *R, *gradient, *search, *candidate, *product, *clamped, *were_clamped;
  mjtNum* row;  // scratch for a full row of H; NULL: H is stored in full
} program;

// x clipped to the bounds of variable i.
static mjtNum bounded(const program* p, int i, mjtNum x) {
  if (p->lower && x < p->lower[i]) x = p->lower[i];
  if (p->upper && x > p->upper[i]) x = p->upper[i];
  return x;
}

// H is defined by its lower triangle; the upper one is read only where it is known to be equal.
static mjtNum lower_entry(const program* p, int i, int j) {
  return j <= i ? p->H[(size_t)i * p->n + j] : p->H[(size_t)j * p->n + i];
}

static bool is_symmetric(const mjtNum* H, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      if (H[(size_t)i * n + j] != H[(size_t)j * n + i]) return false;
    }
  }
  return true;
}

// Objective at x; its gradient goes to p->product.
static mjtNum evaluate(const program* p, const mjtNum* x) {
  if (p->row) {
    for (int i = 0; i < p->n; i++) {
      for (int j = 0; j < p->n; j++) p->row[j] = lower_entry(p, i, j);
      p->product[i] = vec_dot(p->row, x, p->n);
    }
  } else {
    mat_mul_vec(p->product, p->H, x, p->n, p->n);
  }
  mjtNum value = vec_dot(x, p->product, p->n) / 2 + vec_dot(x, p->g, p->n);
  vec_add(p->product, p->product, p->g, p->n);
  return value;
}

// Mark the variables at a bound against which the gradient pushes ("clamped"); returns the number
// of free ones.
static int clamp(const program* p, const mjtNum* x) {
  int nfree = 0;
  for (int i = 0; i < p->n; i++) {
    bool low = p->lower && x[i] == p->lower[i] && p->gradient[i] > 0;
    bool high = p->upper && x[i] == p->upper[i] && p->gradient[i] < 0;
    p->clamped[i] = low || high;
    nfree += !(low || high);
  }
  return nfree;
}

// R = Cholesky factor of the free rows and columns of H; false when they are not positive definite.
static bool factor_free(const program* p, int nfree) {
  mjtNum* to = p->R;
  for (int i = 0; i < p->n; i++) {
    if (p->clamped[i]) continue;
    for (int j = 0; j < p->n; j++) {
      if (!p->clamped[j]) *to++ = lower_entry(p, i, j);
    }
  }
  return chol_factor(p->R, nfree, mjMINVAL) == nfree;
}

// Newton step of the free variables; 0 for the clamped ones.
static void find_search(const program* p, int nfree) {
  mjtNum* packed = p->candidate;
  int k = 0;
  for (int i = 0; i < p->n; i++) {
    if (!p->clamped[i]) packed[k++] = -p->gradient[i];
  }
  chol_solve(packed, p->R, packed, nfree);
  k = 0;
  for (int i = 0; i < p->n; i++) p->search[i] = p->clamped[i] ? 0 : packed[k++];
}

// Armijo line search along the projected path; x moves to the accepted point.  False when no step
// of useful length decreases the objective.
static bool line_search(const program* p, mjtNum* x, mjtNum* value, mjtNum slope) {
  for (mjtNum step = 1; step >= min_step;) {
    for (int i = 0; i < p->n; i++) p->candidate[i] = bounded(p, i, x[i] + step * p->search[i]);
    mjtNum decreased = evaluate(p, p->candidate);
    step *= backtrack;
    if ((decreased - *value) / (step * slope) >= armijo) {
      vec_copy(x, p->candidate, p->n);
      *value = decreased;
      return true;
    }
  }
  return false;
}

// Returns the number of free variables at the solution, or -1.
static int solve(const program* p, mjtNum* x) {
  int nfree = p->n;
  for (int i = 0; i < p->n; i++) {
    x[i] = bounded(p, i, x[i]);
    p->were_clamped[i] = -1;
  }
  mjtNum value = evaluate(p, x);
  for (int iter = 0; iter < MOST_ITERATIONS; iter++) {
    vec_copy(p->gradient, p->product, p->n);
    nfree = clamp(p, x);
    if (nfree == 0) break;
    if (memcmp(p->clamped, p->were_clamped, sizeof(mjtNum) * (size_t)p->n)) {
      if (!factor_free(p, nfree)) return -1;
      vec_copy(p->were_clamped, p->clamped, p->n);
    }
    mjtNum norm = 0;
    for (int i = 0; i < p->n; i++) norm += p->clamped[i] ? 0 : p->gradient[i] * p->gradient[i];
    if (norm < min_gradient) break;
    find_search(p, nfree);
    mjtNum slope = vec_dot(p->search, p->gradient, p->n);
    if (!(slope < 0)) return -1;
    if (!line_search(p, x, &value, slope)) break;
  }
  return nfree;
}

// Without bounds the first Newton step reaches the solution.
static int solve_free(const program* p, mjtNum* x) {
  vec_zero(p->clamped, p->n);
  if (!factor_free(p, p->n)) return -1;
  vec_scale(x, p->g, -1, p->n);
  chol_solve(x, p->R, x, p->n);
  return p->n;
}

int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n,
              const mjtNum* lower, const mjtNum* upper) {
  if (n <= 0) {
    mju_error("mju_boxQP: n must be positive, not %d", n);
    return -1;
  }
  for (int i = 0; lower && upper && i < n; i++) {
    if (lower[i] >= upper[i]) {
      mju_error("mju_boxQP: lower[%d] = %g is not below upper[%d] = %g", i, lower[i], i, upper[i]);
      return -1;
    }
  }
  mjtNum* scratch = R + (size_t)n * n;
  program p = {.n = n,
               .H = H,
               .g = g,
               .lower = lower,
               .upper = upper,
               .R = R,
               .gradient = scratch,
               .search = scratch + n,
               .candidate = scratch + 2 * n,
               .product = scratch + 3 * n,
               .clamped = scratch + 4 * n,
               .were_clamped = scratch + 5 * n,
               .row = is_symmetric(H, n) ? NULL : scratch + 6 * n};
  int nfree = lower || upper ? solve(&p, res) : solve_free(&p, res);
  for (int i = 0, k = 0; index && nfree > 0 && i < n; i++) {
    if (!p.clamped[i]) index[k++] = i;
  }
  return nfree;
}

void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n,
                     mjtNum** lower, mjtNum** upper) {
  size_t size = sizeof(mjtNum) * (size_t)n;
  mjtNum** const vector[] = {res, g, lower, upper};
  *R = memory_try(size * (size_t)(n + 7));
  *H = memory_try(size * (size_t)n);
  if (index) *index = memory_try(sizeof(int) * (size_t)n);
  bool all = *R && *H && (!index || *index);
  for (int i = 0; i < 4; i++) {
    if (vector[i]) *vector[i] = memory_try(size);
    all = all && (!vector[i] || *vector[i]);
  }
  if (all) return;
  mju_free(*R);
  mju_free(*H);
  if (index) mju_free(*index);
  for (int i = 0; i < 4; i++) {
    if (vector[i]) mju_free(*vector[i]);
  }
  mju_error("mju_boxQPmalloc: no memory for a problem of %d variables", n);
}
