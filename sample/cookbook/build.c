// Build a model in code: bodies, joints, geoms and an actuator through mjs_, then compile.
#include "recipe.h"

static mjsBody* add_link(mjsBody* parent, int i) {
  mjsBody* link = mjs_addBody(parent, NULL);
  link->pos[2] = i ? -.3 : 0;
  mjsJoint* hinge = mjs_addJoint(link, NULL);
  hinge->type = mjJNT_HINGE;
  hinge->axis[0] = 0, hinge->axis[1] = 1, hinge->axis[2] = 0;
  mjsGeom* rod = mjs_addGeom(link, NULL);
  rod->type = mjGEOM_CAPSULE;
  rod->size[0] = .02;
  const double ends[6] = {0, 0, 0, 0, 0, -.3};
  memcpy(rod->fromto, ends, sizeof ends);
  char name[20];
  snprintf(name, sizeof name, "joint%d", i);
  mjs_setName(hinge->element, name);
  return link;
}

int main(void) {
  mjSpec* s = mj_makeSpec();
  mjsBody* link = mjs_findBody(s, "world");
  for (int i = 0; i < 5; i++) link = add_link(link, i);
  mjsActuator* motor = mjs_addActuator(s, NULL);
  mjs_setToMotor(motor);
  motor->trntype = mjTRN_JOINT;
  mjs_setString(motor->target, "joint0");

  mjModel* m = mj_compile(s, NULL);
  must(m != NULL, mjs_getError(s));
  printf("%d joints, %d actuator\n", (int)m->njnt, (int)m->nu);
  must(m->njnt == 5 && m->nu == 1, "five joints and a motor");
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return 0;
}
