// For who walks the element table (spec/elements.h) for its numbers and words, ONE, MANY and
// HIDDEN: rows of names, lists, texts and files, and of the schema alone, are nothing.
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
