#include "constraint/hard/start.h"

#include "constraint/hard/cone.h"
#include "math/dense.h"

// For the initial impulses: maximum iterations, relative residual, and a regularisation (relative
// to a diagonal of 1) that distributes forces evenly over redundant rows.
enum { MOST_ITERATIONS = 100 };
static const mjtNum left_over = 1e-6, ridge = 1e-9;

static void multiply(const hard_problem* p, mjtNum* r, const mjtNum* x) {
  hard_mul(p, r, x);
  for (int i = 0; i < p->n; i++) r[i] += (p->R[i] + ridge) * x[i];
}

// Conjugate gradients from f = 0; the iterates have minimum norm among those that fit as well.
void hard_explain(mjData* d, const hard_problem* p, const mjtNum* guess, mjtNum* f) {
  mj_markStack(d);
  int n = p->n;
  mjtNum *r = mj_stackAllocNum(d, n), *way = mj_stackAllocNum(d, n), *Aw = mj_stackAllocNum(d, n);
  vec_zero(f, n);
  vec_copy(r, guess, n);
  vec_copy(way, r, n);
  mjtNum rr = vec_dot(r, r, n), goal = left_over * left_over * rr;
  for (int i = 0; i < MOST_ITERATIONS && rr > goal; i++) {
    multiply(p, Aw, way);
    mjtNum bend = vec_dot(way, Aw, n);
    if (!(bend > 0)) break;
    vec_axpy(f, rr / bend, way, n);
    vec_axpy(r, -rr / bend, Aw, n);
    mjtNum next = vec_dot(r, r, n);
    vec_add_scaled(way, r, next / rr, way, n);
    rr = next;
  }
  mj_freeStack(d);
}

// 1/2 f'(D + R) f + f'b
static mjtNum energy_of(mjData* d, const hard_problem* p, const mjtNum* f) {
  mjtNum* v = mj_stackAllocNum(d, p->n);
  hard_velocity(p, v, f);
  return 0.5 * (vec_dot(f, v, p->n) + vec_dot(f, p->b, p->n));
}

void hard_start(mjData* d, const hard_problem* p, const mjtNum* guess, mjtNum* f) {
  mj_markStack(d);
  hard_explain(d, p, guess, f);
  hard_project(p, f);
  if (!(energy_of(d, p, f) < 0)) vec_zero(f, p->n);
  mj_freeStack(d);
}
