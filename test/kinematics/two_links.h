// Two bodies with a slide, a hinge and a ball, all off their centres, in a state whose numbers in
// the reference are known.
#pragma once

#include "kinematics/random_scene.h"

static inline scene two_links(void) {
  static const mjtNum qpos[6] = {.1, .5, .8, .3, .4, .3};
  static const mjtNum qvel[5] = {.3, .6, .9, 1.2, 1.5};
  scene c = scene_of(
      model_from("<mujoco><worldbody><body pos='.1 .2 .3' euler='10 20 30'>"
                 "<joint type='slide' axis='1 2 3'/><joint axis='0 1 1' pos='.1 0 .2'/>"
                 "<geom type='box' size='.1 .2 .3' pos='.05 .06 .07' euler='5 6 7'/>"
                 "<body pos='.4 0 .1' quat='1 .2 .3 .4'><joint type='ball' pos='.05 .02 0'/>"
                 "<geom type='capsule' size='.05 .2'/></body></body></worldbody></mujoco>"));
  memcpy(c.d->qpos, qpos, sizeof qpos);
  memcpy(c.d->qvel, qvel, sizeof qvel);
  return c;
}
