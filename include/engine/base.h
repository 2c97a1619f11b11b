// Errors, memory, files, resources, threads, version.
#pragma once

#include <engine/base_types.h>

#ifdef __cplusplus
extern "C" {
#endif

MJAPI extern void (*mju_user_error)(const char*);
MJAPI extern void (*mju_user_warning)(const char*);
MJAPI extern void* (*mju_user_malloc)(size_t);
MJAPI extern void (*mju_user_free)(void*);

MJAPI void mj_defaultVFS(mjVFS* vfs);
MJAPI int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename);
MJAPI int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer);
MJAPI int mj_deleteFileVFS(mjVFS* vfs, const char* filename);
MJAPI void mj_deleteVFS(mjVFS* vfs);
MJAPI size_t mj_getCacheSize(const mjCache* cache);
MJAPI size_t mj_getCacheCapacity(const mjCache* cache);
MJAPI size_t mj_setCacheCapacity(mjCache* cache, size_t size);
MJAPI mjCache* mj_getCache(void);
MJAPI void mj_clearCache(mjCache* cache);
MJAPI int mj_version(void);
MJAPI const char* mj_versionString(void);
MJAPI const char* eng_buildTarget(void);
MJAPI const char* eng_cpuTarget(void);
MJAPI void mju_error(const char* msg, ...) mjPRINTFLIKE(1, 2);
MJAPI void mju_error_i(const char* msg, int i);
MJAPI void mju_error_s(const char* msg, const char* text);
MJAPI void mju_warning(const char* msg, ...) mjPRINTFLIKE(1, 2);
MJAPI void mju_warning_i(const char* msg, int i);
MJAPI void mju_warning_s(const char* msg, const char* text);
MJAPI void mju_clearHandlers(void);
MJAPI void* mju_malloc(size_t size);
MJAPI void mju_free(void* ptr);
MJAPI void mju_writeLog(const char* type, const char* msg);
MJAPI const char* mju_writeNumBytes(size_t nbytes);
MJAPI char* mju_strncpy(char* dst, const char* src, int n);
MJAPI void mjp_defaultResourceProvider(mjpResourceProvider* provider);
MJAPI int mjp_registerResourceProvider(const mjpResourceProvider* provider);
MJAPI int mjp_resourceProviderCount(void);
MJAPI const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name);
MJAPI const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot);
MJAPI mjThreadPool* mju_threadPoolCreate(size_t number_of_threads);
MJAPI void mju_threadPoolEnqueue(mjThreadPool* thread_pool, mjTask* task);
MJAPI void mju_threadPoolDestroy(mjThreadPool* thread_pool);
MJAPI void mju_defaultTask(mjTask* task);
MJAPI void mju_taskJoin(mjTask* task);

#ifdef __cplusplus
}  // extern "C"
#endif
