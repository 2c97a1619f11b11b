// Inverse dynamics along a trajectory: which joint forces move an arm smoothly from rest to a pose,
// and do they, fed back into a simulation, really do that?
//
//   inverse ARM.xml     a model of hinges and slides with a keyframe to move to
#include <engine/engine.h>
#include <math.h>
#include <stdio.h>

static const mjtNum duration = 1.5;

// A polynomial of fifth degree from 0 to 1, at rest at both ends: position, velocity, acceleration.
static void profile(mjtNum time, mjtNum s[3]) {
  mjtNum t = mju_clip(time / duration, 0, 1);
  s[0] = t * t * t * (10 + t * (-15 + 6 * t));
  s[1] = 30 * t * t * (1 + t * (-2 + t)) / duration;
  s[2] = 60 * t * (1 + t * (-3 + 2 * t)) / (duration * duration);
}

// The state and acceleration of the plan.
static void plan(const mjModel* m, mjData* d) {
  mjtNum s[3];
  profile(d->time, s);
  const mjtNum* goal = m->key_qpos;
  for (int i = 0; i < m->nv; i++) {
    mjtNum way = goal[i] - m->qpos0[i];
    d->qpos[i] = m->qpos0[i] + s[0] * way;
    d->qvel[i] = s[1] * way;
    d->qacc[i] = s[2] * way;
  }
}

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = argc == 2 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
  if (!m || m->nq != m->nv || m->nkey < 1) {
    fprintf(stderr, "usage: %s ARM.xml (hinges and slides only, with a keyframe)\n%s\n", argv[0],
            error);
    return 2;
  }
  // forces act on the joints themselves; those of a step are to give the acceleration of the plan
  // at its end, which is what the discrete inverse solves for
  m->opt.disableflags |= mjDSBL_ACTUATION;
  m->opt.enableflags |= mjENBL_INVDISCRETE;
  mjData* wanted = mj_makeData(m);
  mjData* real = mj_makeData(m);

  puts("  time  largest force  tracking error");
  mjtNum worst = 0;
  for (int step = 0; real->time < duration; step++) {
    wanted->time = real->time;
    plan(m, wanted);
    mjtNum largest = 0, off = 0;
    for (int i = 0; i < m->nv; i++) off = mju_max(off, fabs(real->qpos[i] - wanted->qpos[i]));
    mj_inverse(m, wanted);
    for (int i = 0; i < m->nv; i++) largest = mju_max(largest, fabs(wanted->qfrc_inverse[i]));
    if (step % 75 == 0) printf("%6.3f  %10.3f Nm  %10.2e rad\n", real->time, largest, off);
    worst = mju_max(worst, off);

    mju_copy(real->qfrc_applied, wanted->qfrc_inverse, m->nv);
    mj_step(m, real);
  }
  printf("without any feedback the arm was at most %.2e rad off the plan\n", worst);
  mj_deleteData(real);
  mj_deleteData(wanted);
  mj_deleteModel(m);
  return worst > 0.02;
}
