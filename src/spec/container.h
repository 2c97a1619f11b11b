// The growable strings and vectors behind mjString, mjStringVec, mjIntVec, mjIntVecVec,
// mjFloatVec, mjFloatVecVec, mjDoubleVec and mjByteVec, which are opaque in the public headers.
//
// They take their memory from the store of the specification they were made in, grow by doubling
// and are never freed one by one.  When memory runs out a container keeps what it held and
// store.failed is set; mj_compile refuses a specification whose store has failed, so nothing built
// on a lost write is ever compiled.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include "base/arena.h"

// What a specification and everything in it is made of.
typedef struct store {
  arena* memory;
  bool failed;     // an allocation was refused
  unsigned edits;  // how often the user has written to a container of it
} store;

// n zeroed bytes; NULL when there is no memory, then s->failed is set.
void* store_alloc(store* s, size_t n);

// All containers begin with the same members, see vec.
#define VEC(type)       \
  struct {              \
    type* data;         \
    int size, capacity; \
    store* from;        \
  }

typedef VEC(void) vec;
typedef VEC(int) int_vec;
typedef VEC(float) float_vec;
typedef VEC(double) double_vec;
typedef VEC(unsigned char) byte_vec;
typedef VEC(int_vec) int_vec_vec;
typedef VEC(float_vec) float_vec_vec;

// Terminated text; data is NULL as long as it is empty: read it through string_text.
typedef struct {
  char* data;
  int size;
  unsigned capacity : 30;
  unsigned is_name : 1;   // the name of an element: a change goes through the name index
  unsigned is_place : 1;  // not spelt out yet, see string_place
  store* from;
} string;

// What stands around line and column in the words for a place in a text.
typedef struct place_words {
  const char *before, *behind;
} place_words;

typedef VEC(string) string_vec;

// Make dest the text "before:line:columnbehind".  Thousands of elements have such a text and few
// are asked for it: it is spelt out when it is read first.  words live as long as the store of
// dest.
void string_place(string* dest, const place_words* words, int line, int column);

// The text of a place, from now on as of any string.
const char* string_spell(string* s);

// The text of a public string handle or of a string; "" for NULL.
static inline const char* string_text(const void* s) {
  const string* t = s;
  if (t && t->is_place) return string_spell((string*)t);
  return t && t->data ? t->data : "";
}

static inline bool string_empty(const void* s) { return !s || !((const string*)s)->size; }

// Replace the text, by n bytes or by a C string; neither knows of is_name.  s may be a part of it.
bool string_assign(string* dest, const char* s, size_t n);
bool string_set(string* dest, const char* s);

// Put prefix and suffix around a text that is not empty.
bool string_decorate(string* s, const char* prefix, const char* suffix);

// Give v (of elements of `width` bytes) n elements, new ones zeroed; shrinking keeps the memory.
bool vec_resize(vec* v, int n, size_t width);

// Room for n elements without changing the size.
bool vec_reserve(vec* v, int n, size_t width);

// Replace the content by n elements.
bool vec_assign(vec* v, const void* data, int n, size_t width);

// Append an empty string and return it, NULL when there is no memory.
string* string_vec_push(string_vec* v, const char* s);

// Kinds of containers, for code that handles them all alike.
typedef enum {
  CONTAINER_STRING,
  CONTAINER_STRINGS,
  CONTAINER_INTS,
  CONTAINER_FLOATS,
  CONTAINER_DOUBLES,
  CONTAINER_BYTES,
  CONTAINER_INT_VECS,
  CONTAINER_FLOAT_VECS,
} container_kind;

// Copy the content between two containers of one kind.
bool container_copy(void* dest, const void* source, container_kind kind);
