// Which joint angles bring the hand there?  Inverse kinematics from where the arm is now.
//
//   reach MODEL.xml        a model whose last body is the hand
#include <engine/ik.h>

#include "recipe.h"

int main(int argc, char** argv) {
  must(argc == 2, "usage: reach MODEL.xml");
  mjModel* m = load_model(argv[1]);
  must(m != NULL, "the model loads");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int hand = (int)m->nbody - 1;
  engIkTarget target = {.what = engIK_POSITION, .objtype = mjOBJ_XBODY, .objid = hand, .weight = 1};
  for (int i = 0; i < m->nq; i++) d->qpos[i] = .4;  // a pose that is known to exist says where
  mj_kinematics(m, d);
  mju_copy3(target.pos, d->xpos + 3 * hand);
  mju_zero(d->qpos, (int)m->nq);

  engIkResult result;
  engIk ask = {.ntarget = 1, .target = &target, .nstart = 1, .maxdraw = 20, .result = &result};
  must(eng_ik(m, &d, 1, NULL, &ask) == 1, "there is an answer");
  printf("found in %d iterations, %.1g m away:", result.niter, result.distance);
  for (int i = 0; i < m->nq; i++) printf(" %.3f", d->qpos[i]);
  puts("");
  must(mju_dist3(d->xpos + 3 * hand, target.pos) < 1e-5, "the hand is there");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
