// Records of iterations in mjSolverStat.
#pragma once

#include "constraint/hard/problem.h"

// Residuals at an iterate.
typedef struct {
  mjtNum natural_map;  // of the problem that the method solves
  mjtNum dual;         // velocity constraint violation, in the method's norm
  mjtNum primal;       // distance of the impulses from their sets
} hard_residual;

// Count an iteration with result f and record its residuals, number of rows with nonzero impulses,
// blocks that changed state, and the effort so far.
void hard_note(hard_result* r, const hard_problem* p, const mjtNum* f, hard_residual left);

// Set the states against which changes are counted: those of the initial impulses.
void hard_remember(hard_result* r, const hard_problem* p, const mjtNum* f);

// Whether the next iteration will be recorded; if not, data only needed for records need not be
// computed.
static inline int hard_records(const hard_result* r) { return r->iterations < r->nstat; }

// State of a block at impulses f, as mjtConstraintState.
int hard_state(const hard_block* b, const mjtNum* f);

// Largest inadmissible velocity: of bilateral rows, and penetrating velocity of contacts and
// limits.
mjtNum hard_dual_residual(const hard_problem* p, const mjtNum* v, int ncp);
