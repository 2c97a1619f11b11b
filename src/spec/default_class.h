// Default classes for internal code that writes only through class_edit.  Classes given out by the
// API may be written to at any time, so they share nothing with other classes; a class from here
// takes memory only where it differs from its parent.
#pragma once

#include <engine/spec.h>

// Like mjs_addDefault, mjs_findDefault and mjs_getSpecDefault.
mjsDefault* class_add(mjSpec* s, const char* name, const mjsDefault* parent);
mjsDefault* class_find(mjSpec* s, const char* name);
mjsDefault* class_main(mjSpec* s);

// The public struct in a member of mjsDefault (given by its offset), for writing; NULL without
// memory.
void* class_edit(mjsDefault* def, size_t member);
