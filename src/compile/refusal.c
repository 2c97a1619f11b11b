#include "compile/refusal.h"

#include <stdarg.h>
#include <stdio.h>

bool refuse(refusal* r, const char* blamed, const char* format, ...) {
  r->blamed = blamed;
  va_list args;
  va_start(args, format);
  vsnprintf(r->problem, sizeof r->problem, format, args);
  va_end(args);
  return false;
}
