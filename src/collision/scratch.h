// Memory that is too large for the C stack.
#pragma once

#include <engine/base.h>
#include <engine/model.h>

#include "base/memory.h"
#include "model/stack.h"

// On the stack of d within a stage of the simulation, that is while a frame of it is open; on the
// heap otherwise: functions that take constant data may be called by several threads for the same.
typedef struct {
  mjData* d;  // NULL: on the heap
  void* memory;
} scratch;

// memory is NULL when there is no room, which is no error.  At a multiple of 64.
static inline scratch scratch_open(const mjData* d, size_t bytes) {
  if (!d->pbase) return (scratch){NULL, memory_try(bytes)};
  scratch s = {(mjData*)d, NULL};
  size_t frame = 256;  // at most, with what alignment takes
  if (stack_room(s.d) < bytes + frame) return s;
  mj_markStack(s.d);
  s.memory = mj_stackAllocByte(s.d, bytes, MEMORY_ALIGN);
  return s;
}

static inline void scratch_close(scratch* s) {
  if (!s->memory) return;
  if (s->d) {
    mj_freeStack(s->d);
  } else {
    mju_free(s->memory);
  }
}
