#include "constraint/hard/cone.h"

#include "math/dense.h"

// Divides by the largest entry first, to avoid overflow and underflow of the squares.
mjtNum hard_length(const mjtNum* x, int n) {
  mjtNum most = 0, sum = 0;
  if (n == 2) {
    sum = x[0] * x[0] + x[1] * x[1];
    return sum > 1e-280 && sum < 1e280 ? sqrt(sum) : hypot(x[0], x[1]);
  }
  for (int i = 0; i < n; i++) most = mjMAX(most, fabs(x[i]));
  if (!(most > 0)) return most;
  for (int i = 0; i < n; i++) sum += (x[i] / most) * (x[i] / most);
  return most * sqrt(sum);
}

static void set_length(mjtNum* t, int n, mjtNum from, mjtNum to) {
  mjtNum s = from > 0 ? to / from : 0;
  for (int i = 0; i < n; i++) t[i] *= s;
}

void hard_project_block(const hard_block* b, mjtNum* x) {
  int n = b->dim;
  mjtNum mu = b->size, r;
  switch (b->kind) {
    case HARD_BILATERAL: return;
    case HARD_BOX: x[0] = mjMAX(-mu, mjMIN(mu, x[0])); return;
    case HARD_RAY: x[0] = mjMAX(0, x[0]); return;
    case HARD_CONE:
      r = hard_length(x + 1, n - 1);
      if (mu * r <= -x[0]) {  // this test first: it is right for mu = 0 too
        vec_zero(x, n);
      } else if (r > mu * x[0]) {
        x[0] = (mu * r + x[0]) / (mu * mu + 1);
        set_length(x + 1, n - 1, r, mu * x[0]);
      }
      return;
  }
}

void hard_project_dual_block(const hard_block* b, mjtNum* v) {
  int n = b->dim;
  mjtNum mu = b->size, r, s;
  switch (b->kind) {
    case HARD_BILATERAL: vec_zero(v, n); return;
    case HARD_BOX: return;
    case HARD_RAY: v[0] = mjMAX(0, v[0]); return;
    case HARD_CONE:
      r = hard_length(v + 1, n - 1);
      if (mu * r <= v[0]) return;
      if (r <= -mu * v[0]) {
        vec_zero(v, n);
        return;
      }
      s = (r + mu * v[0]) / (mu * mu + 1);
      v[0] = mu * s;
      set_length(v + 1, n - 1, r, s);
      return;
  }
}

void hard_project(const hard_problem* p, mjtNum* x) {
  for (int k = 0; k < p->nblock; k++) hard_project_block(p->block + k, x + p->block[k].row);
}

mjtNum hard_correction(const hard_block* b, const mjtNum* v) {
  return b->kind == HARD_CONE ? b->size * hard_length(v + 1, b->dim - 1) : 0;
}

mjtNum hard_natural_map(const hard_problem* p, const mjtNum* f, const mjtNum* v, int ncp) {
  mjtNum worst = 0;
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    const mjtNum *fb = f + b->row, *vb = v + b->row;
    mjtNum x[HARD_MOST] = {0};
    for (int i = 0; i < b->dim; i++) x[i] = fb[i] - vb[i];
    if (ncp) x[0] -= hard_correction(b, vb);
    hard_project_block(b, x);
    for (int i = 0; i < b->dim; i++) {
      mjtNum left = fabs(fb[i] - x[i]);
      if (worst == worst && !(left <= worst)) worst = left;  // a NaN is kept
    }
  }
  return worst;
}
