#include "model/equality_type.h"

#include <stddef.h>

static const equality_type types[] = {
#define ROW(type, element, since, name, object, second, numbers, attributes, rows, ...) \
  [mjEQ_##type] = {#element, object, second, numbers, rows},
    EQUALITY_TYPES(ROW)
#undef ROW
};

const equality_type* equality_type_of(int type) {
  bool inside = type >= 0 && type < (int)(sizeof types / sizeof *types);
  return inside && types[type].element ? types + type : NULL;
}

bool equality_joins(int type) {
  const equality_type* row = equality_type_of(type);
  return row && row->object == mjOBJ_UNKNOWN;
}

bool equality_turns(int type) { return equality_joins(type) && types[type].rows > 3; }

mjtObj equality_object(int type, mjtObj objtype) {
  const equality_type* row = equality_type_of(type);
  if (row && row->object != mjOBJ_UNKNOWN) return row->object;
  return row && (objtype == mjOBJ_BODY || objtype == mjOBJ_SITE) ? objtype : mjOBJ_UNKNOWN;
}
