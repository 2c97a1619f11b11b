// The facets and edges of a small hull, several side by side: what the vertices and their graph say
// only step by step.
#pragma once

#include "collision/hull.h"

enum {
  SHELL_FACETS = 2 * MAX_SAMPLE,  // triangles of a closed surface, by Euler, and edges of them
  SHELL_EDGES = 3 * MAX_SAMPLE,
  SHELLS_KEPT = 4,  // 57 kB
};

typedef unsigned char shell_id;  // of a vertex of the hull

// As seen from the middle, in the axes of the mesh.  Facets and edges come in whole groups of
// floats_load, filled with some that no direction concerns: infinitely far facets, edges between
// facets of one normal.
typedef struct {
  // Facets: outward unit normals and how far out.  Of triangles in one plane the first stands for
  // all.
  _Alignas(32) float normal[3][SHELL_FACETS], offset[SHELL_FACETS];
  // Edges: where they start, the way to their end, the normals on both sides.
  float start[3][SHELL_EDGES], along[3][SHELL_EDGES];
  float left[3][SHELL_EDGES], right[3][SHELL_EDGES];
  float vert[3][MAX_SAMPLE];    // vertices, the first again as filling,
  mjtNum place[MAX_SAMPLE][3];  // and with all digits
  shell_id facet[SHELL_FACETS][3], edge[SHELL_EDGES][2];
  int nfacet, nedge, nvert;  // with filling
  int nplace;                // without
  mjtNum middle[3], reach;   // in the frame of the mesh a point well inside; no vertex is farther
} hull_shell;

// Of a hull with a graph.  0 when it has too many vertices, is not closed or too flat.
int hull_shell_make(hull_shell* s, const int* graph, const float* vert);

// Shells kept from pair to pair, each in the place of its mesh, which some meshes share.
typedef struct {
  int mesh[SHELLS_KEPT];   // whose place it is, -1: nobody's
  int state[SHELLS_KEPT];  // what is known of its shell
  hull_shell shell[SHELLS_KEPT];
} hull_shells;

static inline void hull_shells_clear(hull_shells* shells) {
  for (int i = 0; i < SHELLS_KEPT; i++) shells->mesh[i] = -1;
}

// The shell of a mesh if it has one, from the second time on that it is asked for: making it takes
// as long as a search without it.
const hull_shell* hull_shell_kept(hull_shells* shells, int mesh, const int* graph,
                                  const float* vert);
