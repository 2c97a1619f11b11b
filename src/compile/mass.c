#include "compile/mass.h"

#include <engine/model.h>

#include "model/joint_type.h"

void mass_set_total(build* b) {
  double total = b->s->pub.compiler.settotalmass;
  if (total > 0) mj_setTotalmass(b->m, total);
}

// For a joint with inertia I, time constant T and damping ratio z: b = 2 I / T, k = I / (T z)^2.
void mass_spring_dampers(build* b) {
  mjModel* m = b->m;
  for (const element* e = element_first(b->s, mjOBJ_JOINT); e; e = element_next(e)) {
    const double* sd = ((const spec_joint*)e)->pub.springdamper;
    int j = e->id;
    if (j < 0 || !(sd[0] > 0 && sd[1] > 0)) continue;
    int adr = m->jnt_dofadr[j], n = joint_nv(m->jnt_type[j]);
    double weight = 0;
    for (int i = adr; i < adr + n; i++) weight += m->dof_invweight0[i];
    double inertia = n / mjMAX(mjMINVAL, weight);
    m->jnt_stiffness[j] = inertia / mjMAX(mjMINVAL, sd[0] * sd[0] * sd[1] * sd[1]);
    for (int i = adr; i < adr + n; i++) m->dof_damping[i] = 2 * inertia / mjMAX(mjMINVAL, sd[0]);
  }
}
