// A joint of URDF: where its child stands, and how it may move.
#pragma once

#include "mjcf/read.h"

// Read the pose of the body that the joint holds, and add what moves it.
void urdf_read_joint(reader* r, const xml_node* node, mjsBody* body);
