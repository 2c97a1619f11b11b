// Large arrays on their way into the model.  They are listed first, in the order of where they go,
// and then written by two threads, one from either end: neither waits for the other, and but once
// they do not touch the same page of fresh memory.
#pragma once

#include "compile/build.h"

typedef struct bulk_array bulk_array;

typedef struct {
  bulk_array* array;
  int n;
  size_t bytes;
} bulk;

// An empty list that can take so many arrays.
bulk bulk_new(build* b, size_t arrays);

// To be listed; little ones are written at once, so all must be ready to be read.  What is copied
// from must be there until bulk_write.
void bulk_bytes(bulk* k, void* to, const void* from, size_t bytes);
void bulk_floats(bulk* k, float* to, const double* from, size_t n);        // rounded
void bulk_ints(bulk* k, int* to, const int* from, size_t n, size_t more);  // so much larger
void bulk_zeros(bulk* k, void* to, size_t bytes);

// Write what is listed.  threads: whether another may be used.
void bulk_write(const bulk* k, bool threads);
