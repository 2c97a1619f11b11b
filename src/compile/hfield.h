// Height fields: from a file, an image or the specification's own numbers.
#pragma once

#include "compile/build.h"

// The heights of a field, from 0 to 1; the first row is at the lowest y.
typedef struct build_hfield {
  const spec_hfield* src;
  int nrow, ncol;
  float* height;
} build_hfield;

void hfields_compile(build* b);
void hfields_size(build* b);
void hfields_fill(build* b);
