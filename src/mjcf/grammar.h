// The schema as others read it: explained in words, and as schemas of editors.
#pragma once

#include "base/text.h"
#include "mjcf/schema.h"

// An element of the schema, where it is first met on the way from the root.
typedef struct {
  const element_row* row;
  const element_row* parent;  // NULL: the root
  char path[100];             // "worldbody/geom"; children of the root stand without it
  char type[100];             // a name for it among all: "worldbody.geom"
} grammar_element;

// All elements, n of them, each row of the schema once, a parent before its children; to be freed.
// NULL, and the text has failed, when there is no memory.
grammar_element* grammar_elements(text* out, int* n);

// The one of a row.
const grammar_element* grammar_find(const grammar_element* e, int n, const element_row* row);

// The attribute number i of an element, NULL behind the last.
const attribute_row* grammar_attribute(const grammar_element* e, int i);

// A value the attribute could have; in buffer, if that takes any work.
const char* grammar_example(const grammar_element* e, const attribute_row* a, char buffer[100]);

// What is said of an attribute, of the element where a is NULL; "" for nothing.
const char* grammar_sentence(const grammar_element* e, const attribute_row* a);

// The forms.  of: the elements that are explained in words, by path, name or name/attribute.
// Returns how many were.
int grammar_words(text* out, const char* of);
void grammar_markdown(text* out);
void grammar_xsd(text* out);
void grammar_rng(text* out);

// s with what XML means something by written as entities.
void grammar_escape(text* out, const char* s);
