// Search for the least |r| along a line, which goes over edges: places where some block changes
// what it is doing.
#pragma once

#include "constraint/hard/mixed.h"

typedef struct {
  const hard_problem* p;
  const mjtNum* step;
  mjtNum* places;    // 3 x blocks + 2
  mjtNum* values;    // |r| there
  hard_point trial;  // scratch
  int evaluations;
} hard_line;

hard_line hard_line_make(mjData* d, const hard_problem* p, const mjtNum* step);

// |r| at x + a d.
mjtNum hard_line_value(hard_line* s, const mjtNum* x, const mjtNum* d, mjtNum a);

// The a in [0, most] with the least |r| that was met: at the edges, at the ends, and on parabolas
// in the pieces beside the best of those.  *value becomes |r| there.
mjtNum hard_line_search(hard_line* s, const mjtNum* x, const mjtNum* d, mjtNum most, mjtNum* value);
