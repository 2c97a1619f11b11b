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

static int friction_state(mjtNum force, mjtNum bound) {
  if (force <= -bound) return mjCNSTRSTATE_LINEARPOS;
  if (force >= bound) return mjCNSTRSTATE_LINEARNEG;
  return mjCNSTRSTATE_QUADRATIC;
}

// In terms of the dual cone: a force inside the cone means a sticking contact.
INLINED int cone_state(const mjContact* con, const mjtNum* force, const int dim) {
  mjtNum mu = con->mu, N = force[0] / mu, TT = 0;
  for (int j = 1; j < dim; j++) {
    mjtNum u = force[j] / con->friction[j - 1];
    TT += u * u;
  }
  mjtNum T = sqrt(TT);
  if (mu * N >= T) return mjCNSTRSTATE_SATISFIED;
  return N + mu * T <= 0 ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_CONE;
}

// The state of row i of a block whose rows are independent.
static int row_state(const problem* p, force_set set, int i) {
  switch (set) {
    case FORCE_INTERVAL: return friction_state(p->force[i], p->rows.frictionloss[i]);
    case FORCE_HALF_LINE:
    case FORCE_PYRAMID: return p->force[i] <= 0 ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC;
    default: return mjCNSTRSTATE_QUADRATIC;
  }
}

// All rows of a cone have the same state.  Returns the number of rows that have had another one.
INLINED int set_cone_state(const problem* p, const row_block* b, int* state, const int dim) {
  int change = 0;
  state[0] = cone_state(b->contact, p->force + b->begin, dim);
  for (int k = 0; k < dim; k++) {
    change += p->state[b->begin + k] != state[0];
    p->state[b->begin + k] = state[0];
  }
  return change;
}

void dual_states(const problem* p, mjSolverStat* stat) {
  dual_states_of(p, 0, p->rows.nblock, stat);
}

void dual_states_of(const problem* p, int begin, int end, mjSolverStat* stat) {
  int bounded = p->rows.ne + p->rows.nf, change = 0, active = 0, state;
  for (const row_block* b = p->rows.block + begin; b < p->rows.block + end; b++) {
    if (b->set == FORCE_CONE) {
      change += b->n == 3 ? set_cone_state(p, b, &state, 3) : set_cone_state(p, b, &state, b->n);
      active += state != mjCNSTRSTATE_SATISFIED ? b->n : 0;
      continue;
    }
    for (int i = b->begin; i < b->begin + b->n; i++) {
      state = row_state(p, b->set, i);
      change += p->state[i] != state;
      active += i < bounded || state != mjCNSTRSTATE_SATISFIED;
      p->state[i] = state;
    }
  }
  stat->nchange += change;
  stat->nactive += active;
}
