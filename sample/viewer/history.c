#include "history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The most states, and the most bytes of them.
enum { MAX_STATES = 2000 };
static const size_t max_bytes = 100000000;

static const unsigned kept = mjSTATE_INTEGRATION;  // what a step needs, warm start included
static const char magic[8] = "ENGRUN1";

// --- the last states ----------------------------------------------------------------------------

bool history_make(history* h, const mjModel* m) {
  history_free(h);
  h->size = mj_stateSize(m, kept);
  size_t most = max_bytes / (sizeof(mjtNum) * (size_t)h->size);
  h->capacity = most < MAX_STATES ? most > 2 ? (int)most : 2 : MAX_STATES;
  h->states = malloc(sizeof(mjtNum) * (size_t)h->size * (size_t)h->capacity);
  return h->states != NULL;
}

void history_free(history* h) {
  free(h->states);
  memset(h, 0, sizeof *h);
}

void history_clear(history* h) { h->count = 0; }

static mjtNum* slot(const history* h, int index) {
  int at = (h->newest - index + h->capacity) % h->capacity;
  return h->states + (size_t)h->size * (size_t)at;
}

void history_add(history* h, const mjModel* m, const mjData* d) {
  if (!h->states) return;
  h->newest = (h->newest + 1) % h->capacity;
  if (h->count < h->capacity) h->count++;
  mj_getState(m, d, slot(h, 0), kept);
}

bool history_show(const history* h, const mjModel* m, mjData* d, int index) {
  if (index < 0 || index >= h->count) return false;
  mj_setState(m, d, slot(h, index), kept);
  mj_forward(m, d);
  return true;
}

// --- runs ---------------------------------------------------------------------------------------

void recording_free(recording* r) {
  free(r->states);
  memset(r, 0, sizeof *r);
}

static bool reserve(recording* r, int count) {
  if (count <= r->capacity) return true;
  int capacity = r->capacity ? 2 * r->capacity : 256;
  if (capacity < count) capacity = count;
  mjtNum* states = realloc(r->states, sizeof(mjtNum) * (size_t)r->size * (size_t)capacity);
  if (!states) return false;
  r->states = states;
  r->capacity = capacity;
  return true;
}

static mjtNum* frame(const recording* r, int k) { return r->states + (size_t)r->size * (size_t)k; }

bool recording_add(recording* r, const mjModel* m, const mjData* d, double interval) {
  if (r->count && d->time < r->last + interval && d->time >= r->last) return true;
  if (r->count && d->time < r->last) r->count = 0;  // it was reset: a new run
  r->size = mj_stateSize(m, kept);
  if (!reserve(r, r->count + 1)) return false;
  mj_getState(m, d, frame(r, r->count++), kept);
  r->last = d->time;
  return true;
}

typedef struct {
  char magic[8];
  uint64_t signature;
  int32_t size, count;
} file_head;

bool recording_save(const recording* r, const mjModel* m, const char* file) {
  FILE* f = fopen(file, "wb");
  if (!f) return false;
  file_head head = {.signature = m->signature, .size = r->size, .count = r->count};
  memcpy(head.magic, magic, sizeof magic);
  size_t n = (size_t)r->size * (size_t)r->count;
  bool good = fwrite(&head, sizeof head, 1, f) == 1;
  good = good && (!n || fwrite(r->states, sizeof(mjtNum), n, f) == n);
  return fclose(f) == 0 && good;
}

static const char* read_head(FILE* f, const mjModel* m, file_head* head) {
  if (fread(head, sizeof *head, 1, f) != 1 || memcmp(head->magic, magic, sizeof magic)) {
    return "is no recording";
  }
  if (head->signature != m->signature || head->size != mj_stateSize(m, kept)) {
    return "is a recording of another model";
  }
  return head->count < 1 || head->count > 1 << 24 ? "has no states" : NULL;
}

bool recording_load(recording* r, const mjModel* m, const char* file, char* error, int size) {
  FILE* f = fopen(file, "rb");
  file_head head;
  const char* wrong = f ? read_head(f, m, &head) : "cannot be opened";
  if (!wrong) {
    recording_free(r);
    r->size = head.size;
    size_t n = (size_t)head.size * (size_t)head.count;
    if (!reserve(r, head.count)) {
      wrong = "is too large";
    } else if (fread(r->states, sizeof(mjtNum), n, f) != n) {
      wrong = "ends too early";
    } else {
      r->count = head.count;
      r->last = frame(r, r->count - 1)[0];
    }
  }
  if (f) fclose(f);
  if (wrong) snprintf(error, (size_t)size, "%s %s", file, wrong);
  return !wrong;
}

// The first number of a state is its time.
double recording_begin(const recording* r) { return r->count ? frame(r, 0)[0] : 0; }
double recording_end(const recording* r) { return r->count ? r->last : 0; }

bool recording_show(const recording* r, const mjModel* m, mjData* d, double time) {
  if (!r->count || r->size != mj_stateSize(m, kept)) return false;
  int low = 0, high = r->count - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (frame(r, middle)[0] <= time) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  mj_setState(m, d, frame(r, low), kept);
  mj_forward(m, d);
  return true;
}
