#include "compile/inverse_weight.h"

#include <math.h>
#include <string.h>

// With M = L' D L, J M^-1 J' is the squared length of D^-1/2 L'^-1 J'.  L'^-1 is applied from the
// last dof upwards and writes to ancestors only.

// Row i of L, without its diagonal.
#define ROW(i) (d->qLD + m->M_rowadr[i])
#define NNZ(i) (m->M_rownnz[i] - 1)

void inverse_weight_chain(const mjModel* m, const mjData* d, mjtNum* x, mjtNum* jac, int nrow,
                          dof_chain chain) {
  int n = chain.n;
  for (int r = 0; r < nrow; r++) {
    mjtNum* restrict v = jac + (size_t)r * n;
    mjtNum sum = 0;
    for (int k = n - 1; k >= 0; k--) {
      // the columns of a row are the chain above it
      const mjtNum* restrict row = ROW(chain.dof[k]);
      mjtNum vk = v[k];
      int nnz = NNZ(chain.dof[k]);
      for (int j = 0; j < nnz; j++) v[j] -= row[j] * vk;
      sum += vk * vk * d->qLDiagInv[chain.dof[k]];
    }
    x[r] = sum;
  }
}

typedef struct {
  int begin, end;
} range;

// The range of dofs of the tree that contains a dof.
static range tree_around(const mjModel* m, int dof) {
  range r = {dof, dof + 1};
  int tree = m->dof_treeid[dof];
  while (r.begin > 0 && m->dof_treeid[r.begin - 1] == tree) r.begin--;
  while (r.end < m->nv && m->dof_treeid[r.end] == tree) r.end++;
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

static void solve_down(const mjModel* m, const mjData* d, mjtNum* v, range r) {
  for (int i = r.begin; i < r.end; i++) {
    const mjtNum* row = ROW(i);
    const int* col = m->M_colind + m->M_rowadr[i];
    int nnz = NNZ(i);
    v[i] *= d->qLDiagInv[i];
    for (int j = 0; j < nnz; j++) v[i] -= row[j] * v[col[j]];
  }
}

typedef mjtNum (*tree_sum)(const mjModel* m, const mjData* d, mjtNum* v, range r);

static mjtNum weight_in_tree(const mjModel* m, const mjData* d, mjtNum* v, range r) {
  mjtNum sum = 0;
  solve_up(m, d, v, r);
  for (int i = r.begin; i < r.end; i++) sum += v[i] * v[i] * d->qLDiagInv[i];
  return sum;
}

static mjtNum response_in_tree(const mjModel* m, const mjData* d, mjtNum* v, range r) {
  mjtNum sum = 0;
  solve_up(m, d, v, r);
  solve_down(m, d, v, r);
  for (int i = r.begin; i < r.end; i++) sum += v[i] * v[i];
  return sum;
}

// M is block diagonal by trees: sum the contributions of the trees that the row touches.
static mjtNum sum_over_trees(const mjModel* m, const mjData* d, mjtNum* work, sparse_row jac,
                             tree_sum part) {
  for (int k = 0; k < jac.n; k++) work[jac.col ? jac.col[k] : k] = jac.value[k];
  mjtNum sum = 0;
  range r = {0, 0};
  for (int k = 0; k < jac.n; k++) {
    int dof = jac.col ? jac.col[k] : k;
    // entries of trees that are done are zero
    if (work[dof] == 0 || (dof >= r.begin && dof < r.end)) continue;
    r = tree_around(m, dof);
    sum += part(m, d, work, r);
    memset(work + r.begin, 0, sizeof(mjtNum) * (size_t)(r.end - r.begin));
  }
  return sum;
}

mjtNum inverse_weight_row(const mjModel* m, const mjData* d, mjtNum* work, sparse_row jac) {
  return sum_over_trees(m, d, work, jac, weight_in_tree);
}

mjtNum inverse_response(const mjModel* m, const mjData* d, mjtNum* work, sparse_row jac) {
  return sqrt(sum_over_trees(m, d, work, jac, response_in_tree));
}
