// Reading URDF: the links and joints of a robot, which name each other, as a tree of bodies.
#pragma once

#include "mjcf/read.h"

// Read a robot from its tree (root: <robot>) into r->spec, which is new.  Errors go to r->report;
// the specification is worth nothing if there are any.
void read_urdf(reader* r, const xml_node* root);
