// Reads the attributes of an element into its fields, following the schema rows.
#pragma once

#include "mjcf/read.h"
#include "mjcf/numbers.h"

// Read all attributes of an element: into target or, if the group says so, into the draft.  Reports
// unknown, missing, malformed and conflicting attributes.
void attributes_read(reader* r, const xml_node* node, const element_row* row, void* target,
                     draft* d);

// The n numbers of an attribute, checked against the count in its row: an array of the row's type,
// valid until the next call; NULL after reporting an error.
const void* attribute_numbers(reader* r, const xml_node* node, const xml_attribute* a,
                              const attribute_row* row, number_type type, int* n);

// Read a single integer; false after reporting an error.
bool attribute_int(reader* r, const xml_node* node, const xml_attribute* a, int* value);

// The value of a keyword; -1 after reporting an error.
int attribute_word(reader* r, const xml_node* node, const xml_attribute* a, const keywords* words);
