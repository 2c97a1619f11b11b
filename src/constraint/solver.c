#include "constraint/solver.h"

#include <engine/model.h>

#include "base/need.h"
#include "constraint/hard/method.h"
#include "constraint/hard/solve.h"

static const constraint_solver table[NSOLVER] = {
#define ROW(number, word, needs, moves, scope, function) \
  [number] = {word, needs, moves, scope, SOLVES_SOFT, function},
    SOFT_SOLVERS(ROW)
#undef ROW
        // friction without regularisation; normal forces are kept
        [SOLVER_NOSLIP] = {"NoSlip", NEEDS_JACOBIAN | NEEDS_DUAL_MATRIX, MOVES_FORCE, SOLVES_WHOLE,
                           SOLVES_HARD, noslip_solve},
    [SOLVER_HARD] = {"hard", NEEDS_JACOBIAN, MOVES_IMPULSE, SOLVES_ISLANDS, SOLVES_HARD,
                     hard_solve},
};

const constraint_solver* solver_row(int index) { return table + index; }

const constraint_solver* solver_of(const mjModel* m) {
  int soft = m->opt.solver >= 0 && m->opt.solver < SOLVER_NOSLIP;
  if (soft) return table + m->opt.solver;
  return hard_method_of(m->opt.solver) ? table + SOLVER_HARD : NULL;
}

const constraint_solver* solver_after(const mjModel* m) {
  return m->opt.noslip_iterations > 0 ? table + SOLVER_NOSLIP : NULL;
}

int mj_isDual(const mjModel* m) {
  NEED_OR(0, m);
  const constraint_solver *first = solver_of(m), *second = solver_after(m);
  return (first && first->moves == MOVES_FORCE) || (second && second->moves == MOVES_FORCE);
}
