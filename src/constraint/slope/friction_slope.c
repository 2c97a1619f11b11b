// Let c_k be the coefficient of direction k of a contact (c_1 = c_2: sliding), x the jar of its
// rows, and c = c_1.  The dependence on the coefficients is:
//   elliptic: D_k ~ (c_k / c)^2; mu = c / sqrt(impratio).  In the middle zone, with
//     T^2 = sum (c_k x_k)^2,  f_0 = -D_0 (x_0 - T) / (1 + mu^2),  f_k = -f_0 c_k^2 x_k / T.
//   pyramidal: rows n +- c_k t_k, hence jar x_n +- c_k x_k, and D ~ 1 / (c^2 (1 + c^2)), since
//     the regulariser is 2 mu^2 times that of a first row whose diagonal is (1 + c^2) times the
//     contact's.
// Friction loss depends on its bound only where the force is at the bound.
#include "constraint/slope/friction_slope.h"

#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/model.h>

#include "collision/contact_slope.h"
#include "constraint/kinds/kind.h"
#include "math/dense.h"

// Derivatives dc (5) of a contact's coefficients by a parameter of a geom or pair.  Returns whether
// any is nonzero.
static int coefficient_changes(const mjModel* m, const mjContact* con, const engParameter* p,
                               mjtNum dc[5]) {
  static const int from[5] = {0, 0, 1, 2, 2};
  int pair = contact_pair(m, con), any = 0;
  if (mjENABLED(mjENBL_OVERRIDE)) return 0;
  const mjtNum *own, *other;
  if (p->kind == engPARAM_PAIR_FRICTION) {
    if (pair != p->id) return 0;
    own = other = m->pair_friction + 5 * p->id;
  } else {
    if (pair >= 0 || (con->geom[0] != p->id && con->geom[1] != p->id)) return 0;
    int rival = con->geom[0] == p->id ? con->geom[1] : con->geom[0];
    int above = m->geom_priority[p->id] - m->geom_priority[rival];
    if (above < 0) return 0;
    own = m->geom_friction + 3 * p->id;
    other = above > 0 ? own : m->geom_friction + 3 * rival;
  }
  for (int k = 0; k < 5; k++) {
    int i = p->kind == engPARAM_PAIR_FRICTION ? k : from[k];
    dc[k] = i == p->index && own[i] >= other[i] && own[i] >= mjMINMU;
    any |= dc[k] != 0;
  }
  return any;
}

// df for an elliptic contact.
static void elliptic_change(const mjData* d, const mjContact* con, int row, const mjtNum* jar,
                            const mjtNum dc[5], mjtNum* df) {
  const mjtNum *f = d->efc_force + row, *c = con->friction, *x = jar + row;
  mjtNum first = dc[0] / c[0];
  int dim = con->dim;
  if (d->efc_state[row] == mjCNSTRSTATE_QUADRATIC) {
    for (int k = 2; k < dim; k++) df[k] = 2 * f[k] * (dc[k - 1] / c[k - 1] - first);
    return;
  }
  if (d->efc_state[row] != mjCNSTRSTATE_CONE) return;
  mjtNum TT = 0, dTT = 0, mu2 = con->mu * con->mu;
  for (int k = 1; k < dim; k++) {
    TT += c[k - 1] * c[k - 1] * x[k] * x[k];
    dTT += 2 * c[k - 1] * dc[k - 1] * x[k] * x[k];
  }
  mjtNum T = sqrt(TT), dT = dTT / (2 * T);
  df[0] = (d->efc_D[row] * dT - 2 * f[0] * mu2 * first) / (1 + mu2);
  for (int k = 1; k < dim; k++) {
    mjtNum a = c[k - 1], slope = df[0] * a * a + f[0] * a * (2 * dc[k - 1] - a * dT / T);
    df[k] = -slope * x[k] / T;
  }
}

// df for the edges of a pyramid: the change of their forces, and the effect of the rotation of the
// edges, f (dn +- dc t), expressed by forces on the adjacent edges.
static void pyramid_change(const mjData* d, const mjContact* con, int row, const mjtNum* jar,
                           const mjtNum dc[5], mjtNum* df) {
  const mjtNum* c = con->friction;
  mjtNum stiffer = -(2 / c[0] + 2 * c[0] / (1 + c[0] * c[0])) * dc[0];
  for (int k = 0; k < con->dim - 1; k++) {
    int up = row + 2 * k, down = up + 1;
    mjtNum tilt = dc[k] * (jar[up] - jar[down]) / (2 * c[k]);
    mjtNum turned = dc[k] * (d->efc_force[up] - d->efc_force[down]) / (2 * c[k]);
    for (int i = up; i <= down; i++) {
      if (d->efc_state[i] != mjCNSTRSTATE_QUADRATIC) continue;
      mjtNum D = d->efc_R[i] > mjMINVAL ? stiffer : 0;
      df[i - row] = D * d->efc_force[i] - d->efc_D[i] * (i == up ? tilt : -tilt);
    }
    df[up - row] += turned;
    df[down - row] -= turned;
  }
}

static void add_contacts(const mjModel* m, mjData* d, const engParameter* p, mjtNum* df) {
  mj_markStack(d);
  mjtNum* jar = mj_stackAllocNum(d, d->nefc);
  mj_mulJacVec(m, d, jar, d->qacc);
  vec_sub(jar, jar, d->efc_aref, d->nefc);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    mjtNum dc[5];
    int row = con->efc_address;
    if (row < 0 || con->dim == 1 || !coefficient_changes(m, con, p, dc)) continue;
    if (kind_of_type(d->efc_type[row])->set == FORCE_CONE) {
      elliptic_change(d, con, row, jar, dc, df + row);
    } else {
      pyramid_change(d, con, row, jar, dc, df + row);
    }
  }
  mj_freeStack(d);
}

static void add_losses(const mjData* d, mjtObj object, int id, mjtNum* df) {
  for (int i = d->ne; i < d->ne + d->nf; i++) {
    if (!row_is_of(d, i, object, id)) continue;
    if (d->efc_state[i] == mjCNSTRSTATE_LINEARNEG) df[i] = 1;
    if (d->efc_state[i] == mjCNSTRSTATE_LINEARPOS) df[i] = -1;
  }
}

void add_friction_parameter_slope(const mjModel* m, mjData* d, const engParameter* p,
                                  mjtNum* force) {
  if (!d->nefc) return;
  mj_markStack(d);
  mjtNum *df = mj_stackAllocNum(d, d->nefc), *by = mj_stackAllocNum(d, (size_t)m->nv + 1);
  vec_zero(df, d->nefc);
  switch (p->kind) {
    case engPARAM_FRICTION:
    case engPARAM_PAIR_FRICTION: add_contacts(m, d, p, df); break;
    case engPARAM_FRICTIONLOSS: add_losses(d, mjOBJ_DOF, p->id, df); break;
    case engPARAM_TENDON_FRICTIONLOSS: add_losses(d, mjOBJ_TENDON, p->id, df); break;
    default: mj_freeStack(d); return;
  }
  mj_mulJacTVec(m, d, by, df);
  vec_add(force, force, by, m->nv);
  mj_freeStack(d);
}
