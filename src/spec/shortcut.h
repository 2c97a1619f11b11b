// What the actuator shortcuts, mjs_setTo..., refuse: as data, and the words of it for the user.
#pragma once

#include <stddef.h>
#include <engine/spec_types.h>

// A text that a shortcut returns, unless it is "" or NULL, is the first member of one of these.
typedef struct {
  char text[72];
  const char* attribute[2];  // what it is about, as MJCF calls it; NULL: no (second) one
  const char* expected;      // what would be right; NULL: the text says it
} shortcut_fault;

#define REFUSE(...)                                     \
  do {                                                  \
    static const shortcut_fault fault_ = {__VA_ARGS__}; \
    return fault_.text;                                 \
  } while (0)
#define REFUSE_BOTH(a, b) REFUSE(#a " and " #b " cannot both be defined", {#a, #b}, "keep one")
#define REFUSE_NEGATIVE(attribute, what) \
  REFUSE(what " cannot be negative", {#attribute, NULL}, "expected at least 0")

// Damping by its coefficient or by a ratio, at most one of which is given.
const char* shortcut_damping(mjsActuator* a, const double* kv, const double* dampratio);
