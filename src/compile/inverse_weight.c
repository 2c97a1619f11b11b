#include "compile/inverse_weight.h"

#include <math.h>

// With M = L' D L, J M^-1 J' is the square of D^-1/2 L'^-1 J'.  Going up from the last dof, L'^-1
// only ever writes to ancestors.

// Without its diagonal, row i of L.
#define ROW(i) (d->qLD + m->M_rowadr[i])
#define NNZ(i) (m->M_rownnz[i] - 1)

void inverse_weight_chain(const mjModel* m, const mjData* d, mjtNum* x, mjtNum* jac, int nrow,
                          const int* chain, int n) {
  for (int r = 0; r < nrow; r++) {
    mjtNum* restrict v = jac + (size_t)r * n;
    mjtNum sum = 0;
    for (int k = n - 1; k >= 0; k--) {
      // the columns of a row are the chain up to it
      const mjtNum* restrict row = ROW(chain[k]);
      mjtNum vk = v[k];
      int nnz = NNZ(chain[k]);
      for (int j = 0; j < nnz; j++) v[j] -= row[j] * vk;
      sum += vk * vk * d->qLDiagInv[chain[k]];
    }
    x[r] = sum;
  }
}

typedef struct {
  int begin, end;
} range;

// The dofs of all trees between the first and last touched by a row; empty when it is 0.
static range touched(const mjModel* m, const mjtNum* v) {
  range r = {0, m->nv};
  while (r.begin < r.end && v[r.begin] == 0) r.begin++;
  while (r.end > r.begin && v[r.end - 1] == 0) r.end--;
  if (r.begin == r.end) return r;
  int first = m->dof_treeid[r.begin], last = m->dof_treeid[r.end - 1];
  while (r.begin > 0 && m->dof_treeid[r.begin - 1] == first) r.begin--;
  while (r.end < m->nv && m->dof_treeid[r.end] == last) r.end++;
  return r;
}

static void solve_up(const mjModel* m, const mjData* d, mjtNum* v, range r) {
  for (int i = r.end - 1; i >= r.begin; i--) {
    if (v[i] == 0) continue;
    const mjtNum* row = ROW(i);
    const int* col = m->M_colind + m->M_rowadr[i];
    int nnz = NNZ(i);
    for (int j = 0; j < nnz; j++) v[col[j]] -= row[j] * v[i];
  }
}

mjtNum inverse_weight_row(const mjModel* m, const mjData* d, mjtNum* jac) {
  range r = touched(m, jac);
  solve_up(m, d, jac, r);
  mjtNum sum = 0;
  for (int i = r.begin; i < r.end; i++) sum += jac[i] * jac[i] * d->qLDiagInv[i];
  return sum;
}

mjtNum inverse_response(const mjModel* m, const mjData* d, mjtNum* jac) {
  range r = touched(m, jac);
  solve_up(m, d, jac, r);
  mjtNum sum = 0;
  for (int i = r.begin; i < r.end; i++) {
    const mjtNum* row = ROW(i);
    const int* col = m->M_colind + m->M_rowadr[i];
    int nnz = NNZ(i);
    jac[i] *= d->qLDiagInv[i];
    for (int j = 0; j < nnz; j++) jac[i] -= row[j] * jac[col[j]];
    sum += jac[i] * jac[i];
  }
  return sqrt(sum);
}
