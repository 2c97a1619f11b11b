#include "constraint/cost.h"

#include <math.h>

#include "base/need.h"
#include "base/platform/compiler.h"

// Input and output of an evaluation of the cost.
typedef struct {
  const row_set* rows;
  const mjtNum* jar;
  mjtNum* force;
  int* state;
} evaluation;

static mjtNum equality_cost(const evaluation* at) {
  const row_set* rows = at->rows;
  const mjtNum* jar = at->jar;
  mjtNum* force = at->force;
  mjtNum cost = 0;
  for (int i = 0; i < rows->ne; i++) {
    force[i] = -rows->D[i] * jar[i];
    cost -= 0.5 * force[i] * jar[i];
    at->state[i] = mjCNSTRSTATE_QUADRATIC;
  }
  return cost;
}

// Friction loss: quadratic around 0, linear where the force is at its bound.
static mjtNum friction_cost(const evaluation* at) {
  const row_set* rows = at->rows;
  mjtNum* force = at->force;
  int* state = at->state;
  mjtNum cost = 0;
  for (int i = rows->ne; i < rows->ne + rows->nf; i++) {
    mjtNum bound = rows->frictionloss[i], reach = rows->R[i] * bound, x = at->jar[i];
    if (x <= -reach) {
      force[i] = bound;
      cost += -0.5 * reach * bound - bound * x;
      state[i] = mjCNSTRSTATE_LINEARNEG;
    } else if (x >= reach) {
      force[i] = -bound;
      cost += -0.5 * reach * bound + bound * x;
      state[i] = mjCNSTRSTATE_LINEARPOS;
    } else {
      force[i] = -rows->D[i] * x;
      cost -= 0.5 * force[i] * x;
      state[i] = mjCNSTRSTATE_QUADRATIC;
    }
  }
  return cost;
}

// Adds the cost of the one-sided quadratic rows begin ... end - 1 to `cost`.
static mjtNum inequality_cost(const evaluation* at, int begin, int end, mjtNum cost) {
  const mjtNum* restrict D = at->rows->D, * restrict jar = at->jar;
  mjtNum* restrict force = at->force;
  int* restrict state = at->state;
  for (int i = begin; i < end; i++) {
    mjtNum x = jar[i] < 0 ? jar[i] : 0;
    mjtNum f = -D[i] * x;
    force[i] = x < 0 ? f : 0;
    cost -= 0.5 * f * x;
    state[i] = x < 0 ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_SATISFIED;
  }
  return cost;
}

// Second derivative in the middle zone, with s = (mu, friction) and u = s * jar:
//   H = Dm diag(s) G diag(s),
//   G = [1, -(mu / T) u'; ., (mu N / T^3) u u' + (mu^2 - mu N / T) I].
INLINED void cone_hessian_of(mjContact* con, mjtNum Dm, mjtNum N, mjtNum T, const mjtNum* u,
                             const int dim) {
  mjtNum mu = con->mu, s[6] = {mu};
  mjtNum across = mu * N / (T * T * T), along = mu * mu - mu * N / T;
  for (int j = 1; j < dim; j++) s[j] = con->friction[j - 1];
  con->H[0] = Dm * mu * mu;
  for (int j = 1; j < dim; j++) {
    con->H[j * dim] = con->H[j] = -Dm * mu * s[j] * mu / T * u[j];
    for (int k = 1; k <= j; k++) {
      mjtNum g = across * u[j] * u[k] + (j == k ? along : 0);
      con->H[j * dim + k] = con->H[k * dim + j] = Dm * s[j] * s[k] * g;
    }
  }
}

// An elliptic contact: zero, quadratic in all rows, or quadratic in the distance to the cone.
INLINED mjtNum cone_cost(const evaluation* at, const row_block* b, int cone_hessian,
                         const int dim) {
  mjContact* con = b->contact;
  int i = b->begin, result;
  const mjtNum *jar = at->jar, *D = at->rows->D;
  mjtNum* force = at->force;
  mjtNum mu = con->mu, u[6], TT = 0, cost = 0;
  u[0] = jar[i] * mu;
  for (int j = 1; j < dim; j++) {
    u[j] = jar[i + j] * con->friction[j - 1];
    TT += u[j] * u[j];
  }
  mjtNum N = u[0], T = TT > 0 ? sqrt(TT) : 0;

  if (T > 0 ? N >= mu * T : N >= 0) {
    for (int j = 0; j < dim; j++) force[i + j] = 0;
    result = mjCNSTRSTATE_SATISFIED;
  } else if (T > 0 ? mu * N + T <= 0 : N < 0) {
    for (int j = 0; j < dim; j++) {
      force[i + j] = -D[i + j] * jar[i + j];
      cost -= 0.5 * force[i + j] * jar[i + j];
    }
    result = mjCNSTRSTATE_QUADRATIC;
  } else {
    mjtNum Dm = D[i] / (mu * mu * (1 + mu * mu)), slack = N - mu * T;
    cost = 0.5 * Dm * slack * slack;
    force[i] = -Dm * slack * mu;
    for (int j = 1; j < dim; j++) force[i + j] = -force[i] / T * u[j] * con->friction[j - 1];
    if (cone_hessian) cone_hessian_of(con, Dm, N, T, u, dim);
    result = mjCNSTRSTATE_CONE;
  }
  for (int j = 0; j < dim; j++) at->state[i + j] = result;
  return cost;
}

mjtNum cost_update(const row_set* rows, const mjtNum* jar, mjtNum* force, int* state,
                   int cone_hessian) {
  const evaluation at = {rows, jar, force, state};
  mjtNum cost = equality_cost(&at);
  cost += friction_cost(&at);
  if (!rows->ncone) return cost + inequality_cost(&at, rows->ne + rows->nf, rows->n, 0);
  for (const row_block* b = rows->block; b < rows->block + rows->nblock; b++) {
    if (b->set == FORCE_CONE) {
      cost +=
          b->n == 3 ? cone_cost(&at, b, cone_hessian, 3) : cone_cost(&at, b, cone_hessian, b->n);
    } else if (b->set >= FORCE_HALF_LINE) {
      cost = inequality_cost(&at, b->begin, b->begin + b->n, cost);
    }
  }
  return cost;
}

int cost_active(const int* state, int n) {
  int active = 0;
  for (int i = 0; i < n; i++) active += state[i] != mjCNSTRSTATE_SATISFIED;
  return active;
}

void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1],
                         int flg_coneHessian) {
  NEED(m, d);
  if (d->nefc) { NEED(jar); }
  mj_markStack(d);
  row_set rows = rows_of(m, d);
  mjtNum s = cost_update(&rows, jar, d->efc_force, d->efc_state, flg_coneHessian);
  mj_freeStack(d);
  if (cost) *cost = s;
  mj_mulJacTVec(m, d, d->qfrc_constraint, d->efc_force);
}
