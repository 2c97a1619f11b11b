// Line search for the least |r|, across kinks: points where some block changes its state.
#pragma once

#include "constraint/hard/mixed.h"

typedef struct {
  const hard_problem* p;
  const mjtNum* step;
  mjtNum* places;    // 3 x blocks + 2
  mjtNum* values;    // |r| at the places
  hard_point trial;  // scratch
  int evaluations;
} hard_line;

hard_line hard_line_make(mjData* d, const hard_problem* p, const mjtNum* step);

// r| at x + a d.
mjtNum hard_line_value(hard_line* s, const mjtNum* x, const mjtNum* d, mjtNum a);

// The a in [0, most] with the least |r| found: at kinks, at the ends, and at minima of parabolas
// next to the best of these.  *value becomes |r| there.
mjtNum hard_line_search(hard_line* s, const mjtNum* x, const mjtNum* d, mjtNum most, mjtNum* value);
