// Types that do not depend on models: files, resources, thread pools, logging.
#pragma once

#include <engine/scalar.h>

#ifdef __cplusplus
extern "C" {
#endif

// A virtual file system: files in memory that shadow those on disk.
typedef struct mjVFS_ {
  void* impl_;  // internal
} mjVFS;

// The cache of processed assets.
typedef struct mjCache_ {
  void* impl_;  // internal
} mjCache;

// A resource, and its provider (below).
typedef struct mjResource_ mjResource;
typedef struct mjpResourceProvider_ mjpResourceProvider;

// Functions of a provider, see mjpResourceProvider.
typedef int (*mjfOpenResource)(mjResource* resource);
typedef int (*mjfReadResource)(mjResource* resource, const void** buffer);
typedef void (*mjfCloseResource)(mjResource* resource);
typedef void (*mjfGetResourceDir)(mjResource* resource, const char** dir, int* ndir);
typedef int (*mjfResourceModified)(const mjResource* resource, const char* timestamp);

// Something opened by name.
struct mjResource_ {
  char* name;                           // its name
  void* data;                           // of the provider
  char timestamp[512];                  // changes when the content does
  const mjpResourceProvider* provider;  // who serves it
  ENGINE_NEWER_mjResource
};

// Serves names that start with prefix and a colon.
struct mjpResourceProvider_ {
  const char* prefix;            // scheme of the names it serves
  mjfOpenResource open;          // open by name; 0 when it fails
  mjfReadResource read;          // point buffer at the content, return its size; -1 when it fails
  mjfCloseResource close;        // release what open and read took
  mjfGetResourceDir getdir;      // directory part of the name; may be NULL
  mjfResourceModified modified;  // 0 when unchanged since the timestamp; may be NULL
  void* data;                    // of the provider
  ENGINE_NEWER_mjpResourceProvider
};

// The function of a task: receives args, returns its new value.
typedef void* (*mjfTask)(void*);

// A function to run on a thread of a pool.
typedef struct mjTask_ {
  mjfTask func;         // what is run, with args
  void* args;           // its argument; its result when done
  volatile int status;  // whether it waits, runs or is done (mjtTaskStatus)
} mjTask;

// Threads that wait for tasks.
typedef struct mjThreadPool_ {
  int nworker;  // number of threads
} mjThreadPool;

// Severity of a message (3.10).
typedef enum mjtLogLevel_ {
  mjLOG_DEBUG = 0,    // for debugging
  mjLOG_INFO = 1,     // progress
  mjLOG_WARNING = 2,  // a problem, after which execution continues
  mjLOG_ERROR = 3,    // a problem that ends the operation
} mjtLogLevel;

// Topics of information; a topic is enabled by bit topic - 1 of mjLogConfig.topics.
typedef enum mjtLogTopic_ {
  mjTOPIC_NONE = 0,      // always enabled
  mjTOPIC_TIME_STP = 1,  // times of simulation
  mjTOPIC_TIME_CMP = 2,  // times of compilation
  mjTOPIC_SLEEP = 3,     // trees that fall asleep or wake
  mjNTOPIC = 3,          // number of topics
} mjtLogTopic;

// A log message.
typedef struct mjLogMessage_ {
  int level;           // severity (mjtLogLevel)
  int topic;           // what information is about (mjtLogTopic)
  char subject[1024];  // the message, one line
  const char* body;    // further text; may be NULL
  const char* func;    // function it comes from; may be NULL
  const char* file;    // source file; may be NULL
  int line;            // line of it
  mjtByte timestamp;   // whether to print the time
} mjLogMessage;

// Destination of messages that no handler takes.
typedef struct mjLogConfig_ {
  mjtByte logto_console;  // standard output; warnings and errors of mju_message to standard error
  mjtByte logto_file;     // 1: also append to the file logfile
  char logfile[1024];     // name of that file
  int topics;             // enabled topics of information
} mjLogConfig;

// Handler of messages, see mju_setLogHandler.
typedef void (*mjfLogHandler)(const mjLogMessage* msg);

#ifdef __cplusplus
}  // extern "C"
#endif
