// A program that its owner linked with another library of the same API, by file name.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>

int main(void) {
  static const char text[] =
      "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom "
      "size='.1'/></body></worldbody></mujoco>";
  FILE* f = fopen("linked.xml", "w");
  if (!f) return 2;
  fputs(text, f);
  fclose(f);
  char error[300] = "";
  mjModel* m = mj_loadXML("linked.xml", NULL, error, sizeof error);
  remove("linked.xml");
  if (!m) return fprintf(stderr, "%s\n", error), 1;
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 100; i++) mj_step(m, d);
  // semi-implicit Euler under gravity: 1 - g h^2 n (n + 1) / 2
  double h = m->opt.timestep, z = 1 - 9.81 * h * h * 100 * 101 / 2;
  int fine = mj_version() == 337 && fabs(d->qpos[2] - z) < 1e-12;
  printf("%s: fell to %.6f, %s\n", mj_versionString(), d->qpos[2], fine ? "right" : "wrong");
  mj_deleteData(d);
  mj_deleteModel(m);
  return !fine;
}
