// For programs written before version 3 of the API: names that have gone since.  They find this
// header in place of today's when its folder is the first of the include path.
#pragma once

#include <math.h>

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

// Functions of mjtNum.
#define mju_abs   fabs
#define mju_acos  acos
#define mju_asin  asin
#define mju_atan2 atan2
#define mju_ceil  ceil
#define mju_cos   cos
#define mju_exp   exp
#define mju_floor floor
#define mju_log   log
#define mju_log10 log10
#define mju_pow   pow
#define mju_sin   sin
#define mju_sqrt  sqrt
#define mju_tan   tan
#define mju_tanh  tanh

#ifdef __cplusplus
}  // extern "C"
#endif
