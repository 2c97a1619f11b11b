#include "model/equality_type.h"

#include <stdbool.h>
#include <stddef.h>

static const equality_type types[] = {
#define ROW(type, element, name, object, second, numbers, ...) \
  [mjEQ_##type] = {#element, object, second, numbers},
    EQUALITY_TYPES(ROW)
#undef ROW
};

const equality_type* equality_type_of(int type) {
  bool inside = type >= 0 && type < (int)(sizeof types / sizeof *types);
  return inside && types[type].element ? types + type : NULL;
}

mjtObj equality_object(int type, mjtObj objtype) {
  const equality_type* row = equality_type_of(type);
  if (row && row->object != mjOBJ_UNKNOWN) return row->object;
  return row && (objtype == mjOBJ_BODY || objtype == mjOBJ_SITE) ? objtype : mjOBJ_UNKNOWN;
}
