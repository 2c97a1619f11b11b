// The version of the library.  That of the API it offers is told by mj_version.
#pragma once

#include <engine/scalar.h>

#ifdef __cplusplus
extern "C" {
#endif

// What these headers are of.  Another major version is another binary interface, and another
// SONAME; a greater minor one has more; a greater patch is the same with less wrong.
#define ENG_VERSION_MAJOR 0
#define ENG_VERSION_MINOR 1
#define ENG_VERSION_PATCH 0

// What the library is of that the program runs with: "0.1.0".
MJAPI const char* eng_versionString(void);

#ifdef __cplusplus
}  // extern "C"
#endif
