// The table of constraint kinds: everything about a kind except how its rows are made.
//
// Rows with the same id and impedance form a block.  Assembly (rows.h) appends blocks; later a
// block is found from the type and id of its first row.
#pragma once

#include "constraint/row_set.h"
#include "constraint/rows.h"

// The user's parameters for the softness of a block; friction_ref is that of the friction rows of
// an elliptic contact, else zeros.
typedef struct {
  const mjtNum* ref;
  const mjtNum* friction_ref;
  const mjtNum* imp;
} softness_source;

typedef struct row_slopes row_slopes;  // constraint/slope/row_slope.h

// A tendon that a row depends on.
typedef struct {
  int tendon;
  mjtNum rate;  // derivative of the row by the tendon's length
} row_tendon;

// Functions for the rows of an equality type; defined in the file that EQUALITY_TYPES names.
typedef struct {
  // Whether it holds two points together (kinematics/anchor.h): three rows are the force between
  // them, the next three, if any, the torque.  Otherwise the coupled trees are found in the
  // Jacobian.
  int joins_points;
  // Number of rows and Jacobian entries of one equality; and adding them.
  row_count (*count)(const mjModel* m, const mjData* d, int id);
  void (*add)(const mjModel* m, mjData* d, int id);
  // Time derivative of the row velocities at constant qvel, (dJ/dt) qvel; NULL: neglected.
  void (*drift)(const mjModel* m, const mjData* d, int id, mjtNum* rate);
  // Adds the derivative of the forces of the block that begins at `row`; NULL: not available.
  void (*slope)(row_slopes* x, int row);
  // The tendons that a row depends on (two at most); returns their number.  NULL: none.
  int (*tendons)(const mjModel* m, const mjData* d, int row, row_tendon of[2]);
} equality_kind;

typedef struct {
  const char* name;
  mjtObj object;  // object type of its id; for equalities the type decides
  force_set set;  // admissible set of the forces
  int rows;       // per block; 0 for contacts: see contact_rows
  int (*contact_rows)(const mjContact* con);  // NULL for other kinds
  softness_source (*softness)(const mjModel* m, const mjData* d, int id);
  // The trees it couples (two at most; -1 for static bodies); returns their number.  NULL, or a
  // negative result: take them from the Jacobian.
  int (*trees)(const mjModel* m, const mjData* d, int id, int tree[2]);
  // As for equalities, which have their own.
  void (*slope)(row_slopes* x, int row);
  int (*tendons)(const mjModel* m, const mjData* d, int row, row_tendon of[2]);
  const equality_kind*
      equality;  // NULL: rows of this kind are counted and added all together (rows.h)
} constraint_kind;

// The kind of an equality; NULL for an unknown type.
const constraint_kind* kind_of_equality(const mjModel* m, int eq);

// Whether a row (limit, friction loss, ...) belongs to the given object.
int row_is_of(const mjData* d, int row, mjtObj object, int id);

// The kind for a row type.  For equalities any of them is returned: they have the same force set.
const constraint_kind* kind_of_type(int type);

// A block among the rows of d.
typedef struct {
  const constraint_kind* kind;
  int id;
  int begin, n;  // rows
} constraint_block;

// The block whose first row is `row`.
constraint_block block_at(const mjModel* m, const mjData* d, int row);

// Whether the block has a normal row and friction: of its diagonal only the first number is given,
// from which the regularisers of all its rows follow.
static inline int block_slides(const constraint_block* b) {
  return b->kind->set == FORCE_PYRAMID || b->kind->set == FORCE_CONE;
}

// The tendons that a row depends on: returns their number.
int tendons_of_row(const mjModel* m, const mjData* d, int row, row_tendon of[2]);

// The trees of a contact, as constraint_kind.trees.
int contact_trees(const mjModel* m, const mjData* d, int id, int tree[2]);
