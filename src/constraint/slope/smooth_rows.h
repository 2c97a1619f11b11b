// Rows that begin to act over a width rather than at once.
//
// The force of a limit, of a contact without friction and of an edge of a pyramid is -D jar where
// jar = J qacc - aref is negative, and 0 elsewhere: its derivative jumps from D to 0.  Smoothed,
// the derivative is D / (1 + exp(jar / width)), while forces stay as they are.
#pragma once

#include <engine/data_types.h>

// What is replaced: NULL where nothing was.
typedef struct {
  mjtNum* D;
  int* state;
} row_states;

// efc_D and efc_state become such that W, taken from them, is the smoothed derivative, at d->qacc
// with efc_state that of it; kept is on the stack of d.  Nothing for a width of 0.
void smooth_rows(const mjModel* m, mjData* d, mjtNum width, row_states* kept);

// Back again.
void sharpen_rows(mjData* d, const row_states* kept);
