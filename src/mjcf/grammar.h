// Output of the schema for users: explained in text, and as schemas for editors.
#pragma once

#include "base/text.h"
#include "mjcf/schema.h"

// An element of the schema, where it is first found from the root.
typedef struct {
  const element_row* row;
  const element_row* parent;  // NULL: the root
  char path[100];             // "worldbody/geom"; children of the root have no prefix
  char type[100];             // a unique name: "worldbody.geom"
} grammar_element;

// All n elements: each row of the schema once, parents before children; to be freed.  NULL, with
// `out` failed, when there is no memory.
grammar_element* grammar_elements(text* out, int* n);

// The element with a row.
const grammar_element* grammar_find(const grammar_element* e, int n, const element_row* row);

// Attribute i of an element, NULL after the last.
const attribute_row* grammar_attribute(const grammar_element* e, int i);

// A valid value of the attribute, possibly written to buffer.
const char* grammar_example(const grammar_element* e, const attribute_row* a, char buffer[100]);

// The documentation of an attribute, or of the element if a is NULL; "" if there is none.
const char* grammar_sentence(const grammar_element* e, const attribute_row* a);

// The output formats.  of: elements to be explained, by path, name or name/attribute.  Returns how
// many were found.
int grammar_words(text* out, const char* of);
void grammar_markdown(text* out);
void grammar_xsd(text* out);
void grammar_rng(text* out);

// Append s with XML special characters as entities.
void grammar_escape(text* out, const char* s);
