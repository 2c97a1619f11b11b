#include "model/arrays.h"

#include <stdint.h>

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
#define ROW(owner, type, name, size, nr, nc, drawn) \
  *out++ =                                          \
      (array_info){#name, size, offsetof(owner, name), sizeof(type), nr, nc, KIND(type), drawn};

void arrays_of_model(const mjModel* m, array_info out[MODEL_NARRAY]) {
#define X(type, name, nr, nc)   ROW(mjModel, type, name, #nr, (size_t)m->nr, nc, true)
#define XNV(type, name, nr, nc) ROW(mjModel, type, name, #nr, (size_t)m->nr, nc, false)
  MJMODEL_POINTERS
#undef X
#undef XNV
}

void arrays_of_data(const mjModel* m, array_info out[DATA_NARRAY]) {
#define X(type, name, nr, nc)   ROW(mjData, type, name, #nr, (size_t)m->nr, nc, true)
#define XNV(type, name, nr, nc) ROW(mjData, type, name, #nr, (size_t)m->nr, nc, false)
  MJDATA_POINTERS
#undef X
#undef XNV
}

void arrays_of_arena(const mjModel* m, const mjData* d, array_info out[ARENA_NARRAY]){
#define X(type, name, nr, nc)   ROW(mjData, type, name, #nr, nr, nc, true)
#define XNV(type, name, nr, nc) ROW(mjData, type, name, #nr, nr, nc, false)
    MJDATA_ARENA_POINTERS
#undef X
#undef XNV
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
