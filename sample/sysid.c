// System identification: how slippery is the floor?  A block was pushed over it and its way
// measured, with noise; find the coefficient of friction whose simulation fits best.
#include <engine/engine.h>
#include <math.h>
#include <stdio.h>

#include "show.h"

enum { NSTEP = 300, EVERY = 10, NSAMPLE = NSTEP / EVERY };

static const char model[] =
    "<mujoco>"
    "  <option timestep='0.004' cone='elliptic' impratio='10'/>"
    "  <worldbody>"
    "    <geom name='floor' type='plane' size='5 5 0.1'/>"
    "    <body pos='0 0 0.05'>"
    "      <freejoint/>"
    "      <geom name='block' type='box' size='0.1 0.08 0.05' mass='1'/>"
    "    </body>"
    "  </worldbody>"
    "</mujoco>";

// Slide with an initial speed and note the way at every EVERY-th step.
static void slide(mjModel* m, mjData* d, mjtNum friction, mjtNum way[NSAMPLE]) {
  // the friction of a contact is the larger one of its geoms
  for (int i = 0; i < m->ngeom; i++) m->geom_friction[3 * i] = friction;
  mj_resetData(m, d);
  d->qvel[0] = 3;
  for (int i = 0; i < NSTEP; i++) {
    mj_step(m, d);
    if (i % EVERY == EVERY - 1) way[i / EVERY] = d->qpos[0];
  }
}

// Gauss-Newton on the sum of squared differences, its one derivative from central differences.
static mjtNum identify(mjModel* m, mjData* d, const mjtNum* measured) {
  mjtNum friction = 0.8;
  for (int iteration = 0; iteration < 20; iteration++) {
    mjtNum way[NSAMPLE], above[NSAMPLE], below[NSAMPLE], eps = 1e-3;
    slide(m, d, friction, way);
    slide(m, d, friction + eps, above);
    slide(m, d, friction - eps, below);
    mjtNum jj = 0, jr = 0, rr = 0;
    for (int i = 0; i < NSAMPLE; i++) {
      mjtNum j = (above[i] - below[i]) / (2 * eps), r = way[i] - measured[i];
      jj += j * j;
      jr += j * r;
      rr += r * r;
    }
    printf("%2d  friction %.5f  rms difference %.5f m\n", iteration, friction, sqrt(rr / NSAMPLE));
    // no more than half of it in one go: it must stay positive
    mjtNum change = mju_clip(-jr / mju_max(jj, mjMINVAL), -friction / 2, friction / 2);
    friction += change;
    if (fabs(change) < 1e-6) break;
  }
  return friction;
}

int main(void) {
  mjModel* m = model_of_text(model);
  if (!m) return 1;
  mjData* d = mj_makeData(m);
  const mjtNum truth = 0.37;
  mjtNum measured[NSAMPLE];
  slide(m, d, truth, measured);
  for (int i = 0; i < NSAMPLE; i++) measured[i] += 0.01 * (mju_Halton(i + 1, 2) - 0.5);
  mjtNum found = identify(m, d, measured);
  printf("found %.4f; it was %.4f\n", found, truth);
  mj_deleteData(d);
  mj_deleteModel(m);
  return fabs(found - truth) > 0.01;
}
