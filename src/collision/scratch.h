// Memory that is too large for the C stack.
#pragma once

#include <engine/base.h>
#include <engine/model.h>

#include "base/memory.h"
#include "model/stack.h"

// Allocated on the stack of d within a stage of the simulation, that is while a stack frame is
// open; otherwise on the heap, since functions of constant data may run in several threads at once.
typedef struct {
  mjData* d;  // NULL: on the heap
  void* memory;
} scratch;

// memory is NULL if there is no room, which is not an error.  Aligned to 64 bytes.
static inline scratch scratch_open(const mjData* d, size_t bytes) {
  if (!d->pbase) return (scratch){NULL, memory_try(bytes)};
  scratch s = {(mjData*)d, NULL};
  size_t frame = 256;  // upper bound, with padding for alignment
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
