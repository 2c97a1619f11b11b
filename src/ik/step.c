#include "ik/step.h"

#include <engine/kinematics.h>
#include <engine/math.h>

#include "ik/limits.h"

enum {
  LIMIT_ROUNDS =
      6,  // how often a step is recomputed because of limits it crosses; then it is truncated
  SLOW_STEPS = 3,  // steps without halving the error before second derivatives are used
  DEAD_STEPS = 10  // and before a search that can start elsewhere gives up
};

// --- the linear system --------------------------------------------------------------------------

// Eliminate the fixed dofs from the matrix; their step enters the right-hand side.
static void fix_held(ik_search* s) {
  csr_pattern P = s->tree;
  for (int j = 0; j < P.nr; j++) {
    mjtNum* row = s->factor + P.adr[j];
    int last = P.nnz[j] - 1;
    for (int k = 0; k < last; k++) {
      int i = P.col[P.adr[j] + k];
      if (!s->held[i] && !s->held[j]) continue;
      if (!s->held[i]) s->right[i] -= row[k] * s->step[j];
      if (!s->held[j]) s->right[j] -= row[k] * s->step[i];
      row[k] = 0;
    }
    if (s->held[j]) row[last] = 1;
  }
  for (int j = 0; j < P.nr; j++) {
    if (s->held[j]) s->right[j] = s->step[j];
  }
}

bool ik_step(ik_search* s, mjtNum damping) {
  int nv = s->m->nv;
  csr_pattern P = s->tree;
  for (int round = 0;; round++) {
    mju_copy(s->factor, s->hessian, s->nentry);
    mju_scl(s->right, s->gradient, -1, nv);
    for (int j = 0; j < nv; j++) s->factor[P.adr[j] + P.nnz[j] - 1] += damping;
    fix_held(s);
    ldl_factor(s->factor, s->diaginv, P);
    for (int j = 0; j < nv; j++) {
      if (!(s->diaginv[j] > 0 && s->diaginv[j] < 1e300)) return false;
    }
    ldl_solve(s->right, s->factor, s->diaginv, P);
    mju_copy(s->step, s->right, nv);
    if (!ik_hold_crossing(s) || round == LIMIT_ROUNDS) return true;
  }
}

static mjtNum largest_diagonal(const ik_search* s) {
  mjtNum most = 0;
  for (int j = 0; j < s->m->nv; j++) {
    most = mjMAX(most, s->hessian[s->tree.adr[j] + s->tree.nnz[j] - 1]);
  }
  return most;
}

// Set d->qpos to the current configuration plus the step, and compute the errors.
static ik_errors try_step(ik_search* s) {
  mju_copy(s->d->qpos, s->here, s->m->nq);
  mj_integratePos(s->m, s->d->qpos, s->step, 1);
  ik_confine(s, s->d->qpos);
  return ik_measure(s);
}

// --- descent ------------------------------------------------------------------------------------

// The minimum damping.  It is larger with large errors and near singularities, and vanishes at the
// targets, so that the last steps are Newton steps.  With second derivatives none is used except
// what rejected steps require, since errors remain where targets cannot be reached.
static mjtNum base_damping(const ik_search* s, const ik_errors* e, bool curved) {
  mjtNum least = 1e-10 * largest_diagonal(s), lack = 1 - s->isotropy;
  return curved ? least : least + 0.1 * e->cost * lack * lack;
}

ik_errors ik_descend(ik_search* s, bool thorough, int* niter, bool* stuck) {
  const mjModel* m = s->m;
  ik_errors e = ik_measure(s);
  int most = *niter, slow = 0;
  mjtNum extra =
      0;  // damping added because of rejected steps, relative to the largest diagonal entry
  *stuck = false;
  for (*niter = 0; *niter < most && !(s->pull == 0 && ik_reached(s, &e)); ++*niter) {
    bool curved = s->pull > 0 || slow >= SLOW_STEPS;
    ik_expand(s, curved);
    mju_copy(s->here, s->d->qpos, m->nq);
    ik_hold_at_limits(s);
    mjtNum scale = largest_diagonal(s);
    bool solved = ik_step(s, base_damping(s, &e, curved) + extra * scale);
    mjtNum promised = solved ? -mju_dot(s->gradient, s->step, m->nv) / 2 : 0;
    if (solved && promised <= 1e-15 * e.cost && extra < 1) {
      *stuck = true;
      break;
    }
    ik_errors next = solved ? try_step(s) : e;
    if (solved && next.cost < e.cost) {
      bool halved = next.cost < 0.5 * e.cost;
      slow = halved ? 0 : slow + 1;
      extra = next.cost < e.cost - 0.5 * promised ? extra / 8 : extra;
      if (extra < 1e-8) extra = 0;
      e = next;
      if (!thorough && slow > DEAD_STEPS) break;
      continue;
    }
    mju_copy(s->d->qpos, s->here, m->nq);
    extra = mjMAX(8 * extra, 1e-4);
    if (extra > 1e8) {
      *stuck = true;
      break;
    }
    ik_measure(s);
  }
  return e;
}
