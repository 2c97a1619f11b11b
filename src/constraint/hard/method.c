#include "constraint/hard/method.h"

#include <engine/hard.h>

#include "constraint/hard/admm.h"
#include "constraint/hard/barrier.h"
#include "constraint/hard/newton.h"
#include "constraint/hard/sweep.h"
#include "math/dense.h"
#include "model/solver_type.h"

// A Gauss-Seidel method with the given contact rule.
#define SWEEP(name, ...)                                                               \
  static void name(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f, \
                   hard_result* result) {                                              \
    hard_scheme scheme = {__VA_ARGS__};                                                \
    hard_sweep(d, p, o, &scheme, f, result);                                           \
  }

SWEEP(pgs_ccp, .rule = hard_rule_ccp)
SWEEP(pgs_ncp, .rule = hard_rule_ncp, .ncp = 1)
SWEEP(nbgs, .rule = hard_rule_energy, .ncp = 1)
SWEEP(nbgs_x, .rule = hard_rule_exact, .ncp = 1)
SWEEP(raisim, .rule = hard_rule_bisection, .ncp = 1)
SWEEP(raisim_ds, .rule = hard_rule_bisection, .ncp = 1, .correction = 1)
SWEEP(raisim_ds_es, .rule = hard_rule_bisection, .ncp = 1, .correction = 1, .by_energy = 1)

static void admm(mjData* d, const hard_problem* p, const hard_options* o, int ncp, mjtNum* f,
                 hard_result* result) {
  mj_markStack(d);
  hard_split s = hard_split_make(d, p, o, f);
  hard_admm(d, p, o, ncp, &s, result);
  vec_copy(f, s.y, p->n);
  mj_freeStack(d);
}

static void admm_ncp(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                     hard_result* result) {
  admm(d, p, o, 1, f, result);
}

// ADMM for the CCP with a fixed penalty: changing it would void the convergence proof of the convex
// problem.
static void admm_ccp(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                     hard_result* result) {
  hard_options fixed = *o;
  fixed.rho_rule = HARD_RHO_FIXED;
  admm(d, p, &fixed, 0, f, result);
}

const hard_method hard_methods[] = {
#define ROW(number, word, ncp, need, function) {number, word, ncp, need, function},
    HARD_SOLVERS(ROW)};
const int hard_nmethod = sizeof(hard_methods) / sizeof(hard_methods[0]);

const hard_method* hard_method_of(int number) {
  for (int i = 0; i < hard_nmethod; i++) {
    if (hard_methods[i].number == number) return hard_methods + i;
  }
  return NULL;
}
