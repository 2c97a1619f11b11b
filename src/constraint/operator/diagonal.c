#include "constraint/operator/diagonal.h"

#include "constraint/operator/half.h"
#include "model/pattern.h"

void exact_diagonal(const mjModel* m, mjData* d, const mjtNum* more, mjtNum* diag) {
  mj_markStack(d);
  problem p = problem_whole(m, d, (problem_start){0});
  if (more) {
    mjtNum *LD = mj_stackAllocNum(d, m->nC), *diaginv = mj_stackAllocNum(d, m->nv);
    vec_copy(LD, d->M, m->nC);
    for (int i = 0; i < m->nv; i++) LD[m->M_rowadr[i] + m->M_rownnz[i] - 1] += more[i];
    ldl_factor(LD, diaginv, pattern_of_M(m));
    p.LD = LD;
    p.diaginv = diaginv;
  }
  half_matrix Y = half_make(d, &p);
  for (int i = 0; i < Y.nr; i++) {
    const mjtNum* y = Y.value + Y.adr[i];
    diag[i] = vec_dot(y, y, Y.nnz[i]);
  }
  mj_freeStack(d);
}
