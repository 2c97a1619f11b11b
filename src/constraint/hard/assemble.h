// From the rows of a problem to the units of the solvers.
//
// Tangential rows of a contact with coefficients mu_k are multiplied by mu_k / mu with mu the
// largest: sqrt(sum (f_k / mu_k)^2) <= f_n becomes |f_t| <= mu f_n, a round cone.  Then all rows of
// a contact, and every other row by itself, are scaled to a diagonal of 1.  Impulses go back with
// the same factors: impulse = scale * f, and velocity * scale = v.
#pragma once

#include "constraint/hard/problem.h"
#include "constraint/problem.h"

// Rows alone; D; a factor of D + S, by whichever side is cheaper; both, D while rows are few.
typedef enum { HARD_NEEDS_ROWS, HARD_NEEDS_MATRIX, HARD_NEEDS_FACTOR, HARD_NEEDS_BOTH } hard_need;

typedef struct {
  hard_problem p;
  mjtNum* scale;  // one a row
} hard_assembly;

// On the stack of d.  With a matrix (D) or without; or with a factor, which of many rows over
// sparse dofs is that of the primal side, without D.  rmin: softness relative to the diagonal, of
// equalities, or of all rows.
typedef struct {
  hard_need need;
  int soft_everywhere;
  mjtNum rmin;
} hard_request;

hard_assembly hard_assemble(mjData* d, const problem* p, const hard_request* request);
