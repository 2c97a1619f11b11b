#include "constraint/row_set.h"

#include <assert.h>

#include "constraint/kinds/kind.h"

// The block that begins at row i.
static inline row_block block_from(const row_set* rows, const row_kinds* kinds, int i) {
  int bounded = rows->ne + rows->nf;
  if (i < rows->ne) return (row_block){FORCE_FREE, i, rows->ne - i, NULL};
  if (i < bounded) return (row_block){FORCE_INTERVAL, i, bounded - i, NULL};
  const constraint_kind* kind = kind_of_type(kinds->type[i]);
  if (kind->contact_rows) {
    mjContact* con = kinds->contact + kinds->id[i];
    return (row_block){kind->set, i, kind->contact_rows(con), con};
  }
  int end = i + 1;
  while (end < rows->n && !kind_of_type(kinds->type[end])->contact_rows) end++;
  return (row_block){kind->set, i, end - i, NULL};
}

void row_set_blocks(mjData* d, row_set* rows, const row_kinds* kinds) {
  int count = 0;
  for (int i = 0; i < rows->n; count++) i += block_from(rows, kinds, i).n;
  row_block* block = mj_stackAllocByte(d, sizeof(row_block) * (size_t)count, sizeof(void*));
  rows->block = block;
  rows->nblock = count;
  rows->ncone = 0;
  for (int i = 0, k = 0; k < count; i += block[k++].n) {
    block[k] = block_from(rows, kinds, i);
    rows->ncone += block[k].set == FORCE_CONE;
  }
  assert(row_set_valid(rows));
}

row_set rows_of(const mjModel* m, mjData* d) {
  (void)m;
  row_set rows = {.n = d->nefc,
                  .ne = d->ne,
                  .nf = d->nf,
                  .D = d->efc_D,
                  .R = d->efc_R,
                  .frictionloss = d->efc_frictionloss};
  row_set_blocks(d, &rows, &(row_kinds){d->efc_type, d->efc_id, d->contact});
  return rows;
}

const row_block* row_set_at(const row_set* rows, int row) {
  int low = 0, high = rows->nblock - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (rows->block[middle].begin <= row) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return rows->block + low;
}

int row_set_valid(const row_set* rows) {
  int next = 0, cones = 0;
  for (int k = 0; k < rows->nblock; k++) {
    const row_block* b = rows->block + k;
    if (b->begin != next || b->n < 1) return 0;
    next += b->n;
    cones += b->set == FORCE_CONE;
    if ((b->set == FORCE_FREE) != (b->begin < rows->ne)) return 0;
    int bounded = b->begin >= rows->ne && b->begin < rows->ne + rows->nf;
    if ((b->set == FORCE_INTERVAL) != bounded) return 0;
    if (b->set >= FORCE_PYRAMID && !b->contact) return 0;
    if (b->set == FORCE_CONE && b->n != b->contact->dim) return 0;
    if (b->set == FORCE_PYRAMID && b->n % 2) return 0;
  }
  return next == rows->n && cones == rows->ncone && rows->ne + rows->nf <= rows->n;
}
