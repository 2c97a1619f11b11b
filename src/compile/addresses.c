#include "compile/addresses.h"

#include <string.h>
#include <engine/base.h>

static spec_actuator* actuator_at(const build* b, int i) {
  return (spec_actuator*)list_at(b, mjOBJ_ACTUATOR, i);
}

static size_t address_count(const mjModel* m) {
  return (size_t)m->nbody + 2 * (size_t)m->njnt + 3 * (size_t)m->nu + 1;
}

void addresses_write(build* b) {
  const mjModel* m = b->m;
  int* old = BUILD_NEW(b, int, address_count(m));
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
  for (int i = 0; i < m->nactuator; i++) {
    spec_actuator* actuator = actuator_at(b, i);
    *old++ = actuator->ctrladr;
    *old++ = actuator->actadr;
    *old++ = actuator->actnum;
    actuator->ctrladr = m->actuator_ctrladr[i];
    actuator->actadr = m->actuator_actadr[i];
    actuator->actnum = m->actuator_actnum[i];
  }
}

void addresses_keep_only(build* b) {
  arena* memory = arena_new_passing();
  size_t n = address_count(b->m) * sizeof(int);
  int* old = memory ? arena_alloc(memory, n) : NULL;
  if (!old) {
    arena_delete(memory);
    mju_error("no memory for the compilation of %zu bytes", n);
    return;
  }
  memcpy(old, b->old_address, n);
  arena_delete(b->memory);
  b->memory = memory;
  b->old_address = old;
}

void addresses_restore(build* b) {
  const int* old = b->old_address;
  if (!old) return;
  const int* of_joint = old + b->m->nbody;
  // the specification may contain elements that are not in the model
  FOR_BODIES(body, b->s->world) {
    if (body->e.id >= 0) body->mocapid = old[body->e.id];
  }
  for (element* e = element_first(b->s, mjOBJ_JOINT); e; e = element_next(e)) {
    if (e->id < 0) continue;
    ((spec_joint*)e)->qposadr = of_joint[2 * e->id];
    ((spec_joint*)e)->dofadr = of_joint[2 * e->id + 1];
  }
  old = of_joint + 2 * b->m->njnt;
  for (int i = 0; i < b->m->nactuator; i++) {
    spec_actuator* actuator = actuator_at(b, i);
    actuator->ctrladr = *old++;
    actuator->actadr = *old++;
    actuator->actnum = *old++;
  }
}
