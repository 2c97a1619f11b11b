#include "base/need.h"

#include <stdarg.h>
#include <string.h>

#include <engine/base.h>

void need_pointers(const char* function, const char* names, ...) {
  va_list pointers;
  va_start(pointers, names);
  while (va_arg(pointers, const void*)) names = strchr(names, ',') + 2;
  va_end(pointers);
  mju_error("%s: %.*s is NULL", function, (int)strcspn(names, ","), names);
}

void need_range(const char* function, const char* id, int value, const char* count, int n) {
  mju_error("%s: %s is %d, must be at least 0 and below %s = %d", function, id, value, count, n);
}
