// Derivatives of rows smoothed over a transition width.
//
// The force of a limit, of a frictionless contact and of a pyramid edge is -D jar where jar = J
// qacc - aref is negative, else 0: its derivative jumps from D to 0.  Smoothed, the derivative is D
// / (1 + exp(jar / width)), while forces are unchanged.
#pragma once

#include <engine/data_types.h>

// Saved values; NULL where nothing was changed.
typedef struct {
  mjtNum* D;
  int* state;
} row_states;

// Change efc_D and efc_state such that W, computed from them, is the smoothed derivative at d->qacc
// (efc_state must be that of qacc).  The old values are saved in `kept`, on the stack of d.
// Nothing for width 0.
void smooth_rows(const mjModel* m, mjData* d, mjtNum width, row_states* kept);

// Restore the old values.
void sharpen_rows(mjData* d, const row_states* kept);
