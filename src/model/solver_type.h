// The constraint solvers that options may select.  The schema, the model check, the table of
// solvers (constraint/solver.c) and that of hard-contact methods (constraint/hard/method.c) read
// this table.
#pragma once

#include <stdbool.h>

#include <engine/hard.h>
#include <engine/model_types.h>

// clang-format off
// Soft constraints.  X(enumerator, MJCF keyword, what it needs, what it moves, scope, function), in
// the order of mjtSolver; constraint/solver.h explains the columns.
#define SOFT_SOLVERS(X)                                                                                      \
  X(mjSOL_PGS, "PGS", NEEDS_JACOBIAN | NEEDS_DUAL_MATRIX, MOVES_FORCE, SOLVES_WHOLE, pgs_solve)              \
  X(mjSOL_CG, "CG", NEEDS_JACOBIAN, MOVES_ACCELERATION, SOLVES_ISLANDS, cg_solve)                            \
  X(mjSOL_NEWTON, "Newton", NEEDS_JACOBIAN | NEEDS_HESSIAN, MOVES_ACCELERATION, SOLVES_ISLANDS, newton_solve)

// Hard contact.  X(enumerator, MJCF keyword, whether by Coulomb's law, what it needs, function);
// see constraint/hard/method.h.
#define HARD_SOLVERS(X)                                               \
  X(engSOL_PGS_CCP, "PGS-CCP", 0, HARD_NEEDS_ROWS, pgs_ccp)           \
  X(engSOL_PGS_NCP, "PGS-NCP", 1, HARD_NEEDS_ROWS, pgs_ncp)           \
  X(engSOL_NBGS, "NBGS", 1, HARD_NEEDS_ROWS, nbgs)                    \
  X(engSOL_RAISIM, "RAISIM", 1, HARD_NEEDS_ROWS, raisim)              \
  X(engSOL_RAISIM_DS, "RAISIM-DS", 1, HARD_NEEDS_ROWS, raisim_ds)     \
  X(engSOL_RAISIM_DS_ES, "RAISIM-DS-ES", 1, HARD_NEEDS_ROWS, raisim_ds_es) \
  X(engSOL_NBGS_X, "NBGS-X", 1, HARD_NEEDS_ROWS, nbgs_x)              \
  X(engSOL_ADMM_CCP, "ADMM-CCP", 0, HARD_NEEDS_FACTOR, admm_ccp)      \
  X(engSOL_ADMM_NCP, "ADMM-NCP", 1, HARD_NEEDS_FACTOR, admm_ncp)      \
  X(engSOL_IMPLICIT, "implicit", 1, HARD_NEEDS_MATRIX, hard_implicit) \
  X(engSOL_NCP, "NCP", 1, HARD_NEEDS_BOTH, hard_hybrid)               \
  X(engSOL_BARRIER, "barrier", 0, HARD_NEEDS_MATRIX, hard_barrier_forward)
// clang-format on

// X(enumerator, MJCF keyword, ...)
#define SOLVER_TYPES(X) SOFT_SOLVERS(X) HARD_SOLVERS(X)

// solver_exists: whether options may select solver `number`.  solver_is_hard: whether it is a
// hard-contact method.
#define SOLVER_CASE(number, ...) case number:
static inline bool solver_is_hard(int number) {
  switch (number) {
    HARD_SOLVERS(SOLVER_CASE) return true;
    default: return false;
  }
}
static inline bool solver_exists(int number) {
  switch (number) {
    SOLVER_TYPES(SOLVER_CASE) return true;
    default: return false;
  }
}
