// The sparse patterns derived from the tree: the inertia matrix M, its legacy layout qM, the
// symmetric D and the body-by-dof B.
#pragma once

#include <engine/model_types.h>

// What the sizes of the patterns depend on.
typedef struct {
  int nbody;
  const int* parent;      // [nbody]
  const int* dofnum;      // [nbody]
  const mjtByte* simple;  // [nbody]
} sparsity_tree;

// Set nM, nC, nD and nB of size.  work: 2 nbody ints.
void sparsity_count(mjModel* size, const sparsity_tree* tree, int* work);

// Fill M_*, D_*, B_* and the maps between them from body_parentid, body_dof*, dof_parentid,
// dof_Madr and dof_simplenum.  work: 2 nbody + 1 ints.
void sparsity_fill(mjModel* m, int* work);
