// (D + R + sigma I)^-1, made again when sigma changes.
#pragma once

#include "constraint/hard/problem.h"

typedef struct {
  const hard_problem* p;
  mjtNum* L;
} hard_factor;

// Room on the stack of d.
hard_factor hard_factor_make(mjData* d, const hard_problem* p);

// Factor with this sigma.
void hard_factor_set(hard_factor* a, mjtNum sigma);

// x = (D + R + sigma I)^-1 r; x may be r.
void hard_factor_solve(const hard_factor* a, mjtNum* x, const mjtNum* r);
