// The NCP as a system of equations without inequalities (implicit complementarity).
//
// Every x represents impulses f(x) and velocities v(x) = S f(x) + x that satisfy the laws of their
// blocks; S is the mean diagonal of each block of D + R (hard_steps):
//   normal, limit   S f = max(0, -x),  v = max(0, x)
//   friction        S f_t = -s x_t,  v_t = (1 - s) x_t,  s = min(1, size S f_n / |x_t|)
//   bilateral       S f = -x,  v = 0
//   box             S f = clamp(-x, +- S size)
// The residual is  r(x) = (D + R) f(x) + b - v(x);  a root of r solves the NCP.
#pragma once

#include "constraint/hard/problem.h"

// State of a block at x.
typedef enum {
  HARD_OPEN,   // impulses do not depend on x: separated, or friction loss at its bound
  HARD_STICK,  // velocities do not depend on x
  HARD_SLIDE
} hard_mode;

hard_mode hard_mode_of(const hard_block* b, const mjtNum* x, mjtNum step);

// A point x and everything computed from it; arrays of n numbers.
typedef struct {
  mjtNum *x, *f, *v, *r;
  mjtNum norm;  // |r|
} hard_point;

hard_point hard_point_make(mjData* d, int n);
void hard_point_copy(hard_point* to, const hard_point* from, int n);

// Compute f, v, r and norm from x.
void hard_point_update(const hard_problem* p, const mjtNum* step, hard_point* at);

// y = F x with F = S df/dx at the point, or y = F' x; y may not be x.
void hard_apply_slope(const hard_problem* p, const hard_point* at, const mjtNum* step, mjtNum* y,
                      const mjtNum* x, int transposed);
