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

// Load libraries and directories of libraries from a list separated by ':' (on Windows ';'), the
// format of the environment variable ENGINE_PLUGINS, which the tool and the viewer read.  What
// cannot be loaded is an mju_error; NULL is an empty list.  Returns the number of new plugins.
MJAPI int eng_loadPlugins(const char* places);

#ifdef __cplusplus
}  // extern "C"
#endif
