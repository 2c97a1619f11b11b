// What a solver solves, for all dofs or for one island:
//   minimise over a  1/2 (a - a_smooth)' M (a - a_smooth) + s(J a - aref),
// or, the same from the side of the forces of the rows,
//   minimise over f  1/2 f' (J M^-1 J' + diag(R)) f + f' b  with the forces of each block in its
//   set.
#pragma once

#include "constraint/cost.h"
#include "constraint/operator/jacobian.h"
#include "dynamics/metric.h"

// What solvers of hard rows need besides: all of one time step, in the order of the problem.
typedef struct {
  const engHard* options;  // NULL: not made
  const mjtNum* b;         // velocities of the rows after the step if there were no forces, and the
                           // velocities that correct them or make them bounce on top
  const mjtNum* guess;  // what the forces of the last acceleration would add to b; NULL: not known
  const mjtNum* corrections;  // of these, what corrects and bounces; of the whole problem only
  const int* id;              // efc_id: rows of one equality belong together
  const mjtNum* LD;           // the factor of the matrix that the integrator solves with
  const mjtNum* diaginv;
  const mjtNum* M;  // and that matrix, on the pattern of M; NULL: it is M
} hard_step;

// The dual matrix J M^-1 J' + diag(R): dense, or both triangles sparse with ascending columns.
typedef struct {
  const mjtNum* value;  // NULL: not made
  const int* nnz;       // NULL when dense
  const int* adr;
  const int* col;
} dual_matrix;

// Invariant: problem_valid.
typedef struct {
  const mjOption* opt;
  int newer;  // which results of newer versions are in force (engtLevel)
  int nv;
  row_set rows;
  jacobian J;

  // inertia: lower triangle and its L'DL factor, on one pattern
  csr_pattern tree;
  const mjtNum* M;
  const mjtNum* LD;
  const mjtNum* diaginv;

  dual_matrix AR;  // of few rows, of the whole problem: see operator/dual.h

  const mjtNum* qfrc_smooth;
  const mjtNum* qacc_smooth;
  const mjtNum* b;  // J qacc_smooth - aref
  hard_step hard;

  // in: where solvers of accelerations start, consistent with each other; out: qacc
  mjtNum* qacc;
  mjtNum* Ma;   // M qacc
  mjtNum* jar;  // J qacc - aref

  // in: where solvers of forces start, an admissible point; out: forces and states of the rows
  mjtNum* force;
  int* state;
  mjtNum* qfrc_constraint;  // out: J' force

  mjtNum scale;        // makes cost and gradient comparable with opt.tolerance
  mjtNum whole_scale;  // the same of the problem that this is an island of, or itself
  mjSolverStat* stat;  // mjNSOLVER records, NULL when there is no room for them
  int* niter;          // NULL likewise; a solver adds its iterations
  int* nnz;
} problem;

// Where solvers start: arrays of the caller, in the order of all dofs and rows, or for an island of
// all islands.
typedef struct {
  mjtNum* Ma;
  mjtNum* jar;
  const mjtNum* b;
  hard_step hard;
  const metric* metric;  // in place of M, and of qfrc_smooth its force; NULL: not
} problem_start;

// The whole problem; made on the stack of d.
problem problem_whole(const mjModel* m, mjData* d, problem_start start);

// Island k, out of the arrays of the islands; made on the stack of d.
problem problem_island(const mjModel* m, mjData* d, int k, problem_start start);

// Whether the parts fit together: patterns within nv, the diagonal of M last in its
// rows, rows in blocks.
int problem_valid(const problem* p);

// Record an iteration, if there is room, after those of solvers before.
void problem_note(const problem* p, mjSolverStat stat);
