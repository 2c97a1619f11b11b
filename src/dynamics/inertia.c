// The joint-space inertia matrix: Composite Rigid Body algorithm, factorisation, products.
#include <math.h>
#include <string.h>
#include <engine/dynamics.h>
#include <engine/model.h>

#include "base/need.h"
#include "dynamics/inertia.h"
#include "dynamics/polynomial.h"
#include "kinematics/tendon.h"
#include "math/pair.h"
#include "math/sparse.h"
#include "math/spatial.h"
#include "model/flags.h"
#include "model/sleep.h"
#include "model/timer.h"
#include "model/pattern.h"

// Composite inertias of subtrees, leaves to root; the world has none.
static void find_composites(const mjModel* m, mjData* d, int first, int end) {
  mjtNum* crb = d->crb;
  vec_copy(crb + 10 * first, d->cinert + 10 * first, 10 * (end - first));
  for (int b = end - 1; b >= first; b--) {
    int parent = m->body_parentid[b];
    if (parent >= first) add10(crb + 10 * parent, crb + 10 * b);
  }
}

// A 6-vector as three pairs.
typedef struct {
  pair p[3];
} pairs6;

// Elementwise product of two 6-vectors, to be summed.
static inline pair mul6(const mjtNum* restrict a, pairs6 b) {
  pair s = pair_mul(pair_load(a), b.p[0]);
  s = pair_add_mul(s, pair_load(a + 2), b.p[1]);
  return pair_add_mul(s, pair_load(a + 4), b.p[2]);
}

// row[k] = cdof[col[k]] . momentum for n dofs.  In a tree with a free joint the first three dofs
// are translations along the world axes, for which this is the linear part itself.
static inline void project_momentum(const mjModel* m, const mjData* d, mjtNum* restrict row,
                                    const int* restrict col, int n, const mjtNum momentum[6]) {
  pairs6 f = {{pair_of(momentum[0], momentum[1]), pair_of(momentum[2], momentum[3]),
               pair_of(momentum[4], momentum[5])}};
  const mjtNum* cdof = d->cdof;
  int k = 0;
  if (n >= 3 && m->jnt_type[m->dof_jntid[col[0]]] == mjJNT_FREE) {
    vec3_copy(row, momentum + 3);
    k = 3;
  }
  for (; k + 2 <= n; k += 2) {
    pair_store(row + k, pair_sums(mul6(cdof + 6 * col[k], f), mul6(cdof + 6 * col[k + 1], f)));
  }
  if (k < n) {
    pair s = mul6(cdof + 6 * col[k], f);
    row[k] = pair_first(s) + pair_second(s);
  }
}

static void find_rows(const mjModel* m, mjData* d, int first, int end) {
  for (int i = first; i < end; i++) {
    mjtNum* row = d->M + m->M_rowadr[i];
    int n = m->M_rownnz[i];
    if (m->dof_simplenum[i]) {
      row[n - 1] = m->dof_M0[i];
      continue;
    }
    // momentum of the subtree for unit velocity of dof i, projected on i and its ancestors
    mjtNum momentum[6];
    spatial_inertia_mul(momentum, d->crb + 10 * m->dof_bodyid[i], d->cdof + 6 * i);
    project_momentum(m, d, row, m->M_colind + m->M_rowadr[i], n, momentum);
    row[n - 1] += dof_armature(m, i);
  }
}

void mj_crb(const mjModel* m, mjData* d) {
  NEED(m, d);
  memcpy(d->crb, d->cinert, sizeof(mjtNum) * 10);
  FOR_AWAKE(w, m, d) {
    find_composites(m, d, w.at.body, w.at.bodyend);
    find_rows(m, d, w.at.dof, w.at.dofend);
  }
}

// M += armature J'J for one tendon, restricted to the pattern of M; row is J expanded to nv
// numbers.
static void add_tendon_armature(const mjModel* m, mjData* d, mjtNum armature, sparse_row J,
                                const mjtNum* row) {
  for (int k = 0; k < J.n; k++) {
    int i = J.col ? J.col[k] : k;
    if (row[i] == 0) continue;
    mjtNum s = armature * row[i];
    mjtNum* M = d->M + m->M_rowadr[i];
    const int* col = m->M_colind + m->M_rowadr[i];
    for (int c = 0; c < m->M_rownnz[i]; c++) M[c] += s * row[col[c]];
  }
}

static void add_tendon_armatures(const mjModel* m, mjData* d) {
  if (!m->ntendon) return;
  int sparse = is_sparse(m);
  mj_markStack(d);
  mjtNum* full = NULL;
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum armature = tendon_armature(m, t);
    if (armature == 0) continue;
    sparse_row J = row_of_tendon(m, d, t, sparse);
    if (!J.col) {
      add_tendon_armature(m, d, armature, J, J.value);
      continue;
    }
    if (!full) {
      full = mj_stackAllocNum(d, m->nv);
      memset(full, 0, sizeof(mjtNum) * m->nv);
    }
    sparse_row_add(J, 1, full);
    add_tendon_armature(m, d, armature, J, full);
    for (int k = 0; k < J.n; k++) full[J.col[k]] = 0;
  }
  mj_freeStack(d);
}

