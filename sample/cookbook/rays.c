// What is in front of a robot?  Shoot rays, leaving out its own body.
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><body name='robot'><joint/><geom size='.2'/></body>"
      "<geom name='wall' type='box' size='.1 1 1' pos='2.1 0 0'/></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int robot = mj_name2id(m, mjOBJ_BODY, "robot");
  for (int i = 0; i < 5; i++) {
    mjtNum angle = .2 * (i - 2), from[3] = {0, 0, 0}, along[3] = {cos(angle), sin(angle), 0};
    int hit;
    mjtNum distance = mj_ray(m, d, from, along, NULL, 1, robot, &hit);
    printf("%5.1f degrees: %s at %.3f m\n", angle * 180 / mjPI,
           hit < 0 ? "nothing" : mj_id2name(m, mjOBJ_GEOM, hit), distance);
    must(hit < 0 || fabs(distance * cos(angle) - 2) < 1e-9, "the wall is 2 m ahead");
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
