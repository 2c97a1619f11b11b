#include "constraint/hard/factor.h"

#include "math/cholesky.h"
#include "math/dense.h"

hard_factor hard_factor_make(mjData* d, const hard_problem* p) {
  return (hard_factor){p, mj_stackAllocNum(d, (size_t)p->n * p->n)};
}

void hard_factor_set(hard_factor* a, mjtNum sigma) {
  int n = a->p->n;
  if (!n) return;
  memcpy(a->L, a->p->D, sizeof(mjtNum) * n * n);
  for (int i = 0; i < n; i++) a->L[(size_t)i * (n + 1)] += a->p->R[i] + sigma;
  chol_factor(a->L, n, mjMINVAL);
}

void hard_factor_solve(const hard_factor* a, mjtNum* x, const mjtNum* r) {
  chol_solve(x, a->L, r, a->p->n);
}
