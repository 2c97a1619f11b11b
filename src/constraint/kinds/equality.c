// Equality constraints, in the order of their ids.

#include "constraint/kinds/kind.h"
#include "kinematics/wake.h"
#include "model/flags.h"

static int is_skipped(const mjModel* m) { return mjDISABLED(mjDSBL_EQUALITY) || !m->nemax; }

static bool is_in_force(const mjModel* m, const mjData* d, int eq) {
  return d->eq_active[eq] && !equality_sleeps(m, d, eq);
}

row_count equality_count(const mjModel* m, const mjData* d) {
  row_count total = {0, 0};
  if (is_skipped(m)) return total;
  for (int i = 0; i < m->neq; i++) {
    if (!is_in_force(m, d, i)) continue;
    const constraint_kind* kind = kind_of_equality(m, i);
    if (!kind) {
      mju_error("equality %d has the unknown type %d", i, m->eq_type[i]);
      return total;
    }
    row_count n = kind->equality->count(m, d, i);
    total.rows += n.rows;
    total.nnz += n.nnz;
  }
  return total;
}

void equality_rows(const mjModel* m, mjData* d) {
  if (is_skipped(m)) return;
  for (int i = 0; i < m->neq; i++) {
    if (is_in_force(m, d, i)) kind_of_equality(m, i)->equality->add(m, d, i);
  }
}
