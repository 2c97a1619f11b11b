// Making and ending specifications and default classes, inside the room.
#pragma once

#include "spec/element.h"

// A specification with default options, the class "main" and nothing else, not even a world.
spec* spec_bare(void);

// Drop one reference; at the last one free everything made in s and let go what it holds.
void spec_release(spec* s);

// Is other s itself or held by it, directly or through others?
bool spec_holds(const spec* s, const spec* other);

// A class below up (NULL: a root), with up's current values, in no list of children yet.  It shares
// what it can with up.
spec_default* default_new(spec* s, const char* name, const spec_default* up);

// Copy all values of one class to another.
bool default_copy(spec_default* dest, const spec_default* source);

// Append d to up's children, and its name to the index.
bool default_list(spec* s, spec_default* up, spec_default* d);

// Take a class and those below it out of the tree and the index; they have no parent then.
void spec_forget_class(spec_default* top);

// The class of an element; NULL when it has none or it was deleted.
spec_default* element_class(const element* e);

void element_set_class(element* e, spec_default* d);

// The class's element of a type; NULL for types without defaults.
const element* default_template(const spec_default* d, mjtObj type);

// Enter the name of a listed element into the index.
void spec_know(spec* s, element* e);
