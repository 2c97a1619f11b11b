// Parallel computation of finite-difference columns.
#pragma once

#include <engine/data_types.h>
#include <engine/base_types.h>

typedef struct {
  const mjModel* m;
  mjThreadPool* pool;  // NULL: none
  int n;               // columns
  // Run the stages in d that all columns start from.
  void (*begin)(const void* context, mjData* d);
  // Compute column i in data whose stages have been run, and restore the state.  Results of stages
  // may be changed only in ways that the next columns, which come in ascending order, overwrite.
  void (*column)(const void* context, mjData* d, int i);
  const void* context;
} column_set;

// Call run with the data to compute columns in.  A perturbation would wake a sleeping tree, and a
// step may put a moving one to sleep; so where trees may sleep this is a copy with sleeping
// disabled, otherwise d itself.  The copy is deleted, also after an error, which is raised then.
void columns_awake(const mjModel* m, mjData* d, void (*run)(void* context, mjData* at),
                   void* context);

// Computes all columns, over the threads of the pool in copies of d if there are enough columns.
// Results, and what is left in d, do not depend on the pool.
void columns_run(const column_set* s, mjData* d);
