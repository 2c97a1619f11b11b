// Rows as solvers see them: numbers, and blocks of rows with a set each in which their forces must
// lie.  What kind of constraint a row comes from is not asked for after this.
#pragma once

#include <engine/engine.h>

// Where the forces of a block may lie.
typedef enum {
  FORCE_FREE,       // anywhere
  FORCE_INTERVAL,   // |f| <= frictionloss of the row
  FORCE_HALF_LINE,  // f >= 0
  FORCE_PYRAMID,    // f >= 0 on edges; rows 2 k and 2 k + 1 are opposite edges
  FORCE_CONE,       // f[0] >= 0, sum over j > 0 of (f[j] / friction[j - 1])^2 <= f[0]^2
} force_set;

// Rows begin ... begin + n - 1.  A contact is a block by itself; other rows, which do not depend on
// each other, share a block with their neighbours of the same set.
typedef struct {
  force_set set;
  int begin, n;
  mjContact* contact;  // mu, friction and dim; H is written for cones.  NULL: not of a contact
} row_block;

// Invariant: blocks follow each other without gaps, cover all n rows, and their sets ascend up to
// FORCE_INTERVAL: ne free rows, then nf in an interval, then all others.
typedef struct {
  int n, ne, nf;
  const mjtNum* D;
  const mjtNum* R;
  const mjtNum* frictionloss;
  int nblock, ncone;  // ncone of the blocks are cones
  const row_block* block;
} row_set;

// What the blocks of rows are made from.
typedef struct {
  const int* type;  // mjtConstraint
  const int* id;
  mjContact* contact;  // by id
} row_kinds;

// Give the rows their blocks, on the stack of d; n, ne, nf and the numbers are the caller's.
void row_set_blocks(mjData* d, row_set* rows, row_kinds kinds);

// All rows of d; the blocks are on its stack.
row_set rows_of(const mjModel* m, mjData* d);

// The block of a row: by halving, in log(nblock).
const row_block* row_set_at(const row_set* rows, int row);

// Whether the invariant holds.
int row_set_valid(const row_set* rows);
