// Elastic and damping forces of deformables.
#pragma once

#include <engine/data_types.h>

#include "kinematics/flex_cell.h"

// Numbers of an element in flex_stiffness, and of an edge in flex_bending: a 4 x 4 matrix for its
// ends and the vertices opposite to it, and the weight of the curved rest shape (FLEX_CURVED);
// edges of an element.
enum { FLEX_ELEMENT_NUMBERS = 21, FLEX_EDGE_NUMBERS = 17, FLEX_CURVED = 16, FLEX_MOST_EDGES = 6 };

// The rotation of the deformation of a cell with these nodes at its centre, by the places of all
// nodes of the flex (3 x flex_nodenum): that of what makes it of a cube.
void flex_cell_turn(mjtNum quat[4], const flex_grid* g, const int* node, const mjtNum* x);

// Do its elements resist strain; do edges between its triangles resist bending?
static inline int flex_has_strain(const mjModel* m, int flex) {
  return !m->flex_interp[flex] &&
         m->flex_stiffness[FLEX_ELEMENT_NUMBERS * m->flex_elemadr[flex]] != 0;
}
int flex_bends(const mjModel* m, int flex);

// Contacts with flexes that want them as springs: what mjContact.exclude says of them, and how
// stiff they are.
enum { PASSIVE_CONTACT = 4 };
mjtNum passive_contact_stiffness(const mjModel* m, const mjData* d, const mjContact* con);

// row (nv) += the velocity of side 1 beyond that of side 0 along the normal, by the dofs.
void passive_contact_add(const mjModel* m, const mjData* d, const mjContact* con, mjtNum scale,
                         mjtNum* row);

// A cell of an interpolated flex: its nodes, the matrix K (of 3 n numbers a side) that makes forces
// of their displacements in axes that turn with it, and these axes.
typedef struct {
  int n, node[CELL_MAXNODE];
  const mjtNum* K;
  mjtNum quat[4];
} flex_cell;

// K of a cell; NULL: it has none.
const mjtNum* flex_cell_matrix(const mjModel* m, int flex, int cell);

// A cell where its nodes are at x (3 x flex_nodenum).  0: it has no stiffness.
int flex_cell_take(flex_cell* c, const mjModel* m, int flex, const flex_grid* g, int cell,
                   const mjtNum* x);

// qfrc_spring and qfrc_damper += those of all flexes: bending of shells, elements, interpolated
// flexes, edges as springs, passive contacts.  Elements ignore the flags, as in the API: their
// damping counts as a spring.  Needs edge velocities.
void add_flex_forces(const mjModel* m, mjData* d, int springs, int dampers);

// An interpolated flex: nodes of a trilinear cube where they are, and their velocities.
enum { FLEX_NODES = 8 };

typedef struct {
  const mjtNum *K, *rest;
  mjtNum damping;
  mjtNum x[3 * FLEX_NODES], v[3 * FLEX_NODES];
} flex_cube;

void flex_cube_of(const mjModel* m, const mjData* d, int flex, flex_cube* c);

// Forces on its nodes, of springs and of dampers, and their positions in axes that turn with it.
void flex_cube_forces(const flex_cube* c, mjtNum spring[3 * FLEX_NODES],
                      mjtNum damper[3 * FLEX_NODES], mjtNum turned[3 * FLEX_NODES]);

// Potential energy of the edges of one-dimensional flexes.
mjtNum flex_edge_energy(const mjModel* m, const mjData* d);
