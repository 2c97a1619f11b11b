// Warnings about what a model is made from: collected while it is read and compiled, told at the
// end, each by itself.
#pragma once

#include "base/arena.h"

// More than this are counted, not kept: nobody reads them.
#define LOAD_WARNINGS 20

typedef struct {
  char* text[LOAD_WARNINGS];
  int n;  // all, also those not kept
} load_warnings;

// Keep a copy of a warning in the arena, if the same was not said yet.
void load_warnings_add(load_warnings* w, arena* memory, const char* message);

// Tell the user's warning handler, or, where there is none, the log file and standard error:
// standard output belongs to the program.
void load_warnings_tell(const load_warnings* w);
