// Non-smooth Newton on the equation of mixed.h.
#pragma once

#include "constraint/hard/mixed.h"

// Directions in which the impulses of a sliding contact may change; u is the direction of x_t:
//   column 0     e_n - size u    along the ray of the cone: more pressure
//   column c     w_c             across it; w_1 ... w_(dim-2) and u are orthonormal
// The corresponding equations: row 0 is v_n = 0, row c is the velocity across the sliding
// direction.
typedef struct {
  mjtNum u[HARD_MOST];                  // from 1
  mjtNum across[HARD_MOST][HARD_MOST];  // [c][i]: entry i of w_c, both from 1
  mjtNum give;  // (1 - s) S / s: change of the velocity across u per impulse across u
} hard_slide;

// Work memory for Newton directions, and the state of each block at the present point.
typedef struct {
  const hard_problem* p;
  hard_mode* mode;    // per block
  hard_slide* slide;  // per sliding block
  const mjtNum* step;
  mjtNum* matrix;   // n x n: matrix of the reduced system
  mjtNum* columns;  // HARD_MOST x n
  mjtNum* y;        // reduced unknowns, padded
  mjtNum* df;
  int* pivot;
  int symmetric;  // whether the matrix is symmetric: no contact slides
} hard_newton;

hard_newton hard_newton_make(mjData* d, const hard_problem* p, const mjtNum* step);

// The step dx for which the linearised r is zero.  Unknowns are the impulses of sticking and
// sliding blocks; the matrix is D restricted to the directions in which they may change.  The
// ridge, relative to a diagonal of 1, regularises redundant rows.  Returns 0 when the step is not
// finite.
int hard_newton_direction(hard_newton* a, const hard_point* at, mjtNum ridge, mjtNum* dx);

// Effort: maximum number of iterations, initial ridge, and the number of iterations in which |r|
// must halve.
typedef struct {
  int most;
  mjtNum ridge;
  int patience;
} hard_effort;

// Newton's method with step halving from impulses f, until the natural map is within the tolerance;
// returns it.  f becomes the best impulses found, and natural_map of the result theirs.
int hard_polish(mjData* d, const hard_problem* p, const hard_options* o, const hard_effort* e,
                mjtNum* f, hard_result* result);

// The implicit complementarity method: Newton's method from f; where a step does not decrease |r|,
// a dogleg between the Cauchy point and the Newton point with exact line searches across the kinks
// of r; where that stalls, restarts from another point.  Not globally convergent: with jammed
// contacts it can end at a local minimum of |r| that is not a solution.
void hard_implicit(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                   hard_result* result);

// The recommended method.  Newton's method from the impulses suggested by the last step, then
// batches of ADMM, each twice as long as the previous one and followed by Newton.  f: on entry a
// guess (zeros: none).
void hard_hybrid(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                 hard_result* result);
