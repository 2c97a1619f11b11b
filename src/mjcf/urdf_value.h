// What an element of URDF says.  Whatever is not asked for is ignored: the format is open, and full
// of what other programs want to know.
#pragma once

#include "mjcf/read.h"

// The only child of that name; NULL when there is none, after an error if it is needed, or when
// there are several, after an error.
const xml_node* urdf_child(reader* r, const xml_node* node, const char* name);
const xml_node* urdf_needed_child(reader* r, const xml_node* node, const char* name);

// The text of an attribute that is needed; NULL after an error.
const char* urdf_text(reader* r, const xml_node* node, const char* name);

// The n numbers of an attribute into value, which stays as it is when the attribute is not there.
// Returns whether they have been read; an attribute with something else is an error.
bool urdf_numbers(reader* r, const xml_node* node, const char* name, int n, double* value);

// The same of an attribute that is needed.
bool urdf_needed_numbers(reader* r, const xml_node* node, const char* name, int n, double* value);

// The pose that the child <origin> gives, or none.
void urdf_origin(reader* r, const xml_node* node, double pos[3], double quat[4]);
