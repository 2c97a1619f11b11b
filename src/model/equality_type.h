// The types of equalities: what each ties together, and which file of constraint/kinds makes its
// rows.
//
// The schema, the compiler, copying, the check of models and the table of constraint kinds read
// this table.
#pragma once

#include <stdbool.h>
#include <engine/model_types.h>

// Whether an equality names a second object.
typedef enum { SECOND_OPTIONAL, SECOND_REQUIRED, SECOND_NONE } equality_second;

// X(type, element of MJCF, what it is, its objects, second object, numbers, attributes, rows, made)
// Objects: mjOBJ_UNKNOWN for bodies or sites, as objtype says; there no second body is the world.
// Numbers: what it adds to mjModel.nemax.
// Attributes: those of which element it has, besides those of all (mjcf/schema_link.c).
// Rows: of a block.  Made: by the `made`_kind of constraint/kinds/`made`.c.
// clang-format off
#define EQUALITY_TYPES(X)                                                                             \
  X(CONNECT, connect, "connect", mjOBJ_UNKNOWN, SECOND_REQUIRED, 3, connect, 3, joined)               \
  X(WELD, weld, "weld", mjOBJ_UNKNOWN, SECOND_REQUIRED, 7, weld, 6, joined)                           \
  X(JOINT, joint, "coupling of joints", mjOBJ_JOINT, SECOND_OPTIONAL, 1, joint, 1, coupling)          \
  X(TENDON, tendon, "coupling of tendons", mjOBJ_TENDON, SECOND_OPTIONAL, 1, tendon, 1, coupling)     \
  X(FLEX, flex, "edge of a flex", mjOBJ_FLEX, SECOND_NONE, 1, flex, 1, flex_edges)                    \
  X(FLEXVERT, flexvert, "vertex of a flex", mjOBJ_FLEX, SECOND_NONE, 1, flexvert, 1, flex_vertices)   \
  X(FLEXSTRAIN, flexstrain, "strain of a flex", mjOBJ_FLEX, SECOND_NONE, 1, flexstrain, 1, flex_strain)
// clang-format on

typedef struct {
  const char* element;
  mjtObj object;  // mjOBJ_UNKNOWN: as objtype says
  equality_second second;
  int numbers;
  int rows;  // of a block
} equality_type;

// The row of a type (mjtEq); NULL when there is no such type.
const equality_type* equality_type_of(int type);

// Whether an equality of a type holds two points of bodies or sites together, and whether two
// orientations besides.
bool equality_joins(int type);
bool equality_turns(int type);

// What the names of an equality of a type refer to; mjOBJ_UNKNOWN when that is nothing.
mjtObj equality_object(int type, mjtObj objtype);
