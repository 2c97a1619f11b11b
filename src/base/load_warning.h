// Warnings raised while a model is read and compiled: collected, and issued at the end, one call of
// the handler each.
#pragma once

// Warnings beyond this number are counted, not kept.
#define LOAD_WARNINGS 20

typedef struct {
  char* text[LOAD_WARNINGS];
  int n;  // number of warnings, also of those not kept
} load_warnings;

// Number of stored texts; a text may be NULL when there was no memory for it.
static inline int load_warnings_kept(const load_warnings* w) {
  return w->n < LOAD_WARNINGS ? w->n : LOAD_WARNINGS;
}

// Store a copy of a warning, unless the same text is stored already.
void load_warnings_add(load_warnings* w, const char* message);

// Pass the stored warnings to the user's warning handler or, without one, to the log file and
// standard error (standard output belongs to the program), and empty the list.
void load_warnings_tell(load_warnings* w);
void load_warnings_forget(load_warnings* w);
