// Solves with D + R + sigma I, refactored when sigma changes: by a dense factor, or on the primal
// side, with S = R + sigma I, by the Woodbury identity
//   (D + S)^-1 = S^-1 - S^-1 J H^-1 J' S^-1,  H = M + J' S^-1 J,
// in time linear in the rows and in the entries of the sparse factor of H.
#pragma once

#include "constraint/hard/problem.h"

typedef struct {
  const hard_problem* p;
  mjtNum* L;  // dense
  // primal side
  mjtNum* inverse;  // per row: 1 / S
  mjtNum *y, *x;    // scratch: per row, per dof
} hard_factor;

// Allocated on the stack of d.
hard_factor hard_factor_make(mjData* d, const hard_problem* p);

// Factor for this sigma.
void hard_factor_set(hard_factor* a, mjtNum sigma);

// x = (D + R + sigma I)^-1 r; x may be r.
void hard_factor_solve(const hard_factor* a, mjtNum* x, const mjtNum* r);
