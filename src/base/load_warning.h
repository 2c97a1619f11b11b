// Warnings about what a model is made from: collected while it is read and compiled, and issued
// at the end, one call for each.
#pragma once

// Warnings beyond this number are counted, not kept.
#define LOAD_WARNINGS 20

typedef struct {
  char* text[LOAD_WARNINGS];
  int n;  // all, also those not kept
} load_warnings;

// How many texts there are; one that is NULL had no memory.
static inline int load_warnings_kept(const load_warnings* w) {
  return w->n < LOAD_WARNINGS ? w->n : LOAD_WARNINGS;
}

// Keep a copy of a warning, if the same was not said yet.
void load_warnings_add(load_warnings* w, const char* message);

// Tell the user's warning handler, or, where there is none, the log file and standard error:
// standard output belongs to the program.  Nothing is kept after that, nor when they are forgotten.
void load_warnings_tell(load_warnings* w);
void load_warnings_forget(load_warnings* w);
