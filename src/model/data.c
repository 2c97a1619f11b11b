#include "model/data.h"

#include <stdint.h>
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/memory.h"
#include "model/arrays.h"
#include "model/stack.h"

mjData* data_allocate(const mjModel* m) {
  array_info array[DATA_NARRAY];
  size_t offset[DATA_NARRAY];
  arrays_of_data(m, array);
  size_t nbuffer = arrays_layout(array, DATA_NARRAY, offset);
  if (nbuffer == SIZE_MAX || m->narena > PTRDIFF_MAX) {
    mju_warning("data for a model of these sizes does not fit the address space");
    return NULL;
  }
  mjData* d = memory_try(sizeof(mjData));
  void* buffer = memory_try_aligned(nbuffer);
  void* arena = memory_try_aligned(m->narena);
  if (!d || !buffer || (!arena && m->narena)) {
    mju_free(arena);
    mju_free(buffer);
    mju_free(d);
    mju_error("no memory for data of %zu bytes, or the user's allocator does not align to 64 bytes",
              nbuffer + (size_t)m->narena);
    return NULL;
  }
  memset(d, 0, sizeof(mjData));
  d->buffer = buffer;
  d->arena = arena;
  d->nbuffer = nbuffer;
  d->narena = m->narena;
  for (int i = 0; i < DATA_NARRAY; i++) *array_pointer(d, array + i) = (char*)buffer + offset[i];
  data_release_arena(d);
  return d;
}

void data_free(mjData* d) {
  mju_free(d->buffer);
  mju_free(d->arena);
  mju_free(d);
}

int data_init_plugins(const mjModel* m, mjData* d) {
  d->nplugin = m->nplugin;
  for (int i = 0; i < m->nplugin; i++) {
    d->plugin[i] = m->plugin[i];
    d->plugin_data[i] = 0;
  }
  memset(d->plugin_state, 0, sizeof(mjtNum) * (size_t)m->npluginstate);
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = mjp_getPluginAtSlot(m->plugin[i]);
    if (!p) {
      d->nplugin = i;  // those before it were told of d
      mj_deleteData(d);
      mju_error("plugin instance %d: no plugin is registered at slot %d", i, m->plugin[i]);
      return 0;
    }
    if (p->init && p->init(m, d, i) < 0) {
      d->nplugin = i;
      mj_deleteData(d);
      mju_error("plugin instance %d (%s) could not be initialised", i, p->name);
      return 0;
    }
  }
  return 1;
}

mjData* mj_makeData(const mjModel* m) {
  mjData* d = data_allocate(m);
  if (!d) return NULL;
  memory_zero(d->buffer, d->nbuffer);
  if (!data_init_plugins(m, d)) return NULL;
  data_begin(m, d);
  return d;
}

void mj_deleteData(mjData* d) {
  if (!d) return;
  for (int i = 0; i < d->nplugin; i++) {
    const mjpPlugin* p = mjp_getPluginAtSlot(d->plugin[i]);
    if (p && p->destroy) p->destroy(d, i);
  }
  data_free(d);
}
