// What every element and attribute of MJCF means, as tables of sentences: for the reference, for
// schemas with documentation, for programs that ask.  What an attribute takes and what it is
// initially stands in the schema and not here.
#pragma once

#include "mjcf/schema.h"

typedef struct {
  const char* element;    // names with spaces between, each "name" or "parent/name"; "*": any
  const char* attribute;  // names with spaces between; NULL: the element itself
  const char* unit;       // NULL: none
  const char* range;      // of numbers; NULL: any
  const char* example;    // a value; NULL: its default, or its first word
  const char* text;       // sentences, with full stops
} prose_row;

typedef struct {
  const prose_row* row;
  int n;
} prose_table;

// prose_*.c, a file for a part of the grammar.
extern const prose_table prose_settings, prose_visual, prose_asset, prose_body, prose_soft,
    prose_link, prose_actuator, prose_sensor, prose_custom;

#define PROSE_TABLE(name) const prose_table name = {rows, (int)(sizeof rows / sizeof *rows)}

// The row of an attribute (NULL: of the element) that stands in an element of a parent: one that
// names both, else one that names the element, else one of any element.  NULL when there is none.
// What is said of an element holds for its defaults: their parent is the element that has them.
const prose_row* prose_of(const char* parent, const char* element, const char* attribute);
