// Contact forces in the contact frames.

#include <engine/engine.h>

#include "base/need.h"
#include "kinematics/adhesion.h"
#include "model/flags.h"

void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]) {
  NEED(m, d, result);
  for (int k = 0; k < 6; k++) result[k] = 0;
  if (id < 0 || id >= d->ncon) return;
  const mjContact* con = d->contact + id;
  if (con->efc_address < 0) return;
  const mjtNum* force = d->efc_force + con->efc_address;
  if (is_pyramidal(m)) {
    mju_decodePyramid(result, force, con->friction, con->dim);
  } else {
    for (int k = 0; k < con->dim; k++) result[k] = force[k];
  }
  result[0] -= contact_adhesion(m, con);
}
