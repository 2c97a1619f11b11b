// Macros that make a flex with all it needs: points in a regular shape, from a file, or given; the
// bodies that carry them, with their joints; an equality of its edges.
#pragma once

#include "base/arena.h"
#include "compile/stand_in.h"
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
  FLEXCOMP_FULL,       // three slides a point
  FLEXCOMP_RADIAL,     // one slide, away from the centre
  FLEXCOMP_TRILINEAR,  // the corners of a box, or of its cells, carry all points
  FLEXCOMP_QUADRATIC,  // and points between them
} flexcomp_dof;

// Integers of one kind that <pin> lists.
typedef struct {
  int* data;
  int size;
} pin_list;

typedef struct {
  // What the flex itself is to be; first, so that it reads as one.  vert, elem and texcoord hold
  // what is given of points and elements.
  mjsFlex flex;

  int type, dof, count[3], cellcount[3];
  double spacing[3], scale[3], mass, inertiabox;
  mjtByte rigid;
  const char* file;
  double pos[3], quat[4], origin[3];
  mjsOrientation alt;
  bool has_origin;

  mjtByte equality;  // 1: of edges, 2: of vertices, 3: of the strain of cells
  mjtNum edge_solref[mjNREF], edge_solimp[mjNIMP];
  pin_list pin_id, pin_range, pin_grid, pin_gridrange;
  mjsPlugin plugin;  // whose text is in
  plugin_strings plugin_text;

  // what it consists of
  arena* memory;
  int npoint;
  double* x;     // 3 a point
  int nelement;  // ids of points
  int* element;
  int ntexcoord;  // numbers
  float* texcoord;
  int nelemtexcoord;
  int* elemtexcoord;
  bool* pinned;
  bool* used;

  refusal refused;
} flexcomp;

// Everything as it is unless said otherwise, for a flex that has just been added to s.
void flexcomp_init(flexcomp* c, mjSpec* s, const mjsFlex* flex, arena* memory);

// n zeroed items that live as long as the reading; NULL after noting that there is no memory.
void* flexcomp_alloc(flexcomp* c, double n, size_t item);

// Is it one of the regular shapes?
static inline bool flexcomp_is_shape(const flexcomp* c) {
  return c->type != FLEXCOMP_MESH && c->type != FLEXCOMP_GMSH && c->type != FLEXCOMP_DIRECT;
}

// Points, elements and texture coordinates of the regular shapes; those given; those in the bytes
// of a file.
bool flexcomp_shape(flexcomp* c);
bool flexcomp_take_given(flexcomp* c);
bool flexcomp_read_mesh(flexcomp* c, const void* data, int size);
bool flexcomp_read_gmsh(flexcomp* c, const void* data, int size);

// Before points are made, and after.
bool flexcomp_check(flexcomp* c);
bool flexcomp_finish_points(flexcomp* c);

// Make the flex that `made` is to be, in this specification, and bodies and all else it needs in
// parent.
bool flexcomp_make(flexcomp* c, mjSpec* s, mjsFlex* made, mjsBody* parent);
