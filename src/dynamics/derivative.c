#include "dynamics/derivative.h"

#include <engine/model.h>
#include <math.h>

#include "dynamics/actuation.h"
#include "dynamics/derivative_parts.h"
#include "dynamics/free_body.h"
#include "dynamics/motor.h"
#include "dynamics/muscle.h"
#include "dynamics/polynomial.h"
#include "kinematics/flex.h"
#include "kinematics/tendon.h"
#include "math/real.h"
#include "math/sparse.h"
#include "model/flags.h"
#include "model/level.h"
#include "model/pattern.h"
#include "model/sleep.h"

// qDeriv += s J'J for one row J, restricted to the pattern of D.  full: scratch, nv zeros on entry
// and exit.
static void add_square(const mjModel* m, mjData* d, mjtNum s, sparse_row J, mjtNum* full) {
  if (J.col && J.n == 1) {
    int i = J.col[0];
    d->qDeriv[m->D_rowadr[i] + m->D_diag[i]] += s * J.value[0] * J.value[0];
    return;
  }
  const mjtNum* row = J.value;
  if (J.col) {
    for (int k = 0; k < J.n; k++) full[J.col[k]] = J.value[k];
    row = full;
  }
  for (int k = 0; k < J.n; k++) {
    int i = J.col ? J.col[k] : k;
    if (row[i] == 0) continue;
    mjtNum scale = s * row[i];
    mjtNum* D = d->qDeriv + m->D_rowadr[i];
    const int* col = m->D_colind + m->D_rowadr[i];
    for (int c = 0; c < m->D_rownnz[i]; c++) D[c] += scale * row[col[c]];
  }
  if (J.col) {
    for (int k = 0; k < J.n; k++) full[J.col[k]] = 0;
  }
}

// Derivative of the actuator force with respect to its velocity.
static mjtNum actuator_damping(const mjModel* m, const mjData* d, const mjtNum* ctrl, int i) {
  const mjtNum* prm = m->actuator_gainprm + mjNGAIN * i;
  mjtNum bias = 0, gain = 0;
  int out = m->actuator_outadr[i];
  if (actuator_is_newer(m, i)) return motor_damping(m, d, i);
  if (level_has(m, engLEVEL_DERIVATIVE) && m->actuator_forcelimited[i]) {
    const mjtNum* range = m->actuator_forcerange + 2 * i;
    if (d->actuator_force[out] <= range[0] || d->actuator_force[out] >= range[1]) return 0;
  }
  if (m->actuator_biastype[i] == mjBIAS_AFFINE) bias = m->actuator_biasprm[mjNBIAS * i + 2];
  if (m->actuator_gaintype[i] == mjGAIN_AFFINE) gain = prm[2];
  if (m->actuator_gaintype[i] == mjGAIN_MUSCLE) {
    gain = muscle_gain_slope(d->actuator_length[out], d->actuator_velocity[out],
                             m->actuator_lengthrange + 2 * out, m->actuator_acc0[out], prm);
  }
  if (gain == 0) return bias;
  int last = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  mjtNum u = m->actuator_dyntype[i] == mjDYN_NONE ? ctrl[m->actuator_ctrladr[i]] : d->act[last];
  if (level_has(m, engLEVEL_DERIVATIVE) && m->actuator_actearly[i] && m->actuator_actadr[i] >= 0) {
    u = next_activation(m, i, d->act[last], d->act_dot[last]);
  }
  return bias + gain * u;
}

// The controls: before 3.13 unclamped as given, unless one is bad; since 3.13 as actuators use
// them.
static const mjtNum* controls(const mjModel* m, mjData* d) {
  int bad = level_has(m, engLEVEL_DERIVATIVE) || m->nhistory;
  for (int i = 0; i < m->nu; i++) bad |= real_is_bad(d->ctrl[i]);
  if (!bad) return d->ctrl;
  mjtNum* ctrl = mj_stackAllocNum(d, m->nu);
  read_controls(m, d, ctrl);
  return ctrl;
}

static void add_actuators(const mjModel* m, mjData* d, mjtNum* full) {
  const mjtNum* ctrl = controls(m, d);
  for (int i = 0; i < m->nactuator; i++) {
    if (actuator_is_disabled(m, i) || (some_asleep(m, d) && actuator_sleeps(m, d, i))) continue;
    mjtNum damping = actuator_damping(m, d, ctrl, i);
    if (damping == 0) continue;
    int first = m->actuator_outadr[i];
    for (int o = first; o < first + m->actuator_outnum[i]; o++) {
      int adr = d->moment_rowadr[o];
      sparse_row moment = {d->moment_rownnz[o], d->moment_colind + adr, d->actuator_moment + adr};
      add_square(m, d, damping, moment, full);
    }
  }
}

static void add_dampers(const mjModel* m, mjData* d, mjtNum* full) {
  int sparse = is_sparse(m);
  FOR_AWAKE(w, m, d) {
    for (int i = w.at.dof; i < w.at.dofend; i++) {
      d->qDeriv[m->D_rowadr[i] + m->D_diag[i]] -= dof_damping_slope(m, d, i);
    }
  }
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum damping = polynomial_slope(tendon_damper(m, t), fabs(d->ten_velocity[t]));
    if (damping != 0) add_square(m, d, -damping, row_of_tendon(m, d, t, sparse), full);
  }
}

// Edge damping of flexes; element damping is left out, as in the API.
static void add_edge_dampers(const mjModel* m, mjData* d, mjtNum* full) {
  int sparse = is_sparse(m);
  for (int f = 0; f < m->nflex; f++) {
    mjtNum damping = m->flex_edgedamping[f];
    if (m->flex_rigid[f] || damping == 0) continue;
    int first = m->flex_edgeadr[f];
    for (int e = first; e < first + m->flex_edgenum[f]; e++) {
      if (!m->flexedge_rigid[e]) add_square(m, d, -damping, row_of_edge(m, d, e, sparse), full);
    }
  }
}

void derivative_velocity(const mjModel* m, mjData* d, int bias) {
  int springs_off = mjDISABLED(mjDSBL_SPRING), dampers_off = mjDISABLED(mjDSBL_DAMPER);
  int fluid = has_medium(m) && !(springs_off && dampers_off);
  mj_markStack(d);
  mjtNum* full = mj_stackAllocNum(d, m->nv);
  vec_zero(full, m->nv);
  FOR_AWAKE(w, m, d) {
    csr_part p = part_of_D(m, w.at.dof, w.at.dofend);
    vec_zero(d->qDeriv + part_begin(p), part_end(p) - part_begin(p));
  }
  if (!mjDISABLED(mjDSBL_ACTUATION)) add_actuators(m, d, full);
  if (!dampers_off) {
    add_dampers(m, d, full);
    add_edge_dampers(m, d, full);
  }
  if (fluid) add_fluid_derivative(m, d);
  if (bias) {
    subtract_bias_derivative(m, d);
  } else if (free_bodies_turn(m)) {
    free_bodies_derivative(m, d);
  }
  mj_freeStack(d);
}
