// Flexes: lines, triangles or tetrahedra whose vertices are carried by bodies.
#pragma once

#include "compile/build.h"
#include "dynamics/flex_force.h"

typedef struct build_flex {
  const spec_flex* src;
  int dim;
  int nvert, nnode, nelem, nedge, nshell, nevpair, ntexcoord;
  int order, cell[3];  // interpolation order; number of cells along each axis
  bool rigid, centered, interpolated;
  int *vertbody, *nodebody;   // body ids
  double *vertpos, *nodepos;  // world positions at qpos0
  int* elem;                  // dim + 1 vertices per element; tetrahedra have outward faces
  int* elemtexcoord;          // the same size; NULL: no texture coordinates

  // derived from the elements, see flex_connect
  int* edge;      // 2 vertices per edge, the lower first
  int* elemedge;  // 1, 3 or 6 edges per element
  int* flap;      // 2 vertices per edge of triangles: those opposite to it, -1: none
  int* shell;     // dim vertices per shell element
  int* layer;     // of each element
  int* evpair;    // pairs of element and vertex

  double* stiffness;  // FLEX_ELEMENT_NUMBERS per element; NULL: none
  double* bending;    // FLEX_EDGE_NUMBERS per edge; NULL: none
  int held;           // equality on vertices or strain (mjEQ_FLEXVERT, mjEQ_FLEXSTRAIN); 0: none
  int ncelldata;      // size of flex_celldata: matrices or strain modes of cells, or rest edges of
                      // vertices
  double* celldata;
  int nvertedge;  // number of (vertex, edge) pairs, for vertex equalities
  int *vertedgeadr, *vertedgenum, *vertedge;
  double* vertmetric;

  bvh_nodes tree;  // over the elements that can collide
} build_flex;

// The Lame constants of the material.
typedef struct {
  double lambda, mu;
} lame;
static inline lame flex_lame(double E, double nu) {
  return (lame){E * nu / ((1 + nu) * (1 - 2 * nu)), E / (2 * (1 + nu))};
}

// Whether an interpolated flex is more than a single cell of order 1.
static inline bool flex_has_cells(const build_flex* f) {
  return f->interpolated && (f->order > 1 || f->cell[0] * f->cell[1] * f->cell[2] > 1);
}

// The stiffness K of a cell (flex_cell_numbers; zeroed before): minus the second derivative of the
// energy.  outside: use integration points outside of a cell of order 2.
typedef struct {
  lame c;
  bool outside;
} flex_material;
void flex_cell_matrix_make(const build_flex* f, int cell, flex_material how, double* K);

// Number of edges of an element.
static inline int flex_elem_edges(int dim) { return dim == 3 ? 6 : dim == 2 ? 3 : 1; }

// The two vertices, numbered within the element, of a local edge.
static inline const int* flex_local_edge(int dim, int edge) {
  static const int line[1][2] = {{0, 1}};
  static const int triangle[3][2] = {{1, 2}, {2, 0}, {0, 1}};
  static const int tetrahedron[6][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}};
  return dim == 3 ? tetrahedron[edge] : dim == 2 ? triangle[edge] : line[edge];
}

// Compute edges, flaps, shell, layers and element-vertex pairs from dim, nvert, nelem and elem.
void flex_connect(build* b, build_flex* f);

// Compute the stiffness of elements and edges from positions and connectivity.
void flex_elasticity(build* b, build_flex* f);

// Stiffness or strain modes of cells, where there are several, or of higher order, or with a strain
// equality.
void flex_cells(build* b, build_flex* f);

// For vertex equalities: the edges at each vertex and their rest geometry.
void flex_vertices(build* b, build_flex* f);

// Numbers per cell in flex_celldata for a stiffness matrix.
int flex_cell_numbers(const build_flex* f);

// flexes_compile: read and check all flexes, after the tree is final.  flexes_fill: write their
// model arrays.
void flexes_compile(build* b);
void flexes_size(build* b);
void flexes_fill(build* b);
