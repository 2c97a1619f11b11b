// The growable strings and vectors behind mjString, mjStringVec, mjIntVec, mjIntVecVec,
// mjFloatVec, mjFloatVecVec, mjDoubleVec and mjByteVec, which are opaque in the public headers.
//
// They allocate from the store of their specification, grow by doubling and are never freed
// individually.  When memory runs out a container keeps its content and store.failed is set;
// mj_compile rejects a specification whose store has failed, so that a lost write is never
// compiled.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include "base/arena.h"

// Owner of the memory of a specification and all its elements.
typedef struct store {
  arena* memory;
  bool failed;     // an allocation has failed
  unsigned edits;  // number of writes by the user to its containers
} store;

// n zero bytes; NULL without memory, and s->failed is set.
void* store_alloc(store* s, size_t n);

// All containers begin with the same members; see vec.
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

// Terminated text; data is NULL while it is empty: use string_text to read it.
typedef struct {
  char* data;
  int size;
  unsigned capacity : 30;
  unsigned is_name : 1;   // an element's name: changes must update the name index
  unsigned is_place : 1;  // a place in a file that has not been formatted yet, see string_place
  store* from;
} string;

// The parts of the text around line and column of a place in a file.
typedef struct place_words {
  const char *before, *behind;
} place_words;

typedef VEC(string) string_vec;

// Make dest the text "before:line:columnbehind".  Thousands of elements have such texts and few are
// ever read, so the text is formatted on first use.  words must live as long as the store of dest.
void string_place(string* dest, const place_words* words, int line, int column);

// Format the text of a place; from then on it is an ordinary string.
const char* string_spell(string* s);

// The text of a string or of a public string handle; "" for NULL.
static inline const char* string_text(const void* s) {
  const string* t = s;
  if (t && t->is_place) return string_spell((string*)t);
  return t && t->data ? t->data : "";
}

static inline bool string_empty(const void* s) { return !s || !((const string*)s)->size; }

// Replace the text, by n bytes or by a C string; the name index is not updated.  s may be a part of
// it.
bool string_assign(string* dest, const char* s, size_t n);
bool string_set(string* dest, const char* s);

// Add prefix and suffix to a text that is not empty.
bool string_decorate(string* s, const char* prefix, const char* suffix);

// Resize v (elements of `width` bytes) to n elements, new ones zeroed; shrinking keeps the memory.
bool vec_resize(vec* v, int n, size_t width);

// Reserve room for n elements without changing the size.
bool vec_reserve(vec* v, int n, size_t width);

// Replace the content by n elements.
bool vec_assign(vec* v, const void* data, int n, size_t width);

// Append an empty string and return it, NULL when there is no memory.
string* string_vec_push(string_vec* v, const char* s);

// The types of containers, for code that handles all of them.
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
