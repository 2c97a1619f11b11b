// The problem that a solver solves, for all dofs or for one island:
//   minimise over a  1/2 (a - a_smooth)' M (a - a_smooth) + s(J a - aref),
// or, in terms of the forces of the rows (dual),
//   minimise over f  1/2 f' (J M^-1 J' + diag(R)) f + f' b,  f in the sets of the blocks.
#pragma once

#include "constraint/cost.h"
#include "constraint/operator/jacobian.h"
#include "dynamics/metric.h"

// Additional data for hard-contact solvers, for one time step; arrays in the order of the problem.
typedef struct {
  const engHard* options;     // NULL: not available
  const mjtNum* b;            // velocities of the rows after the step without constraint forces,
                              // plus correction and bounce velocities
  const mjtNum* guess;        // change of b by the forces of the last acceleration; NULL: unknown
  const mjtNum* corrections;  // the correction and bounce part of b; for the whole problem only
  const int* id;              // efc_id: identifies rows of the same equality
  const mjtNum* LD;           // factor of the matrix that the integrator solves with
  const mjtNum* diaginv;
  const mjtNum* M;  // that matrix, on the pattern of M; NULL: it is M itself
} hard_step;

// The dual matrix J M^-1 J' + diag(R): dense, or sparse with both triangles and ascending columns.
typedef struct {
  const mjtNum* value;  // NULL: not available
  const int* nnz;       // NULL when dense
  const int* adr;
  const int* col;
} dual_matrix;

// Invariant: problem_valid.
typedef struct {
  const mjOption* opt;
  int newer;  // compatibility levels in force (engtLevel)
  int nv;
  row_set rows;
  jacobian J;

  // inertia matrix, lower triangle, and its L'DL factor on the pattern `tree`, the same; see
  // operator/inertia.h
  csr_pattern pattern;
  const mjtNum* M;
  csr_pattern tree;
  const mjtNum* LD;
  const mjtNum* diaginv;
  // the factor of a metric that couples dofs that M does not; NULL: LD is.  With it LD is that of
  // the metric without its coupling, or NULL
  const struct multifrontal* coupled;

  dual_matrix AR;  // if there are few rows; of the whole problem, see operator/dual.h

  const mjtNum* qfrc_smooth;
  const mjtNum* qacc_smooth;
  const mjtNum* b;  // J qacc_smooth - aref
  hard_step hard;

  // primal solvers: in: start, consistent with each other; out: qacc
  mjtNum* qacc;
  mjtNum* Ma;   // M qacc
  mjtNum* jar;  // J qacc - aref

  // dual solvers: in: start, admissible; out: forces and states of the rows
  mjtNum* force;
  int* state;
  mjtNum* qfrc_constraint;  // out: J' force

  mjtNum scale;        // makes cost and gradient comparable with opt.tolerance
  mjtNum whole_scale;  // that of the whole problem, if this is an island of it
  mjSolverStat* stat;  // mjNSOLVER records; NULL: not recorded
  int* niter;          // NULL: not recorded; a solver adds its iterations
  int* nnz;
} problem;

// Starting points: arrays of the caller, for all dofs and rows or, for an island, for all islands.
typedef struct {
  mjtNum* Ma;
  mjtNum* jar;
  const mjtNum* b;
  hard_step hard;
  const metric* metric;  // replaces M, and qfrc_smooth by its force; NULL: not used
} problem_start;

// The whole problem, on the stack of d.
problem problem_whole(const mjModel* m, mjData* d, const problem_start* start);

// The problem of island k, from the island arrays, on the stack of d.
problem problem_island(const mjModel* m, mjData* d, int k, const problem_start* start);

// Whether the metric can be solved by islands: it couples no dofs of different ones.  With flexes
// the reference solves the whole.
int metric_has_islands(const mjModel* m, const mjData* d, const metric* g);

// Whether the parts are consistent: columns below nv, the diagonal of M last in its rows, a factor
// on a pattern of nv rows, rows covered by blocks.
int problem_valid(const problem* p);

// Append a record of an iteration, if there is room.
void problem_note(const problem* p, mjSolverStat stat);
