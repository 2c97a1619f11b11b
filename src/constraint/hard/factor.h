// (D + R + sigma I)^-1, made again when sigma changes: by a factor of D + R + sigma I, or of the
// primal side,
//   (D + S)^-1 = S^-1 - S^-1 J H^-1 J' S^-1,  H = M + J' S^-1 J,
// whose time is linear in rows and in what sparse H has.
#pragma once

#include "constraint/hard/problem.h"

typedef struct {
  const hard_problem* p;
  mjtNum* L;  // dense
  // primal
  mjtNum* inverse;  // a number a row: 1 / S
  mjtNum *y, *x;    // scratch: of rows, of dofs
} hard_factor;

// Room on the stack of d.
hard_factor hard_factor_make(mjData* d, const hard_problem* p);

// Factor with this sigma.
void hard_factor_set(hard_factor* a, mjtNum sigma);

// x = (D + R + sigma I)^-1 r; x may be r.
void hard_factor_solve(const hard_factor* a, mjtNum* x, const mjtNum* r);
