// Errors of the actuator shortcuts mjs_setTo..., as data and as text for the user.
#pragma once

#include <stddef.h>
#include <engine/spec_types.h>

// A text returned by a shortcut, unless it is "" or NULL, is the first member of such a struct.
typedef struct {
  char text[72];
  const char* attribute[2];  // attributes concerned, by MJCF name; NULL: none
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

// Damping given as a coefficient or as a ratio, at most one of them.
const char* shortcut_damping(mjsActuator* a, const double* kv, const double* dampratio);
