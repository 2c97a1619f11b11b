// Macros for writing rows of the schema.  STRUCT names the struct of the rows that follow.
#pragma once

#include <math.h>
#include "mjcf/keywords.h"
#include "mjcf/read.h"
#include "mjcf/schema.h"
#include "mjcf/write.h"
#include "spec/element.h"
#include "spec/elements.h"

// The storage type of a field, from its C type.
#define STORE(field) \
  _Generic((field),                                                           \
      mjtByte: STORE_BYTE,                                                                  \
      int: STORE_INT,                                                                       \
      int*: STORE_INT,                                                                      \
      unsigned: STORE_INT,                                                                  \
      mjtSize: STORE_SIZE,                                                                  \
      float: STORE_FLOAT,                                                                   \
      float*: STORE_FLOAT,                                                                  \
      double: STORE_DOUBLE,                                                                 \
      double*: STORE_DOUBLE,                                                                \
      const char*: STORE_POINTER,                                                           \
      void*: STORE_STRING)

#define FIELD(field) .store = STORE(((STRUCT*)0)->field), .offset = offsetof(STRUCT, field)

// min to max numbers into an array field of fixed size.
#define NUMBERS(name_, field, min_, max_, fallback_, flags_)                   \
  {                                                                            \
    .name = #name_, .kind = KIND_REAL, FIELD(field), .min = min_, .max = max_, \
    .fallback = fallback_, .flags = flags_                                     \
  }
#define INTEGERS(name_, field, min_, max_, fallback_, flags_)                 \
  {                                                                           \
    .name = #name_, .kind = KIND_INT, FIELD(field), .min = min_, .max = max_, \
    .fallback = fallback_, .flags = flags_                                    \
  }

// Definitions for rows of the element table (spec/elements.h): ELEMENT is the element, STRUCT its
// public struct.  The kind of an attribute is a macro, with everything that is only in the schema
// row as further arguments.
#define OFFSET(field) (offsetof(ELEMENT, field) - offsetof(ELEMENT, pub))
#define ONE(name_, field, initially, model, kind_) \
  {.name = #name_,                                 \
   .store = STORE(((ELEMENT*)0)->field),           \
   .offset = OFFSET(field),                        \
   .fallback = AS_TEXT(initially),                 \
   .value = (initially),                           \
   kind_},
#define MANY(name_, field, initially, model, kind_) \
  {.name = #name_,                                  \
   .store = STORE(((ELEMENT*)0)->field),            \
   .offset = OFFSET(field),                         \
   .fallback = AS_TEXT(initially),                  \
   kind_},
#define HIDDEN(field, model)
#define XML(...)                            __VA_ARGS__,
#define NAMED(name_, field, object, flags_) REF(name_, field, WORD_OF(object), flags_),
#define NAMED_MORE(name_, field, object, flags_, ...) \
  MORE_REF(name_, field, WORD_OF(object), flags_, __VA_ARGS__),
#define NAMED_SOME(name_, field, object, flags_)        NAMES(name_, field, WORD_OF(object), flags_),
#define LIST(name_, field, numbers, min_, max_, flags_) numbers(name_, field, min_, max_, flags_),
#define A_TEXT(name_, field, flags_)                    TEXT(name_, field, 0, flags_),
#define A_FILE(name_, field, folder)                    FILENAME(name_, field, folder, 0),
#define KEPT(...)
#define WORD_OF(object)            WORD_OF_##object
#define WORD_OF_mjOBJ_BODY         "body"
#define WORD_OF_mjOBJ_GEOM         "geom"
#define WORD_OF_mjOBJ_MATERIAL     "material"
#define WORD_OF_mjOBJ_MESH         "mesh"
#define WORD_OF_mjOBJ_HFIELD       "hfield"
#define WORD_OF_mjOBJ_TEXTURE      "texture"
#define AS_TEXT(text)              AS_TEXT_(text)
#define AS_TEXT_(...)              #__VA_ARGS__

#define REAL(flags_)               REALS(1, 1, flags_)
#define REALS(min_, max_, flags_)  .kind = KIND_REAL, .min = min_, .max = max_, .flags = flags_,
#define WHOLE(flags_)              WHOLES(1, 1, flags_)
#define WHOLES(min_, max_, flags_) .kind = KIND_INT, .min = min_, .max = max_, .flags = flags_,
#define ONE_OF(table, flags_) \
  .kind = KIND_WORD, .min = 1, .max = 1, .words = &words_##table, .flags = flags_,
#define SOME_OF(table, max_, flags_) \
  .kind = KIND_WORD, .min = 1, .max = max_, .words = &words_##table, .flags = flags_,
#define TEXTUAL(flags_)        .kind = KIND_TEXT, .flags = flags_,
#define READ_BY(function)      .special = function,
#define WRITTEN_BY(function)   .write = function,
#define SINCE(version, about_) .since = version, .about = about_,

// Polynomial coefficients: the constant one goes to the field, the others to `more`.
#define POLYNOMIAL(more_)                                                                 \
  .kind = KIND_REAL, .min = 1, .max = 3, .flags = IN_DEFAULT, .code = OFFSET(more.more_), \
  .special = read_polynomial, .write = write_polynomial,

