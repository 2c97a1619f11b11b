// The problem a primal solver solves, for all dofs or for one island:
//   minimise over a  1/2 (a - a_smooth)' M (a - a_smooth) + s(J a - aref).
#pragma once

#include "constraint/cost.h"
#include "constraint/operator/jacobian.h"

typedef struct {
  int nv;
  row_set rows;
  jacobian J;

  // inertia: lower triangle and its L'DL factor, on one pattern
  const int* M_nnz;
  const int* M_adr;
  const int* M_col;
  const mjtNum* M;
  const mjtNum* LD;
  const mjtNum* diaginv;

  const mjtNum* qfrc_smooth;
  const mjtNum* qacc_smooth;

  // in: the starting point; out: the solution
  mjtNum* qacc;
  mjtNum* Ma;   // M qacc
  mjtNum* jar;  // J qacc - aref

  // out
  mjtNum* force;            // of the rows
  int* state;               // of the rows
  mjtNum* qfrc_constraint;  // J' force

  mjtNum scale;        // makes cost and gradient comparable with opt.tolerance
  mjSolverStat* stat;  // mjNSOLVER records, NULL when there is no room for them
  int* niter;          // NULL likewise
  int* nnz;
} problem;

// The whole problem.  Ma and jar are those of d->qacc, arrays of the caller.
problem problem_whole(const mjModel* m, mjData* d, mjtNum* Ma, mjtNum* jar);

// Island k, out of the arrays of the islands.  Ma and jar are those of all islands, in their order.
problem problem_island(const mjModel* m, mjData* d, int k, mjtNum* Ma, mjtNum* jar);

// Record an iteration, if there is room.
void problem_note(const problem* p, int iter, mjSolverStat stat);
