// Load a model, control it, step it, read what happened.
//
//   basic MODEL.xml
#include <engine/engine.h>
#include <stdio.h>

// Called in every step, between position and actuation: a brake on whatever the actuators move.
static void brake(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = -0.02 * d->actuator_velocity[i];
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s MODEL.xml\n", argv[0]);
    return 2;
  }

  // the model is constant from here on: any number of data, in any number of threads, may share it
  char error[1000] = "";
  mjModel* m = mj_loadXML(argv[1], NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);
  printf("%s: %d bodies, %d degrees of freedom, %d actuators\n", argv[1], m->nbody - 1, m->nv,
         m->nu);

  // control may also be set before each step, or between mj_step1 and mj_step2
  mjcb_control = brake;
  puts("  time  contacts  energy      centre of mass");
  for (int line = 0; line <= 10; line++) {
    mj_forward(m, d);
    mj_energyPos(m, d);
    mj_energyVel(m, d);
    const mjtNum* com = d->subtree_com;
    printf("%6.2f  %8d  %10.4f  %7.3f %7.3f %7.3f\n", d->time, d->ncon, d->energy[0] + d->energy[1],
           com[0], com[1], com[2]);
    while (d->time < 0.2 * (line + 1)) mj_step(m, d);
  }
  mjcb_control = NULL;

  // bad numbers reset the data and are counted, they never crash
  int unstable = d->warning[mjWARN_BADQACC].number;
  mj_deleteData(d);
  mj_deleteModel(m);
  return unstable > 0;
}
