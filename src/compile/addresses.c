#include "compile/addresses.h"

static spec_actuator* actuator_at(const build* b, int i) {
  return (spec_actuator*)list_at(b, mjOBJ_ACTUATOR, i);
}

void addresses_write(build* b) {
  const mjModel* m = b->m;
  int* old = BUILD_NEW(b, int, (size_t)m->nbody + 2 * (size_t)m->njnt + 3 * (size_t)m->nu + 1);
  b->old_address = old;
  for (int i = 0; i < m->nbody; i++) {
    spec_body* body = (spec_body*)b->body[i].src;
    *old++ = body->mocapid;
    body->mocapid = m->body_mocapid[i];
  }
  for (int i = 0; i < m->njnt; i++) {
    spec_joint* joint = (spec_joint*)b->joint[i].src;
    *old++ = joint->qposadr;
    *old++ = joint->dofadr;
    joint->qposadr = m->jnt_qposadr[i];
    joint->dofadr = m->jnt_dofadr[i];
  }
  for (int i = 0; i < m->nu; i++) {
    spec_actuator* actuator = actuator_at(b, i);
    *old++ = actuator->ctrladr;
    *old++ = actuator->actadr;
    *old++ = actuator->actnum;
    actuator->ctrladr = i;
    actuator->actadr = m->actuator_actadr[i];
    actuator->actnum = m->actuator_actnum[i];
  }
}

void addresses_restore(build* b) {
  const int* old = b->old_address;
  if (!old) return;
  for (int i = 0; i < b->m->nbody; i++) ((spec_body*)b->body[i].src)->mocapid = *old++;
  for (int i = 0; i < b->m->njnt; i++) {
    spec_joint* joint = (spec_joint*)b->joint[i].src;
    joint->qposadr = *old++;
    joint->dofadr = *old++;
  }
  for (int i = 0; i < b->m->nu; i++) {
    spec_actuator* actuator = actuator_at(b, i);
    actuator->ctrladr = *old++;
    actuator->actadr = *old++;
    actuator->actnum = *old++;
  }
}
