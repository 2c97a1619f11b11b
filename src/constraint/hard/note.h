// The record of iterations: mjSolverStat.
#pragma once

#include "constraint/hard/problem.h"

// What is left at the iterate f.
typedef struct {
  mjtNum natural_map;  // of the method's own problem
  mjtNum dual;         // velocity that is not allowed, in the norm of the method
  mjtNum primal;       // distance of impulses to their sets
} hard_residual;

// Count an iteration that leads to f, and record it: its residuals, rows with impulses, blocks that
// do something else than at the iteration before, and what it took so far.
void hard_note(hard_result* r, const hard_problem* p, const mjtNum* f, hard_residual left);

// The states from which changes are counted: those of the impulses that a method begins with.
void hard_remember(hard_result* r, const hard_problem* p, const mjtNum* f);

// Whether the next iteration will be recorded: what is made for records alone need not be, else.
static inline int hard_records(const hard_result* r) { return r->iterations < r->nstat; }

// What a block does with impulses f, as mjtConstraintState.
int hard_state(const hard_block* b, const mjtNum* f);

// Largest velocity that is not allowed: of bilateral rows, into contacts and limits.
mjtNum hard_dual_residual(const hard_problem* p, const mjtNum* v, int ncp);
