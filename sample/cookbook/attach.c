// Put the same gripper on two arms: attach a body of one specification into another, with a prefix.
#include "recipe.h"

static const char arms[] =
    "<mujoco><worldbody><body name='left' pos='0 1 0'><joint/><geom size='.1'/>"
    "<site name='left_end' pos='.2 0 0'/></body><body name='right' pos='0 -1 0'><joint/>"
    "<geom size='.1'/><site name='right_end' pos='.2 0 0'/></body></worldbody></mujoco>";
static const char gripper[] =
    "<mujoco><worldbody><body name='palm'><geom size='.05'/><body name='finger'>"
    "<joint name='close'/><geom size='.02' pos='.1 0 0'/></body></body></worldbody>"
    "<actuator><motor name='squeeze' joint='close'/></actuator></mujoco>";

int main(void) {
  char error[500];
  mjSpec* s = mj_parseXMLString(arms, NULL, error, sizeof error);
  mjSpec* tool = mj_parseXMLString(gripper, NULL, error, sizeof error);
  must(s && tool, error);
  mjs_setDeepCopy(s, 1);  // copies: the gripper stays whole for the second arm
  const char* place[2][2] = {{"left_end", "left_"}, {"right_end", "right_"}};
  for (int i = 0; i < 2; i++) {
    mjsElement* site = mjs_findElement(s, mjOBJ_SITE, place[i][0]);
    must(mjs_attach(site, mjs_findBody(tool, "palm")->element, place[i][1], "") != NULL,
         mjs_getError(s));
  }
  mjModel* m = mj_compile(s, NULL);
  must(m != NULL, mjs_getError(s));
  printf("actuators: %s, %s\n", mj_id2name(m, mjOBJ_ACTUATOR, 0), mj_id2name(m, mjOBJ_ACTUATOR, 1));
  must(mj_name2id(m, mjOBJ_JOINT, "right_close") >= 0, "the right gripper has its joint");
  mj_deleteModel(m);
  mj_deleteSpec(tool);
  mj_deleteSpec(s);
  return 0;
}
