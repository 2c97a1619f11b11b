// Options of a specification and of one that is attached to it.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "spec/element.h"

// What is made of two values.
typedef enum {
  CONFLICT_LEAST,  // the smaller one
  CONFLICT_MOST,   // the larger one
  CONFLICT_SAME,   // they must be the same
} conflict_merge;

// A setting that the two may have different values of.
typedef struct {
  const char* name;  // as MJCF has it
  size_t offset;     // in mjSpec
  char kind;         // d: double, f: float, i: int, s: mjtSize
  int n;             // numbers
  size_t authored;   // in mjSpec: bits that say whether it was given; 0: where it is not initial
  int bit;           // among them
  conflict_merge merge;  // by the rule merge
} conflict_row;

// The bit of mjsAuthored.compiler that stands for `conflict` itself.
enum { AUTHORED_CONFLICT = 15 };

// The setting of an attribute of the option element; NULL for others.
const conflict_row* conflict_option(const char* name);

// Settings of `from`, about to be attached to `to`, by the rule of `to`.  False, with an error of
// `to` and nothing changed, when they cannot be had together.
bool conflict_settle(spec* to, const spec* from);
