// Constraint rows during assembly: counting them, and adding them.
//
// Each class of constraints first counts its rows and the entries of their sparse Jacobian (its
// *_count function), then adds them in order (its *_rows function).  Both see the same state, so
// that the counts agree.
#pragma once

#include <engine/engine.h>

#include "math/sparse.h"

typedef struct {
  int64_t rows;
  int64_t nnz;  // Jacobian entries, if it is sparse
} row_count;

row_count equality_count(const mjModel* m, const mjData* d);
void equality_rows(const mjModel* m, mjData* d);

row_count friction_loss_count(const mjModel* m, const mjData* d);
void friction_loss_rows(const mjModel* m, mjData* d);

row_count limit_count(const mjModel* m, const mjData* d);
void limit_rows(const mjModel* m, mjData* d);

// Also sets contact.exclude, and contact.efc_address of contacts without rows.
row_count contact_count(const mjModel* m, mjData* d);
void contact_rows(const mjModel* m, mjData* d, int count);  // count: from contact_count, not 0

// There is no room for the rows, or for what solves them: a warning is counted, and the step goes
// on without constraints.
void rows_give_up(mjData* d);

// A block to be added: rows with the same type, id and Jacobian columns.
typedef struct {
  int type;           // mjtConstraint
  int id;             // equality, dof, joint or tendon
  int rows;           // at most 6
  sparse_row jac;     // the first row; the others are adjacent
  const mjtNum* pos;  // residuals, one per row
  mjtNum weight[2];   // approximate diagonal of J M^-1 J' for rows 0 to 2, and 3 to 5
  mjtNum margin;
  mjtNum frictionloss;
} row_draft;

// Append a block to the efc arrays and return 1.  A block without effect (dense: the Jacobian is
// all zeros; sparse: it has no columns) is left out: returns 0.
int row_add(const mjModel* m, mjData* d, const row_draft* draft);

// Rows and entries that a block needs.  Dense rows are counted even if they may turn out to be
// zero.
row_count row_count_of(const mjModel* m, int rows, int columns);

// Storage for Jacobian rows that have the same columns.  Entry (k, dof) is J[k * stride + c], where
// c is the index of dof among the columns (sparse) or dof itself (dense).
typedef struct {
  mjtNum* J;
  int stride;
  int* column;  // to be filled, ascending, before row_space_close; NULL when dense
} row_space;

// Allocate n more rows with the given number of columns and count them in nefc.  The numbers are
// not set.
row_space row_space_open(const mjModel* m, mjData* d, int n, int columns);

// Give all n rows the columns of the first one.
void row_space_close(row_space space, int n);

// Record that the row depends on this tendon, unless an earlier row does.
void row_names_tendon(mjData* d, int tendon, int row);

// Whether the number of rows is that which was counted (dense rows that turned out to be zero may
// be missing) and their columns ascend.
int rows_valid(const mjModel* m, const mjData* d, row_count counted);
