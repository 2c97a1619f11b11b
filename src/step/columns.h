// Columns of differences, side by side: each is found from a state of its own that is put back.
#pragma once

#include <engine/data_types.h>

typedef struct {
  const mjModel* m;
  int n;  // columns
  // Find column i in data that stages run before have made, and leave their state as it was.  What
  // a column leaves of the stages, the next ones (which come in ascending order) may overwrite
  // only.
  void (*column)(const void* context, mjData* d, int i);
  const void* context;
} column_set;

// With a pool bound to d, and enough of them, over its threads, in copies of d on the heap.  The
// bits, and what is left in d, do not depend on it.
void columns_run(const column_set* s, mjData* d);
