#include "model/arrays.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/platform/compiler.h"

// sizes are multiplied here: as size_t they cannot overflow before arrays_layout looks
#undef MJ_M
#undef MJ_D
#define MJ_M(n) ((size_t)m->n)
#define MJ_D(n) ((size_t)d->n)

#define KIND(type) \
  _Generic((type*)0, mjtNum*: ARRAY_NUM, int*: ARRAY_INT, mjtByte*: ARRAY_BYTE,              \
           float*: ARRAY_FLOAT, char*: ARRAY_CHAR, default: ARRAY_OTHER)

#undef XNV
#undef XID
#define ROW(owner, type, name, size, nr, nc, drawn, fill)                                     \
  *out++ = (array_info){#name, size, offsetof(owner, name), sizeof(type), nr, nc, KIND(type), \
                        drawn, fill};

void arrays_of_model(const mjModel* m, array_info out[MODEL_NARRAY]) {
#define X(type, name, nr, nc)   ROW(mjModel, type, name, #nr, (size_t)m->nr, nc, true, 0)
#define XNV(type, name, nr, nc) ROW(mjModel, type, name, #nr, (size_t)m->nr, nc, false, 0)
#define XID(type, name, nr, nc) ROW(mjModel, type, name, #nr, (size_t)m->nr, nc, true, 0xff)
  MJMODEL_POINTERS
  MJMODEL_POINTERS_MORE
#undef X
#undef XNV
#undef XID
}

void arrays_of_data(const mjModel* m, array_info out[DATA_NARRAY]) {
#define X(type, name, nr, nc)   ROW(mjData, type, name, #nr, (size_t)m->nr, nc, true, 0)
#define XNV(type, name, nr, nc) ROW(mjData, type, name, #nr, (size_t)m->nr, nc, false, 0)
  MJDATA_POINTERS
  MJDATA_POINTERS_MORE
#undef X
#undef XNV
}

void arrays_of_arena(const mjModel* m, const mjData* d, array_info out[ARENA_NARRAY]) {
#define X(type, name, nr, nc)   ROW(mjData, type, name, #nr, nr, nc, true, 0)
#define XNV(type, name, nr, nc) ROW(mjData, type, name, #nr, nr, nc, false, 0)
  MJDATA_ARENA_POINTERS
#undef X
#undef XNV
}

bool array_is_blank(const array_info* a, const void* data) {
  const unsigned char* byte = data;
  size_t n = array_bytes(a);
  return !n || (byte[0] == a->fill && !memcmp(byte, byte + 1, n - 1));
}

size_t arrays_layout(const array_info* a, int n, size_t* offset) {
  size_t end = 0;
  for (int i = 0; i < n; i++) {
    size_t start = memory_round_up(end, MEMORY_ALIGN), count, bytes;
    if (!size_mul(&count, a[i].rows, a[i].cols) || !size_mul(&bytes, count, a[i].item) ||
        !size_add(&end, start, bytes) || end > PTRDIFF_MAX) {
      return SIZE_MAX;
    }
    offset[i] = start;
  }
  return end;
}
