// The table of solvers.  They work on a `problem` and know nothing else of the model.
#pragma once

#include "constraint/problem.h"
#include "model/solver_type.h"

// What a solver needs besides the rows.
enum {
  NEEDS_JACOBIAN = 1,
  NEEDS_DUAL_MATRIX = 2,  // operator/dual.h
  NEEDS_HESSIAN = 4,      // operator/hessian.h
};

// The unknowns of a solver, and so its start: problem.qacc with Ma and jar; problem.force; or the
// impulses of the time step, which start from problem.hard.
typedef enum { MOVES_ACCELERATION, MOVES_FORCE, MOVES_IMPULSE } solver_variable;

// Whether a solver is called for each island separately, or for the whole problem.
typedef enum { SOLVES_WHOLE, SOLVES_ISLANDS } solver_scope;

// Which rows it solves: soft ones, as stated in the problem, or hard ones, without R.
typedef enum { SOLVES_SOFT, SOLVES_HARD } solver_softness;

typedef struct {
  const char* name;
  int needs;
  solver_variable moves;
  solver_scope scope;
  solver_softness softness;
  // Solve p: set qacc, force, state and qfrc_constraint, count iterations.  d provides scratch on
  // its stack. Several threads may solve islands at the same time: nothing but p may be written.
  void (*solve)(mjData* d, const problem* p);
} constraint_solver;

// The rows of the table: first those of mjtSolver, finally one for all hard-contact methods, which
// have a table of their own (hard/method.h).
#define COUNT(...) +1
enum { SOLVER_NOSLIP = SOFT_SOLVERS(COUNT), SOLVER_HARD, NSOLVER };
#undef COUNT

const constraint_solver* solver_row(int index);

// The solver selected by the options of m; NULL if it is unknown.
const constraint_solver* solver_of(const mjModel* m);

// The solver to run after the main one (NoSlip); NULL if there is none.
const constraint_solver* solver_after(const mjModel* m);

// The functions in the table; each is in constraint/solve, in the file of its name.
#define DECLARE(number, word, needs, moves, scope, function) \
  void function(mjData* d, const problem* p);
SOFT_SOLVERS(DECLARE)
#undef DECLARE
void noslip_solve(mjData* d, const problem* p);
