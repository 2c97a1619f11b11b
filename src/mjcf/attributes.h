// Attributes of an element into its fields, as its rows say.
#pragma once

#include "mjcf/read.h"
#include "mjcf/numbers.h"

// Read all attributes of an element: each into target, or into the draft if its group says so.
// Reports unknown, missing, malformed and conflicting ones.
void attributes_read(reader* r, const xml_node* node, const element_row* row, void* target,
                     draft* d);

// The numbers of an attribute, checked against the count of its row.  Returns an array that is
// valid until the next call, of n numbers of the type; NULL after reporting an error.
const void* attribute_numbers(reader* r, const xml_node* node, const xml_attribute* a,
                              const attribute_row* row, number_type type, int* n);

// The single integer of an attribute; false after reporting an error.
bool attribute_int(reader* r, const xml_node* node, const xml_attribute* a, int* value);

// The value of a keyword attribute; -1 after reporting an error.
int attribute_word(reader* r, const xml_node* node, const xml_attribute* a, const keywords* words);
