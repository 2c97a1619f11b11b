// What recipes share: models from a text or a file, and a way to say what must be true.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "../show.h"

// Ends the program when what should be true is not: a recipe tests itself.
static inline void must(int truth, const char* what) {
  if (truth) return;
  fprintf(stderr, "not true: %s\n", what);
  exit(1);
}
