// The constraint solvers that options may ask for.  How they solve is a row of the table of solvers
// (constraint/solver.c) or of the methods of hard contact (constraint/hard/method.c).
#pragma once

#include <engine/hard.h>
#include <engine/model_types.h>

// X(number, word of MJCF)
#define SOLVER_TYPES(X)                  \
  X(mjSOL_PGS, "PGS")                    \
  X(mjSOL_CG, "CG")                      \
  X(mjSOL_NEWTON, "Newton")              \
  X(engSOL_PGS_CCP, "PGS-CCP")           \
  X(engSOL_PGS_NCP, "PGS-NCP")           \
  X(engSOL_NBGS, "NBGS")                 \
  X(engSOL_RAISIM, "RAISIM")             \
  X(engSOL_RAISIM_DS, "RAISIM-DS")       \
  X(engSOL_RAISIM_DS_ES, "RAISIM-DS-ES") \
  X(engSOL_NBGS_X, "NBGS-X")             \
  X(engSOL_ADMM_CCP, "ADMM-CCP")         \
  X(engSOL_ADMM_NCP, "ADMM-NCP")         \
  X(engSOL_IMPLICIT, "implicit")         \
  X(engSOL_NCP, "NCP")                   \
  X(engSOL_BARRIER, "barrier")
