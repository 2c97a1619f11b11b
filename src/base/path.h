// Operations on names of files and resources.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The part after the last separator ('/' or '\').
const char* path_base(const char* path);

// A copy with "\" replaced by "/" and with "./" and "a/../" removed; NULL without memory.
char* path_normalise(const char* path);

// The relative path from a folder to a file: "meshes/a.stl" from "x/" to "x/meshes/a.stl",
// "../y/a.stl" from "x/" to "y/a.stl".  Both are normalised and relative to the same place, or both
// absolute.  NULL when it would need folders with unknown names, and without memory.
char* path_from(const char* folder, const char* file);

// A copy of the base name in lower case; NULL without memory.
char* path_lower_base(const char* path);

// Length of the scheme in "scheme:rest" (a letter, then letters, digits, '+', '-', '.'); 0 when
// there is none.
size_t path_scheme(const char* path);

// Length of the directory part, with its separator; for "scheme:rest" that of "scheme:".
size_t path_dir(const char* path);

// Encode n bytes as base64, terminated; text needs 4 * ((n + 2) / 3) + 1 bytes.
void path_base64(char* text, const void* bytes, size_t n);
