#include "compile/bulk.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

// Smaller arrays are written when they are listed.
#define LITTLE ((size_t)1 << 14)

// What a thread takes at a time.
#define STEP ((size_t)1 << 18)

// From here on a second thread pays: it takes 0.1 ms to begin.
#define WORTH_A_THREAD ((size_t)1 << 20)

// Arrays are cut at multiples of this.
#define CUT 64

typedef enum { BYTES, FLOATS, INTS, ZEROS } content;

struct bulk_array {
  char* to;
  const void* from;
  size_t begin, end;  // bytes, counted through all arrays
  content content;
  int more;
};

bulk bulk_new(build* b, size_t arrays) { return (bulk){.array = BUILD_NEW(b, bulk_array, arrays)}; }

// --- parts of arrays ----------------------------------------------------------------------------

static void write_floats(float* restrict to, const double* restrict from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = (float)from[i];
}

static void write_ints(int* restrict to, const int* restrict from, size_t n, int more) {
  for (size_t i = 0; i < n; i++) to[i] = from[i] + more;
}

// The bytes [begin, end) of an array.
static void write_part(const bulk_array* a, size_t begin, size_t end) {
  void* to = a->to + begin;
  size_t bytes = end - begin;
  switch (a->content) {
    case BYTES: memcpy(to, (const char*)a->from + begin, bytes); break;
    case FLOATS:
      write_floats(to, (const double*)a->from + begin / sizeof(float), bytes / sizeof(float));
      break;
    case INTS:
      write_ints(to, (const int*)a->from + begin / sizeof(int), bytes / sizeof(int), a->more);
      break;
    case ZEROS: memset(to, 0, bytes); break;
  }
}

// Where an array is cut at a place in the whole.
static size_t cut(const bulk_array* a, size_t place) {
  return place >= a->end     ? a->end - a->begin
         : place <= a->begin ? 0
                             : (place - a->begin) / CUT * CUT;
}

// The first array that ends after a place.
static int array_at(const bulk* k, size_t place) {
  int first = 0, last = k->n;
  while (first < last) {
    int middle = (first + last) / 2;
    if (k->array[middle].end > place) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  return first;
}

static void write_step(const bulk* k, size_t step) {
  size_t begin = step * STEP, end = begin + STEP;
  for (int i = array_at(k, begin); i < k->n && k->array[i].begin < end; i++) {
    const bulk_array* a = k->array + i;
    write_part(a, cut(a, begin), cut(a, end));
  }
}

// --- the list -----------------------------------------------------------------------------------

static void add(bulk* k, bulk_array a, size_t bytes) {
  if (bytes < LITTLE) {
    if (bytes) write_part(&a, 0, bytes);
    return;
  }
  a.begin = k->bytes;
  a.end = k->bytes += bytes;
  k->array[k->n++] = a;
}

void bulk_bytes(bulk* k, void* to, const void* from, size_t bytes) {
  add(k, (bulk_array){.to = to, .from = from, .content = BYTES}, bytes);
}

void bulk_floats(bulk* k, float* to, const double* from, size_t n) {
  add(k, (bulk_array){.to = (char*)to, .from = from, .content = FLOATS}, n * sizeof(float));
}

void bulk_ints(bulk* k, int* to, const int* from, size_t n, size_t more) {
  bulk_array a = {.to = (char*)to, .from = from, .content = INTS, .more = (int)more};
  add(k, a, n * sizeof(int));
}

void bulk_zeros(bulk* k, void* to, size_t bytes) {
  add(k, (bulk_array){.to = to, .content = ZEROS}, bytes);
}

// --- two threads --------------------------------------------------------------------------------

typedef struct {
  const bulk* list;
  size_t steps;
  atomic_size_t taken;
} work;

// Whether there was another step to take.
static bool take(work* w) { return atomic_fetch_add(&w->taken, 1) < w->steps; }

static void* from_the_end(void* args) {
  work* w = args;
  for (size_t step = w->steps; take(w);) write_step(w->list, --step);
  return NULL;
}

void bulk_write(const bulk* k, bool threads) {
  work w = {.list = k, .steps = (k->bytes + STEP - 1) / STEP};
  pthread_t other;
  threads =
      threads && k->bytes >= WORTH_A_THREAD && !pthread_create(&other, NULL, from_the_end, &w);
  for (size_t step = 0; take(&w); step++) write_step(k, step);
  if (threads) pthread_join(other, NULL);
}
