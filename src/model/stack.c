#include "base/need.h"
#include "model/stack.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <engine/base.h>
#include <engine/extension.h>
#include <engine/model.h>

#include "base/capture.h"
#include "base/check.h"
#include "base/memory.h"
#include "base/platform/compiler.h"
#include "base/platform/pages.h"
#include "base/pool.h"
#include "model/arrays.h"
#include "model/data.h"

// Stacks of different threads are at least this far apart, so that they share no cache line.
#define SHARD_ALIGN 128

// Called all the time in a step.

// Header that mj_markStack pushes.
typedef struct {
  size_t pbase, pstack;
} frame;

// Header at the low end of a worker's stack.
typedef struct {
  size_t pstack, pbase;
} shard;

// The stack of the calling thread: pstack and pbase are in bytes, downwards from `end`.
typedef struct {
  char* end;
  size_t size;  // number of bytes it may use
  size_t* pstack;
  size_t* pbase;
  int worker;  // negative: the thread that steps the simulation, not a worker
} stack;

static mjThreadPool* pool_of(const mjData* d) { return (mjThreadPool*)d->threadpool; }

static shard* shard_at(const mjData* d, int worker) {
  return (shard*)((char*)d->threadstack + (size_t)(worker - 1) * d->nthreadstack);
}

size_t stack_floor(const mjData* d) { return d->narena - d->pstack; }

// The stack of the thread that steps the simulation.
INLINED stack only_stack(mjData* d) {
  return (stack){(char*)d->arena + d->narena, d->narena - d->parena, &d->pstack, &d->pbase, -1};
}

// Not inlined, to keep the path without worker threads short.
static NOT_INLINED stack shard_stack(mjData* d) {
  int worker = pool_worker(pool_of(d));
  if (!worker) {
    stack s = only_stack(d);
    s.worker = 0;
    return s;
  }
  shard* s = shard_at(d, worker);
  char* end = (char*)s + d->nthreadstack;
  return (stack){end, (size_t)(end - (char*)(s + 1)), &s->pstack, &s->pbase, worker};
}

INLINED void note_use(mjData* d, const stack* s, size_t used) {
  if (s->worker <= 0) {
    if (used > d->maxuse_stack) d->maxuse_stack = used;
    if (used + d->parena > d->maxuse_arena) d->maxuse_arena = used + d->parena;
  }
  if (s->worker >= 0 && s->worker < mjMAXTHREAD) {
    mjtSize* use = d->maxuse_threadstack + s->worker;
    if (used > *use) *use = used;
  }
}

COLD_PATH static void* overflow(const mjData* d, size_t size, size_t used, size_t bytes) {
  char message[300];
  snprintf(message, sizeof message,
           "the stack is full: max = %zu, available = %zu, requested = %zu bytes "
           "(nefc = %d, ncon = %d); increase the arena memory",
           size, size - mjMIN(size, used), bytes, d->nefc, d->ncon);
  error_of_full_stack(message);
  return NULL;
}

size_t stack_room(mjData* d) {
  stack s = d->threadpool ? shard_stack(d) : only_stack(d);
  return s.size - mjMIN(s.size, *s.pstack);
}

// Allocate `bytes` below the `used` bytes of stack s.  A constant power of two as alignment is
// cheap.
INLINED void* push(mjData* d, const stack* s, size_t used, size_t bytes, size_t alignment) {
  if (used > s->size || bytes > s->size - used) return overflow(d, s->size, used, bytes);
  uintptr_t address = (uintptr_t)(s->end - used - bytes);
  size_t over = alignment & (alignment - 1) ? address % alignment : address & (alignment - 1);
  if (over > s->size - used - bytes) return overflow(d, s->size, used, bytes);
  used += bytes + over;
  *s->pstack = used;
  note_use(d, s, used);
  if (HOSTILE) poison((void*)(address - over), bytes);
  return (void*)(address - over);
}

INLINED void mark(mjData* d, stack s) {
  frame f = {*s.pbase, *s.pstack};
  size_t over = (uintptr_t)(s.end - f.pstack) & (_Alignof(frame) - 1);
  size_t used = f.pstack + sizeof(frame) + over;
  if (used > s.size) {
    overflow(d, s.size, f.pstack, sizeof(frame));
    return;
  }
  *(frame*)(s.end - used) = f;
  *s.pstack = *s.pbase = used;
  note_use(d, &s, used);
}

