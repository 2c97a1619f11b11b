// Columns of differences, side by side: each is found from a state of its own that is put back.
#pragma once

#include <engine/data_types.h>
#include <engine/base_types.h>

typedef struct {
  const mjModel* m;
  mjThreadPool* pool;  // NULL: none
  int n;               // columns
  // Find column i in data that stages run before have made, and leave their state as it was.  What
  // a column leaves of the stages, the next ones (which come in ascending order) may overwrite
  // only.
  void (*column)(const void* context, mjData* d, int i);
  const void* context;
} column_set;

// Differences see the dynamics of what is awake: a nudge of what sleeps would wake it, and a step
// may put to sleep what moves.  d for the columns: where trees may sleep a copy in which none does,
// which columns_end frees, so that d itself stays as it is; else d.
mjData* columns_data(const mjModel* m, mjData* d);
void columns_end(mjData* copy, const mjData* d);

// With a pool, and enough of them, over its threads, in copies of d on the heap.  The bits, and
// what is left in d, do not depend on it.
void columns_run(const column_set* s, mjData* d);
