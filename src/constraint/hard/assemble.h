// From the rows of a problem to the scaled blocks of hard-contact solvers.
//
// The tangential rows of a contact with coefficients mu_k are multiplied by mu_k / mu, where mu is
// the largest: sqrt(sum (f_k / mu_k)^2) <= f_n becomes |f_t| <= mu f_n, a circular cone.  Then all
// rows of a contact, and every other row separately, are scaled to a diagonal of 1.  Results are
// scaled back with the same factors: impulse = scale * f, velocity * scale = v.
#pragma once

#include "constraint/hard/problem.h"
#include "constraint/problem.h"

// What a method needs: only the rows (Z); the matrix D; a factor of D + S, of whichever side is
// cheaper; or both, D only while there are few rows.
typedef enum { HARD_NEEDS_ROWS, HARD_NEEDS_MATRIX, HARD_NEEDS_FACTOR, HARD_NEEDS_BOTH } hard_need;

typedef struct {
  hard_problem p;
  mjtNum* scale;  // one per row
} hard_assembly;

// Allocated on the stack of d, with the matrix D, with a factor, or with neither; for many rows
// over sparse dofs the factor is that of the primal side, and D is not made.  rmin: regularisation
// relative to the diagonal, of equalities only or of all rows.
typedef struct {
  hard_need need;
  int soft_everywhere;
  mjtNum rmin;
} hard_request;

hard_assembly hard_assemble(mjData* d, const problem* p, const hard_request* request);
