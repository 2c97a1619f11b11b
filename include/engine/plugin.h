// Loading plugins from dynamic libraries.
#pragma once

#include <engine/plugin_types.h>

#ifdef __cplusplus
extern "C" {
#endif

MJAPI void mj_loadPluginLibrary(const char* path);
MJAPI void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback);

#ifdef __cplusplus
}  // extern "C"
#endif