// Copy M to the legacy layout qM: rows begin with the diagonal, simple dofs are padded with zeros.
static void scatter_to_legacy(const mjModel* m, mjData* d, int first, int end) {
  if (m->nC < m->nM) {
    int to = m->dof_Madr[first], toend = end < m->nv ? m->dof_Madr[end] : (int)m->nM;
    int from = m->M_rowadr[first], fromend = m->M_rowadr[end - 1] + m->M_rownnz[end - 1];
    memset(d->qM + to, 0, sizeof(mjtNum) * (toend - to));
    for (int k = from; k < fromend; k++) d->qM[m->mapM2M[k]] = d->M[k];
    return;
  }
  for (int i = first; i < end; i++) {
    vec_reverse(d->qM + m->dof_Madr[i], d->M + m->M_rowadr[i], m->M_rownnz[i]);
  }
}

void mj_makeM(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum start = timer_now();
  mj_crb(m, d);
  add_tendon_armatures(m, d);
  FOR_AWAKE(w, m, d) {
    if (w.at.dofend > w.at.dof) scatter_to_legacy(m, d, w.at.dof, w.at.dofend);
  }
  timer_count(d, mjTIMER_POS_INERTIA, start);
}

void mj_factorM(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum start = timer_now();
  FOR_AWAKE(w, m, d) {
    csr_part p = part_of_M(m, w.at.dof, w.at.dofend);
    vec_copy(d->qLD + part_begin(p), d->M + part_begin(p), part_end(p) - part_begin(p));
    ldl_factor_part(d->qLD, d->qLDiagInv, &p);
  }
  timer_add(d, mjTIMER_POS_INERTIA, start);
}

void solve_awake(const mjModel* m, const mjData* d, mjtNum* x, const mjtNum* y) {
  FOR_AWAKE(w, m, d) {
    if (x != y) vec_copy(x + w.at.dof, y + w.at.dof, w.at.dofend - w.at.dof);
    csr_part p = part_of_M(m, w.at.dof, w.at.dofend);
    ldl_solve_part(x, d->qLD, d->qLDiagInv, &p);
  }
}

// Solve for LANES vectors at a time, interleaved; returns how many of the n were solved.
static int solve_side_by_side(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n) {
  int nv = m->nv, k = 0;
  mj_markStack(d);
  size_t register_size = LANES * sizeof(mjtNum);
  mjtNum* some = mj_stackAllocByte(d, register_size * (size_t)nv, register_size);
  for (; k + LANES <= n; k += LANES) {
    mat_transpose(some, y + (size_t)k * nv, LANES, nv);
    ldl_solve_lanes(some, d->qLD, d->qLDiagInv, pattern_of_M(m));
    mat_transpose(x + (size_t)k * nv, some, nv, LANES);
  }
  mj_freeStack(d);
  return k;
}

void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n) {
  NEED(m, d);
  if (!m->nv || n < 1) return;
  NEED(x, y);
  int nv = m->nv, done = 0;
  if (n >= LANES && LANES > 1) done = solve_side_by_side(m, d, x, y, n);
  for (int k = done; k < n; k++) {
    mjtNum* one = x + (size_t)k * nv;
    if (x != y) vec_copy(one, y + (size_t)k * nv, nv);
    ldl_solve(one, d->qLD, d->qLDiagInv, pattern_of_M(m));
  }
}

void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, const mjtNum* sqrtInvD,
                int n) {
  NEED(m, d);
  if (!m->nv || n < 1) return;
  NEED(x, y, sqrtInvD);
  if (x != y) memcpy(x, y, sizeof(mjtNum) * n * m->nv);
  ldl_solve_first(x, n, d->qLD, pattern_of_M(m));
  for (int k = 0; k < n; k++) {
    mjtNum* row = x + (size_t)k * m->nv;
    vec_mul(row, row, sqrtInvD, m->nv);
  }
}

void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  NEED(m, d);
  if (!m->nv) return;
  NEED(res, vec);
  tree_mul_vec(res, d->M, vec, pattern_of_M(m));
}

void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  NEED(m, d);
  if (!m->nv) return;
  NEED(res, vec);
  ldl_mul_lower(res, d->qLD, vec, pattern_of_M(m));
  for (int i = 0; i < m->nv; i++) { res[i] *= sqrt(d->qLD[m->M_rowadr[i] + m->M_rownnz[i] - 1]); }
}

// If any index array is NULL, dst is dense and its lower triangle is written.
void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind) {
  NEED(m, d);
  if (!m->nv) return;
  NEED(dst);
  int sparse = rownnz && rowadr && colind;
  for (int i = 0; i < m->nv; i++) {
    const mjtNum* row = d->M + m->M_rowadr[i];
    const int* col = m->M_colind + m->M_rowadr[i];
    int n = m->M_rownnz[i];
    if (sparse) {
      growing_row to = {rownnz[i], m->nv, colind + rowadr[i], dst + rowadr[i]};
      rownnz[i] = sparse_combine(to, 1, (sparse_row){n, col, row}, 1);
    } else {
      sparse_axpy(dst + (size_t)i * m->nv, 1, row, col, n);
    }
  }
}
