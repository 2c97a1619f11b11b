// Bodies that come, are picked up, let go and leave, while all others go on as they were.
#include "recipe.h"

int main(void) {
  char error[500];
  mjSpec* s = mj_parseXMLString(
      "<mujoco><worldbody><geom type='plane' size='2 2 .1'/>"
      "<body name='hand' mocap='true' pos='0 0 .5'><geom size='.02'/></body>"
      "<body name='ball' pos='1 0 .1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
      NULL, error, sizeof error);
  mjSpec* store = mj_parseXMLString(
      "<mujoco><worldbody><body name='box'><freejoint/><geom type='box' size='.05 .05 .05'/></body>"
      "</worldbody></mujoco>",
      NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  while (d->time < .1) mj_step(m, d);

  engSpawn what = {.body = mjs_findBody(store, "box"), .prefix = "first ", .pos = {0, 0, .4}};
  mjsBody* box = eng_spawn(s, m, d, &what);
  must(box != NULL, mjs_getError(s));
  must(eng_reparent(s, m, d, box, mjs_findBody(s, "hand")) == 0, mjs_getError(s));
  while (d->time < .5) {
    d->mocap_pos[0] = .5 * (d->time - .1);  // the hand carries it
    mj_step(m, d);
  }
  must(eng_reparent(s, m, d, box, NULL) == 0, mjs_getError(s));  // and lets go
  while (d->time < 1) mj_step(m, d);
  int id = mj_name2id(m, mjOBJ_BODY, "first box");
  printf("the box lies at %.3f, %.3f\n", d->xpos[3 * id], d->xpos[3 * id + 2]);
  must(fabs(d->xpos[3 * id] - .2) < .02 && fabs(d->xpos[3 * id + 2] - .05) < .01, "it fell there");

  must(eng_despawn(s, m, d, box) == 0, mjs_getError(s));
  must(m->nbody == 3 && fabs(d->qpos[0] - 1) < 1e-3, "the ball is where it was");
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteSpec(store);
  return 0;
}
