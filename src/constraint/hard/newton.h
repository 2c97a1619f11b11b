// Non-smooth Newton on the equation of mixed.h.
#pragma once

#include "constraint/hard/mixed.h"

// The directions in which the impulses of a sliding contact may change, u the direction of x_t:
//   column 0     e_n - size u               along the cone's ray: with more pressure
//   column c     w_c                        across it: w_1 ... w_(dim-2) and u are orthonormal
// The equations that hold them: row 0 says v_n, row c the velocity across the sliding direction.
typedef struct {
  mjtNum u[HARD_MOST];                  // from 1
  mjtNum across[HARD_MOST][HARD_MOST];  // [c][i]: entry i of w_c, both from 1
  mjtNum give;  // (1 - s) S / s: velocity across that an impulse across costs
} hard_slide;

// Scratch of Newton directions, and what each block is doing where the direction is asked for.
typedef struct {
  const hard_problem* p;
  hard_mode* mode;    // of each block
  hard_slide* slide;  // of those that slide
  const mjtNum* step;
  mjtNum* matrix;   // n x n: the reduced system
  mjtNum* columns;  // HARD_MOST x n
  mjtNum* y;        // reduced unknowns, padded
  mjtNum* df;
  int* pivot;
  int symmetric;  // of the system: nothing slides
} hard_newton;

hard_newton hard_newton_make(mjData* d, const hard_problem* p, const mjtNum* step);

// The step of x that makes the linearised r zero.  The unknowns are the impulses of what sticks and
// slides, their matrix is that of D between the directions in which they may change.  A ridge makes
// redundant rows harmless: relative to a diagonal of 1.  Returns 0 when the step is no number.
int hard_newton_direction(hard_newton* a, const hard_point* at, mjtNum ridge, mjtNum* dx);

// How long to try, with which ridge to begin, and in how many steps |r| must halve.
typedef struct {
  int most;
  mjtNum ridge;
  int patience;
} hard_effort;

// From the impulses f, by Newton with halving until the natural map is within the tolerance, which
// is returned.  f becomes the best that was met, and the natural map of the result what is left
// there.
int hard_polish(mjData* d, const hard_problem* p, const hard_options* o, const hard_effort* e,
                mjtNum* f, hard_result* result);

// The implicit complementarity method by itself: Newton from f, and where its step does not gain,
// dogleg between the Cauchy point and the Newton point with searches that know the edges of r;
// where that stalls, again from another start.  Not globally convergent: jammed contacts can leave
// it at a minimum of |r| that is no solution.
void hard_implicit(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                   hard_result* result);

// The recommended one.  Newton from what the last step suggests; then batches of ADMM, each twice
// as long as the one before and followed by an attempt of Newton.  f: in, a guess (zeros: none).
void hard_hybrid(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                 hard_result* result);
