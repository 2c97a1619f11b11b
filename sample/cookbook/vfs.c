// Keep a model and its files inside of the program: files in memory, nothing on disk.
#include "recipe.h"

static const char model[] =
    "<mujoco><asset><mesh name='wedge' file='parts/wedge.obj'/></asset>"
    "<worldbody><geom type='mesh' mesh='wedge'/></worldbody></mujoco>";
static const char wedge[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

int main(void) {
  mjVFS files;
  mj_defaultVFS(&files);
  mj_addBufferVFS(&files, "robot.xml", model, sizeof model - 1);
  mj_addBufferVFS(&files, "parts/wedge.obj", wedge, sizeof wedge - 1);
  char error[500];
  mjModel* m = mj_loadXML("robot.xml", &files, error, sizeof error);
  must(m != NULL, error);
  printf("%d mesh of %d vertices\n", (int)m->nmesh, m->mesh_vertnum[0]);
  must(m->mesh_vertnum[0] == 4, "the mesh has four corners");
  mj_deleteVFS(&files);  // the model has all it needs
  mj_deleteModel(m);
  return 0;
}
