// The types of equality constraints: what each connects, and which file of constraint/kinds makes
// its rows.  The schema, the compiler, copying, the model check and the table of constraint kinds
// are all derived from this table.
#pragma once

#include <stdbool.h>
#include <engine/model_types.h>

// Whether an equality of this type refers to a second object.
typedef enum { SECOND_OPTIONAL, SECOND_REQUIRED, SECOND_NONE } equality_second;

// X(type, MJCF element, since, title, object type, second object, size, attributes, rows, made)
// Since: the version that brought the element, 3006 for 3.6; 0: 3.3.7 has it.
// Object type: mjOBJ_UNKNOWN means bodies or sites, as objtype says; a missing second body is the
// world.
// Size: what it adds to mjModel.nemax.
// Attributes: the MJCF element whose attributes it has besides the common ones (schema_link.c).
// Rows: per block.  Made: the rows are made by `made`_kind of constraint/kinds/`made`.c.
// clang-format off
#define EQUALITY_TYPES(X)                                                                                    \
  X(CONNECT, connect, 0, "connect", mjOBJ_UNKNOWN, SECOND_REQUIRED, 3, connect, 3, joined)                   \
  X(WELD, weld, 0, "weld", mjOBJ_UNKNOWN, SECOND_REQUIRED, 7, weld, 6, joined)                               \
  X(JOINT, joint, 0, "coupling of joints", mjOBJ_JOINT, SECOND_OPTIONAL, 1, joint, 1, coupling)              \
  X(TENDON, tendon, 0, "coupling of tendons", mjOBJ_TENDON, SECOND_OPTIONAL, 1, tendon, 1, coupling)         \
  X(FLEX, flex, 0, "edge of a flex", mjOBJ_FLEX, SECOND_NONE, 1, flex, 1, flex_edges)                        \
  X(FLEXVERT, flexvert, 3005, "vertex of a flex", mjOBJ_FLEX, SECOND_NONE, 1, flexvert, 1, flex_vertices)    \
  X(FLEXSTRAIN, flexstrain, 3006, "strain of a flex", mjOBJ_FLEX, SECOND_NONE, 1, flexstrain, 1, flex_strain)
// clang-format on

typedef struct {
  const char* element;
  mjtObj object;  // mjOBJ_UNKNOWN: as objtype says
  equality_second second;
  int numbers;
  int rows;  // per block
} equality_type;

// The row of a type (mjtEq); NULL when there is no such type.
const equality_type* equality_type_of(int type);

// equality_joins: whether the type ties two points of bodies or sites together.  equality_turns:
// whether it also ties two orientations.
bool equality_joins(int type);
bool equality_turns(int type);

// The object type that names in an equality of this type refer to; mjOBJ_UNKNOWN for none.
mjtObj equality_object(int type, mjtObj objtype);
