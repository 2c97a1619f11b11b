// Errors, memory, files, resources, threads, version.
#pragma once

#include <engine/base_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- handlers -----------------------------------------------------------------------------------

// A handler that is set is called instead of the default.  An error handler should not return
// (longjmp, throw, exit): behaviour after a return is undefined.  The memory handlers are used for
// all models, data and thread pools; blocks must be aligned to 64 bytes.  Set handlers before other
// threads start.
MJAPI extern void (*mju_user_error)(const char*);
MJAPI extern void (*mju_user_warning)(const char*);
MJAPI extern void* (*mju_user_malloc)(size_t);
MJAPI extern void (*mju_user_free)(void*);

// Set all four to NULL.
MJAPI void mju_clearHandlers(void);

// --- errors and warnings ------------------------------------------------------------------------

// Report an error, printf-style, truncated to 1023 characters.  Without a handler it is written to
// the log file and to standard output, and the process exits.
MJAPI void mju_error(const char* msg, ...) mjPRINTFLIKE(1, 2);

// mju_error with one argument, an int or a string.
MJAPI void mju_error_i(const char* msg, int i);
MJAPI void mju_error_s(const char* msg, const char* text);

// Report a warning; always returns.
MJAPI void mju_warning(const char* msg, ...) mjPRINTFLIKE(1, 2);
MJAPI void mju_warning_i(const char* msg, int i);
MJAPI void mju_warning_s(const char* msg, const char* text);

// Append date, "type: msg" and an empty line to MUJOCO_LOG.TXT in the current folder.  When it
// cannot be opened, nothing happens.
MJAPI void mju_writeLog(const char* type, const char* msg);

// --- log (3.10) ---------------------------------------------------------------------------------

// Set a handler for all messages: errors, warnings, information.  It takes precedence over
// mju_user_error and mju_user_warning, and must not return from an error.  Returns the previous
// handler; NULL: none.
MJAPI mjfLogHandler mju_setLogHandler(mjfLogHandler handler);

// Destination of messages without a handler.  Default: the console and MUJOCO_LOG.TXT, with the
// topics listed in the environment variable MUJOCO_LOG_TOPICS (time_stp, time_cmp, sleep, separated
// by commas).
MJAPI mjLogConfig mju_getLogConfig(void);
MJAPI void mju_setLogConfig(mjLogConfig config);

// mju_info: log information on a topic, printf-style.  mju_message: log any message.  Messages that
// a handler itself logs are dropped, except errors.
MJAPI void mju_info(int topic, const char* msg, ...) mjPRINTFLIKE(2, 3);
MJAPI void mju_message(const mjLogMessage* msg);

// --- memory -------------------------------------------------------------------------------------

// Allocate size bytes, aligned to 64 bytes by the default allocator; an error when out of memory.
MJAPI void* mju_malloc(size_t size);

// Free a block allocated by mju_malloc; NULL is a no-op.
MJAPI void mju_free(void* ptr);

// --- strings ------------------------------------------------------------------------------------

// Format a number of bytes with the largest of the units K, M, G, T, P, E that divides it: "3M",
// "1000".  The text is valid until the next call in this thread.
MJAPI const char* mju_writeNumBytes(size_t nbytes);

// Copy at most n-1 characters and fill the rest of dst with zeros; returns dst.  No-op when an
// argument is NULL or n is not positive.
MJAPI char* mju_strncpy(char* dst, const char* src, int n);

// --- virtual files ------------------------------------------------------------------------------

// Make an empty virtual file system; mj_deleteVFS frees it and all its files.
MJAPI void mj_defaultVFS(mjVFS* vfs);
MJAPI void mj_deleteVFS(mjVFS* vfs);

// Add the disk file directory/filename (directory may be NULL), under its base name in lower case.
// 0: added; 2: a file with this name exists; -1: the file cannot be read or is empty.
MJAPI int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename);

// Add a copy of nbuffer bytes under name, with case and folders kept, "./" and "a/../" removed.
// 0: added; 2: a file with this name exists; -1: out of memory or wrong arguments.
MJAPI int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer);

// Delete the file that opening filename would find: first by its base name in lower case, else by
// exactly this name. 0: deleted; -1: there is none.
MJAPI int mj_deleteFileVFS(mjVFS* vfs, const char* filename);

