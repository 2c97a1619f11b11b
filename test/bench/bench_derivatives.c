// Analytic derivatives of a step against mjd_transitionFD (centred), in turns: the ratio of the
// best times, of the products with a covector to a forward step, and of inverse derivatives.
//
//   bench_derivatives MODEL.xml [STEPS [ROUNDS]]
#include <engine/engine.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

enum { STEP, FORWARD, MATRICES, PRODUCT, DIFFERENCES, INVERSE, INVERSE_DIFFERENCES, NKIND };

static const char* const name[NKIND] = {"mj_step",      "mj_forward",       "eng_stepDerivatives",
                                        "eng_stepVjp",  "mjd_transitionFD", "eng_inverse...",
                                        "mjd_inverseFD"};

typedef struct {
  mjModel* m;
  mjData* d;
  mjtNum *A, *B, *x, *f, *start;
} bench;

static int run(const bench* b, int kind) {
  const mjModel* m = b->m;
  size_t n = (size_t)m->nv * (size_t)m->nv;
  switch (kind) {
    case STEP: mj_step(m, b->d); return 0;
    case FORWARD: mj_forward(m, b->d); return 0;
    case MATRICES:
      return eng_stepDerivatives(m, b->d, 0, &(engStepDerivatives){.A = b->A, .B = b->B});
    case PRODUCT: return eng_stepVjp(m, b->d, 0, b->x, &(engStepCovector){.state = b->x});
    case DIFFERENCES: mjd_transitionFD(m, b->d, 1e-6, 1, b->A, b->B, NULL, NULL); return 0;
    case INVERSE:
      return eng_inverseDerivatives(
          m, b->d, 0,
          &(engInverseDerivatives){.DfDq = b->f, .DfDv = b->f + n, .DfDa = b->f + 2 * n});
    default:
      mjd_inverseFD(m, b->d, 1e-6, 0, b->f, b->f + n, b->f + 2 * n, NULL, NULL, NULL, NULL);
      return 0;
  }
}

int main(int argc, char** argv) {
  char error[1000] = "";
  bench b = {.m = argc > 1 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL};
  if (!b.m) {
    fprintf(stderr, "usage: %s MODEL.xml [STEPS [ROUNDS]]\n%s\n", argv[0], error);
    return 2;
  }
  int steps = argc > 2 ? atoi(argv[2]) : 300, rounds = argc > 3 ? atoi(argv[3]) : 20;
  mjModel* m = b.m;
  // what has no derivatives, or no differences, is out of the comparison
  m->opt.noslip_iterations = 0;
  if (m->opt.integrator == mjINT_RK4) m->opt.integrator = mjINT_EULER;
  b.d = mj_makeData(m);
  for (int i = 0; i < m->nu; i++) b.d->ctrl[i] = 0.3 * sin(0.7 + i);
  for (int i = 0; i < steps; i++) mj_step(m, b.d);
  size_t nx = 2 * (size_t)m->nv + (size_t)m->na, nv = (size_t)m->nv;
  b.A = calloc(nx * nx + 1, sizeof(mjtNum));
  b.B = calloc(nx * ((size_t)m->nu + 1), sizeof(mjtNum));
  b.x = calloc(nx + 1, sizeof(mjtNum));
  b.f = calloc(3 * nv * nv + 1, sizeof(mjtNum));
  b.start = calloc((size_t)mj_stateSize(m, mjSTATE_INTEGRATION) + 1, sizeof(mjtNum));
  mj_getState(m, b.d, b.start, mjSTATE_INTEGRATION);
  double best[NKIND];
  for (int k = 0; k < NKIND; k++) best[k] = INFINITY;
  for (int r = 0; r < rounds; r++) {
    for (int k = 0; k < NKIND; k++) {
      mj_setState(m, b.d, b.start, mjSTATE_INTEGRATION);
      mj_forward(m, b.d);
      for (size_t i = 0; i < nx; i++) b.x[i] = 1;
      double start = now();
      if (run(&b, k)) return 1;
      best[k] = fmin(best[k], now() - start);
    }
  }
  mj_forward(m, b.d);
  printf("%s: %d dofs, %d actuators, %d rows\n", argv[1], m->nv, m->nu, b.d->nefc);
  for (int k = 0; k < NKIND; k++) printf("  %-20s %10.1f us\n", name[k], best[k]);
  printf("  differences / formulas %.1f, inverse %.1f, product / step %.2f\n",
         best[DIFFERENCES] / best[MATRICES], best[INVERSE_DIFFERENCES] / best[INVERSE],
         best[PRODUCT] / best[STEP]);
  free(b.A);
  free(b.B);
  free(b.x);
  free(b.f);
  free(b.start);
  mj_deleteData(b.d);
  mj_deleteModel(m);
  return 0;
}
