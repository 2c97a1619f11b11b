#include "constraint/kinds/point_rows.h"

#include <engine/model.h>

#include "kinematics/jacobian.h"

// The union of the chains of all bodies, ascending; column has room for nv.
static int find_columns(const mjModel* m, const int* body, int n, int* column) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    for (int dof = last_dof(m, body[i]); dof >= 0; dof = m->dof_parentid[dof]) {
      int at = count;
      while (at > 0 && column[at - 1] > dof) at--;
      if (at > 0 && column[at - 1] == dof) break;  // its ancestors are in the list already
      memmove(column + at + 1, column + at, sizeof(int) * (size_t)(count - at));
      column[at] = dof;
      count++;
    }
  }
  return count;
}

int point_rows_columns(const mjModel* m, mjData* d, const int* body, int n) {
  mj_markStack(d);
  int count = find_columns(m, body, n, mj_stackAllocInt(d, m->nv));
  mj_freeStack(d);
  return count;
}

void point_rows_add(const mjModel* m, mjData* d, int eq, const point_sum* sum, mjtNum pos,
                    mjtNum weight) {
  static const mjtNum none[3] = {0, 0, 0};
  mj_markStack(d);
  int* column = mj_stackAllocInt(d, m->nv);
  mjtNum *full = mj_stackAllocNum(d, m->nv), *row = mj_stackAllocNum(d, m->nv);
  int n = find_columns(m, sum->body, sum->n, column);
  for (int k = 0; k < n; k++) full[column[k]] = 0;
  for (int i = 0; i < sum->n; i++) {
    mjtNum wrench[6];
    wrench_at(m, d, wrench, sum->gradient + 3 * i, none,
              (body_point){sum->body[i], sum->pos + 3 * i});
    add_wrench(m, d, full, wrench, 1, sum->body[i]);
  }
  for (int k = 0; k < n; k++) row[k] = full[column[k]];
  if (n) {
    row_add(m, d,
            &(row_draft){.type = mjCNSTR_EQUALITY,
                         .id = eq,
                         .rows = 1,
                         .jac = {n, column, row},
                         .pos = &pos,
                         .weight = {weight}});
  }
  mj_freeStack(d);
}
