// Models written in a test.
#pragma once

#include "scene.h"

static inline mjModel* model_of(const char* xml) {
  mjVFS vfs;
  char error[500] = "";
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "model.xml", xml, (int)strlen(xml)), 0);
  mjModel* m = mj_loadXML("model.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  if (!m) fail_msg("%s", error);
  return m;
}

// Poses for the present qpos, then contacts.
static inline void collide(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);
}