// At least min numbers, into a vector of the API.
#define VECTOR(name_, kind_, store_, field, min_, max_, flags_)                        \
  {                                                                                    \
    .name = #name_, .kind = kind_, .store = store_, .offset = offsetof(STRUCT, field), \
    .min = min_, .max = max_, .flags = flags_                                          \
  }
#define DOUBLES(name_, field, min_, max_, flags_) \
  VECTOR(name_, KIND_REAL, STORE_DOUBLES, field, min_, max_, flags_)
#define FLOATS(name_, field, min_, max_, flags_) \
  VECTOR(name_, KIND_REAL, STORE_FLOATS, field, min_, max_, flags_)
#define INTS(name_, field, min_, max_, flags_) \
  VECTOR(name_, KIND_INT, STORE_INTS, field, min_, max_, flags_)

// One of the keywords in words_<table>.
#define WORD(name_, field, table, fallback_, flags_)                                              \
  {                                                                                               \
    .name = #name_, .kind = KIND_WORD, FIELD(field), .min = 1, .max = 1, .words = &words_##table, \
    .fallback = fallback_, .flags = flags_                                                        \
  }

// Text; a file in an asset directory (asset_dir); the name of another element.
#define TEXT(name_, field, fallback_, flags_) \
  { .name = #name_, .kind = KIND_TEXT, FIELD(field), .fallback = fallback_, .flags = flags_ }
#define FILENAME(name_, field, directory, flags_) \
  { .name = #name_, .kind = KIND_FILE, FIELD(field), .code = directory, .flags = flags_ }
#define REF(name_, field, of_, flags_) \
  { .name = #name_, .kind = KIND_REF, FIELD(field), .of = of_, .flags = flags_ }

// A reference stored in the data of newer versions.
#define MORE_REF(name_, field, of_, flags_, ...)                                           \
  {                                                                                        \
    .name = #name_, .kind = KIND_REF, .store = STORE_STRING, .offset = OFFSET(more.field), \
    .of = of_, .flags = flags_, __VA_ARGS__                                                \
  }

// Names of several elements, into a vector of the API.
#define NAMES(name_, field, of_, flags_)                                                         \
  {                                                                                              \
    .name = #name_, .kind = KIND_REF, .store = STORE_STRINGS, .offset = offsetof(STRUCT, field), \
    .of = of_, .flags = flags_                                                                   \
  }

// The element's name, and its default class.
#define NAME(flags_) \
  { .name = "name", .kind = KIND_NAME, .flags = flags_ }
#define CLASS \
  { .name = "class", .kind = KIND_REF, .of = "default class" }

// Rows read by a special function; further members may follow.
#define SPECIAL(name_, kind_, function, code_, ...) \
  { .name = #name_, .kind = kind_, .special = function, .code = code_, __VA_ARGS__ }

// Numbers or a keyword, written by a special function.
#define WRITTEN(name_, field, min_, max_, fallback_, flags_, function)         \
  {                                                                            \
    .name = #name_, .kind = KIND_REAL, FIELD(field), .min = min_, .max = max_, \
    .fallback = fallback_, .flags = flags_, .write = function                  \
  }
#define WRITTEN_WORD(name_, field, table, fallback_, flags_, function)                            \
  {                                                                                               \
    .name = #name_, .kind = KIND_WORD, FIELD(field), .min = 1, .max = 1, .words = &words_##table, \
    .fallback = fallback_, .flags = flags_, .write = function                                     \
  }

// Rows for checking only: element-specific code reads the value.
#define PLAIN(name_, kind_, min_, max_, ...) \
  { .name = #name_, .kind = kind_, .min = min_, .max = max_, __VA_ARGS__ }

#define ALTERNATIVE(name_, field, n_, code_, flags_)                                      \
  {                                                                                       \
    .name = #name_, .kind = KIND_REAL, FIELD(field), .min = n_, .max = n_, .code = code_, \
    .flags = ORIENTATION | (flags_)                                                       \
  }

// The five orientation formats, into the fields quat and alt.
#define ORIENTATIONS(quat_, alt_, flags_)                                                   \
  NUMBERS(quat, quat_, 4, 4, "1 0 0 0", ORIENTATION | NONZERO | (flags_)),                  \
      ALTERNATIVE(axisangle, alt_.axisangle, 4, mjORIENTATION_AXISANGLE, ANGLE | (flags_)), \
      ALTERNATIVE(xyaxes, alt_.xyaxes, 6, mjORIENTATION_XYAXES, flags_),                    \
      ALTERNATIVE(zaxis, alt_.zaxis, 3, mjORIENTATION_ZAXIS, flags_),                       \
      ALTERNATIVE(euler, alt_.euler, 3, mjORIENTATION_EULER, ANGLE | (flags_))

#define GROUP(name, ...)                                                                      \
  static const attribute_row name##_rows[] = {__VA_ARGS__};                                   \
  static const attribute_group name = {name##_rows, sizeof name##_rows / sizeof *name##_rows, \
                                       false};

#define DRAFT_GROUP(name, ...)                              \
  static const attribute_row name##_rows[] = {__VA_ARGS__}; \
  static const attribute_group name = {name##_rows, sizeof name##_rows / sizeof *name##_rows, true};
