#include "base/disk.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform/file.h"

#define FIRST_READ 4096
#define LARGEST    ((size_t)INT_MAX)  // sizes are ints in the API; one byte is for the terminator

static char* read_all(FILE* f, size_t* size) {
  size_t capacity = file_size(f) + 1, n = 0;
  if (capacity < FIRST_READ) capacity = FIRST_READ;
  if (capacity > LARGEST) {
    errno = EFBIG;
    return NULL;
  }
  char* data = malloc(capacity);
  while (data) {
    n += fread(data + n, 1, capacity - n, f);
    if (n < capacity) break;
    if (n == LARGEST) {  // also stops reading of a device that never ends
      free(data);
      errno = EFBIG;
      return NULL;
    }
    capacity = capacity < LARGEST / 2 ? 2 * capacity : LARGEST;
    char* larger = realloc(data, capacity);
    if (!larger) free(data);
    data = larger;
  }
  if (!data) {
    errno = ENOMEM;
    return NULL;
  }
  if (ferror(f)) {
    int reason = errno;
    free(data);
    errno = reason;
    return NULL;
  }
  data[n] = '\0';
  *size = n;
  return data;
}

FILE* disk_open(const char* path) {
  if (!file_is_stream(path)) return fopen(path, "rb");
  errno = EOPNOTSUPP;
  return NULL;
}

const char* disk_problem(int reason) {
  return reason == EOPNOTSUPP ? "it is a pipe or a device, no file" : strerror(reason);
}

char* disk_read(const char* path, size_t* size) {
  FILE* f = disk_open(path);
  if (!f) return NULL;
  char* data = read_all(f, size);
  int reason = errno;
  fclose(f);
  errno = reason;
  return data;
}

int64_t disk_time(const char* path) { return file_time(path); }
