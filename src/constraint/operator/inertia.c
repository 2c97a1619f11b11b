#include "constraint/operator/inertia.h"

#include "math/dense.h"

void inertia_factor_tree(mjData* d, problem* p, csr_pattern P, const mjtNum* M) {
  int n = P.nr ? P.adr[P.nr - 1] + P.nnz[P.nr - 1] : 0;
  mjtNum *LD = mj_stackAllocNum(d, n), *diaginv = mj_stackAllocNum(d, P.nr);
  vec_copy(LD, M, n);
  ldl_factor(LD, diaginv, P);
  p->tree = P;
  p->LD = LD;
  p->diaginv = diaginv;
}

void inertia_factor(mjData* d, problem* p, int coupled) {
  p->LD = NULL;
  if (!coupled) {
    inertia_factor_tree(d, p, p->pattern, p->M);
    return;
  }
  problem* alone = mj_stackAllocByte(d, sizeof(problem), sizeof(void*));
  multifrontal* f = mj_stackAllocByte(d, sizeof(multifrontal), sizeof(void*));
  p->coupled = f;  // not NULL: the order of elimination considers the pattern of M
  *alone = (problem){.nv = p->nv, .pattern = p->pattern, .M = p->M, .coupled = f};
  *f = multifrontal_make(d, alone);
  multifrontal_factor(f, NULL);
}

void inertia_mul(const problem* p, mjtNum* r, const mjtNum* x) {
  symmetric_mul_vec(r, p->M, x, p->pattern, !p->coupled);
}

void inertia_solve(const problem* p, mjtNum* x) {
  if (p->coupled) {
    multifrontal_solve(p->coupled, x, x);
  } else {
    ldl_solve(x, p->LD, p->diaginv, p->tree);
  }
}
