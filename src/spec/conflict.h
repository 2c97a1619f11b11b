// Options of a specification and of one that is attached to it.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "spec/element.h"

// How two values are combined.
typedef enum {
  CONFLICT_LEAST,  // the smaller one
  CONFLICT_MOST,   // the larger one
  CONFLICT_SAME,   // they must be the same
} conflict_merge;

// A setting in which the two may differ.
typedef struct {
  const char* name;  // MJCF name
  size_t offset;     // in mjSpec
  char kind;         // d: double, f: float, i: int, s: mjtSize
  int n;             // number of values
  size_t authored;   // offset in mjSpec of bits for explicit settings; 0: compare with the default
  int bit;           // index of the bit
  conflict_merge merge;  // how the rule "merge" combines two values
} conflict_row;

// Index of the bit in mjsAuthored.compiler for `conflict` itself.
enum { AUTHORED_CONFLICT = 15 };

// The setting for an attribute of the option element; NULL for other attributes.
const conflict_row* conflict_option(const char* name);

// Merge the settings of `from`, which is about to be attached to `to`, by the rule of `to`.
// Returns false, with an error in `to` and nothing changed, if they are incompatible.
bool conflict_settle(spec* to, const spec* from);
