// A growing string, and the search for the name that a misspelt one most likely stands for.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <engine/scalar.h>

// A growing, always terminated string.  Zero-initialise; text_free when done.  When memory runs
// out, `failed` is set, the content so far stays, and later appends are no-ops.
typedef struct {
  char* data;  // NULL until something is appended
  size_t size, capacity;
  bool failed;
} text;

void text_append(text* t, const char* s, size_t n);
void text_print(text* t, const char* format, ...) mjPRINTFLIKE(2, 3);
void text_vprint(text* t, const char* format, va_list args);
const char* text_string(const text* t);  // "" when empty

// The text to show as a message: the string or, when memory ran out for part of it, a note that
// says so.
const char* text_message(const text* t);
void text_free(text* t);

// Of n candidates the one nearest to name by edit distance (insert, delete, replace, swap
// neighbours; a difference in case counts half), or NULL when none is near enough.  NULL and empty
// candidates are skipped.
const char* text_nearest(const char* name, const char* const* candidates, int n);
