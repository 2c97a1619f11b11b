// Flexes: vertices, control nodes and edges.
#pragma once

#include <engine/data_types.h>

#include "math/sparse.h"
#include "kinematics/tendon.h"

// World positions of the control nodes of an interpolated flex: flex_nodenum x 3.
void flex_node_positions(const mjModel* m, const mjData* d, int flex, mjtNum* xpos);

// The bounding box (centre, half size) of an element, including the radius.
void flex_box_element(const mjModel* m, mjData* d, int flex, int elem);

// Whether the edges of a flex can change their lengths.
static inline int flex_has_edges(const mjModel* m, int flex) {
  return !m->flex_rigid[flex] && !m->flex_interp[flex];
}

// Row of the Jacobian of an edge length, dense or sparse as mj_isSparse says.  The row is empty or
// zero where nothing in the flex depends on edge lengths.
static inline sparse_row row_of_edge(const mjModel* m, const mjData* d, int edge, int sparse) {
  if (!sparse) return (sparse_row){m->nv, NULL, d->flexedge_J + (size_t)edge * m->nv};
  int adr = d->flexedge_J_rowadr[edge];
  return (sparse_row){d->flexedge_J_rownnz[edge], d->flexedge_J_colind + adr, d->flexedge_J + adr};
}
