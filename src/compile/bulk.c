#include "compile/bulk.h"

#include <stdatomic.h>
#include <string.h>

#include "base/platform/thread.h"
#include "compile/build.h"

// Smaller arrays are written as soon as they are added.
#define LITTLE ((size_t)1 << 14)

// Number of bytes that a thread takes at a time.
#define STEP ((size_t)1 << 17)

// From this size on a second thread is used; starting it takes 0.1 ms.
#define WORTH_A_THREAD ((size_t)1 << 20)

typedef enum { BYTES, ZEROS, ROWS } content;

struct bulk_array {
  char *to, *also;
  const void* from;
  size_t begin, end;  // byte range in the concatenation of all arrays
  content content;
  bulk_writer write;
  size_t row;
};

bulk bulk_new(build* b, size_t arrays) { return (bulk){.array = BUILD_NEW(b, bulk_array, arrays)}; }

// --- parts of arrays ----------------------------------------------------------------------------

// The bytes [begin, end) of an array.
static void write_part(const bulk_array* a, size_t begin, size_t end) {
  size_t bytes = end - begin;
  switch (a->content) {
    case BYTES:
      memcpy(a->to + begin, (const char*)a->from + begin, bytes);
      if (a->also) memcpy(a->also + begin, (const char*)a->from + begin, bytes);
      break;
    case ZEROS: memset(a->to + begin, 0, bytes); break;
    case ROWS: a->write(a->from, begin / a->row, end / a->row); break;
  }
}

// Round an offset within the concatenated arrays to the start of a row.
static size_t cut(const bulk_array* a, size_t place) {
  return place >= a->end     ? a->end - a->begin
         : place <= a->begin ? 0
                             : (place - a->begin) / BULK_ROW * BULK_ROW;
}

// The first array that ends after an offset.
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

static void add_array(bulk* k, bulk_array a, size_t bytes) {
  if (bytes < LITTLE) {
    if (bytes) write_part(&a, 0, bytes);
    return;
  }
  a.begin = k->bytes;
  a.end = k->bytes += bytes;
  k->array[k->n++] = a;
}

void bulk_bytes(bulk* k, void* to, const void* from, size_t bytes) {
  add_array(k, (bulk_array){.to = to, .from = from, .content = BYTES}, bytes);
}

void bulk_zeros(bulk* k, void* to, size_t bytes) {
  add_array(k, (bulk_array){.to = to, .content = ZEROS}, bytes);
}

void bulk_twice(bulk* k, void* to, void* also, const void* from, size_t bytes) {
  add_array(k, (bulk_array){.to = to, .also = also, .from = from, .content = BYTES}, bytes);
}

void bulk_rows(bulk* k, bulk_writer write, const void* args, size_t row, size_t n) {
  add_array(k, (bulk_array){.from = args, .content = ROWS, .write = write, .row = row}, n * row);
}

// --- two threads --------------------------------------------------------------------------------

typedef struct {
  const bulk* list;
  size_t steps;
  atomic_size_t taken;
  atomic_bool begun, done;  // state of the other thread
} bulk_writing;

// Take the next step; false if there is none.
static bool take(bulk_writing* w) { return atomic_fetch_add(&w->taken, 1) < w->steps; }

static void* go_down(void* args) {
  bulk_writing* w = args;
  atomic_store(&w->begun, true);
  for (size_t step = w->steps; take(w);) write_step(w->list, --step);
  atomic_store(&w->done, true);
  return NULL;
}

static void go_up(bulk_writing* w) {
  for (size_t step = 0; take(w);) write_step(w->list, step++);
}

// Joining a thread takes longer than its last step: poll for its end for a short time before
// joining.
static void wait_for(bulk_writing* w, bulk_thread* other) {
  const int looks = 1 << 16;  // about 0.1 ms
  for (int i = 0; i < looks && atomic_load(&w->begun); i++) {
    if (atomic_load(&w->done)) return;
  }
  bulk_join(other);
}

void bulk_write(const bulk* k, bulk_thread* other) {
  bulk_writing w = {.list = k, .steps = (k->bytes + STEP - 1) / STEP};
  bool two = other && k->bytes >= WORTH_A_THREAD;
  if (two) two = other->running = thread_start(&other->thread, go_down, &w);
  go_up(&w);
  if (two) wait_for(&w, other);
}

void bulk_join(bulk_thread* other) {
  if (other && other->running) thread_join(other->thread);
  if (other) other->running = false;
}
