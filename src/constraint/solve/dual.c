#include "constraint/solve/dual.h"

#include <math.h>

#include "math/qcqp.h"

static mjtNum row_product(const problem* p, int i, const mjtNum* f) {
  const dual_matrix* AR = &p->AR;
  int n = p->rows.n;
  if (!AR->nnz) return vec_dot(AR->value + (size_t)i * n, f, n);
  return sparse_dot(AR->value + AR->adr[i], AR->col + AR->adr[i], AR->nnz[i], f);
}

dual dual_make(mjData* d, const problem* p) {
  const dual_matrix* AR = &p->AR;
  int n = p->rows.n;
  size_t* diag = mj_stackAllocByte(d, sizeof(size_t) * n, sizeof(size_t));
  for (int i = 0; i < n; i++) {
    diag[i] = AR->nnz ? (size_t)AR->adr[i] : i * ((size_t)n + 1);
    while (AR->nnz && AR->col[diag[i]] != i) diag[i]++;
  }
  dual s = {p, diag, mj_stackAllocNum(d, n)};
  for (int i = 0; i < n; i++) s.residual[i] = p->b[i] + row_product(p, i, p->force);
  return s;
}

// AR is symmetric: its rows are its columns.
void dual_changed(const dual* s, int i, const mjtNum* old, const mjtNum* f, int n) {
  const dual_matrix* AR = &s->p->AR;
  int nr = s->p->rows.n;
  for (int k = 0; k < n; k++) {
    mjtNum delta = f[k] - old[k];
    if (delta == 0) continue;
    if (AR->nnz) {
      int adr = AR->adr[i + k];
      sparse_axpy(s->residual, delta, AR->value + adr, AR->col + adr, AR->nnz[i + k]);
    } else {
      vec_axpy(s->residual, delta, AR->value + (size_t)(i + k) * nr, nr);
    }
  }
}

// The rows of a block share their couplings, so its columns are next to each other when sparse too.
void dual_block(const dual* s, int i, int n, mjtNum* block) {
  for (int k = 0; k < n; k++) vec_copy(block + k * n, s->p->AR.value + s->diag[i + k] - k, n);
}

mjtNum dual_cost(const problem* p) {
  mjtNum cost = 0;
  for (int i = 0; i < p->rows.n; i++) {
    if (p->force[i] == 0) continue;
    cost += p->force[i] * (0.5 * row_product(p, i, p->force) + p->b[i]);
  }
  return cost;
}

// Square of the length of friction, as the cone measures it.
static mjtNum cone_length(const mjtNum* f, const mjtNum* friction, int n) {
  mjtNum sum = 0;
  for (int k = 0; k < n; k++) sum += f[k] * f[k] / (friction[k] * friction[k]);
  return sum;
}

static void scale_to_cone(mjtNum* f, const mjtNum* friction, mjtNum normal, int n) {
  mjtNum sum = cone_length(f, friction, n);
  vec_scale(f, f, sqrt(normal * normal / mjMAX(mjMINVAL, sum)), n);
}

void dual_into_cone(mjtNum* f, const mjtNum* friction, mjtNum normal, int n) {
  if (cone_length(f, friction, n) > normal * normal) scale_to_cone(f, friction, normal, n);
}

void dual_cone_friction(mjtNum* f, const mjtNum* A, const mjtNum* b, const mjtNum* friction,
                        mjtNum normal, int n) {
  if (normal < mjMINVAL) {
    vec_zero(f, n);
  } else if (qcqp(f, A, b, friction, normal, n)) {
    scale_to_cone(f, friction, normal, n);
  }
}

mjtNum dual_accept(const mjtNum* A, const mjtNum* res, const mjtNum* old, mjtNum* f, int n) {
  mjtNum delta[6], change = 0;
  for (int i = 0; i < n; i++) delta[i] = f[i] - old[i];
  for (int i = 0; i < n; i++) {
    change += delta[i] * (0.5 * dual_dot(A + i * n, delta, n) + res[i]);
  }
  if (change <= DUAL_ROUNDING) return change;
  for (int i = 0; i < n; i++) f[i] = old[i];
  return 0;
}

static int friction_state(mjtNum force, mjtNum bound) {
  if (force <= -bound) return mjCNSTRSTATE_LINEARPOS;
  if (force >= bound) return mjCNSTRSTATE_LINEARNEG;
  return mjCNSTRSTATE_QUADRATIC;
}

// In terms of the dual cone of forces: a force within it is at rest.
static int cone_state(const mjContact* con, const mjtNum* force) {
  mjtNum mu = con->mu, N = force[0] / mu, TT = 0;
  for (int j = 1; j < con->dim; j++) {
    TT += (force[j] / con->friction[j - 1]) * (force[j] / con->friction[j - 1]);
  }
  mjtNum T = sqrt(TT);
  if (mu * N >= T) return mjCNSTRSTATE_SATISFIED;
  return N + mu * T <= 0 ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_CONE;
}

// The state of a block, or of its row i if its rows do not depend on each other.
static int block_state(const problem* p, const row_block* b, int i) {
  switch (b->set) {
    case FORCE_INTERVAL: return friction_state(p->force[i], p->rows.frictionloss[i]);
    case FORCE_HALF_LINE:
    case FORCE_PYRAMID: return p->force[i] <= 0 ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC;
    case FORCE_CONE: return cone_state(b->contact, p->force + i);
    default: return mjCNSTRSTATE_QUADRATIC;
  }
}

void dual_states(const problem* p, mjSolverStat* stat) {
  int bounded = p->rows.ne + p->rows.nf;
  for (const row_block* b = p->rows.block; b < p->rows.block + p->rows.nblock; b++) {
    int state = 0, at_once = b->set == FORCE_CONE;
    for (int i = b->begin; i < b->begin + b->n; i++) {
      if (!at_once || i == b->begin) state = block_state(p, b, i);
      stat->nchange += p->state[i] != state;
      stat->nactive += i < bounded || state != mjCNSTRSTATE_SATISFIED;
      p->state[i] = state;
    }
  }
}

void dual_finish(const problem* p) {
  jacobian_tmul(p->qfrc_constraint, &p->J, p->force);
  vec_copy(p->qacc, p->qfrc_constraint, p->nv);
  ldl_solve(p->qacc, p->LD, p->diaginv, p->nv, p->M_nnz, p->M_adr, p->M_col);
  vec_add(p->qacc, p->qacc, p->qacc_smooth, p->nv);
}
