// Where the files that a model names are found.
#pragma once

#include "mjcf/read.h"

// The file attribute of an asset as the specification keeps it: normalised, and put below the
// directory of the included file when that is where the file is.  Lives as long as the XML tree.
const char* asset_path(reader* r, const xml_node* node, asset_dir dir, const char* file);

// Whether such a file can be opened.
bool asset_exists(const reader* r, asset_dir dir, const char* file);

// dir + name, normalised; lives as long as the arena.
const char* path_below(arena* a, const char* dir, const char* name);
