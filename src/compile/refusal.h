// Why an element of the text that stands for many, a flexcomp or a composite, cannot be made.
#pragma once

#include <stdbool.h>
#include <engine/scalar.h>

typedef struct {
  const char* blamed;  // the attribute that is wrong, NULL: none in particular
  char problem[600];   // what is wrong; "": nothing
} refusal;

// Note what is wrong: returns false.
bool refuse(refusal* r, const char* blamed, const char* format, ...) mjPRINTFLIKE(3, 4);
