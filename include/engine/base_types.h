// Files, resources, thread pool: the types of what knows no model.
#pragma once

#include <engine/scalar.h>

#ifdef __cplusplus
extern "C" {
#endif

// A virtual file system: files in memory that shadow those on disk.
typedef struct mjVFS_ {
  void* impl_;  // of the library
} mjVFS;

// The cache of processed assets.
typedef struct mjCache_ {
  void* impl_;  // of the library
} mjCache;

// A resource and who provides it, below.
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

// What a thread runs: gets args, returns what args becomes.
typedef void* (*mjfTask)(void*);

// A function to run on a thread of a pool.
typedef struct mjTask_ {
  mjfTask func;         // the function
  void* args;           // its argument; its result when done
  volatile int status;  // mjtTaskStatus
} mjTask;

// Threads that wait for tasks.
typedef struct mjThreadPool_ {
  int nworker;  // number of threads
} mjThreadPool;

// How grave a message is (3.10).
typedef enum mjtLogLevel_ {
  mjLOG_DEBUG = 0,    // for those who look for a fault
  mjLOG_INFO = 1,     // what goes on
  mjLOG_WARNING = 2,  // something is wrong, and it goes on
  mjLOG_ERROR = 3,    // something is wrong, and it does not
} mjtLogLevel;

// What information is about; bit topic - 1 of mjLogConfig.topics lets it pass.
typedef enum mjtLogTopic_ {
  mjTOPIC_NONE = 0,      // passes always
  mjTOPIC_TIME_STP = 1,  // times of simulation
  mjTOPIC_TIME_CMP = 2,  // times of compilation
  mjTOPIC_SLEEP = 3,     // what falls asleep and wakes
  mjNTOPIC = 3,          // number of topics
} mjtLogTopic;

// A message on its way to the log.
typedef struct mjLogMessage_ {
  int level;           // mjtLogLevel
  int topic;           // mjtLogTopic
  char subject[1024];  // what is said, in a line
  const char* body;    // more of it; may be NULL
  const char* func;    // where it comes from; may be NULL
  const char* file;    // source file; may be NULL
  int line;            // line of it
  mjtByte timestamp;   // say when
} mjLogMessage;

// Where messages go that no handler takes.
typedef struct mjLogConfig_ {
  mjtByte logto_console;  // standard output, warnings and errors of mju_message standard error
  mjtByte logto_file;     // the log file
  char logfile[1024];     // its name
  int topics;             // of information that passes
} mjLogConfig;

// Takes messages, see mju_setLogHandler.
typedef void (*mjfLogHandler)(const mjLogMessage* msg);

#ifdef __cplusplus
}  // extern "C"
#endif
