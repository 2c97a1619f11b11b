// Making the memory of mjData.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

#include "base/need.h"
#include "base/platform/compiler.h"

// Data for m whose buffer and arena are not initialised.  NULL after a warning when m is too large,
// after mju_error when there is no memory.
mjData* data_allocate(const mjModel* m);

// The arena somewhere else, for a hostile build: what was in it is lost.
void data_move_arena(mjData* d);

// Free the memory alone, without telling the plugins.
void data_free(mjData* d);

// Data for m in its initial state, for use inside the library only: it takes memory where it is
// written to, as most of its struct and arena never is.  Plugins are told.  NULL after mju_error;
// to be freed by data_unmap, which takes NULL.  It stands in *owner before anything that may raise
// an error needs it.
mjData* data_map(const mjModel* m, mjData** owner);
void data_unmap(mjData* d);

// A copy, but for statistics of solvers, of data whose stack may be in use; its own is empty.
// Likewise.
mjData* data_map_copy(const mjModel* m, const mjData* src);

// *owner, which is from data_map, at its beginning again; it may have moved.  Plugins that came to
// the model since are told.  NULL after mju_error.
mjData* data_remap(const mjModel* m, mjData** owner);

// Data in its initial state, but for what is computed from it: that stays as it is.
void data_begin(const mjModel* m, mjData* d);

// The same, but for the statistics of solvers, the largest part of the struct.
void data_begin_again(const mjModel* m, mjData* d);

// The same for data that are all zero but for their sizes and pointers.
void data_begin_zeroed(const mjModel* m, mjData* d);

// Give the plugin instances of m their data: d->plugin and plugin_data are set.  When one refuses,
// d is freed, mju_error is raised and the answer is 0, else 1.
int data_init_plugins(const mjModel* m, mjData* d);

// Whether d has the arrays that m asks for; if not, an error of the function about its argument.
COLD_PATH bool data_fits(const mjModel* m, const mjData* d, const char* function,
                         const char* argument);

// NEED_PAIR(m, d): both are given, and d fits m.  Data of a variant of m with the same sizes do:
// programs step many such models with one mjData.
#define NEED_PAIR(m, d) NEED_PAIR_OR(, m, d)
#define NEED_PAIR_OR(result, m, d) \
  NEED_OR(result, m, d)            \
  if ((m)->signature != (d)->signature && !data_fits(m, d, __func__, #d)) return result;
