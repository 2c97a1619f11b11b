// Exact line search: the minimum of the cost along a direction, by Newton on its derivative.
#pragma once

#include "constraint/problem.h"

// A point a + alpha search and a search direction, given by the products that the cost depends on.
typedef struct {
  const problem* p;
  const mjtNum* search;
  const mjtNum* Mv;  // M search
  const mjtNum* Jv;  // J search
  mjtNum tolerance;  // on the slope
  int max_evaluations;
} line;

typedef struct {
  mjtNum alpha;  // 0: no decrease was found
  mjtNum slope;  // of the cost at alpha
  int evaluations;
} line_result;

// Uses the stack of d.
line_result line_search(mjData* d, const line* ln);
