// Checks of arguments: an error that names the function and the argument, then an early return.
#pragma once

#include "base/platform/compiler.h"

// NEED(a, b): none of these pointers, four at most, may be NULL.  NEED_OR is for functions that
// return something: NEED_OR(result, a, b).
#define NEED(...) NEED_OR(, __VA_ARGS__)
#define NEED_OR(result, ...)                            \
  if (NEED_LACKS(__VA_ARGS__)) {                        \
    need_pointers(__func__, #__VA_ARGS__, __VA_ARGS__); \
    return result;                                      \
  }

// NEED_ID(id, n): 0 <= id < n.
#define NEED_ID(id, n) NEED_ID_OR(, id, n)
#define NEED_ID_OR(result, id, n)         \
  if ((unsigned)(id) >= (unsigned)(n)) {  \
    need_range(__func__, #id, id, #n, n); \
    return result;                        \
  }

#define NEED_LACKS(...)                  NEED_PICK(__VA_ARGS__, NEED_4, NEED_3, NEED_2, NEED_1, 0)(__VA_ARGS__)
#define NEED_PICK(a, b, c, d, name, ...) name
#define NEED_4(a, ...)                   (!(a) || NEED_3(__VA_ARGS__))
#define NEED_3(a, ...)                   (!(a) || NEED_2(__VA_ARGS__))
#define NEED_2(a, b)                     (!(a) || !(b))
#define NEED_1(a)                        (!(a))

// Raise the errors.  Marked cold to keep their code out of the callers' hot path.  `names` are
// those of the pointers that follow, separated by commas; one of these pointers is NULL.
COLD_PATH void need_pointers(const char* function, const char* names, ...);
COLD_PATH void need_range(const char* function, const char* id, int value, const char* count,
                          int n);
