#include "constraint/solve/dual.h"

#include <math.h>

#include "constraint/operator/jacobian.h"
#include "math/qcqp.h"
#include "model/flags.h"

// AR without diag and residual.
static dual_matrix matrix_of(const mjModel* m, const mjData* d) {
  dual_matrix AR = {.n = d->nefc, .value = d->efc_AR};
  if (is_sparse(m)) {
    AR.nnz = d->efc_AR_rownnz;
    AR.adr = d->efc_AR_rowadr;
    AR.col = d->efc_AR_colind;
  }
  return AR;
}

static mjtNum row_product(const dual_matrix* AR, int i, const mjtNum* f) {
  if (!AR->nnz) return vec_dot(AR->value + (size_t)i * AR->n, f, AR->n);
  return sparse_dot(AR->value + AR->adr[i], AR->col + AR->adr[i], AR->nnz[i], f);
}

dual_matrix dual_matrix_make(const mjModel* m, mjData* d) {
  dual_matrix AR = matrix_of(m, d);
  int n = AR.n;
  size_t* diag = mj_stackAllocByte(d, sizeof(size_t) * n, sizeof(size_t));
  for (int i = 0; i < n; i++) {
    diag[i] = AR.nnz ? (size_t)AR.adr[i] : i * ((size_t)n + 1);
    while (AR.nnz && AR.col[diag[i]] != i) diag[i]++;
  }
  AR.diag = diag;
  AR.residual = mj_stackAllocNum(d, n);
  for (int i = 0; i < n; i++) AR.residual[i] = d->efc_b[i] + row_product(&AR, i, d->efc_force);
  return AR;
}

// AR is symmetric: its rows are its columns.
void dual_changed(const dual_matrix* AR, int i, const mjtNum* old, const mjtNum* f, int n) {
  for (int k = 0; k < n; k++) {
    mjtNum delta = f[k] - old[k];
    if (delta == 0) continue;
    if (AR->nnz) {
      int adr = AR->adr[i + k];
      sparse_axpy(AR->residual, delta, AR->value + adr, AR->col + adr, AR->nnz[i + k]);
    } else {
      vec_axpy(AR->residual, delta, AR->value + (size_t)(i + k) * AR->n, AR->n);
    }
  }
}

// The rows of a block share their couplings, so its columns are next to each other when sparse too.
void dual_block(const dual_matrix* AR, int i, int n, mjtNum* block) {
  for (int k = 0; k < n; k++) vec_copy(block + k * n, AR->value + AR->diag[i + k] - k, n);
}

mjtNum dual_cost(const mjModel* m, const mjData* d) {
  dual_matrix AR = matrix_of(m, d);
  mjtNum cost = 0;
  for (int i = 0; i < d->nefc; i++) {
    if (d->efc_force[i] == 0) continue;
    cost += d->efc_force[i] * (0.5 * row_product(&AR, i, d->efc_force) + d->efc_b[i]);
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

void dual_states(mjData* d, mjSolverStat* stat) {
  int begin = d->ne + d->nf;
  for (int i = 0, n; i < d->nefc; i += n) {
    int state;
    n = 1;
    if (i < d->ne) {
      state = mjCNSTRSTATE_QUADRATIC;
    } else if (i < begin) {
      state = friction_state(d->efc_force[i], d->efc_frictionloss[i]);
    } else if (d->efc_type[i] != mjCNSTR_CONTACT_ELLIPTIC) {
      state = d->efc_force[i] <= 0 ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC;
    } else {
      const mjContact* con = d->contact + d->efc_id[i];
      n = con->dim;
      state = cone_state(con, d->efc_force + i);
    }
    for (int k = 0; k < n; k++) {
      stat->nchange += d->efc_state[i + k] != state;
      stat->nactive += i < begin || state != mjCNSTRSTATE_SATISFIED;
      d->efc_state[i + k] = state;
    }
  }
}

void dual_finish(const mjModel* m, mjData* d) {
  mj_mulJacTVec(m, d, d->qfrc_constraint, d->efc_force);
  vec_copy(d->qacc, d->qfrc_constraint, m->nv);
  ldl_solve(d->qacc, d->qLD, d->qLDiagInv, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
  vec_add(d->qacc, d->qacc, d->qacc_smooth, m->nv);
}
