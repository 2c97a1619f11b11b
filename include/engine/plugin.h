// Loading plugins from dynamic libraries.
#pragma once

#include <engine/plugin_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Load a dynamic library, which registers its plugins as it is loaded.  A library that cannot be
// loaded is an mju_error with the loader's reason.
MJAPI void mj_loadPluginLibrary(const char* path);

// Load every dynamic library (a regular file, by its suffix) in a directory; callback (may be NULL)
// is called for each.  A directory that cannot be read counts as empty.
MJAPI void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback);

// The same for a list of libraries and directories with ':' between them, as the environment
// variable ENGINE_PLUGINS has it, which the tool and the viewer read; NULL is an empty list.
// Returns how many plugins came with them.
MJAPI int eng_loadPlugins(const char* places);

#ifdef __cplusplus
}  // extern "C"
#endif
