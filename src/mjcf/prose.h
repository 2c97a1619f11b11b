// Documentation of every element and attribute of MJCF as tables of sentences, for the reference,
// for schemas, and for programs that query it.  Types and default values are in the schema, not
// here.
#pragma once

#include "mjcf/schema.h"

typedef struct {
  const char* element;    // space-separated names, each "name" or "parent/name"; "*": any
  const char* attribute;  // space-separated names; NULL: the row describes the element itself
  const char* unit;       // NULL: none
  const char* range;      // of the numbers; NULL: any
  const char* example;    // a value; NULL: the default, or the first keyword
  const char* text;       // full sentences
} prose_row;

typedef struct {
  const prose_row* row;
  int n;
} prose_table;

// prose_*.c, one file per part of the grammar.
extern const prose_table prose_settings, prose_visual, prose_asset, prose_body, prose_soft,
    prose_link, prose_actuator, prose_sensor, prose_custom;

#define PROSE_TABLE(name) const prose_table name = {rows, (int)(sizeof rows / sizeof *rows)}

// The row for an attribute (NULL: for the element) of an element in a parent: one that names both,
// else one that names the element, else one for any element.  NULL when there is none.  Members of
// <default> have the documentation of their elements: pass the element's usual parent.
const prose_row* prose_of(const char* parent, const char* element, const char* attribute);
