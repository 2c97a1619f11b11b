#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Make room for n more bytes and the terminator; false (and `failed` set) without memory.
static bool reserve(text* t, size_t n) {
  if (t->failed) return false;
  if (n < t->capacity - t->size) return true;  // capacity counts the terminator
  size_t capacity = t->capacity ? t->capacity : 64;
  while (capacity - t->size <= n && capacity <= SIZE_MAX / 2) capacity *= 2;
  char* data = capacity - t->size > n ? realloc(t->data, capacity) : NULL;
  if (!data) {
    t->failed = true;
    return false;
  }
  t->data = data;
  t->capacity = capacity;
  return true;
}

void text_append(text* t, const char* s, size_t n) {
  if (!reserve(t, n)) return;
  memcpy(t->data + t->size, s, n);
  t->size += n;
  t->data[t->size] = '\0';
}

void text_vprint(text* t, const char* format, va_list args) {
  va_list again;
  va_copy(again, args);
  size_t room = t->capacity - t->size;
  int n = vsnprintf(room ? t->data + t->size : NULL, room, format, args);
  if (n < 0) {
    t->failed = true;
  } else if ((size_t)n < room && !t->failed) {
    t->size += (size_t)n;
  } else if (reserve(t, (size_t)n)) {
    vsnprintf(t->data + t->size, (size_t)n + 1, format, again);
    t->size += (size_t)n;
  }
  if (t->failed && t->data) t->data[t->size] = '\0';
  va_end(again);
}

void text_print(text* t, const char* format, ...) {
  va_list args;
  va_start(args, format);
  text_vprint(t, format, args);
  va_end(args);
}

const char* text_string(const text* t) { return t->data ? t->data : ""; }

const char* text_message(const text* t) { return t->failed ? "out of memory" : text_string(t); }

void text_free(text* t) {
  free(t->data);
  *t = (text){0};
}
