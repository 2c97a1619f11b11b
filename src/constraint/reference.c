// Row velocities, reference accelerations, and products with the Jacobian.

#include "base/need.h"
#include "constraint/discrete.h"
#include "constraint/kinds/kind.h"
#include "constraint/operator/jacobian.h"
#include "constraint/surface_velocity.h"
#include "kinematics/adhesion.h"
#include "model/flags.h"
#include "model/level.h"

void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  NEED(m, d);
  if (!d->nefc) return;
  NEED(res, vec);
  jacobian J = jacobian_of(m, d);
  jacobian_mul(res, &J, vec);
}

void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  NEED(m, d);
  if (!d->nefc) return;
  NEED(res, vec);
  jacobian J = jacobian_of(m, d);
  jacobian_tmul(res, &J, vec);
}

// Adhesion acts as a passive force; shift aref so that in compression the rows do not resist it.
static void give_way_to_adhesion(const mjModel* m, mjData* d) {
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    int row = con->efc_address;
    mjtNum pull = row < 0 ? 0 : contact_adhesion(m, con);
    if (pull == 0) continue;
    int n = con->dim > 1 && is_pyramidal(m) ? 2 * (con->dim - 1) : 1;
    for (int k = row; k < row + n; k++) d->efc_aref[k] += d->efc_R[k] * pull / n;
  }
}

// Subtract from aref of equalities the acceleration they have without qacc, (dJ/dt) qvel.
static void take_drift_off(const mjModel* m, mjData* d) {
  constraint_block b;
  for (int row = 0; row < d->ne; row += b.n) {
    mjtNum rate[6];
    b = block_at(m, d, row);
    if (!b.kind->equality->drift) continue;
    b.kind->equality->drift(m, d, b.id, rate);
    for (int k = 0; k < b.n; k++) d->efc_aref[row + k] -= rate[k];
  }
}

// aref = -B v - K d(r) (r - margin) with values at the end of the step: r + h v and v + h a.
static void reference_at_end(const mjModel* m, mjData* d) {
  mjtNum h = m->opt.timestep;
  for (int i = 0; i < d->nefc; i++) {
    const mjtNum *kbip = d->efc_KBIP + 4 * i, v = d->efc_vel[i], KI = kbip[0] * kbip[2];
    d->efc_aref[i] = -kbip[1] * v - KI * (d->efc_pos[i] - d->efc_margin[i] + h * v);
  }
  if (level_has(m, engLEVEL_JDOTV)) take_drift_off(m, d);
  for (int i = 0; i < d->nefc; i++) d->efc_aref[i] /= discrete_softening(m, d->efc_KBIP + 4 * i);
}

// aref = -B v - K d(r) (r - margin) (MuJoCo documentation, Computation chapter: Constraint model).
static void reference_now(const mjModel* m, mjData* d) {
  for (int i = 0; i < d->nefc; i++) {
    const mjtNum* kbip = d->efc_KBIP + 4 * i;
    d->efc_aref[i] =
        -kbip[1] * d->efc_vel[i] - kbip[0] * kbip[2] * (d->efc_pos[i] - d->efc_margin[i]);
  }
  if (level_has(m, engLEVEL_JDOTV)) take_drift_off(m, d);
}

void reference_rows(const mjModel* m, mjData* d) {
  if (is_discrete(m)) {
    reference_at_end(m, d);
  } else {
    reference_now(m, d);
  }
  if (m->flg_adhesion) give_way_to_adhesion(m, d);
}

void mj_referenceConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (!d->nefc) return;
  mj_mulJacVec(m, d, d->efc_vel, d->qvel);
  if (m->flg_surfacevel) surface_velocity_add(m, d);
  if (!is_discrete(m)) reference_rows(m, d);  // with "discrete" this happens later, when R is known
}
