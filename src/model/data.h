// Allocation of mjData.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

#include "base/need.h"
#include "base/platform/compiler.h"

// Data for m with uninitialised buffer and arena.  NULL after a warning when the sizes overflow, or
// after mju_error when there is no memory.
mjData* data_allocate(const mjModel* m);

// Move the arena to another address, for debug builds that look for stale pointers; its content is
// lost.
void data_move_arena(mjData* d);

// Free the memory only, without calling the plugins' destroy callbacks.
void data_free(mjData* d);

// Data for m in its initial state, for use inside the library: pages take memory only once written,
// and most of the struct and the arena never are.  Initialises plugins.  NULL after mju_error.
// Free it with data_unmap, which accepts NULL.  *owner is set before anything that may raise an
// error, so that the caller can free it.
mjData* data_map(const mjModel* m, mjData** owner);
void data_unmap(mjData* d);

// A copy in such memory, without solver statistics; the stack of src may be in use, that of the
// copy is empty.
mjData* data_map_copy(const mjModel* m, const mjData* src);

// The second half of that: copy into data that data_map has just made.
void data_copy_to_mapped(mjData* dest, const mjModel* m, const mjData* src);

// Memory for copies, by data_copy_to_mapped, of data of the size of src, to be used again; nothing
// in it is from the user's allocators.  For those that may have it; NULL after mju_error.
bool data_has_room(const mjData* src);
mjData* data_room_make(const mjData* src);
bool data_room_fits(const mjData* room, const mjData* src);
void data_room_free(mjData* room);

// Return *owner, which is from data_map, to its initial state; it may be reallocated.  Plugins that
// were added to the model since are initialised.  NULL after mju_error.
mjData* data_remap(const mjModel* m, mjData** owner);

// Like mj_resetData, but the frames on the stack stay.
void data_reset(const mjModel* m, mjData* d);

// Set the initial state; computed quantities and the solver statistics, the largest part of the
// struct, are left unchanged.
void data_begin_again(const mjModel* m, mjData* d);

// The same for data that are all zero except sizes and pointers.
void data_begin_zeroed(const mjModel* m, mjData* d);

// Initialise the plugin instances of m: sets d->plugin and plugin_data.  If one fails, d is freed,
// mju_error is raised and 0 is returned; else 1.
int data_init_plugins(const mjModel* m, mjData* d);

// Whether d has the array sizes that m requires; if not, raises an error of `function` about its
// argument.
COLD_PATH bool data_fits(const mjModel* m, const mjData* d, const char* function,
                         const char* argument);

// NEED_PAIR(m, d): neither is NULL and the sizes of d fit m.  Another model of the same sizes is
// accepted: programs step many variants of a model with one mjData.
#define NEED_PAIR(m, d) NEED_PAIR_OR(, m, d)
#define NEED_PAIR_OR(result, m, d) \
  NEED_OR(result, m, d)            \
  if ((m)->signature != (d)->signature && !data_fits(m, d, __func__, #d)) return result;
