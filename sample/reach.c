// Inverse kinematics: random poses of sites and bodies are shown to the solver, which has to find
// joint angles for them again from the middle of all limits; then one out of reach.
//
//   reach MODEL.xml NAME... [POSES = 1000]
//
// One name alone: position and orientation; several: positions.  A free root stays where it is.
#include <stdlib.h>

#include "show.h"

enum { MOST = 16 };

static void spread(const mjModel* m, mjtNum* qpos, mjtNum share) {
  for (int j = 0; j < m->njnt; j++) {
    const mjtNum* range = m->jnt_range + 2 * j;
    if (m->jnt_type[j] < mjJNT_SLIDE || !m->jnt_limited[j]) continue;
    mjtNum random = share * ((mjtNum)rand() / RAND_MAX - 0.5);
    qpos[m->jnt_qposadr[j]] = range[0] + (range[1] - range[0]) * (0.5 + random);
  }
}

static const mjtNum* place(const mjData* d, const engIkTarget* t) {
  return t->objtype == mjOBJ_SITE ? d->site_xpos + 3 * t->objid : d->xpos + 3 * t->objid;
}

// Make the targets what the configuration of d shows.
static void show(const mjModel* m, mjData* d, engIkTarget* target, int n) {
  mj_kinematics(m, d);
  for (int i = 0; i < n; i++) {
    engIkTarget* t = target + i;
    mju_copy3(t->pos, place(d, t));
    mju_mat2Quat(t->quat,
                 t->objtype == mjOBJ_SITE ? d->site_xmat + 9 * t->objid : d->xmat + 9 * t->objid);
  }
}

static int name_targets(const mjModel* m, char** name, int n, engIkTarget* target) {
  for (int i = 0; i < n; i++) {
    int site = mj_name2id(m, mjOBJ_SITE, name[i]), body = mj_name2id(m, mjOBJ_BODY, name[i]);
    if (site < 0 && body < 0) {
      fprintf(stderr, "no site or body is named '%s'\n", name[i]);
      return 0;
    }
    target[i] = (engIkTarget){.what = n > 1 ? engIK_POSITION : engIK_POSITION | engIK_ORIENTATION,
                              .objtype = site >= 0 ? mjOBJ_SITE : mjOBJ_XBODY,
                              .objid = site >= 0 ? site : body,
                              .weight = 1,
                              .turn_weight = 0.1};
  }
  return 1;
}

int main(int argc, char** argv) {
  int poses = argc > 3 ? atoi(argv[argc - 1]) : 0, nname = argc - 2 - (poses > 0);
  mjModel* m = argc > 2 && nname <= MOST ? load_model(argv[1]) : NULL;
  engIkTarget target[MOST];
  if (!m || !name_targets(m, argv + 2, nname, target)) {
    fprintf(stderr, "usage: %s MODEL.xml SITE_OR_BODY... [POSES]\n", argv[0]);
    return 2;
  }
  if (poses <= 0) poses = 1000;
  mjData* d = mj_makeData(m);
  mjtByte* hold = calloc((size_t)m->nv + 1, 1);
  for (int i = 0; i < m->nv; i++) hold[i] = m->jnt_type[m->dof_jntid[i]] == mjJNT_FREE;
  engIkResult result;
  engIk ask = {.ntarget = nname,
               .target = target,
               .nstart = 1,
               .hold = hold,
               .maxdraw = 400,
               .result = &result};

  int found = 0;
  long iterations = 0;
  double spent = 0;
  for (int k = 0; k < poses; k++) {
    mj_resetData(m, d);
    spread(m, d->qpos, 1);
    show(m, d, target, nname);
    spread(m, d->qpos, 0);
    clock_t start = clock();
    found += eng_ik(m, &d, 1, NULL, &ask);
    spent += (double)(clock() - start) / CLOCKS_PER_SEC;
    iterations += result.niter;
  }
  printf("%d of %d poses found to 1e-6, %.1f us of a processor and %.1f iterations each\n", found,
         poses, 1e6 * spent / poses, (double)iterations / poses);

  for (int i = 0; i < nname; i++) target[i].pos[0] += 10;
  eng_ik(m, &d, 1, NULL, &ask);
  printf("ten metres away: %s, %.3f m short\n",
         result.status == engIK_NEAREST ? "the nearest" : "not done", result.distance);
  free(hold);
  mj_deleteData(d);
  mj_deleteModel(m);
  return found < 0.995 * poses || result.status != engIK_NEAREST;
}
