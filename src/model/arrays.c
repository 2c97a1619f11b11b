#include "model/arrays.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/platform/compiler.h"

// sizes are multiplied as size_t, so that arrays_layout can detect overflow
#undef MJ_M
#undef MJ_D
#define MJ_M(n) ((size_t)m->n)
#define MJ_D(n) ((size_t)d->n)

#define KIND(type) \
  _Generic((type*)0, mjtNum*: ARRAY_NUM, int*: ARRAY_INT, mjtByte*: ARRAY_BYTE,              \
           float*: ARRAY_FLOAT, char*: ARRAY_CHAR, default: ARRAY_OTHER)

#undef XNV
#undef XID
#define FIELD(owner, type, name, nr, drawn, fill) \
  {#name, #nr, offsetof(owner, name), sizeof(type), KIND(type), drawn, fill},

#define X(type, name, nr, nc)   FIELD(mjModel, type, name, nr, true, 0)
#define XNV(type, name, nr, nc) FIELD(mjModel, type, name, nr, false, 0)
#define XID(type, name, nr, nc) FIELD(mjModel, type, name, nr, true, 0xff)
static const array_field model_fields[] = {MJMODEL_POINTERS MJMODEL_POINTERS_MORE};
#undef X
#undef XNV
#undef XID

#define X(type, name, nr, nc)   FIELD(mjData, type, name, nr, true, 0)
#define XNV(type, name, nr, nc) FIELD(mjData, type, name, nr, false, 0)
static const array_field data_fields[] = {MJDATA_POINTERS MJDATA_POINTERS_MORE};
static const array_field arena_fields[] = {MJDATA_ARENA_POINTERS};
#undef X
#undef XNV

#define ROWS(nr, nc) *out++ = (array_info){field++, nr, nc};

void arrays_of_model(const mjModel* m, array_info out[MODEL_NARRAY]) {
  const array_field* field = model_fields;
#define X(type, name, nr, nc) ROWS((size_t)m->nr, nc)
#define XNV                   X
#define XID                   X
  MJMODEL_POINTERS
  MJMODEL_POINTERS_MORE
#undef XID
}

void arrays_of_data(const mjModel* m, array_info out[DATA_NARRAY]) {
  const array_field* field = data_fields;
  MJDATA_POINTERS
  MJDATA_POINTERS_MORE
#undef X
}

void arrays_of_arena(const mjModel* m, const mjData* d, array_info out[ARENA_NARRAY]) {
  const array_field* field = arena_fields;
#define X(type, name, nr, nc) ROWS(nr, nc)
  MJDATA_ARENA_POINTERS
#undef X
#undef XNV
}

bool array_is_blank(const array_info* a, const void* data) {
  const unsigned char* byte = data;
  size_t n = array_bytes(a);
  return !n || (byte[0] == a->field->fill && !memcmp(byte, byte + 1, n - 1));
}

size_t arrays_layout(const array_info* a, int n, size_t* offset) {
  size_t end = 0;
  for (int i = 0; i < n; i++) {
    size_t start = memory_round_up(end, MEMORY_ALIGN), count, bytes;
    if (!size_mul(&count, a[i].rows, a[i].cols) || !size_mul(&bytes, count, a[i].field->item) ||
        !size_add(&end, start, bytes) || end > PTRDIFF_MAX) {
      return SIZE_MAX;
    }
    offset[i] = start;
  }
  return end;
}
