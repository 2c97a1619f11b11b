// Large arrays on their way into the model.  They are listed first, in the order of where they go,
// and then written by two threads, from either end: neither waits for the other, and they seldom
// touch the same page of fresh memory.
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

// A thread that has written its share; it takes a while to end.
typedef struct {
  thread thread;
  bool running;
} bulk_thread;

// An empty list that can take so many arrays.
bulk bulk_new(struct build* b, size_t arrays);

// Add an array to the list.  Small ones are written immediately, so the source must be complete
// when it is added; it must stay valid until bulk_write.
void bulk_bytes(bulk* k, void* to, const void* from, size_t bytes);
void bulk_zeros(bulk* k, void* to, size_t bytes);
void bulk_twice(bulk* k, void* to, void* also, const void* from, size_t bytes);

// n rows, of so many bytes all in all (a power of two, BULK_ROW at most), that a function writes,
// those of [first, last) at a time; it is called by either thread.
#define BULK_ROW 64
typedef void (*bulk_writer)(const void* args, size_t first, size_t last);
void bulk_rows(bulk* k, bulk_writer write, const void* args, size_t row, size_t n);

// Write what is listed.  other: set to a thread that was used, to be joined; NULL when there is to
// be none.
void bulk_write(const bulk* k, bulk_thread* other);

// Wait for the end of a thread, if it was used.
void bulk_join(bulk_thread* other);
