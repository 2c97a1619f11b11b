// Creating and releasing specifications and default classes, for internal use.
#pragma once

#include "spec/element.h"

// A specification with default options and the class "main", but without a world body.
spec* spec_bare(void);

// Release one reference; with the last one free everything made in s and release what it holds.
void spec_release(spec* s);

// Whether `other` is s itself or held by it, directly or indirectly.
bool spec_holds(const spec* s, const spec* other);

// A new class below `up` (NULL: a root), with up's current values, in no list yet.  It shares
// elements with up where possible.
spec_default* default_new(spec* s, const char* name, const spec_default* up);

// Copy all values of one class to another.
bool default_copy(spec_default* dest, const spec_default* source);

// Append d to the children of `up` and add its name to the index.
bool default_list(spec* s, spec_default* up, spec_default* d);

// Remove a class and those below it from the tree and the index; they then have no parent.
void spec_forget_class(spec_default* top);

// The class of an element; NULL if it has none or the class was deleted.
spec_default* element_class(const element* e);

void element_set_class(element* e, spec_default* d);

// The class's template for a type; NULL for types without defaults.
const element* default_template(const spec_default* d, mjtObj type);

// Add the name of a listed element to the index.
void spec_know(spec* s, element* e);
