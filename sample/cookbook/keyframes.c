// Start from a named state.
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><body><joint name='a' axis='0 1 0'/><geom size='.1' pos='1 0 0'/></body>"
      "</worldbody><keyframe><key name='up' qpos='-1.5708'/><key name='down' qpos='1.5708'/>"
      "</keyframe></mujoco>");
  mjData* d = mj_makeData(m);
  const char* name[] = {"up", "down"};
  for (int i = 0; i < 2; i++) {
    mj_resetDataKeyframe(m, d, mj_name2id(m, mjOBJ_KEY, name[i]));
    mj_forward(m, d);
    printf("%s: the ball is at height %.3f m\n", name[i], d->geom_xpos[2]);
    must(fabs(d->geom_xpos[2] - (i ? -1 : 1)) < 1e-4, "the keyframe is where it says");
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
