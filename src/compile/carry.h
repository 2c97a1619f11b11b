// Carrying over the state of mjData to a newly compiled model: by the elements that both models
// contain.
#pragma once

#include <engine/data_types.h>

#include "base/arena.h"
#include "spec/element.h"

// The elements of the last model and their ids in it.
typedef struct {
  const element* e;
  int id;
} known_element;

typedef struct {
  arena* memory;
  // by type: bodies, joints, actuators, equalities, sensors, plugins
  known_element* list[mjNOBJECT];
  int n[mjNOBJECT];
} carry;

// Store the id of every element of a specification that has just been compiled.
void carry_remember(spec* s);

// List the elements that are in m, before the specification is compiled again.  False without
// memory.
bool carry_note(carry* c, spec* s, const mjModel* m);

// Copy the state from the old model's data to the new model's.
void carry_over(const carry* c, const mjModel* m, mjData* to, const mjModel* old,
                const mjData* from);

void carry_end(carry* c);