// Whether there is a file of exactly this name (as in mj_addBufferVFS); whether opening
// directory/filename would find a file (3.11).
MJAPI int mj_containsBufferVFS(mjVFS* vfs, const char* name);
MJAPI int mj_containsFileVFS(mjVFS* vfs, const char* directory, const char* filename);

// --- resources (3.5) ----------------------------------------------------------------------------

// Open a resource in the same way as a model, relative to dir (may be NULL): in the virtual file
// system (may be NULL), from the provider of its scheme, or on disk.  Returns NULL on failure, with
// the reason in error.
MJAPI mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error,
                                   size_t nerror);

// Read all bytes; they remain valid until the resource is closed.  Returns their number; -1 on
// failure.
MJAPI int mju_readResource(mjResource* resource, const void** buffer);
MJAPI void mju_closeResource(mjResource* resource);

// The directory that names in the resource are relative to: ndir characters, not terminated.
MJAPI void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir);

// 0: the resource is unchanged since this timestamp.
MJAPI int mju_isModifiedResource(const mjResource* resource, const char* timestamp);

// Write a file to the virtual file system or, if vfs is NULL, to disk.  Returns nbytes; or -1 with
// the reason in error.
MJAPI int64_t mju_writeResource(const char* name, const void* buffer, size_t nbytes, mjVFS* vfs,
                                char* error, size_t nerror);

// --- asset cache --------------------------------------------------------------------------------

// The asset cache of this process, used by the compiler from all threads; NULL when its capacity is
// 0.  It affects the speed of compilation, never its result.  While it exists, and there are no
// user allocators, the memory of one deleted model (1 to 64 MB, and at most the cache's capacity)
// is kept for the next model of that size; this spare block does not count as in use.
MJAPI mjCache* mj_getCache(void);

// Bytes in use; the capacity in bytes.  0 if cache is NULL.
MJAPI size_t mj_getCacheSize(const mjCache* cache);
MJAPI size_t mj_getCacheCapacity(const mjCache* cache);

// Set the capacity and evict entries above it, least recently used first, and free the spare block.
// Returns the new capacity.
MJAPI size_t mj_setCacheCapacity(mjCache* cache, size_t size);

// Evict everything, and free the spare block.
MJAPI void mj_clearCache(mjCache* cache);

// --- resource providers -------------------------------------------------------------------------

// Set all fields to zero.
MJAPI void mjp_defaultResourceProvider(mjpResourceProvider* provider);

// Register a provider for names "prefix:...".  Returns its slot, counted from 1.  The prefix must
// be a URI scheme, and open, read and close must be set: otherwise a warning, and -1.  Registering
// the same provider again returns the same slot; a different one with the same prefix is an error.
// Thread-safe.
MJAPI int mjp_registerResourceProvider(const mjpResourceProvider* provider);

// Number of registered providers.
MJAPI int mjp_resourceProviderCount(void);

// Find a provider by the name of a resource (case-insensitive) or by slot; NULL when none exists.
MJAPI const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name);
MJAPI const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot);

// --- threads ------------------------------------------------------------------------------------

// Create a pool of at most mjMAXTHREAD threads, which sleep while there are no tasks.
MJAPI mjThreadPool* mju_threadPoolCreate(size_t number_of_threads);

// Run the queued tasks, end the threads and free the pool.  NULL is a no-op.
MJAPI void mju_threadPoolDestroy(mjThreadPool* thread_pool);

// Set a task to no function, no argument and status mjTASK_NEW.
MJAPI void mju_defaultTask(mjTask* task);

// Queue a task of status mjTASK_NEW (any other status is an error); a thread runs
// args = func(args).  When the queue of 1024 tasks is full, or the pool has no threads, the task
// runs in the calling thread.  The task struct must exist until it is joined.
MJAPI void mju_threadPoolEnqueue(mjThreadPool* thread_pool, mjTask* task);

// Wait until a queued task is done.
MJAPI void mju_taskJoin(mjTask* task);

// --- version ------------------------------------------------------------------------------------

// The version of the API: 337 and "3.3.7".
MJAPI int mj_version(void);
MJAPI const char* mj_versionString(void);

// The instruction set level this library was compiled for, and the highest that this processor
// supports: "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64" or "generic".
MJAPI const char* eng_buildTarget(void);
MJAPI const char* eng_cpuTarget(void);

#ifdef __cplusplus
}  // extern "C"
#endif
