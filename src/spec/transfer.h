// Transfers elements from one specification (or place in it) to another, by moving or copying.
// Used by mj_copySpec and mjs_attach.
#pragma once

#include "spec/element.h"

typedef struct {
  spec *to, *from;
  const char *prefix, *suffix;  // added to names
  bool move;                    // move the elements instead of copying
  bool self;                    // to == from: assets and classes keep their names
  bool verbatim;                // copy of a whole specification: names do not change
  element_list plugged;         // taken elements that use plugin instances
  string name;                  // scratch
} transfer;

// For a struct whose members to, from, prefix, suffix, move and verbatim are set.
void transfer_begin(transfer* t);

// Clear twins.  Must be called at the end, also after an error.
void transfer_end(transfer* t);

// Copy all default classes of `from`: its root becomes a child of to's root (verbatim: to's root);
// names get prefix and suffix.  If `to` already has a class of the new name, that is used.
bool transfer_classes(transfer* t);

// The element that replaces e in `to`, not yet listed there: a copy, or e itself removed from its
// list.  Its name and references are updated; e->twin is set.  Not for bodies.
element* transfer_take(transfer* t, element* e);

// The same for a body with its subtree.
spec_body* transfer_take_body(transfer* t, spec_body* b);

// Elements whose frames were taken get the new frames; others get none.
void transfer_frames(transfer* t);

// Whether list element e can be taken along: all it refers to exists under the new names, or part
// of it does and the rest under the old names, according to its type.
bool transfer_wanted(transfer* t, element* e);

// Whether list element e refers to anything that was taken.
bool transfer_touched(transfer* t, element* e);

// Take the plugin instances that taken elements use, and the active plugins.
bool transfer_plugins(transfer* t);

// prefix + name + suffix, valid until the next call; NULL without memory.
const char* transfer_name(transfer* t, const char* name);
