// Run in real time: step until the simulation has caught up with the clock, then wait a little.
#include <time.h>

#include "recipe.h"

int main(void) {
  mjModel* m = model_of_text(
      "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='1 0 0'/></body>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  double start = now(), late = 0;
  while (d->time < .3) {
    double clock = now() - start;
    late = fmax(late, clock - d->time);
    // after a long break go on from here: never try to make up for more than a tenth of a second
    if (clock - d->time > .1) start += clock - d->time;
    while (d->time < clock && d->time < .3) mj_step(m, d);
    const struct timespec nap = {0, 1000000};
    nanosleep(&nap, NULL);
  }
  double spent = now() - start;
  printf("%.3f s simulated in %.3f s, at most %.1f ms behind\n", d->time, spent, 1e3 * late);
  must(spent > .29, "not faster than the clock");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