NOT_INLINED static void mark_shard(mjData* d) { mark(d, shard_stack(d)); }

void mj_markStack(mjData* d) {
  if (d->threadpool) {
    mark_shard(d);
  } else {
    mark(d, only_stack(d));
  }
}

INLINED void free_frame(stack s) {
  if (!*s.pbase) return;
  frame f = *(frame*)(s.end - *s.pbase);
  // frames are nested: the previous frame lies above
  assert(f.pstack < *s.pbase && f.pbase <= f.pstack && *s.pbase <= *s.pstack);
  if (HOSTILE) poison(s.end - *s.pstack, *s.pstack - f.pstack);
  *s.pbase = f.pbase;
  *s.pstack = f.pstack;
}

NOT_INLINED static void free_shard(mjData* d) { free_frame(shard_stack(d)); }

void mj_freeStack(mjData* d) {
  if (d->threadpool) {
    free_shard(d);
  } else {
    free_frame(only_stack(d));
  }
}

NOT_INLINED static void* push_shard(mjData* d, size_t bytes, size_t alignment) {
  stack s = shard_stack(d);
  return push(d, &s, *s.pstack, bytes, alignment);
}

INLINED void* push_bytes(mjData* d, size_t bytes, size_t alignment) {
  if (d->threadpool) return push_shard(d, bytes, alignment);
  stack s = only_stack(d);
  return push(d, &s, *s.pstack, bytes, alignment);
}

void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment) {
  if (!bytes) return NULL;
  return push_bytes(d, bytes, alignment ? alignment : 1);
}

NOT_INLINED static void* too_many(size_t n, const char* what) {
  mju_error("the stack cannot hold %zu %s", n, what);
  return NULL;
}

// Allocate n elements; their size is a power of two.
INLINED void* push_elements(mjData* d, size_t n, size_t element, const char* what) {
  if (!n) return NULL;
  if (n >= SIZE_MAX / element) return too_many(n, what);
  return push_bytes(d, n * element, element);
}

mjtNum* mj_stackAllocNum(mjData* d, size_t size) {
  return push_elements(d, size, sizeof(mjtNum), "numbers");
}

int* mj_stackAllocInt(mjData* d, size_t size) {
  return push_elements(d, size, sizeof(int), "integers");
}

bool stack_try(mjData* d, void (*work)(void* context), void* context) {
  stack s = d->threadpool ? shard_stack(d) : only_stack(d);
  const frame before = {*s.pbase, *s.pstack};
  error_capture capture;
  capture.full = false;
  if (!setjmp(capture.jump)) {
    capture_begin_errors(&capture);
    work(context);
    capture_end(&capture);
    return true;
  }
  *s.pbase = before.pbase;
  *s.pstack = before.pstack;
  if (capture.full) return false;
  mju_error("%s", capture.error);
  return true;
}

typedef struct {
  const mjModel* m;
  mjData* d;
  void (*run)(const mjModel* m, mjData* d);
} stage;

static void run_stage(void* context) {
  const stage* s = context;
  s->run(s->m, s->d);
}

bool stack_try_stage(const mjModel* m, mjData* d, void (*run)(const mjModel* m, mjData* d)) {
  return stack_try(d, run_stage, &(stage){m, d, run});
}

bool stack_in_use(const mjData* d) {
  if (d->pstack) return true;
  for (int i = 1; d->threadpool && i <= d->nthread; i++) {
    if (shard_at(d, i)->pstack) return true;
  }
  return false;
}

void stack_reset(mjData* d) {
  d->pstack = d->pbase = 0;
  for (int i = 1; d->threadpool && i <= d->nthread; i++) *shard_at(d, i) = (shard){0, 0};
}

void stack_free_threads(mjData* d) {
  memory_unreserve(d->threadstack, (size_t)d->nthread * d->nthreadstack);
  d->threadstack = NULL;
  d->nthreadstack = 0;
  d->nthread = 0;
}

