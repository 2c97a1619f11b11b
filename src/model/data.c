#include "model/data.h"

#include <stdint.h>
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/capture.h"
#include "base/memory.h"
#include "base/need.h"
#include "base/platform/pages.h"
#include "model/arrays.h"
#include "model/stack.h"

// Offsets of the arrays in the buffer of mjData.
typedef struct {
  array_info array[DATA_NARRAY];
  size_t offset[DATA_NARRAY];
  size_t nbuffer;
} layout;

// Returns false, with a warning, when the total size overflows.
static bool lay_out(const mjModel* m, layout* l) {
  arrays_of_data(m, l->array);
  l->nbuffer = arrays_layout(l->array, DATA_NARRAY, l->offset);
  if (l->nbuffer < PTRDIFF_MAX / 2 && m->narena < PTRDIFF_MAX / 2) return true;
  mju_warning("data for a model of these sizes does not fit the address space");
  return false;
}

bool data_fits(const mjModel* m, const mjData* d, const char* function, const char* argument) {
  layout l;
  arrays_of_data(m, l.array);
  l.nbuffer = arrays_layout(l.array, DATA_NARRAY, l.offset);
  bool fits = d->nbuffer == l.nbuffer;
  for (int i = 0; fits && i < DATA_NARRAY; i++) {
    fits = array_data(d, l.array + i) == (const char*)d->buffer + l.offset[i];
  }
  if (!fits) mju_error("%s: %s was made for a model with other sizes than m", function, argument);
  return fits;
}

// Set sizes and pointers of a zeroed struct.
static void wire(const mjModel* m, mjData* d, const layout* l, void* buffer, void* arena) {
  d->buffer = buffer;
  d->arena = arena;
  d->nbuffer = l->nbuffer;
  d->narena = m->narena;
  for (int i = 0; i < DATA_NARRAY; i++) {
    *array_pointer(d, l->array + i) = (char*)buffer + l->offset[i];
  }
  data_release_arena(d);
}

mjData* data_allocate(const mjModel* m) {
  layout l;
  if (!lay_out(m, &l)) return NULL;
  mjData* d = memory_try(sizeof(mjData));
  void* buffer = memory_try_aligned(l.nbuffer);
  void* arena = memory_try_aligned(m->narena);
  if (!d || !buffer || (!arena && m->narena)) {
    mju_free(arena);
    mju_free(buffer);
    mju_free(d);
    mju_error("no memory for data of %zu bytes, or the user's allocator does not align to 64 bytes",
              l.nbuffer + (size_t)m->narena);
    return NULL;
  }
  memset(d, 0, sizeof(mjData));
  wire(m, d, &l, buffer, arena);
  return d;
}

// The address of the arena of data from data_map.
static char* mapped_arena(const mjData* d);
static bool is_room(const mjData* d);

void data_move_arena(mjData* d) {
  bool is_mapped = (char*)d->arena == mapped_arena(d) || is_room(d);
  if (!d->narena || stack_in_use(d) || is_mapped) return;
  d->arena = memory_move_empty(d->arena, d->narena, d->parena);
}

void data_free(mjData* d) {
  data_free_pool(d);
  stack_free_threads(d);
  mju_free(d->buffer);
  mju_free(d->arena);
  mju_free(d);
}

static void destroy_plugins(mjData* d) {
  for (int i = 0; i < d->nplugin; i++) {
    const mjpPlugin* p = mjp_getPluginAtSlot(d->plugin[i]);
    if (p && p->destroy) p->destroy(d, i);
  }
}

// Initialise the plugin instances of m: sets d->plugin and plugin_data.  If one fails, d is deleted
// by `drop`, mju_error is raised and false is returned.
static bool init_plugins(const mjModel* m, mjData* d, void (*drop)(mjData*)) {
  d->nplugin = m->nplugin;
  for (int i = 0; i < m->nplugin; i++) {
    d->plugin[i] = m->plugin[i];
    d->plugin_data[i] = 0;
  }
  memset(d->plugin_state, 0, sizeof(mjtNum) * (size_t)m->npluginstate);
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = mjp_getPluginAtSlot(m->plugin[i]);
    if (!p) {
      d->nplugin = i;  // only these instances get their destroy callback
      drop(d);
      mju_error("plugin instance %d: no plugin is registered at slot %d", i, m->plugin[i]);
      return false;
    }
    if (p->init && p->init(m, d, i) < 0) {
      d->nplugin = i;
      drop(d);
      mju_error("plugin instance %d (%s) could not be initialised", i, p->name);
      return false;
    }
  }
  return true;
}

int data_init_plugins(const mjModel* m, mjData* d) { return init_plugins(m, d, mj_deleteData); }

