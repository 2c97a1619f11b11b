// How numbers are read and written in the calling thread: as C does, whatever the locale is.
#pragma once

#include <locale.h>
#include <stdbool.h>

// What was before, to go back to.
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
