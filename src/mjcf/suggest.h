// Errors about unknown names, with the name that was probably meant.
#pragma once

#include "mjcf/read.h"

typedef struct {
  const char* const* word;
  int n;
} word_list;

// Report that a word is not among the candidates, with the nearest or with all of them.
void report_unknown(reader* r, const xml_node* node, const xml_attribute* a, const char* what,
                    const char* name, word_list candidates);

// Report that an element lacks an attribute whose value is one of n words.
void report_missing(reader* r, const xml_node* node, const char* attribute, const char* const* word,
                    int n);

// Report an element that is not allowed in parent, which has the given row: suggests the nearest
// allowed one, or where it is allowed.
void report_unknown_child(reader* r, const xml_node* parent, const xml_node* node,
                          const element_row* row);

// The format version that introduced an element of parent, or an attribute of it, that is not
// supported; NULL if unknown.
const char* newer_version(const char* parent, const char* name);

// Report an attribute that an element of the given row does not have: suggests the nearest one, or
// elements that have it.  Returns the suggested name, as in its row; NULL if none is near.
const char* report_unknown_attribute(reader* r, const xml_node* node, const xml_attribute* a,
                                     const element_row* row);
