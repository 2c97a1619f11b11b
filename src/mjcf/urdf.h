// Reads URDF: links and joints that refer to each other by name, converted to a tree of bodies.
#pragma once

#include "mjcf/read.h"

// Read a robot from its tree (root: <robot>) into r->spec, which is new.  Errors go to r->report;
// the specification is unusable if there are any.
void read_urdf(reader* r, const xml_node* root);
