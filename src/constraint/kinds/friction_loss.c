// Friction loss of dofs and tendons: rows without residual whose force is bounded.

#include "constraint/rows.h"
#include "kinematics/tendon.h"
#include "model/flags.h"
#include "model/sleep.h"

static const mjtNum zero = 0, one = 1;

static bool has_friction_loss(const mjModel* m, const mjData* d, int tendon) {
  return m->tendon_frictionloss[tendon] > 0 && !(some_asleep(m, d) && tendon_sleeps(m, d, tendon));
}

static row_count tendons_count(const mjModel* m, const mjData* d) {
  row_count total = {0, 0};
  int sparse = is_sparse(m);
  for (int t = 0; t < m->ntendon; t++) {
    if (!has_friction_loss(m, d, t)) continue;
    int n = sparse ? d->ten_J_rownnz[t] : 0;
    total.rows += !sparse || n;
    total.nnz += n;
  }
  return total;
}

row_count friction_loss_count(const mjModel* m, const mjData* d) {
  if (mjDISABLED(mjDSBL_FRICTIONLOSS)) return (row_count){0, 0};
  row_count total = {0, 0};
  if (m->ntendon) total = tendons_count(m, d);
  FOR_AWAKE(w, m, d) {
    for (int i = w.at.dof; i < w.at.dofend; i++) {
      if (m->dof_frictionloss[i] <= 0) continue;
      total.rows++;
      total.nnz++;
    }
  }
  return total;
}

static void add_dofs(const mjModel* m, mjData* d, int first, int end) {
  for (int i = first; i < end; i++) {
    if (m->dof_frictionloss[i] <= 0) continue;
    row_add(m, d,
            &(row_draft){.type = mjCNSTR_FRICTION_DOF,
                         .id = i,
                         .rows = 1,
                         .jac = {1, &i, &one},
                         .pos = &zero,
                         .weight = {m->dof_invweight0[i]},
                         .frictionloss = m->dof_frictionloss[i]});
  }
}

void friction_loss_rows(const mjModel* m, mjData* d) {
  if (mjDISABLED(mjDSBL_FRICTIONLOSS)) return;
  FOR_AWAKE(w, m, d) add_dofs(m, d, w.at.dof, w.at.dofend);
  for (int t = 0; t < m->ntendon; t++) {
    if (!has_friction_loss(m, d, t)) continue;
    int added = row_add(m, d,
                        &(row_draft){.type = mjCNSTR_FRICTION_TENDON,
                                     .id = t,
                                     .rows = 1,
                                     .jac = row_of_tendon(m, d, t, is_sparse(m)),
                                     .pos = &zero,
                                     .weight = {m->tendon_invweight0[t]},
                                     .frictionloss = m->tendon_frictionloss[t]});
    if (added) row_names_tendon(d, t, d->nefc - 1);
  }
}