// Reserve stacks of the given number of bytes for n workers.
static bool reserve_threads(mjData* d, int n, size_t bytes) {
  bytes = memory_round_up(bytes, SHARD_ALIGN) + SHARD_ALIGN;
  if (bytes > SIZE_MAX / (size_t)n) return false;
  d->threadstack = memory_reserve(bytes * (size_t)n);
  if (!d->threadstack) return false;
  d->nthreadstack = bytes;
  d->nthread = n;
  return true;
}

void mju_bindThreadPool(mjData* d, void* thread_pool) {
  NEED(d, thread_pool);
  if (d->threadpool) {
    mju_error("mju_bindThreadPool: the data has a thread pool already");
    return;
  }
  int n = pool_nthread(thread_pool);
  stack_free_threads(d);
  // each worker's stack is as large as the arena, so that whatever fits without a pool fits with
  // one; unused pages take no memory
  bool made = n == 0 || (PAGES && reserve_threads(d, n, d->narena)) ||
              reserve_threads(d, n, d->narena / (2 * (size_t)n));
  if (!made) {
    mju_error("mju_bindThreadPool: no memory for the stacks of %d threads", n);
    return;
  }
  d->threadpool = (uintptr_t)thread_pool;
  for (int i = 1; i <= n; i++) *shard_at(d, i) = (shard){0, 0};
}

void data_free_pool(mjData* d) {
  mjThreadPool* pool = pool_of(d);
  if (!pool || pool_owner(pool) != d) return;
  stack_free_threads(d);
  d->threadpool = 0;
  mju_threadPoolDestroy(pool);
}

void mju_threadpool(mjData* d, int nthread) {
  NEED(d);
  mjThreadPool* pool = pool_of(d);
  if (nthread < 0 || nthread > mjMAXTHREAD) {
    mju_error("mju_threadpool: %d threads; expected 0 to %d", nthread, mjMAXTHREAD);
    return;
  }
  if (pool && pool_owner(pool) != d) {
    mju_error("mju_threadpool: the data has the thread pool that was bound to it");
    return;
  }
  if (pool && pool_nthread(pool) == nthread) return;
  data_free_pool(d);
  if (!nthread) return;
  pool = mju_threadPoolCreate((size_t)nthread);
  if (!pool) return;
  pool_set_owner(pool, d);
  mju_bindThreadPool(d, pool);
}

// The part of the arena that contacts and rows leave to the stack: what the stages take that have
// nothing to do with them is at most 1 % of the arenas that the compiler makes.
static size_t left_to_stack(const mjData* d) { return d->narena / 32; }

void* data_reserve(mjData* d, size_t bytes, size_t alignment) {
  // many arrays are empty: no alignment is needed for them
  if (!bytes) return (char*)d->arena + d->parena;
  size_t floor = stack_floor(d), left = left_to_stack(d);
  floor -= mjMIN(floor, left);
  size_t start = memory_round_up(d->parena, alignment);
  if (start > floor || bytes > floor - start) return NULL;
  d->parena = start + bytes;
  d->maxuse_arena = mjMAX(d->maxuse_arena, d->pstack + d->parena);
  if (HOSTILE) poison((char*)d->arena + start, bytes);
  return (char*)d->arena + start;
}

void data_release_efc(mjData* d) {
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nY = d->nisland = d->nidof = 0;
#define X(type, name, nr, nc) d->name = NULL;
  MJDATA_ARENA_POINTERS
#undef X
  d->contact = d->arena;
  d->parena = (size_t)d->ncon * sizeof(mjContact);
}

void data_release_arena(mjData* d) {
  if (HOSTILE && d->parena) data_move_arena(d);
  d->ncon = 0;
  data_release_efc(d);
}

bool arena_valid(const mjData* d) {
  const char *start = d->arena, *end = start + d->parena;
  bool valid = d->parena + d->pstack <= d->narena && (const char*)d->contact == start &&
               d->ncon >= 0 && d->nefc >= d->ne + d->nf + d->nl;
#define X(type, name, nr, nc) \
  valid = valid && (!d->name || ((const char*)d->name >= start && (const char*)d->name <= end));
  MJDATA_ARENA_POINTERS
#undef X
  return valid;
}
