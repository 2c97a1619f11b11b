// Constraint rows as solvers see them: numbers, and blocks of rows with an admissible set of
// forces.  From here on code does not depend on the constraint kinds.
#pragma once

#include <engine/engine.h>

// Admissible sets of the forces of a block.
typedef enum {
  FORCE_FREE,       // any force
  FORCE_INTERVAL,   // |f| <= frictionloss of the row
  FORCE_HALF_LINE,  // f >= 0
  FORCE_PYRAMID,    // f >= 0 for each edge; rows 2 k and 2 k + 1 are opposite edges
  FORCE_CONE,       // f[0] >= 0, sum over j > 0 of (f[j] / friction[j - 1])^2 <= f[0]^2
} force_set;

// Rows begin ... begin + n - 1.  A contact is a block of its own; other rows, which are
// independent, share a block with adjacent rows of the same set.
typedef struct {
  force_set set;
  int begin, n;
  mjContact* contact;  // mu, friction and dim are read; H is written for cones; NULL: not a contact
} row_block;

// Invariant: blocks are adjacent and cover all n rows; first ne free rows, then nf interval rows,
// then all others.
typedef struct {
  int n, ne, nf;
  const mjtNum* D;
  const mjtNum* R;
  const mjtNum* frictionloss;
  int nblock, ncone;  // number of blocks, and of those that are cones
  const row_block* block;
} row_set;

// The data that blocks are made from.
typedef struct {
  const int* type;  // mjtConstraint
  const int* id;
  mjContact* contact;  // indexed by id
} row_kinds;

// Make the blocks, on the stack of d; n, ne, nf and the arrays must be set.
void row_set_blocks(mjData* d, row_set* rows, const row_kinds* kinds);

// All rows of d; the blocks are on its stack.
row_set rows_of(const mjModel* m, mjData* d);

// The block of a row, by binary search.
const row_block* row_set_at(const row_set* rows, int row);

// Whether the invariant holds.
int row_set_valid(const row_set* rows);
