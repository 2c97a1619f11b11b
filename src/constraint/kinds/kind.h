// The table of constraint kinds: what everything but the making of its rows has to know of a kind.
//
// Rows that share an id and an impedance are a block.  Assembly (rows.h) appends blocks; from type
// and id of their first row they are found again.
#pragma once

#include "constraint/row_set.h"
#include "constraint/rows.h"

// What the user gave for the softness of a block; friction_ref is that of the friction rows of an
// elliptic contact, zeros else.
typedef struct {
  const mjtNum* ref;
  const mjtNum* friction_ref;
  const mjtNum* imp;
} softness_source;

typedef struct row_slopes row_slopes;  // constraint/slope/row_slope.h

// A tendon that a row moves with.
typedef struct {
  int tendon;
  mjtNum rate;  // of the row by its length
} row_tendon;

// What makes the rows of an equality; its file of this room has one for EQUALITY_TYPES to name.
typedef struct {
  // Whether it holds two points together (kinematics/anchor.h): three rows are the force between
  // them, the next three, if it has them, the torque.  Else the trees it ties are in its Jacobian.
  int joins_points;
  // How many rows and numbers one equality needs, and adding them.
  row_count (*count)(const mjModel* m, const mjData* d, int id);
  void (*add)(const mjModel* m, mjData* d, int id);
  // How fast the velocities of the rows change at constant qvel, (dJ/dt) qvel; NULL: that is left
  // out.
  void (*drift)(const mjModel* m, const mjData* d, int id, mjtNum* rate);
  // The derivative of the forces of the block that begins at a row; NULL: there is no formula.
  void (*slope)(row_slopes* x, int row);
  // The tendons that a row moves with, at most two, returning how many; NULL: none.
  int (*tendons)(const mjModel* m, const mjData* d, int row, row_tendon of[2]);
} equality_kind;

typedef struct {
  const char* name;
  mjtObj object;                              // what its id names; of equalities their type says
  force_set set;                              // in which the forces of its rows lie
  int rows;                                   // of a block; of a contact by contact_rows
  int (*contact_rows)(const mjContact* con);  // NULL for what is no contact
  softness_source (*softness)(const mjModel* m, const mjData* d, int id);
  // The trees it ties together, at most two, -1 for what does not move; returns how many.  NULL, or
  // a negative answer: those in its Jacobian.
  int (*trees)(const mjModel* m, const mjData* d, int id, int tree[2]);
  // As of equalities, which have their own.
  void (*slope)(row_slopes* x, int row);
  int (*tendons)(const mjModel* m, const mjData* d, int row, row_tendon of[2]);
  const equality_kind* equality;  // NULL: counted and added all together (rows.h)
} constraint_kind;

// The kind of an equality, NULL for an unknown type.
const constraint_kind* kind_of_equality(const mjModel* m, int eq);

// Whether a row is of a limit, a friction loss or what else there is that names such an object.
int row_is_of(const mjData* d, int row, mjtObj object, int id);

// The kind of rows of a type, of one of the equalities if it is that: they all have one set.
const constraint_kind* kind_of_type(int type);

// A block among the rows of d.
typedef struct {
  const constraint_kind* kind;
  int id;
  int begin, n;  // rows
} constraint_block;

// The block whose first row is this one.
constraint_block block_at(const mjModel* m, const mjData* d, int row);

// The tendons that a row moves with: returns how many.
int tendons_of_row(const mjModel* m, const mjData* d, int row, row_tendon of[2]);

// Contacts.
int contact_trees(const mjModel* m, const mjData* d, int id, int tree[2]);
