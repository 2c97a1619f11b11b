// Reading values from URDF elements.  Unknown content is ignored: the format is open and used by
// many programs.
#pragma once

#include "mjcf/read.h"

// The only child of that name; NULL when there is none (urdf_needed_child: after an error), or
// after an error when there are several.
const xml_node* urdf_child(reader* r, const xml_node* node, const char* name);
const xml_node* urdf_needed_child(reader* r, const xml_node* node, const char* name);

// The text of a required attribute; NULL after an error.
const char* urdf_text(reader* r, const xml_node* node, const char* name);

// Read n numbers of an attribute into value, which is unchanged if the attribute is absent.
// Returns whether they have been read; anything else in the attribute is an error.
bool urdf_numbers(reader* r, const xml_node* node, const char* name, int n, double* value);

// The same for a required attribute.
bool urdf_needed_numbers(reader* r, const xml_node* node, const char* name, int n, double* value);

// The pose in the child <origin>, or the identity.
void urdf_origin(reader* r, const xml_node* node, double pos[3], double quat[4]);
