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

typedef struct {
  const char* name;
  force_set set;                              // in which the forces of its rows lie
  int rows;                                   // of a block; of a contact by contact_rows
  int (*contact_rows)(const mjContact* con);  // NULL for what is no contact
  softness_source (*softness)(const mjModel* m, const mjData* d, int id);
  // The trees it ties together, at most two, -1 for what does not move; returns how many.  NULL, or
  // a negative answer: those in its Jacobian.
  int (*trees)(const mjModel* m, const mjData* d, int id, int tree[2]);
  // Whether it holds two points together (kinematics/anchor.h): three rows are the force between
  // them, the next three, if it has them, the torque.
  int joins_points;
  // How many rows and numbers one equality needs, and adding them.  Other kinds are counted and
  // added all together (rows.h).
  row_count (*count)(const mjModel* m, const mjData* d, int id);
  void (*add)(const mjModel* m, mjData* d, int id);
  // How fast the velocities of the rows change at constant qvel, (dJ/dt) qvel, of an equality;
  // NULL: that is left out.
  void (*drift)(const mjModel* m, const mjData* d, int id, mjtNum* rate);
} constraint_kind;

// The kind of an equality, NULL for an unknown type.
const constraint_kind* kind_of_equality(const mjModel* m, int eq);

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

// Kinds of equalities, each in its file: connect and weld, joint and tendon, flex.
row_count joined_count(const mjModel* m, const mjData* d, int eq);
void joined_add(const mjModel* m, mjData* d, int eq);
void joined_drift(const mjModel* m, const mjData* d, int eq, mjtNum* rate);
row_count coupling_count(const mjModel* m, const mjData* d, int eq);
void coupling_add(const mjModel* m, mjData* d, int eq);
// How the polynomial of a coupling of two goes with the second one.
mjtNum coupling_slope(const mjModel* m, const mjData* d, int eq);
row_count flex_edges_count(const mjModel* m, const mjData* d, int eq);
void flex_edges_add(const mjModel* m, mjData* d, int eq);

// Contacts.
int contact_trees(const mjModel* m, const mjData* d, int id, int tree[2]);
