// The small string functions of the API.
#include <stdio.h>
#include <string.h>

#include <engine/base.h>

#include "base/platform/compiler.h"

char* mju_strncpy(char* dst, const char* src, int n) {
  if (dst && src && n > 0) {
    size_t length = strnlen(src, (size_t)n - 1);
    memcpy(dst, src, length);
    memset(dst + length, 0, (size_t)n - length);
  }
  return dst;
}

const char* mju_writeNumBytes(size_t nbytes) {
  static PER_THREAD char text[32];
  static const char suffix[] = "\0KMGTPE";
  int unit = 0;
  while (nbytes && nbytes % 1024 == 0 && suffix[unit + 1]) {
    nbytes /= 1024;
    unit++;
  }
  snprintf(text, sizeof text, "%zu%.1s", nbytes, suffix + unit);
  return text;
}
