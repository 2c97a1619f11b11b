// For programs written before version 3 of the API: names that have been removed since.  Used in
// place of the regular header when its folder comes first in the include path.
#pragma once

#include <engine/engine.h>

#ifdef __cplusplus
extern "C" {
#endif

// Frames of the stack of the data d in scope.
#define mjMARKSTACK mj_markStack(d)
#define mjFREESTACK mj_freeStack(d)

static inline mjtNum* mj_stackAlloc(mjData* d, int size) {
  return mj_stackAllocNum(d, size > 0 ? (size_t)size : 0);
}

#ifdef __cplusplus
}  // extern "C"
#endif
