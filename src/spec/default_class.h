// Default classes for those who write to them only through class_edit.  What the API gives out may
// be written to at any time, so it shares nothing with other classes; a class from here takes
// memory for what sets it apart from its parent.
#pragma once

#include <engine/spec.h>

// Like mjs_addDefault, mjs_findDefault and mjs_getSpecDefault.
mjsDefault* class_add(mjSpec* s, const char* name, const mjsDefault* parent);
mjsDefault* class_find(mjSpec* s, const char* name);
mjsDefault* class_main(mjSpec* s);

// The public struct that a member of mjsDefault (its offset) points to, to be written to; NULL when
// there is no memory.
void* class_edit(mjsDefault* def, size_t member);
