// Files, resources, thread pool: the types of what knows no model.
#pragma once

#include <engine/scalar.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mjVFS_ {
  void* impl_;
} mjVFS;

typedef struct mjCache_ {
  void* impl_;
} mjCache;

typedef struct mjResource_ mjResource;
typedef struct mjpResourceProvider_ mjpResourceProvider;

typedef int (*mjfOpenResource)(mjResource* resource);
typedef int (*mjfReadResource)(mjResource* resource, const void** buffer);
typedef void (*mjfCloseResource)(mjResource* resource);
typedef void (*mjfGetResourceDir)(mjResource* resource, const char** dir, int* ndir);
typedef int (*mjfResourceModified)(const mjResource* resource, const char* timestamp);

struct mjResource_ {
  char* name;
  void* data;
  char timestamp[512];
  const mjpResourceProvider* provider;
};

struct mjpResourceProvider_ {
  const char* prefix;
  mjfOpenResource open;
  mjfReadResource read;
  mjfCloseResource close;
  mjfGetResourceDir getdir;
  mjfResourceModified modified;
  void* data;
};

typedef void* (*mjfTask)(void*);

typedef struct mjTask_ {
  mjfTask func;
  void* args;
  volatile int status;
} mjTask;

typedef struct mjThreadPool_ {
  int nworker;
} mjThreadPool;

#ifdef __cplusplus
}  // extern "C"
#endif
