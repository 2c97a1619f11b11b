// Cells of interpolated flexes: a grid of boxes with (order + 1)^3 nodes each; neighbours share the
// nodes on their common face.  Node (i, j, k) of the grid has index (i Ny + j) Nz + k.
#pragma once

#include <math.h>
#include <engine/data_types.h>

enum { CELL_MAXNODE = 27 };

typedef struct {
  int order;    // 1: linear along each axis, 2: quadratic
  int cell[3];  // number of cells along each axis
  int node[3];  // number of nodes along each axis
  int of_cell;  // number of nodes of one cell
} flex_grid;

static inline flex_grid flex_grid_of(const mjModel* m, int flex) {
  flex_grid g = {.order = m->flex_interp[flex] == 2 ? 2 : 1};
  for (int k = 0; k < 3; k++) {
    int n = m->flex_cellnum[3 * flex + k];
    g.cell[k] = n > 0 ? n : 1;
    g.node[k] = g.cell[k] * g.order + 1;
  }
  g.of_cell = (g.order + 1) * (g.order + 1) * (g.order + 1);
  return g;
}

static inline int flex_grid_cells(const flex_grid* g) {
  return g->cell[0] * g->cell[1] * g->cell[2];
}

// Grid position of the first node of a cell.
static inline void flex_cell_corner(const flex_grid* g, int cell, int corner[3]) {
  corner[2] = cell % g->cell[2] * g->order;
  corner[1] = cell / g->cell[2] % g->cell[1] * g->order;
  corner[0] = cell / g->cell[2] / g->cell[1] * g->order;
}

// Position of node n of a cell along an axis, from 0 to the order.
static inline int flex_cell_place(const flex_grid* g, int n, int axis) {
  int side = g->order + 1;
  return axis == 2 ? n % side : axis == 1 ? n / side % side : n / side / side;
}

// Index in the flex of node n of the cell with the given corner.
static inline int flex_cell_node(const flex_grid* g, const int corner[3], int n) {
  int i = corner[0] + flex_cell_place(g, n, 0), j = corner[1] + flex_cell_place(g, n, 1);
  return (i * g->node[1] + j) * g->node[2] + corner[2] + flex_cell_place(g, n, 2);
}

// The 1D Lagrange polynomial that is 1 at node `place` and 0 at the others; the second: its
// derivative.
static inline mjtNum flex_cell_shape(int order, int place, mjtNum s) {
  if (order == 1) return place ? s : 1 - s;
  return place == 0 ? 2 * s * s - 3 * s + 1 : place == 1 ? 4 * s - 4 * s * s : 2 * s * s - s;
}
static inline mjtNum flex_cell_slope(int order, int place, mjtNum s) {
  if (order == 1) return place ? 1 : -1;
  return place == 0 ? 4 * s - 3 : place == 1 ? 4 - 8 * s : 4 * s - 1;
}

// The nodes that carry a point and their weights; x: position in the flex, 0 to 1 along each axis.
static inline int flex_cell_weights(const flex_grid* g, const mjtNum x[3], int node[CELL_MAXNODE],
                                    mjtNum weight[CELL_MAXNODE]) {
  int corner[3];
  mjtNum s[3];
  for (int k = 0; k < 3; k++) {
    int cell = (int)(x[k] * g->cell[k]);
    cell = cell < 0 ? 0 : cell >= g->cell[k] ? g->cell[k] - 1 : cell;
    s[k] = x[k] * g->cell[k] - cell;
    corner[k] = cell * g->order;
  }
  for (int n = 0; n < g->of_cell; n++) {
    node[n] = flex_cell_node(g, corner, n);
    weight[n] = 1;
    for (int k = 0; k < 3; k++)
      weight[n] *= flex_cell_shape(g->order, flex_cell_place(g, n, k), s[k]);
  }
  return g->of_cell;
}
