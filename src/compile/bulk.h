// Writing large arrays of the model.  They are first listed in the order of their addresses, and
// then written by two threads, one from each end, so that they never wait for each other and rarely
// touch the same new page.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/platform/thread.h"

struct build;

typedef struct bulk_array bulk_array;

typedef struct {
  bulk_array* array;
  int n;
  size_t bytes;
} bulk;

// A thread that has written its share but has not been joined yet.
typedef struct {
  thread thread;
  bool running;
} bulk_thread;

// An empty list with room for the given number of arrays.
bulk bulk_new(struct build* b, size_t arrays);

// Add an array to the list.  Small ones are written immediately, so the source must be complete
// when it is added; it must stay valid until bulk_write.
void bulk_bytes(bulk* k, void* to, const void* from, size_t bytes);
void bulk_zeros(bulk* k, void* to, size_t bytes);
void bulk_twice(bulk* k, void* to, void* also, const void* from, size_t bytes);

// Add n rows of the given total size (row size: a power of two, at most BULK_ROW), written by a
// function that is called for ranges [first, last) by either thread.
#define BULK_ROW 64
typedef void (*bulk_writer)(const void* args, size_t first, size_t last);
void bulk_rows(bulk* k, bulk_writer write, const void* args, size_t row, size_t n);

// Write everything listed.  other: receives the thread if one was used, to be joined; NULL: use no
// thread.
void bulk_write(const bulk* k, bulk_thread* other);

// Wait for the end of a thread, if one was used.
void bulk_join(bulk_thread* other);
