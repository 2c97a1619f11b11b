// The types of equalities: what each ties together.  How it makes rows is a row of the table of
// constraint kinds (constraint/kinds/kind.c).
//
// The schema, the compiler, copying and the check of models read this table.
#pragma once

#include <engine/model_types.h>

// Whether an equality names a second object.
typedef enum { SECOND_OPTIONAL, SECOND_REQUIRED, SECOND_NONE } equality_second;

// X(type, element of MJCF, type of its objects, second object, numbers)
// Objects: mjOBJ_UNKNOWN for bodies or sites, as objtype says; there no second body is the world.
// Numbers: what it adds to mjModel.nemax.
#define EQUALITY_TYPES(X)                                \
  X(CONNECT, connect, mjOBJ_UNKNOWN, SECOND_REQUIRED, 3) \
  X(WELD, weld, mjOBJ_UNKNOWN, SECOND_REQUIRED, 7)       \
  X(JOINT, joint, mjOBJ_JOINT, SECOND_OPTIONAL, 1)       \
  X(TENDON, tendon, mjOBJ_TENDON, SECOND_OPTIONAL, 1)    \
  X(FLEX, flex, mjOBJ_FLEX, SECOND_NONE, 1)

typedef struct {
  const char* element;
  mjtObj object;  // mjOBJ_UNKNOWN: as objtype says
  equality_second second;
  int numbers;
} equality_type;

// The row of a type (mjtEq); NULL when there is no such type.
const equality_type* equality_type_of(int type);

// What the names of an equality of a type refer to; mjOBJ_UNKNOWN when that is nothing.
mjtObj equality_object(int type, mjtObj objtype);
