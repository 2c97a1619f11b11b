// The table of solvers.  What they solve is a `problem`; nothing else of a model is known to them.
#pragma once

#include "constraint/problem.h"
#include "model/solver_type.h"

// What a solver works with, besides the rows.
enum {
  NEEDS_JACOBIAN = 1,
  NEEDS_DUAL_MATRIX = 2,  // operator/dual.h
  NEEDS_HESSIAN = 4,      // operator/hessian.h
};

// What a solver moves, and so where it starts: problem.qacc with Ma and jar, or problem.force.
// Or the impulses of the step, which start from problem.hard.
typedef enum { MOVES_ACCELERATION, MOVES_FORCE, MOVES_IMPULSE } solver_variable;

// Whether a solver is given each island by itself where there are islands, or the whole problem.
typedef enum { SOLVES_WHOLE, SOLVES_ISLANDS } solver_scope;

// The rows it solves: soft ones, as the problem states them, or hard ones, without R.
typedef enum { SOLVES_SOFT, SOLVES_HARD } solver_softness;

typedef struct {
  const char* name;
  int needs;
  solver_variable moves;
  solver_scope scope;
  solver_softness softness;
  // Solve p: fill qacc, force, state and qfrc_constraint, count iterations.  d lends its stack,
  // which is left as it was.  Islands are solved at the same time by several threads: p is all that
  // may be written.
  void (*solve)(mjData* d, const problem* p);
} constraint_solver;

// The rows of the table: those of mjtSolver first, the last those of hard contact, which have a
// table of their own (hard/method.h).
#define COUNT(...) +1
enum { SOLVER_NOSLIP = SOFT_SOLVERS(COUNT), SOLVER_HARD, NSOLVER };
#undef COUNT

const constraint_solver* solver_row(int index);

// The solver that the options of m ask for, NULL for an unknown one.
const constraint_solver* solver_of(const mjModel* m);

// The solver to go on with where the first has ended, NULL when there is none.
const constraint_solver* solver_after(const mjModel* m);

// The functions of the table, each in the file of its name in constraint/solve.
#define DECLARE(number, word, needs, moves, scope, function) \
  void function(mjData* d, const problem* p);
SOFT_SOLVERS(DECLARE)
#undef DECLARE
void noslip_solve(mjData* d, const problem* p);
