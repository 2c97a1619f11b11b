// A program with the includes of existing programs, outside the tree.
#include <mujoco/mujoco.h>
#include <stdio.h>

int main(void) {
  mjSpec* spec = mj_makeSpec();
  mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
  mjs_addFreeJoint(body);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->size[0] = 0.1;
  mjModel* m = mj_compile(spec, NULL);
  if (!m || m->nv != 6) {
    printf("%s\n", mjs_getError(spec));
    return 1;
  }
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  return 0;
}
