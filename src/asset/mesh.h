// Meshes: from a source of triangles to the data for geoms and models.
//
// A mesh is computed independently, on any thread: its memory is an arena of its own, and an error
// ends the computation and is stored in `problem` (mesh_refuse), to be reported by the compiler.
// Each stage is in its own file; mesh.c defines their order.
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <engine/spec_types.h>

#include "asset/bvh.h"
#include "base/arena.h"

// Parameters that determine a mesh besides its source.
typedef struct {
  double refpos[3], refquat[4], scale[3];
  mjtMeshInertia inertia;
  int maxhullvert;  // -1: no limit
  bool smoothnormal, need_hull, need_sdf;
  int maxpart;          // 0: no convex decomposition
  double volumeerror;   // accepted error of the decomposition
  double rest_of_axes;  // accuracy of the principal axes: AXES_USUAL or AXES_MESH
  bool keep_frame;      // do not recentre: the mesh was sampled from a plugin
} mesh_options;

// Categories of the time spent on a mesh.
typedef enum {
  MESH_LOAD,
  MESH_HULL,
  MESH_POLYGON,
  MESH_INERTIA,
  MESH_BVH,
  MESH_OCTREE,
  MESH_OTHER
} mesh_work;

typedef struct mesh {
  arena* memory;   // for everything below, this struct included
  arena* scratch;  // for the present stage; NULL when finished
  mesh_options options;
  char problem[480];
  bool no_memory;  // whether the problem is lack of memory
  jmp_buf refused;

  // data of the source; later in the frame of the mesh
  int nvert, nface, nnormal, ntexcoord;
  double* vert;    // NULL when finished,
  float* rounded;  // replaced by these
  int* face;
  float *normal, *texcoord;
  int *facenormal, *facetexcoord;  // NULL: not given; in the end facenormal may be equal to face
  bool indexed_texcoord;           // texture coordinates have their own indices
  char warning[240];
  double spent[MESH_OTHER + 1];  // processor time in seconds, by mesh_work

  // convex hull, see mesh_hull
  int nhullface;
  const int* hullface;  // part of graph
  int ngraph;
  int* graph;

  // polygons of the hull, or of the faces
  int npoly, npolyvert, npolymap;
  double* polynormal;
  int *polyvertadr, *polyvert;  // start of each polygon, and end of the last; vertices
  int *polymapadr, *polymap;    // start of each vertex's polygons, and end of the last; polygons

  // pose, size and mass: see build_mesh in assets.h
  double pos[3], quat[4], volume, box[3], min[3], max[3];

  bvh_nodes tree;

  // convex parts for collision: meshes with frames relative to this one's; their total volume
  int npart;
  struct mesh** part;
  double parts_volume;

  int noct;
  int *oct_depth, *oct_child;
  double *oct_aabb, *oct_coeff;
} mesh;

// An empty mesh; NULL when there is no memory.
mesh* mesh_new(void);

// Bytes used, including its parts.
size_t mesh_bytes(const mesh* m);

// Turn a new mesh into the hull of n points; false if that fails, m->problem then says why.
bool mesh_make_hull(mesh* m, const float* point, int n);
void mesh_delete(void* m);

// Allocate n items, not zeroed; ends the computation when there is no memory.
void* mesh_alloc(mesh* m, double n, size_t item);
#define MESH_NEW(m, type, n) ((type*)mesh_alloc(m, n, sizeof(type)))

// The same, valid until the end of the stage (or of reading).
void* mesh_scratch(mesh* m, double n, size_t item);
#define MESH_SCRATCH(m, type, n) ((type*)mesh_scratch(m, n, sizeof(type)))

// End the computation with a message: what is wrong, and what would be right.
_Noreturn void mesh_refuse(mesh* m, const char* format, ...) mjPRINTFLIKE(2, 3);

// The same for lack of memory.
_Noreturn void mesh_refuse_memory(mesh* m);

// Call a function that may refuse m while the caller holds resources; false when it did: release
// them, then call mesh_refuse_again.
bool mesh_attempt(mesh* m, void (*what)(void* arg), void* arg);
_Noreturn void mesh_refuse_again(mesh* m);

// --- sources: fill vert, face, normal, texcoord ------------------------------------------------

void mesh_read_stl(mesh* m, const void* data, int size);
void mesh_read_msh(mesh* m, const void* data, int size);
void mesh_read_obj(mesh* m, const char* data, int size);

// Vertices from floats (3 each), checked to be finite.
void mesh_set_vertices(mesh* m, const float* vert, int n);

// A mirroring scale turns faces inside out: restore the orientation of those from a file.
void mesh_swap_if_mirrored(mesh* m, int* face, int n);

// Merge equal vertices, numbered by first appearance, in place.  Returns the new number of
// vertices; number: new index of each old vertex.
int mesh_merge_vertices(mesh* m, float* vert, int n, int* number);

// The surface phi = 0 of a function sampled on a grid of n points per axis, n.x fastest;
// coordinates in cells.
void mesh_marching_cubes(mesh* m, const float* phi, const int n[3]);

// --- stages -------------------------------------------------------------------------------------

void mesh_check(mesh* m);              // mesh_check.c
void mesh_check_orientation(mesh* m);  // mesh_check.c
void mesh_hull(mesh* m);               // mesh_hull.c: graph, nhullface, hullface
void mesh_normals(mesh* m);            // mesh_normals.c: if none are given
void mesh_polygons(mesh* m);           // mesh_polygons.c
void mesh_place(mesh* m);              // mesh_place.c: user transform, inertia, principal frame
void mesh_polygon_normals(mesh* m);    // mesh_polygons.c: in the final frame
void mesh_tree(mesh* m);               // mesh_tree.c: bounding boxes
void mesh_octree(mesh* m);             // mesh_octree.c: distances
void mesh_parts(mesh* m);              // mesh_parts.c: convex parts
