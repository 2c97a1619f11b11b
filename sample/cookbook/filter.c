// Who collides with whom?  Bits of contype and conaffinity: balls of two teams, one floor.
#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1' contype='1' "
      "conaffinity='6'/>"
      "<body pos='0 0 .1'><freejoint/><geom name='red' size='.1' contype='2' "
      "conaffinity='2'/></body>"
      "<body pos='.1 0 .1'><freejoint/><geom name='blue' size='.1' contype='4' conaffinity='4'/>"
      "</body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    printf("%s touches %s\n", mj_id2name(m, mjOBJ_GEOM, c->geom[1]),
           mj_id2name(m, mjOBJ_GEOM, c->geom[0]));
    must(c->geom[0] == 0 || c->geom[1] == 0, "teams pass through each other");
  }
  must(d->ncon == 2, "both stand on the floor");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
