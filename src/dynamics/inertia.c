// The joint-space inertia matrix: Composite Rigid Body algorithm, factorisation, products.
#include <math.h>
#include <string.h>
#include <engine/dynamics.h>
#include <engine/model.h>

#include "kinematics/tendon.h"
#include "math/sparse.h"
#include "math/spatial.h"

// Inertias of subtrees as if they were rigid, leaves to root.  The world has none.
static void find_composites(const mjModel* m, mjData* d) {
  mjtNum* crb = d->crb;
  memcpy(crb, d->cinert, sizeof(mjtNum) * 10 * m->nbody);
  for (int b = m->nbody - 1; b > 0; b--) {
    int parent = m->body_parentid[b];
    if (parent > 0) add10(crb + 10 * parent, crb + 10 * b);
  }
}

void mj_crb(const mjModel* m, mjData* d) {
  find_composites(m, d);
  for (int i = 0; i < m->nv; i++) {
    mjtNum* row = d->M + m->M_rowadr[i];
    int n = m->M_rownnz[i] - 1;
    if (m->dof_simplenum[i]) {
      row[n] = m->dof_M0[i];
      continue;
    }
    // momentum of the subtree moving along dof i, projected on all dofs it hangs from
    const int* col = m->M_colind + m->M_rowadr[i];
    mjtNum momentum[6];
    spatial_inertia_mul(momentum, d->crb + 10 * m->dof_bodyid[i], d->cdof + 6 * i);
    for (int k = 0; k < n; k++) row[k] = dot6(d->cdof + 6 * col[k], momentum);
    row[n] = m->dof_armature[i] + dot6(d->cdof + 6 * i, momentum);
  }
}

// M += armature J'J for one tendon, where M has entries; row is J in full.
static void add_tendon_armature(const mjModel* m, mjData* d, mjtNum armature, tendon_row J,
                                const mjtNum* row) {
  for (int k = 0; k < J.n; k++) {
    int i = J.dof ? J.dof[k] : k;
    if (row[i] == 0) continue;
    mjtNum s = armature * row[i];
    mjtNum* M = d->M + m->M_rowadr[i];
    const int* col = m->M_colind + m->M_rowadr[i];
    for (int c = 0; c < m->M_rownnz[i]; c++) M[c] += s * row[col[c]];
  }
}

static void add_tendon_armatures(const mjModel* m, mjData* d) {
  int sparse = mj_isSparse(m);
  mj_markStack(d);
  mjtNum* full = NULL;
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum armature = m->tendon_armature[t];
    if (armature == 0) continue;
    tendon_row J = row_of_tendon(m, d, t, sparse);
    if (!J.dof) {
      add_tendon_armature(m, d, armature, J, J.value);
      continue;
    }
    if (!full) {
      full = mj_stackAllocNum(d, m->nv);
      memset(full, 0, sizeof(mjtNum) * m->nv);
    }
    tendon_row_add(J, 1, full);
    add_tendon_armature(m, d, armature, J, full);
    for (int k = 0; k < J.n; k++) full[J.dof[k]] = 0;
  }
  mj_freeStack(d);
}

// The legacy copy of M, where simple dofs have zeros between them.
static void scatter_to_legacy(const mjModel* m, mjData* d) {
  if (m->nC < m->nM) memset(d->qM, 0, sizeof(mjtNum) * m->nM);
  const int* restrict map = m->mapM2M;
  for (int k = 0; k < m->nC; k++) d->qM[map[k]] = d->M[k];
}

void mj_makeM(const mjModel* m, mjData* d) {
  mj_crb(m, d);
  add_tendon_armatures(m, d);
  scatter_to_legacy(m, d);
}

void mj_factorM(const mjModel* m, mjData* d) {
  memcpy(d->qLD, d->M, sizeof(mjtNum) * m->nC);
  ldl_factor(d->qLD, d->qLDiagInv, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
}

void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n) {
  if (x != y) memcpy(x, y, sizeof(mjtNum) * n * m->nv);
  ldl_solve(x, n, d->qLD, d->qLDiagInv, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
}

void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, const mjtNum* sqrtInvD,
                int n) {
  if (x != y) memcpy(x, y, sizeof(mjtNum) * n * m->nv);
  ldl_solve_first(x, n, d->qLD, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
  for (int k = 0; k < n; k++) {
    mjtNum* row = x + (size_t)k * m->nv;
    vec_mul(row, row, sqrtInvD, m->nv);
  }
}

void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  csr_sym_mul_vec(res, d->M, vec, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
}

void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  ldl_mul_lower(res, d->qLD, vec, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
  for (int i = 0; i < m->nv; i++) { res[i] *= sqrt(d->qLD[m->M_rowadr[i] + m->M_rownnz[i] - 1]); }
}

// Any index array NULL: dst is dense and gets the lower triangle.
void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind) {
  int sparse = rownnz && rowadr && colind;
  for (int i = 0; i < m->nv; i++) {
    const mjtNum* row = d->M + m->M_rowadr[i];
    const int* col = m->M_colind + m->M_rowadr[i];
    int n = m->M_rownnz[i];
    if (sparse) {
      int* dst_col = colind + rowadr[i];
      rownnz[i] = sparse_combine(dst + rowadr[i], dst_col, rownnz[i], m->nv, 1, row, col, n, 1);
    } else {
      sparse_axpy(dst + (size_t)i * m->nv, 1, row, col, n);
    }
  }
}
