#include "constraint/discrete.h"

#include "constraint/impedance.h"
#include "constraint/kinds/kind.h"
#include "constraint/operator/diagonal.h"
#include "constraint/operator/jacobian.h"
#include "model/flags.h"

// Row i of J G^-1 J' over that of J M^-1 J' on the diagonal, for the metric G, as if both matrices
// were diagonal.
static mjtNum diagonal_ratio(const mjModel* m, const mjData* d, const metric* g, const jacobian* J,
                             int i) {
  int n = J->nnz ? J->nnz[i] : J->nc;
  const mjtNum* value = J->value + (J->nnz ? J->adr[i] : i * J->nc);
  mjtNum now = 0, end = 0;
  for (int k = 0; k < n; k++) {
    int dof = J->nnz ? J->col[J->adr[i] + k] : k;
    mjtNum M = d->M[m->M_rowadr[dof] + m->M_rownnz[dof] - 1], square = value[k] * value[k];
    now += square / M;
    end += square / (M + g->sdiag[dof]);
  }
  return now > 0 ? end / now : 1;
}

// Estimate the diagonal of J G^-1 J' from that of J M^-1 J', where it is given.
static void scale_diagonal(const mjModel* m, mjData* d, const metric* g) {
  jacobian J = jacobian_of(m, d);
  constraint_block b;
  for (int row = 0; row < d->nefc; row += b.n) {
    b = block_at(m, d, row);
    for (int i = row; i < row + (block_slides(&b) ? 1 : b.n); i++) {
      d->efc_diagApprox[i] *= diagonal_ratio(m, d, g, &J, i);
    }
  }
}

// The factor by which row i is stiffer at the end of the step; the impedance stays below its limit.
static mjtNum stiffening(const mjModel* m, const mjData* d, int i) {
  const mjtNum most = mjMAXIMP / (1 - mjMAXIMP);
  mjtNum stiffer = discrete_softening(m, d->efc_KBIP + 4 * i);
  return mjMIN(stiffer, most * d->efc_R[i] / d->efc_diagApprox[i]);
}

static void stiffen(const mjModel* m, mjData* d) {
  constraint_block b;
  for (int row = 0; row < d->nefc; row += b.n) {
    b = block_at(m, d, row);
    int slides = block_slides(&b);
    mjtNum first = stiffening(m, d, row);
    for (int i = row; i < row + b.n; i++) {
      mjtNum impedance = d->efc_KBIP[4 * i + 2];
      d->efc_R[i] = mjMAX(mjMINVAL, d->efc_R[i] / (slides ? first : stiffening(m, d, i)));
      d->efc_D[i] = 1 / d->efc_R[i];
      d->efc_diagApprox[i] = d->efc_R[i] * impedance / (1 - impedance);
    }
  }
}

void discrete_rows(const mjModel* m, mjData* d, const metric* g) {
  if (d->efm_rows == ROWS_AWAIT_METRIC) {
    if (mjENABLED(mjENBL_DIAGEXACT)) {
      exact_diagonal(m, d, g->wet, g->dry, d->efc_diagApprox);
    } else {
      scale_diagonal(m, d, g);
    }
    impedance_rows(m, d);
    stiffen(m, d);
    d->efm_rows = ROWS_OF_STEP_END;
  }
  reference_rows(m, d);
}
