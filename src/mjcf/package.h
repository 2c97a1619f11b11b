// Packages of ROS, in which URDF names its files: "package://name/folder/file".
#pragma once

#include "mjcf/read.h"

// Whether a file is named in a package.
bool package_is(const char* file);

// The file itself, looked for in the folders that eng_setPackagePath names, in those of
// ROS_PACKAGE_PATH and AMENT_PREFIX_PATH, and above the model; NULL when it is in none.  Lives as
// long as the XML tree.
const char* package_find(reader* r, const char* file);
