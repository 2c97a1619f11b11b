// Elastic and damping forces of flexes.
#pragma once

#include <engine/data_types.h>

#include "kinematics/flex_cell.h"

// Numbers per element in flex_stiffness, and per edge in flex_bending: a 4 x 4 matrix for the
// edge's ends and the two opposite vertices, then the weight of the curved rest shape (index
// FLEX_CURVED); maximum number of edges of an element.
enum { FLEX_ELEMENT_NUMBERS = 21, FLEX_EDGE_NUMBERS = 17, FLEX_CURVED = 16, FLEX_MOST_EDGES = 6 };

// Rotation of a cell's deformation at its centre, relative to a cube; x: positions of all nodes of
// the flex (flex_nodenum x 3).
void flex_cell_turn(mjtNum quat[4], const flex_grid* g, const int* node, const mjtNum* x);

// flex_has_strain: whether elements resist strain.  flex_has_bending: whether edges resist bending.
static inline int flex_has_strain(const mjModel* m, int flex) {
  return !m->flex_interp[flex] &&
         m->flex_stiffness[FLEX_ELEMENT_NUMBERS * m->flex_elemadr[flex]] != 0;
}
int flex_bends(const mjModel* m, int flex);

// Passive contacts: contacts with flexes that act as springs.  mjContact.exclude has this value for
// them.
enum { PASSIVE_CONTACT = 4 };
mjtNum passive_contact_stiffness(const mjModel* m, const mjData* d, const mjContact* con);

// row (nv) += scale times the Jacobian of the relative normal velocity of side 1 with respect to
// side 0.
void passive_contact_add(const mjModel* m, const mjData* d, const mjContact* con, mjtNum scale,
                         mjtNum* row);

// A cell of an interpolated flex: its nodes, the stiffness matrix K (3 n x 3 n) that maps
// displacements in the cell's rotated axes to forces, and these axes.
typedef struct {
  int n, node[CELL_MAXNODE];
  const mjtNum* K;
  mjtNum quat[4];
} flex_cell;

// K of a cell; NULL if it has none.
const mjtNum* flex_cell_matrix(const mjModel* m, int flex, int cell);

// Set up a cell for node positions x (flex_nodenum x 3).  Returns 0 if it has no stiffness.
int flex_cell_take(flex_cell* c, const mjModel* m, int flex, const flex_grid* g, int cell,
                   const mjtNum* x);

// Add the forces of all flexes to qfrc_spring and qfrc_damper: shell bending, elements,
// interpolation, edge springs and dampers, passive contacts.  As in the API elements ignore the
// disable flags, and their damping counts as spring force.  Needs edge velocities.
void add_flex_forces(const mjModel* m, mjData* d, int springs, int dampers);

// An interpolated flex of one trilinear cell: positions and velocities of its nodes.
enum { FLEX_NODES = 8 };

typedef struct {
  const mjtNum *K, *rest;
  mjtNum damping;
  mjtNum x[3 * FLEX_NODES], v[3 * FLEX_NODES];
} flex_cube;

void flex_cube_of(const mjModel* m, const mjData* d, int flex, flex_cube* c);

// Spring and damper forces on the nodes, and the positions of the nodes in the rotated axes.
void flex_cube_forces(const flex_cube* c, mjtNum spring[3 * FLEX_NODES],
                      mjtNum damper[3 * FLEX_NODES], mjtNum turned[3 * FLEX_NODES]);

// Potential energy of the edges of one-dimensional flexes.
mjtNum flex_edge_energy(const mjModel* m, const mjData* d);
