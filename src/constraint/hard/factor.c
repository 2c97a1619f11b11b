#include "constraint/hard/factor.h"

#include "math/cholesky.h"
#include "math/dense.h"

hard_factor hard_factor_make(mjData* d, const hard_problem* p) {
  hard_factor a = {.p = p};
  if (!p->primal) {
    a.L = mj_stackAllocNum(d, (size_t)p->n * p->n);
    return a;
  }
  a.inverse = mj_stackAllocNum(d, p->n);
  a.y = mj_stackAllocNum(d, p->n);
  a.x = mj_stackAllocNum(d, p->primal->J->nc);
  return a;
}

void hard_factor_set(hard_factor* a, mjtNum sigma) {
  const hard_problem* p = a->p;
  int n = p->n;
  if (!n) return;
  if (p->primal) {
    const mjtNum* scale = p->primal->scale;
    for (int i = 0; i < n; i++) {
      a->inverse[i] = 1 / (p->R[i] + sigma);
      a->y[i] = scale[i] * scale[i] * a->inverse[i];
    }
    multifrontal_factor(&p->primal->H, a->y);
    return;
  }
  memcpy(a->L, p->D, sizeof(mjtNum) * n * n);
  for (int i = 0; i < n; i++) a->L[(size_t)i * (n + 1)] += p->R[i] + sigma;
  chol_factor(a->L, n, mjMINVAL);
}

void hard_factor_solve(const hard_factor* a, mjtNum* x, const mjtNum* r) {
  const hard_problem* p = a->p;
  const hard_primal* primal = p->primal;
  if (!primal) {
    chol_solve(x, a->L, r, p->n);
    return;
  }
  for (int i = 0; i < p->n; i++) a->y[i] = primal->scale[i] * a->inverse[i] * r[i];
  jacobian_tmul(a->x, primal->J, a->y);
  multifrontal_solve(&primal->H, a->x, a->x);
  jacobian_mul(a->y, primal->J, a->x);
  for (int i = 0; i < p->n; i++) x[i] = a->inverse[i] * (r[i] - primal->scale[i] * a->y[i]);
}
