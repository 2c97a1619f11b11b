// Meshes, from a source of triangles to what geoms and the model need.
//
// A mesh is made on its own, on any thread: its memory is an arena that it owns, and what is wrong
// with it ends the making and is left in `problem` (mesh_refuse), to be reported by the compiler.
// The stages are one file each; mesh.c tells their order.
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <engine/spec_types.h>

#include "asset/bvh.h"
#include "base/arena.h"

// What determines a mesh besides its source.
typedef struct {
  double refpos[3], refquat[4], scale[3];
  mjtMeshInertia inertia;
  int maxhullvert;  // -1: no limit
  bool smoothnormal, need_hull, need_sdf;
  int maxpart;         // 0: it is not cut into convex parts
  double volumeerror;  // of these
  bool exact_frame;    // principal axes to rounding (engLEVEL_INERTIA)
  bool keep_frame;     // of a mesh sampled from a plugin: it is not recentred
} mesh_options;

// What making a mesh takes time for.
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
  arena* memory;   // of all that follows, this struct included
  arena* scratch;  // of what a stage needs; NULL when it is made
  mesh_options options;
  char problem[480];
  bool no_memory;  // is the problem
  jmp_buf refused;

  // the source; afterwards in the frame of the mesh
  int nvert, nface, nnormal, ntexcoord;
  double* vert;    // NULL when it is made,
  float* rounded;  // but then there are these
  int* face;
  float *normal, *texcoord;
  int *facenormal, *facetexcoord;  // NULL: none given; in the end facenormal may be face itself
  bool indexed_texcoord;           // texture coordinates need not be as many as vertices
  char warning[240];
  double spent[MESH_OTHER + 1];  // seconds of processors, by mesh_work

  // convex hull, see mesh_hull
  int nhullface;
  const int* hullface;  // in graph
  int ngraph;
  int* graph;

  // polygons of the hull, or of the faces
  int npoly, npolyvert, npolymap;
  double* polynormal;
  int *polyvertadr, *polyvert;  // where every polygon begins, and where the last ends
  int *polymapadr, *polymap;    // the same of every vertex

  // where it is, how large, how heavy: see build_mesh in assets.h
  double pos[3], quat[4], volume, box[3], min[3], max[3];

  bvh_nodes tree;

  // convex parts that it collides as: meshes with frames in its frame; volume of all
  int npart;
  struct mesh** part;
  double parts_volume;

  int noct;
  int *oct_depth, *oct_child;
  double *oct_aabb, *oct_coeff;
} mesh;

// An empty mesh; NULL when there is no memory.
mesh* mesh_new(void);

// Bytes it takes, with its parts.
size_t mesh_bytes(const mesh* m);

// Make a new mesh the hull of n points; false when it is refused, m->problem then says why.
bool mesh_make_hull(mesh* m, const float* point, int n);
void mesh_delete(void* m);

// n items, not zeroed, or the end of the making.
void* mesh_alloc(mesh* m, double n, size_t item);
#define MESH_NEW(m, type, n) ((type*)mesh_alloc(m, n, sizeof(type)))

// The same, that live until the stage (or the reading) ends.
void* mesh_scratch(mesh* m, double n, size_t item);
#define MESH_SCRATCH(m, type, n) ((type*)mesh_scratch(m, n, sizeof(type)))

// End the making with a message: what is wrong; what would be right.
_Noreturn void mesh_refuse(mesh* m, const char* format, ...) mjPRINTFLIKE(2, 3);

// The same where there is no memory.
_Noreturn void mesh_refuse_memory(mesh* m);

// Do what may refuse m while something is held that must be given back; false when it did: after
// giving it back, mesh_refuse_again.
bool mesh_attempt(mesh* m, void (*what)(void* arg), void* arg);
_Noreturn void mesh_refuse_again(mesh* m);

// --- sources: fill vert, face, normal, texcoord ------------------------------------------------

void mesh_read_stl(mesh* m, const void* data, int size);
void mesh_read_msh(mesh* m, const void* data, int size);
void mesh_read_obj(mesh* m, const char* data, int size);

// Vertices from floats (3 each), checked to be finite.
void mesh_set_vertices(mesh* m, const float* vert, int n);

// A left-handed scale turns faces inside out: give those of a file their orientation back.
void mesh_swap_if_mirrored(mesh* m, int* face, int n);

// Give equal ones of n vertices one number, in the order of their first appearance: each is left
// once in vert.  Returns how many that are; number: of every old one.
int mesh_merge_vertices(mesh* m, float* vert, int n, int* number);

// A surface phi = 0 sampled on a grid of n points an axis, n.x fastest; coordinates in cells.
void mesh_marching_cubes(mesh* m, const float* phi, const int n[3]);

// --- stages -------------------------------------------------------------------------------------

void mesh_check(mesh* m);              // mesh_check.c
void mesh_check_orientation(mesh* m);  // mesh_check.c
void mesh_hull(mesh* m);               // mesh_hull.c: graph, nhullface, hullface
void mesh_normals(mesh* m);            // mesh_normals.c: where none are given
void mesh_polygons(mesh* m);           // mesh_polygons.c
void mesh_place(mesh* m);              // mesh_place.c: user transform, inertia, principal frame
void mesh_polygon_normals(mesh* m);    // mesh_polygons.c: in the final frame
void mesh_tree(mesh* m);               // mesh_tree.c: bounding boxes
void mesh_octree(mesh* m);             // mesh_octree.c: distances
void mesh_parts(mesh* m);              // mesh_parts.c: convex parts
