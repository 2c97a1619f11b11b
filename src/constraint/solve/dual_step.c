#include "constraint/solve/dual_step.h"

#include <math.h>

#include "math/qcqp.h"

// Squared length of the friction force in the metric of the cone.
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

// In terms of the dual cone: a force inside the cone means a sticking contact.
static int cone_state(const mjContact* con, const mjtNum* force) {
  mjtNum mu = con->mu, N = force[0] / mu, TT = 0;
  for (int j = 1; j < con->dim; j++) {
    TT += (force[j] / con->friction[j - 1]) * (force[j] / con->friction[j - 1]);
  }
  mjtNum T = sqrt(TT);
  if (mu * N >= T) return mjCNSTRSTATE_SATISFIED;
  return N + mu * T <= 0 ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_CONE;
}

// The state of a block or, if its rows are independent, of its row i.
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