// Begin data, which may raise an error: of plugins, or where trees that begin asleep have too small
// an arena.  Handlers of the user may not return: it is raised when d is deleted, the answer false.
static bool begin_or_delete(const mjModel* m, mjData* d) {
  error_capture capture;
  volatile bool raised = true;
  if (!setjmp(capture.jump)) {
    capture_begin(&capture);
    data_begin_zeroed(m, d);
    capture_end(&capture);
    raised = false;
  }
  if (raised) mj_deleteData(d);
  if (capture.warning[0]) mju_warning("%s", capture.warning);
  if (raised) mju_error("%s", capture.error);
  return !raised;
}

mjData* mj_makeData(const mjModel* m) {
  NEED_OR(NULL, m);
  mjData* d = data_allocate(m);
  if (!d) return NULL;
  memory_zero(d->buffer, d->nbuffer);
  if (!data_init_plugins(m, d)) return NULL;
  return begin_or_delete(m, d) ? d : NULL;
}

void mj_deleteData(mjData* d) {
  if (!d) return;
  destroy_plugins(d);
  data_free(d);
}

// -------------------------------------------------------- data in reserved memory (data_map)

// Buffers above this size are reserved without being touched; below it, zeroing is cheaper than
// page faults.
#define LARGE_BUFFER (1 << 17)

// Layout: the struct, then the buffer if it is large, then the arena.
static size_t mapped_start(void) { return memory_round_up(sizeof(mjData), MEMORY_ALIGN); }

static size_t mapped_buffer(size_t nbuffer) {
  return nbuffer < LARGE_BUFFER ? 0 : memory_round_up(nbuffer, MEMORY_ALIGN);
}

static size_t mapped_size(size_t nbuffer, size_t narena) {
  return mapped_start() + mapped_buffer(nbuffer) + narena;
}

static char* mapped_arena(const mjData* d) {
  return (char*)d + mapped_size(d->nbuffer, d->narena) - d->narena;
}

mjData* data_map(const mjModel* m, mjData** owner) {
  *owner = NULL;
  layout l;
  if (!lay_out(m, &l)) return NULL;
  bool large = mapped_buffer(l.nbuffer) > 0;
  size_t size = mapped_size(l.nbuffer, m->narena);
  mjData* d = memory_reserve(size);
  void* buffer = NULL;
  if (d) buffer = large ? (char*)d + mapped_start() : memory_try_aligned(l.nbuffer);
  if (!buffer) {
    memory_unreserve(d, size);
    mju_error("no memory for data of %zu bytes", l.nbuffer + (size_t)m->narena);
    return NULL;
  }
  if (!large) memset(buffer, 0, l.nbuffer);
  wire(m, d, &l, buffer, (char*)d + size - m->narena);
  if (!init_plugins(m, d, data_unmap)) return NULL;
  *owner = d;
  data_begin_zeroed(m, d);
  return d;
}

mjData* data_remap(const mjModel* m, mjData** owner) {
  if (!m->nplugin) {
    data_begin_again(m, *owner);
    return *owner;
  }
  mjData* d = *owner;
  *owner = NULL;  // set before the plugins run, since these may raise an error
  data_unmap(d);
  return data_map(m, owner);
}

void data_unmap(mjData* d) {
  if (!d) return;
  destroy_plugins(d);
  if (!mapped_buffer(d->nbuffer)) mju_free(d->buffer);
  memory_unreserve(d, mapped_size(d->nbuffer, d->narena));
}

// --- data to copy into

static size_t room_size(size_t nbuffer, size_t narena) {
  return mapped_start() + memory_round_up(nbuffer, MEMORY_ALIGN) + narena;
}

static bool is_room(const mjData* d) { return (char*)d->buffer == (char*)d + mapped_start(); }

// Where there are no pages, memory would be from the heap, which may be the user's.
bool data_has_room(const mjData* src) { return PAGES && !src->nplugin; }

mjData* data_room_make(const mjData* src) {
  size_t size = room_size(src->nbuffer, src->narena);
  mjData* d = memory_reserve(size);
  if (!d) {
    mju_error("no memory for a copy of data of %zu bytes", size);
    return NULL;
  }
  d->nbuffer = src->nbuffer;
  d->narena = src->narena;
  d->buffer = (char*)d + mapped_start();
  d->arena = (char*)d + size - src->narena;
  return d;
}

bool data_room_fits(const mjData* room, const mjData* src) {
  return room->nbuffer == src->nbuffer && room->narena == src->narena;
}

void data_room_free(mjData* room) {
  memory_unreserve(room, room_size(room->nbuffer, room->narena));
}
