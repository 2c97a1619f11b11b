// Reads a URDF joint: the pose of its child, and its degrees of freedom.
#pragma once

#include "mjcf/read.h"

// Read the pose of the joint's child body, and add the joints.
void urdf_read_joint(reader* r, const xml_node* node, mjsBody* body);
