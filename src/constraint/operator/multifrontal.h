// Multifrontal factorisation of a sparse Hessian: each front is assembled from its rows, its part
// of the inertia matrix and the Schur complements of its children; then its pivots are eliminated.
#pragma once

#include <stdbool.h>

#include "constraint/operator/elimination.h"

// A stretch of n dofs at consecutive positions in two lists: from `from` on in one, `to` in the
// other.
typedef struct {
  int from, to, n;
} stretch;

typedef struct {
  int begin, n;
} stretch_list;

typedef struct multifrontal {
  const problem* p;
  elimination order;
  mjtNum** pivot_rows;  // per front: pivots x dense_stride(dofs)
  int* run_begin;       // runs of rows sorted by front: n + 1 offsets into run
  int* run;             // first row of each run
  int* entry_begin;     // entries of M sorted by front: n + 1 offsets into entry
  int* entry;           // address in M
  int* entry_at;        // its place in the front
  // where the dofs of runs, and of fronts that their parents take up, are there
  stretch* stretches;
  stretch_list *run_to, *rest_to;  // per run; per front
  // where there is room: what is kept from one factor to the next, in which only fronts above rows
  // whose weights have changed are made again; else NULL
  mjtNum** whole;    // per front: dofs x dense_stride(dofs), the pivots' rows last
  bool* child_made;  // per front: one of its children's fronts has been made anew
  mjtNum* kept;      // blocks of runs
  size_t* kept_adr;  // per run
  bool* is_stale;    // per run: its block is not that of the present weights
  mjtNum* weight;    // per row; -1: none yet, or that of a cone
  // scratch
  mjtNum* matrix;   // the present front
  mjtNum* by;       // DENSE_BLOCK rows of a front
  mjtNum* remains;  // stack of Schur complements for parent fronts; NULL: they are in `whole`
  mjtNum* block;    // a run of rows
  mjtNum* cone;     // the rows of one contact
  mjtNum* vector;
  int nnz;       // entries of the factor
  bool is_made;  // there is a factor
} multifrontal;

// Allocated on the stack of d.
multifrontal multifrontal_make(mjData* d, const problem* p);

// Factor M + J' diag(D) J (D: not read where there are no rows) and, with `cones`, the Hessians of
// contacts in state CONE.
void multifrontal_factor(multifrontal* f, const mjtNum* D);

// x = H^-1 b; x may be b.
void multifrontal_solve(const multifrontal* f, mjtNum* x, const mjtNum* b);

// The first half of the solution for a vector whose entries are at pivots of these fronts, which
// ascend and contain their ancestors: y gets L^-1 x with H = L L', for their pivots one after
// another; x becomes zero there.
void multifrontal_half(const multifrontal* f, const int* fronts, int n, mjtNum* x, mjtNum* y);

// The part of that which front s has, when all below it on the way have been done.  Returns the
// end of what y gets.
mjtNum* multifrontal_half_of(const multifrontal* f, int s, mjtNum* x, mjtNum* y);
