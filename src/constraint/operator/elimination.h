// The elimination order of a sparse Hessian, and the structure of its factor.
//
// Dofs that are touched by exactly the same rows form one node of a graph; two nodes are adjacent
// if a row or the inertia matrix couples them.  Nodes are eliminated in the order of least fill,
// which defines an elimination tree.  Adjacent nodes in that tree with (nearly) the same neighbours
// form a front (supernode), which is eliminated as a dense matrix.
#pragma once

#include "constraint/problem.h"

// A front: a dense matrix over its dofs.  The last `pivots` dofs are eliminated here, the others in
// its ancestors.
typedef struct {
  int dofs;
  int pivots;
  int children;  // number of fronts whose Schur complements are added to this one; they precede it
  int parent;    // front to which the Schur complement is added, -1: none
  int* dof;
} front;

// Invariant: every dof is a pivot of exactly one front, of_dof; the other dofs of a front are
// pivots of later fronts; a front's parent comes after it.
typedef struct {
  int n;
  front* fronts;  // in elimination order; a front comes after its last child
  int* of_dof;    // front that eliminates each dof
} elimination;

// Allocated on the stack of d, for a problem with a sparse Jacobian.
elimination elimination_make(mjData* d, const problem* p);

int elimination_valid(const elimination* e, int nv);

// Number of rows from row i on that have the same columns.
static inline int elimination_run(const problem* p, int i) { return p->J.super[i] + 1; }
