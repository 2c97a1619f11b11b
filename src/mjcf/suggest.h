// Errors about names that are not known, with the one that was meant.
#pragma once

#include "mjcf/read.h"

typedef struct {
  const char* const* word;
  int n;
} word_list;

// Report that a word is none of the candidates, with the nearest of them or with all.
void report_unknown(reader* r, const xml_node* node, const xml_attribute* a, const char* what,
                    const char* name, word_list candidates);

// Report that an element lacks an attribute that takes one of n words.
void report_missing(reader* r, const xml_node* node, const char* attribute, const char* const* word,
                    int n);

// Report an element that cannot stand in parent, of the given row: the nearest that can, or where
// it could stand.
void report_unknown_child(reader* r, const xml_node* parent, const xml_node* node,
                          const element_row* row);

// The version of the format that brought an element of parent, or an attribute of it, which is not
// read here; NULL when none is known to.
const char* newer_version(const char* parent, const char* name);

// Report an attribute that an element, of the given row, does not have: the nearest that it has,
// or what has such an attribute.  Returns the name that was meant, as in its row; NULL if none is
// near.
const char* report_unknown_attribute(reader* r, const xml_node* node, const xml_attribute* a,
                                     const element_row* row);
