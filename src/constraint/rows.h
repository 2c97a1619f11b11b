// Constraint rows while they are being made: how many there will be, and how they are added.
//
// Each class of constraints says first how many rows it needs and how many numbers their sparse
// Jacobian holds (its *_count), then adds them in order (its *_rows).  Both look at the same state,
// so what is counted is what is added.
#pragma once

#include <engine/engine.h>

#include "math/sparse.h"

typedef struct {
  int64_t rows;
  int64_t nnz;  // numbers in the Jacobian, if it is sparse
} row_count;

row_count equality_count(const mjModel* m, const mjData* d);
void equality_rows(const mjModel* m, mjData* d);

row_count friction_loss_count(const mjModel* m, const mjData* d);
void friction_loss_rows(const mjModel* m, mjData* d);

row_count limit_count(const mjModel* m, const mjData* d);
void limit_rows(const mjModel* m, mjData* d);

// Counting also sets contact.exclude and contact.efc_address of contacts that give no rows.
row_count contact_count(const mjModel* m, mjData* d);
void contact_rows(const mjModel* m, mjData* d, int count);  // the rows counted, not none

// A block to be added: rows that share type, id and the columns of their Jacobian.
typedef struct {
  int type;           // mjtConstraint
  int id;             // of the equality, dof, joint or tendon
  int rows;           // at most 6
  sparse_row jac;     // the first row; the others follow it
  const mjtNum* pos;  // residuals, one a row
  mjtNum weight[2];   // approximate diagonal of J M^-1 J': of rows 0 to 2, and 3 to 5
  mjtNum margin;
  mjtNum frictionloss;
} row_draft;

// Append a block to the efc arrays and return 1.  A block that can do nothing (dense: its Jacobian
// is all zeros; sparse: it has no columns) is left out: returns 0.
int row_add(const mjModel* m, mjData* d, const row_draft* draft);

// How many rows and numbers a block needs.  Dense rows are counted even if nothing moves them: only
// their values will tell.
row_count row_count_of(const mjModel* m, int rows, int columns);

// Room for rows of the Jacobian that share their columns.  Entry (k, dof) is J[k * stride + c],
// with c the position of dof among the columns if the Jacobian is sparse, dof itself if it is
// dense.
typedef struct {
  mjtNum* J;
  int stride;
  int* column;  // to be filled, ascending, before row_space_close; NULL when dense
} row_space;

// Make room for n more rows of so many columns.  Counts them in nefc.  The numbers are not set.
row_space row_space_open(const mjModel* m, mjData* d, int n, int columns);

// Give all the n rows the columns of the first.
void row_space_close(row_space space, int n);

// Note that the row has this tendon in it, unless an earlier row has.
void row_names_tendon(mjData* d, int tendon, int row);

// Whether the rows are those that were counted, no more and, but for dense ones that turned out to
// be zeros, no less; and their columns ascend.
int rows_valid(const mjModel* m, const mjData* d, row_count counted);
