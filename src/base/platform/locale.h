// Switches the calling thread to the "C" locale, in which numbers are read and written.
#pragma once

#include <locale.h>
#include <stdbool.h>

// The previous locale, for restoring it.
typedef struct {
  bool changed;
#ifdef _WIN32
  int per_thread;
  char outer[64];
#else
  locale_t own, outer;
#endif
} plain_numbers;

void numbers_plain_begin(plain_numbers* p);
void numbers_plain_end(plain_numbers* p);
