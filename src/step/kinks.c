// Kinks of a step: quantities close to a switch of formulas, where the derivatives are one-sided.
#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/derivative.h>
#include <engine/model.h>

#include <math.h>

#include "collision/contact_difference.h"
#include "collision/flex_contact_slope.h"
#include "constraint/kinds/kind.h"
#include "dynamics/actuation.h"
#include "math/dense.h"
#include "model/data.h"

typedef struct {
  engKink* list;
  int max, n;
  mjtNum within;
} finder;

static void report_if_near(finder* f, engKinkKind kind, int id, mjtNum distance) {
  if (!(fabs(distance) <= f->within)) return;
  if (f->n < f->max) f->list[f->n] = (engKink){kind, id, fabs(distance)};
  f->n++;
}

// Relative difference of two numbers.
static mjtNum relative_difference(mjtNum a, mjtNum b) {
  mjtNum size = fmax(fabs(a), fabs(b));
  return size > 0 ? (a - b) / size : 0;
}

static void consider_range(finder* f, engKinkKind kind, int id, mjtNum x, const mjtNum range[2]) {
  report_if_near(f, kind, id, relative_difference(x, range[0]));
  if (range[1] != range[0]) report_if_near(f, kind, id, relative_difference(x, range[1]));
}

// The zones of a cone: top N >= mu T, bottom mu N <= -T (see constraint/cost.c).
static int consider_cone(finder* f, const mjData* d, int row, const mjtNum* jar) {
  const mjContact* con = d->contact + d->efc_id[row];
  mjtNum N = jar[row] * con->mu, TT = 0;
  for (int k = 1; k < con->dim; k++) {
    mjtNum u = jar[row + k] * con->friction[k - 1];
    TT += u * u;
  }
  mjtNum T = sqrt(TT);
  report_if_near(
      f, engKINK_CONE, d->efc_id[row],
      fmin(fabs(relative_difference(N, con->mu * T)), fabs(relative_difference(con->mu * N, -T))));
  return con->dim;
}

static void find_rows(finder* f, const mjModel* m, mjData* d) {
  if (!d->nefc) return;
  mj_markStack(d);
  mjtNum *jar = mj_stackAllocNum(d, d->nefc), *Ja = mj_stackAllocNum(d, d->nefc);
  mj_mulJacVec(m, d, Ja, d->qacc);
  vec_sub(jar, Ja, d->efc_aref, d->nefc);
  for (int i = 0, n; i < d->nefc; i += n) {
    n = 1;
    switch (kind_of_type(d->efc_type[i])->set) {
      case FORCE_FREE: break;
      case FORCE_INTERVAL:
        report_if_near(f, engKINK_FRICTION, i,
                       relative_difference(fabs(jar[i]), d->efc_R[i] * d->efc_frictionloss[i]));
        break;
      case FORCE_CONE: n = consider_cone(f, d, i, jar); break;
      default: report_if_near(f, engKINK_ROW, i, relative_difference(Ja[i], d->efc_aref[i]));
    }
  }
  mj_freeStack(d);
}

// Another feature touches, or a search goes another way, after a small motion of the geoms.
static int changes_features(const finder* f, const mjModel* m, mjData* d, const mjContact* con) {
  if (con->geom[0] >= 0 && con->geom[1] >= 0) return contact_is_bent(m, d, con, f->within);
  return flex_contact_is_bent(m, d, con, f->within);
}

static void find_contacts(finder* f, const mjModel* m, mjData* d) {
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->exclude > 1) continue;
    report_if_near(f, engKINK_CONTACT, i, con->dist - con->includemargin);
    if (con->dim > 1 && con->efc_address >= 0) {
      report_if_near(f, engKINK_FRAME, i, fabs(con->frame[1]) - 0.5);
    }
    if (con->efc_address >= 0 && changes_features(f, m, d, con)) {
      report_if_near(f, engKINK_FEATURE, i, f->within);
    }
  }
}

static void find_actuators(finder* f, const mjModel* m, const mjData* d) {
  if (mjDISABLED(mjDSBL_ACTUATION)) return;
  for (int i = 0; i < m->nu; i++) {
    // the activation of a disabled actuator does not change
    int is_on = !actuator_is_disabled(m, i);
    if (is_on && m->actuator_ctrllimited[i]) {
      consider_range(f, engKINK_CONTROL, i, d->ctrl[i], m->actuator_ctrlrange + 2 * i);
    }
    if (is_on && m->actuator_forcelimited[i]) {
      consider_range(f, engKINK_FORCE, i, d->actuator_force[i], m->actuator_forcerange + 2 * i);
    }
    if (m->actuator_actadr[i] < 0) continue;
    int last = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
    mjtNum act = d->act[last];
    if (m->actuator_actlimited[i]) {
      mjtNum next = unlimited_activation(m, i, act, is_on ? d->act_dot[last] : 0);
      consider_range(f, engKINK_ACTIVATION, i, next, m->actuator_actrange + 2 * i);
    }
    // the time constants for rising and falling differ, unless they are blended
    int is_sharp = m->actuator_dynprm[mjNDYN * i + 2] < mjMINVAL;
    if (is_on && m->actuator_dyntype[i] == mjDYN_MUSCLE && is_sharp) {
      report_if_near(f, engKINK_ACTIVATION, i, act - d->ctrl[i]);
    }
  }
  for (int j = 0; j < m->njnt; j++) {
    if (!m->jnt_actfrclimited[j]) continue;
    consider_range(f, engKINK_JOINTFORCE, j, d->qfrc_actuator[m->jnt_dofadr[j]],
                   m->jnt_actfrcrange + 2 * j);
  }
}

static void find_tendons(finder* f, const mjModel* m, const mjData* d) {
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_stiffness[t] == 0) continue;
    const mjtNum* slack = m->tendon_lengthspring + 2 * t;
    if (slack[0] == slack[1]) continue;  // a spring without dead band is smooth
    consider_range(f, engKINK_TENDON, t, d->ten_length[t], slack);
  }
}

int eng_kinks(const mjModel* m, mjData* d, mjtNum within, engKink* list, int max) {
  NEED_PAIR_OR(0, m, d);
  finder f = {list, list ? max : 0, 0, within};
  find_rows(&f, m, d);
  find_contacts(&f, m, d);
  find_actuators(&f, m, d);
  find_tendons(&f, m, d);
  return f.n;
}

const char* eng_kinkName(int kind) {
  static const char* const name[engNKINK] = {"row about to change",
                                             "friction at its bound",
                                             "contact between its zones",
                                             "onset of a contact",
                                             "frame of a contact",
                                             "control at its limit",
                                             "force at its limit",
                                             "joint force at its limit",
                                             "activation at its limit",
                                             "tendon about to pull",
                                             "contact about to change features"};
  return kind >= 0 && kind < engNKINK ? name[kind] : NULL;
}
