// Deformables: vertices, control nodes and edges.
#pragma once

#include <engine/data_types.h>

#include "math/sparse.h"
#include "kinematics/tendon.h"

// World positions of the control nodes of an interpolated flex: 3 x flex_nodenum.
void flex_node_positions(const mjModel* m, const mjData* d, int flex, mjtNum* xpos);

// Weight of one of 8 nodes at the corners of a cube, for a point in it: bits of the node's number
// choose the far corner along z, y and x.
static inline mjtNum flex_node_weight(const mjtNum x[3], int node) {
  mjtNum w = 1;
  for (int axis = 0; axis < 3; axis++) w *= node & (4 >> axis) ? x[axis] : 1 - x[axis];
  return w;
}

// Do the edges of a flex change their lengths?
static inline int flex_has_edges(const mjModel* m, int flex) {
  return !m->flex_rigid[flex] && !m->flex_interp[flex];
}

// Row of the Jacobian of edge lengths, dense or sparse as mj_isSparse says; edges whose flex has no
// use for it have empty or zero rows.
static inline sparse_row row_of_edge(const mjModel* m, const mjData* d, int edge, int sparse) {
  if (!sparse) return (sparse_row){m->nv, NULL, d->flexedge_J + (size_t)edge * m->nv};
  int adr = d->flexedge_J_rowadr[edge];
  return (sparse_row){d->flexedge_J_rownnz[edge], d->flexedge_J_colind + adr, d->flexedge_J + adr};
}
