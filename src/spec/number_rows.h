// For code that processes only numbers and keywords (ONE, MANY and HIDDEN) of the element table
// (spec/elements.h): all other kinds of rows expand to nothing.
#pragma once

#include "spec/element.h"

#define NAMED(...)
#define NAMED_MORE(...)
#define NAMED_SOME(...)
#define LIST(...)
#define A_TEXT(...)
#define A_FILE(...)
#define KEPT(...)
#define XML(...)
