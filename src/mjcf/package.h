// ROS packages, by which URDF names files: "package://name/folder/file".
#pragma once

#include "mjcf/read.h"

// Whether a file name refers to a package.
bool package_is(const char* file);

// The file, searched in the folders of eng_setPackagePath, of ROS_PACKAGE_PATH and
// AMENT_PREFIX_PATH, and in the folders that contain the model; NULL when it is not found.  Lives
// as long as the XML tree.
const char* package_find(reader* r, const char* file);
