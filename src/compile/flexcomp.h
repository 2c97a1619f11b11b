// The flexcomp macro: a flex with points in a regular shape, from a file, or given explicitly,
// together with the bodies that carry them, their joints, and an equality.
#pragma once

#include "base/arena.h"
#include "compile/macro_element.h"
#include "spec/element.h"

typedef enum {
  FLEXCOMP_GRID,
  FLEXCOMP_BOX,
  FLEXCOMP_CYLINDER,
  FLEXCOMP_ELLIPSOID,
  FLEXCOMP_SQUARE,
  FLEXCOMP_DISC,
  FLEXCOMP_CIRCLE,
  FLEXCOMP_MESH,
  FLEXCOMP_GMSH,
  FLEXCOMP_DIRECT,
} flexcomp_type;

typedef enum {
  FLEXCOMP_FULL,       // three slides per point
  FLEXCOMP_RADIAL,     // one slide, away from the centre
  FLEXCOMP_TRILINEAR,  // all points are carried by the corners of a box, or of its cells
  FLEXCOMP_QUADRATIC,  // and by nodes between the corners
} flexcomp_dof;

// The integers of one kind in <pin> elements.
typedef struct {
  int* data;
  int size;
} pin_list;

typedef struct {
  // Attributes of the flex itself; must be first, so that it can be read like a flex.  vert, elem
  // and texcoord hold the given points and elements.
  mjsFlex flex;

  int type, dof, count[3], cellcount[3];
  double spacing[3], scale[3], mass, inertiabox;
  mjtByte rigid;
  const char* file;
  double pos[3], quat[4], origin[3];
  mjsOrientation alt;
  bool has_origin;

  mjtByte equality;  // 1: edges, 2: vertices, 3: strain of cells
  mjtNum edge_solref[mjNREF], edge_solimp[mjNIMP];
  pin_list pin_id, pin_range, pin_grid, pin_gridrange;
  mjsPlugin plugin;  // with its own text buffers
  plugin_strings plugin_text;

  // results
  arena* memory;
  int npoint;
  double* x;     // 3 numbers per point
  int nelement;  // point indices
  int* element;
  int ntexcoord;  // number of numbers
  float* texcoord;
  int nelemtexcoord;
  int* elemtexcoord;
  bool* pinned;
  bool* used;

  refusal refused;
} flexcomp;

// Set default values, for a flex that has just been added to s.
void flexcomp_init(flexcomp* c, mjSpec* s, const mjsFlex* flex, arena* memory);

// Allocate n zeroed items for the duration of reading; NULL after recording that there is no
// memory.
void* flexcomp_alloc(flexcomp* c, double n, size_t item);

// Whether it is one of the regular shapes.
static inline bool flexcomp_is_shape(const flexcomp* c) {
  return c->type != FLEXCOMP_MESH && c->type != FLEXCOMP_GMSH && c->type != FLEXCOMP_DIRECT;
}

// Compute points, elements and texture coordinates: of a regular shape; as given; from the bytes of
// a file.
bool flexcomp_shape(flexcomp* c);
bool flexcomp_take_given(flexcomp* c);
bool flexcomp_read_mesh(flexcomp* c, const void* data, int size);
bool flexcomp_read_gmsh(flexcomp* c, const void* data, int size);

// Checks before the points are computed, and after.
bool flexcomp_check(flexcomp* c);
bool flexcomp_finish_points(flexcomp* c);

// Create the flex `made`, which exists already, and bodies and everything else in parent.
bool flexcomp_make(flexcomp* c, mjSpec* s, mjsFlex* made, mjsBody* parent);
