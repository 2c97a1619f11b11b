// Bringing elements from one specification (or one place of it) to another: as copies, or the
// elements themselves.  mj_copySpec and mjs_attach are made of this.
#pragma once

#include "spec/element.h"

typedef struct {
  spec *to, *from;
  const char *prefix, *suffix;  // around names
  bool move;                    // the elements themselves, not copies
  bool self;                    // to == from: assets and classes keep their names
  bool verbatim;                // a copy of the whole: no name changes
  element_list plugged;         // taken elements that use plugin instances
  string name;                  // scratch
} transfer;

// For use with an initialiser that sets to, from, prefix, suffix, move and verbatim.
void transfer_begin(transfer* t);

// Forget twins.  Call when the transfer is over, however it went.
void transfer_end(transfer* t);

// Copies of all default classes of `from`: its root becomes a child of to's root (verbatim: to's
// root), named like everything else.  A class that `to` has already under its new name is used.
bool transfer_classes(transfer* t);

// The element that stands for e in `to`, not yet listed there: a copy, or e itself taken from its
// list.  Named and renamed; e->twin is set to it.  Not for bodies.
element* transfer_take(transfer* t, element* e);

// The same for a body with everything in it.
spec_body* transfer_take_body(transfer* t, spec_body* b);

// Elements in frames that were taken are in the taken frames; others are in none.
void transfer_frames(transfer* t);

// Can list element e come along?  Yes when what it refers to is there under the new names, or part
// of it and the rest under the old ones, by the rules of the type (15 sec. 7.3).
bool transfer_wanted(transfer* t, element* e);

// Does list element e refer to anything that was taken?
bool transfer_touched(transfer* t, element* e);

// Plugin instances that taken elements use, and the active plugins.
bool transfer_plugins(transfer* t);

// prefix + name + suffix; NULL when there is no memory.  Valid until the next call.
const char* transfer_name(transfer* t, const char* name);
