// Deformables: lines, triangles or tetrahedra between vertices that bodies carry.
#pragma once

#include "compile/build.h"
#include "dynamics/flex_force.h"

typedef struct build_flex {
  const spec_flex* src;
  int dim;
  int nvert, nnode, nelem, nedge, nshell, nevpair, ntexcoord;
  int order, cell[3];  // of interpolation; cells along each axis
  bool rigid, centered, interpolated;
  int *vertbody, *nodebody;   // ids
  double *vertpos, *nodepos;  // in the world, at qpos0
  int* elem;                  // dim + 1 vertices each, tetrahedra turned outwards
  int* elemtexcoord;          // as many; NULL: no texture coordinates

  // what follows from the elements alone, see flex_connect
  int* edge;      // 2 vertices each, the lower first
  int* elemedge;  // 1, 3 or 6 edges each
  int* flap;      // 2 each: the vertices opposite to an edge of triangles, -1: none
  int* shell;     // dim vertices each
  int* layer;     // of each element
  int* evpair;    // element and vertex

  double* stiffness;  // FLEX_ELEMENT_NUMBERS for each element; NULL: none
  double* bending;    // FLEX_EDGE_NUMBERS for each edge; NULL: none
  int held;           // by rows of vertices or of strain (mjEQ_FLEXVERT, mjEQ_FLEXSTRAIN); 0: not
  int ncelldata;      // flex_celldata: matrices or modes of cells, or edges of vertices at rest
  double* celldata;
  int nvertedge;  // edges of vertices, for rows of vertices
  int *vertedgeadr, *vertedgenum, *vertedge;
  double* vertmetric;

  bvh_nodes tree;  // over the elements that collide
} build_flex;

// The material constants of Lame.
typedef struct {
  double lambda, mu;
} lame;
static inline lame flex_lame(double E, double nu) {
  return (lame){E * nu / ((1 + nu) * (1 - 2 * nu)), E / (2 * (1 + nu))};
}

// Whether what an interpolated flex is made of is more than one cell of order 1.
static inline bool flex_has_cells(const build_flex* f) {
  return f->interpolated && (f->order > 1 || f->cell[0] * f->cell[1] * f->cell[2] > 1);
}

// K of a cell (flex_cell_numbers, zeros before): minus the energy's second derivative.  outside:
// with points of integration that lie outside of a cell of order 2.
typedef struct {
  lame c;
  bool outside;
} flex_material;
void flex_cell_matrix_make(const build_flex* f, int cell, flex_material how, double* K);

// How many edges an element has.
static inline int flex_elem_edges(int dim) { return dim == 3 ? 6 : dim == 2 ? 3 : 1; }

// The two vertices, in its element, of a local edge.
static inline const int* flex_local_edge(int dim, int edge) {
  static const int line[1][2] = {{0, 1}};
  static const int triangle[3][2] = {{1, 2}, {2, 0}, {0, 1}};
  static const int tetrahedron[6][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}};
  return dim == 3 ? tetrahedron[edge] : dim == 2 ? triangle[edge] : line[edge];
}

// From dim, nvert, nelem and elem: edges, flaps, shell, layers and element-vertex pairs.
void flex_connect(build* b, build_flex* f);

// From positions and connections: the stiffness of elements and edges.
void flex_elasticity(build* b, build_flex* f);

// The stiffness or the modes of strain of cells, where there are several, or of a higher order, or
// rows for them.
void flex_cells(build* b, build_flex* f);

// For rows of vertices: their edges, and what these span at rest.
void flex_vertices(build* b, build_flex* f);

// Numbers of a cell in flex_celldata: of a matrix over its displacements.
int flex_cell_numbers(const build_flex* f);

// When the tree is what it will be: read and check all flexes; then, with their sizes known, write
// their arrays of the model.
void flexes_compile(build* b);
void flexes_size(build* b);
void flexes_fill(build* b);
