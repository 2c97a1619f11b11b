// A sparse Hessian factored front by front: each is assembled from its rows, its part of the
// inertia and what its children leave, then its pivots are eliminated.
#pragma once

#include "constraint/operator/elimination.h"

// Neighbours that stay neighbours: n dofs from place `from` of one list at place `to` of another.
typedef struct {
  int from, to, n;
} stretch;

typedef struct {
  const problem* p;
  elimination order;
  mjtNum** pivot_rows;  // of each front: pivots x dense_stride(dofs)
  int* run_begin;       // runs of rows by the front they belong to: n + 1 places in run
  int* run;             // first row of each
  int* entry_begin;     // entries of M likewise: n + 1 places in entry
  int* entry;           // address in M
  int* entry_row;       // and row
  // scratch
  int* place;       // of each dof in the front at work
  mjtNum* matrix;   // of the front at work
  mjtNum* remains;  // what fronts have left for their parents, last in first out
  mjtNum* block;    // a run of rows by itself
  mjtNum* cone;     // the rows of one contact
  stretch* stretches;
  mjtNum* vector;
  int nnz;  // of the factor
} multifrontal;

// Made on the stack of d.
multifrontal multifrontal_make(mjData* d, const problem* p);

// Factor M + J' diag(D) J, and with cones the terms of contacts in the state CONE.
void multifrontal_factor(multifrontal* f, const mjtNum* D);

// x = H^-1 b; x may be b.
void multifrontal_solve(const multifrontal* f, mjtNum* x, const mjtNum* b);
