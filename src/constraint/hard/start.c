#include "constraint/hard/start.h"

#include "constraint/hard/cone.h"
#include "math/dense.h"

// Of the search for impulses: iterations, what is left of the velocities, and a number on the
// diagonal of 1 that makes redundant rows share alike.
enum { MOST_ITERATIONS = 40 };
static const mjtNum left_over = 1e-6, ridge = 1e-9;

static void multiply(const hard_problem* p, mjtNum* r, const mjtNum* x) {
  hard_mul(p, r, x);
  for (int i = 0; i < p->n; i++) r[i] += (p->R[i] + ridge) * x[i];
}

// (D + R + ridge I) f = guess by conjugate gradients from f = 0, whose iterates have the least norm
// of those that do as well.
static void explain(mjData* d, const hard_problem* p, const mjtNum* guess, mjtNum* f) {
  int n = p->n;
  mjtNum *r = mj_stackAllocNum(d, n), *way = mj_stackAllocNum(d, n), *Aw = mj_stackAllocNum(d, n);
  vec_zero(f, n);
  vec_copy(r, guess, n);
  vec_copy(way, r, n);
  mjtNum rr = vec_dot(r, r, n), goal = left_over * left_over * rr;
  for (int i = 0; i < MOST_ITERATIONS && rr > goal; i++) {
    multiply(p, Aw, way);
    mjtNum bend = vec_dot(way, Aw, n);
    if (!(bend > 0)) return;
    vec_axpy(f, rr / bend, way, n);
    vec_axpy(r, -rr / bend, Aw, n);
    mjtNum next = vec_dot(r, r, n);
    vec_add_scaled(way, r, next / rr, way, n);
    rr = next;
  }
}

static mjtNum map_of(const hard_problem* p, mjtNum* v, const mjtNum* f, int ncp) {
  hard_velocity(p, v, f);
  return hard_natural_map(p, f, v, ncp);
}

void hard_start(mjData* d, const hard_problem* p, const mjtNum* guess, int ncp, mjtNum* f) {
  mj_markStack(d);
  mjtNum* v = mj_stackAllocNum(d, p->n);
  explain(d, p, guess, f);
  hard_project(p, f);
  mjtNum warm = map_of(p, v, f, ncp);
  // nothing at all: v = b
  mjtNum* none = mj_stackAllocNum(d, p->n);
  vec_zero(none, p->n);
  if (!(warm < hard_natural_map(p, none, p->b, ncp))) vec_zero(f, p->n);
  mj_freeStack(d);
}
