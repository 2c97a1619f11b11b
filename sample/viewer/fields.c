#include "fields.h"

#include <string.h>
#include <engine/fields.h>

typedef struct {
  const void* data;
  long size;
  enum { NUMBER, INTEGER, BYTE, OTHER } kind;
} array;

#define KIND(type) _Generic((type*)0, mjtNum * : NUMBER, int* : INTEGER, default : BYTE)

#define FOUND(type, field, count)                     \
  if (!strcmp(name, #field) && KIND(type) != OTHER) { \
    *a = (array){d->field, count, KIND(type)};        \
    return true;                                      \
  }

static bool find(const mjModel* m, const mjData* d, const char* name, array* a) {
#define X(type, field, rows, columns) FOUND(type, field, (long)m->rows*(long)(columns))
  MJDATA_POINTERS
#undef X
#define X(type, field, rows, columns) FOUND(type, field, (long)(rows) * (long)(columns))
  MJDATA_ARENA_POINTERS_SOLVER
#undef X
  return false;
}

long field_size(const mjModel* m, const mjData* d, const char* name) {
  array a;
  return find(m, d, name, &a) ? a.size : -1;
}

bool field_value(const mjModel* m, const mjData* d, const char* name, int index, double* value) {
  array a;
  if (!strcmp(name, "time") || !strcmp(name, "energy")) {
    *value = name[0] == 't' ? d->time : d->energy[index & 1];
    return name[0] == 't' ? index == 0 : index == 0 || index == 1;
  }
  if (!find(m, d, name, &a) || index < 0 || index >= a.size) return false;
  switch (a.kind) {
    case NUMBER: *value = ((const mjtNum*)a.data)[index]; break;
    case INTEGER: *value = ((const int*)a.data)[index]; break;
    default: *value = ((const mjtByte*)a.data)[index];
  }
  return true;
}
