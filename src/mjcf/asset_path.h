// Resolves the file names of assets.
#pragma once

#include "mjcf/read.h"

// The file attribute of an asset as stored in the specification: normalised, and prefixed with the
// directory of the included file if the file is there.  Lives as long as the XML tree.
const char* asset_path(reader* r, const xml_node* node, asset_dir dir, const char* file);

// Whether such a file can be opened.
bool asset_exists(const reader* r, asset_dir dir, const char* file);

// dir + name, normalised, allocated in the arena.
const char* path_below(arena* a, const char* dir, const char* name);
