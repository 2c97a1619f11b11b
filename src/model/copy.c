// Copies of models and data.
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/need.h"
#include "base/memory.h"
#include "model/allocate.h"
#include "model/arrays.h"
#include "model/data.h"
#include "model/stack.h"

// dest's pointers were copied from a struct with buffer `from`: move them to buffer `to`.
static void rebase(void* dest, const array_info* a, int n, char* from, char* to) {
  for (int i = 0; i < n; i++) {
    char** p = array_pointer(dest, a + i);
    if (*p) *p = to + (*p - from);
  }
}

// Copies the struct only; the array pointers keep pointing into dest's buffer.
static void copy_model_struct(mjModel* dest, const mjModel* src, const array_info* array) {
  void* buffer = dest->buffer;
  *dest = *src;
  dest->buffer = buffer;
  rebase(dest, array, MODEL_NARRAY, src->buffer, buffer);
}

static bool all(const char* array) {
  (void)array;
  return true;
}

mjModel* mj_copyModel(mjModel* dest, const mjModel* src) {
  NEED_OR(NULL, src);
  if (dest == src) return dest;
  if (!dest) {
    dest = model_allocate_for(src, all);
    if (!dest) return NULL;
  }
  if (dest->nbuffer != src->nbuffer) {
    mj_deleteModel(dest);
    mju_error("mj_copyModel: the models have different sizes");
    return NULL;
  }
  array_info array[MODEL_NARRAY];
  arrays_of_model(src, array);
  copy_model_struct(dest, src, array);
  memcpy(dest->buffer, src->buffer, src->nbuffer);
  return dest;
}

void mjv_copyModel(mjModel* dest, const mjModel* src) {
  NEED(dest, src);
  if (dest == src) return;
  if (dest->nbuffer != src->nbuffer) {
    mju_error("mjv_copyModel: the models have different sizes");
    return;
  }
  array_info array[MODEL_NARRAY];
  arrays_of_model(src, array);
  copy_model_struct(dest, src, array);
  for (int i = 0; i < MODEL_NARRAY; i++) {
    if (!array[i].field->drawn) continue;
    memcpy(*array_pointer(dest, array + i), array_data(src, array + i), array_bytes(array + i));
  }
}

// Allocates dest if it is NULL, else checks that it can hold a copy of src.  Returns NULL after an
// error.
static mjData* prepare(mjData* dest, const mjModel* m, const mjData* src, const char* caller) {
  if (stack_in_use(src)) {
    mju_error("%s: the stack of the source is in use", caller);
    return NULL;
  }
  bool made = !dest;
  if (made) {
    dest = data_allocate(m);
    if (!dest || !data_init_plugins(m, dest)) return NULL;
  }
  if (dest->nbuffer != src->nbuffer || dest->narena != src->narena ||
      dest->nplugin != src->nplugin) {
    if (made) mj_deleteData(dest);
    mju_error("%s: the data belong to models of different sizes", caller);
    return NULL;
  }
  return dest;
}

// Copies the struct; `statistics`: including the solver statistics, its largest part.
static void copy_struct(mjData* dest, const mjData* src, bool statistics) {
  if (statistics) {
    memcpy(dest, src, sizeof(mjData));
    return;
  }
  size_t before = offsetof(mjData, solver), after = before + sizeof src->solver;
  memcpy(dest, src, before);
  memcpy((char*)dest + after, (const char*)src + after, sizeof(mjData) - after);
}

// Copies the struct; memory, stacks and thread pool remain dest's own.
static void copy_data_struct(mjData* dest, const mjData* src, bool statistics,
                             const array_info* array, const array_info* arena) {
  void* own_buffer = dest->buffer;
  void* own_arena = dest->arena;
  uintptr_t own_pool = dest->threadpool;
  void* own_stack = dest->threadstack;
  size_t nown_stack = dest->nthreadstack;
  int nown_thread = dest->nthread;
  copy_struct(dest, src, statistics);
  dest->threadstack = own_stack;
  dest->nthreadstack = nown_stack;
  dest->nthread = nown_thread;
  dest->buffer = own_buffer;
  dest->arena = own_arena;
  dest->threadpool = own_pool;
  dest->pstack = dest->pbase = 0;
  rebase(dest, array, DATA_NARRAY, src->buffer, own_buffer);
  rebase(dest, arena, ARENA_NARRAY, src->arena, own_arena);
}

static void copy_plugins(mjData* dest, const mjModel* m, const mjData* src) {
  for (int i = 0; i < src->nplugin; i++) {
    const mjpPlugin* p = mjp_getPluginAtSlot(src->plugin[i]);
    if (p && p->copy) p->copy(dest, m, src, i);
  }
}

static void copy_all(mjData* dest, const mjModel* m, const mjData* src, bool statistics) {
  array_info array[DATA_NARRAY], arena[ARENA_NARRAY];
  arrays_of_data(m, array);
  arrays_of_arena(m, src, arena);
  copy_data_struct(dest, src, statistics, array, arena);
  // all arrays up to plugin_data, which belongs to dest's plugin instances
  size_t own = (size_t)((char*)src->plugin_data - (char*)src->buffer);
  size_t own_end = own + sizeof(uintptr_t) * (size_t)src->nplugin;
  memcpy(dest->buffer, src->buffer, own);
  memcpy((char*)dest->buffer + own_end, (char*)src->buffer + own_end, src->nbuffer - own_end);
  memcpy(dest->arena, src->arena, src->parena);
  copy_plugins(dest, m, src);
}

mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  NEED_PAIR_OR(NULL, m, src);
  if (dest == src) return dest;
  dest = prepare(dest, m, src, "mj_copyData");
  if (dest) copy_all(dest, m, src, true);
  return dest;
}

mjData* data_map_copy(const mjModel* m, const mjData* src) {
  mjData* dest;
  data_map(m, &dest);
  if (dest) data_copy_to_mapped(dest, m, src);
  return dest;
}

void data_copy_to_mapped(mjData* dest, const mjModel* m, const mjData* src) {
  copy_all(dest, m, src, false);
}

mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  NEED_PAIR_OR(NULL, m, src);
  if (dest == src) return dest;
  dest = prepare(dest, m, src, "mjv_copyData");
  if (!dest) return NULL;
  array_info array[DATA_NARRAY], arena[ARENA_NARRAY];
  arrays_of_data(m, array);
  arrays_of_arena(m, src, arena);
  copy_data_struct(dest, src, true, array, arena);
  for (int i = 0; i < DATA_NARRAY; i++) {
    if (!array[i].field->drawn || array[i].field->member == offsetof(mjData, plugin_data)) continue;
    memcpy(*array_pointer(dest, array + i), array_data(src, array + i), array_bytes(array + i));
  }
  for (int i = 0; i < ARENA_NARRAY; i++) {
    char** to = array_pointer(dest, arena + i);
    if (!*to) continue;
    if (arena[i].field->drawn) {
      memcpy(*to, array_data(src, arena + i), array_bytes(arena + i));
    } else {
      *to = NULL;  // NULL rather than uninitialised memory
    }
  }
  copy_plugins(dest, m, src);
  return dest;
}
