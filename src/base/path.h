// Names of files and resources as text.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The part after the last separator (of either kind).
const char* path_base(const char* path);

// A copy with "\" as "/", and with "./" and "a/../" taken out; NULL without memory.
char* path_normalise(const char* path);

// A copy of the base name in lower case; NULL without memory.
char* path_lower_base(const char* path);

// The bytes of the scheme of "scheme:rest": a letter, then letters, digits, '+', '-', '.'; 0
// without one.
size_t path_scheme(const char* path);

// The bytes of the directory part, with its separator; that of "scheme:rest" is "scheme:".
size_t path_dir(const char* path);

// Bytes as base64, terminated; text needs 4 * ((n + 2) / 3) + 1 bytes.
void path_base64(char* text, const void* bytes, size_t n);
