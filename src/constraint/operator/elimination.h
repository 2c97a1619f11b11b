// In which order to eliminate the dofs of a sparse Hessian, and what that leaves to be stored.
//
// Dofs that all rows touch together are one node of a graph; two nodes are tied when a row or the
// inertia touches both.  Nodes are eliminated by least degree, which makes an elimination tree.
// Nodes along the tree with (nearly) the same neighbours are eliminated together: a front.
#pragma once

#include "constraint/problem.h"

// A front: a dense matrix over its dofs, of which the last `pivots` are eliminated.  The others are
// eliminated by its ancestors.
typedef struct {
  int dofs;
  int pivots;
  int children;  // fronts whose remainder this one takes up; they come before it
  int parent;    // front that takes up the remainder, -1 when there is none
  int* dof;
} front;

// Invariant: every dof is a pivot of one front, of_dof; the other dofs of a front are pivots of
// later ones; its parent comes after it.
typedef struct {
  int n;
  front* fronts;  // in order of elimination; a front follows the last of its children
  int* of_dof;    // the front that eliminates each dof
} elimination;

// Made on the stack of d, for a problem with a sparse Jacobian.
elimination elimination_make(mjData* d, const problem* p);

int elimination_valid(const elimination* e, int nv);

// Rows that follow row i with the same columns, and row i: how many.
static inline int elimination_run(const problem* p, int i) { return p->J.super[i] + 1; }
