// The polished solver ends where Newton ends: the problem has one solution.
#include "show.h"

static const char model[] =
    "<mujoco><option solver='%s' iterations='100' tolerance='0'/><worldbody><geom type='plane' "
    "size='2 2 .1'/><body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='.02 .01 .28'><freejoint/><geom type='box' size='.1 .1 "
    ".1'/></body></worldbody></mujoco>";

int main(void) {
  static const char* const solver[2] = {"Newton", "polished"};
  mjtNum acc[2][12];
  for (int k = 0; k < 2; k++) {
    char xml[sizeof model + 20];
    snprintf(xml, sizeof xml, model, solver[k]);
    mjModel* m = load(xml);
    mjData* d = mj_makeData(m);
    d->qvel[0] = 1;
    mj_forward(m, d);
    if (d->nefc < 16) return printf("%d rows are too few\n", d->nefc), 1;
    mju_copy(acc[k], d->qacc, 12);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  for (int i = 0; i < 12; i++) expect("acceleration", acc[1][i], acc[0][i], 1e-6);
  puts("right");
  return 0;
}
