// How fast is a model here, and where does the time go?
//
//   testspeed MODEL.xml [STEPS = 5000]
#include <stdlib.h>

#include "show.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s MODEL.xml [STEPS]\n", argv[0]);
    return 2;
  }
  int steps = argc > 2 ? atoi(argv[2]) : 5000;
  if (steps < 1) steps = 1;
  mjModel* m = load_model(argv[1]);
  if (!m) return 1;
  mjData* d = mj_makeData(m);
  if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);

  // timers run only when there is a clock
  mjcb_time = microseconds;
  double contacts = 0, rows = 0, spent = 0;
  for (int i = 0; i < steps; i++) {
    drive(m, d, 0.2);
    double start = now();
    mj_step(m, d);
    spent += now() - start;
    contacts += d->ncon;
    rows += d->nefc;
    if (i % 100 == 99 || i == steps - 1) show_progress(i + 1, steps);
  }

  printf("libengine, API %s, built for %s; the processor is %s\n", mj_versionString(),
         eng_buildTarget(), eng_cpuTarget());
  printf("%d steps, %.1f us each, %.0f times real time\n", steps, 1e6 * spent / steps,
         steps * m->opt.timestep / spent);
  printf("mean: %.1f contacts, %.1f constraint rows; %d degrees of freedom\n\n", contacts / steps,
         rows / steps, m->nv);
  show_profile(d);
  mj_resetCallbacks();
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
