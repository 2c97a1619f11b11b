#include "base/need.h"
#include "dynamics/wrench.h"

#include <engine/base.h>
#include <engine/dynamics.h>

#include "kinematics/jacobian.h"
#include "model/sleep.h"

void project_wrenches(const mjModel* m, const mjData* d, mjtNum* wrench, mjtNum* qfrc) {
  FOR_AWAKE(w, m, d) {
    int first = w.at.body;
    for (int b = w.at.bodyend - 1; b >= first; b--) {
      int parent = m->body_parentid[b];
      if (parent >= first) add6(wrench + 6 * parent, wrench + 6 * b);
    }
    for (int i = w.at.dof; i < w.at.dofend; i++) {
      qfrc[i] += dot6(d->cdof + 6 * i, wrench + 6 * m->dof_bodyid[i]);
    }
  }
}

void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3],
                const mjtNum point[3], int body, mjtNum* qfrc_target) {
  NEED(m, d, point);
  NEED_ID(body, m->nbody);
  if (!m->nv) return;
  NEED(qfrc_target);
  static const mjtNum none[3] = {0, 0, 0};
  mjtNum wrench[6];
  wrench_at(m, d, wrench, force ? force : none, torque ? torque : none, (body_point){body, point});
  add_wrench(m, d, qfrc_target, wrench, 1, body);
}
