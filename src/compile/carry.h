// What data know from step to step, brought from a model to the one that its specification was
// compiled to next: found by the elements that both have.
#pragma once

#include <engine/data_types.h>

#include "base/arena.h"
#include "spec/element.h"

// The elements that were in the last model, and their ids there.
typedef struct {
  const element* e;
  int id;
} known_element;

typedef struct {
  arena* memory;
  known_element*
      list[mjNOBJECT];  // by type: bodies, joints, actuators, equalities, sensors, plugins
  int n[mjNOBJECT];
} carry;

// Write down for every element of a specification, just compiled, which id it has.
void carry_remember(spec* s);

// Note those that may be in m, before the specification is compiled again.  False without memory.
bool carry_note(carry* c, spec* s, const mjModel* m);

// Copy all that is state from the data of the old model to that of the new one.
void carry_over(const carry* c, const mjModel* m, mjData* to, const mjModel* old,
                const mjData* from);

void carry_end(carry* c);
