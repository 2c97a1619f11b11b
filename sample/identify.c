// Identification through contact: a caterpillar of five links crawls over the floor, driven by
// motors at its hinges; what each link weighs and how well its foot grips is found from a recording
// of the way.
//
// Levenberg-Marquardt over the whole run.  How a state depends on the parameters follows from the
// derivatives of each step by state and parameter, S' = A S + P; or, to compare, from two runs a
// parameter.  Draws how the distance from the recording falls with time.
//
//   identify PLOT.svg
#include <engine/engine.h>

#include <stdlib.h>
#include <string.h>

#include "plot.h"
#include "show.h"

enum { LINKS = 5, STEPS = 250, ITERATIONS = 25, PARAMETERS = 2 * LINKS };

typedef struct {
  mjModel* m;
  mjData* d;
  int nx, nq;                           // 2 nv
  engParameter parameter[PARAMETERS];   // masses, coefficients of friction
  mjtNum* recording;                    // (STEPS + 1) x nq
  mjtNum *A, *P, *S, *next, *residual;  // of a step; STEPS x nv of all
  mjtNum* slope;                        // STEPS x nv x PARAMETERS: of the residual
} problem;

typedef struct {
  int iterations;
  mjtNum cost[ITERATIONS + 1], time[ITERATIONS + 1];
} progress;

// Every link slides on a foot of its own, hinged to the one before about the vertical; none tips.
static mjModel* caterpillar(void) {
  char xml[6000] =
      "<mujoco><option timestep='.004' integrator='implicitfast' cone='elliptic'/>"
      "<worldbody><geom type='plane' size='5 5 .1' friction='.05'/>";
  char part[500];
  for (int i = 0; i < LINKS; i++) {
    snprintf(part, sizeof part,
             "<body pos='%g 0 %g'>%s<geom type='box' size='.09 .05 .02' pos='0 0 .03' mass='%g' "
             "contype='0' conaffinity='0'/><geom name='foot%d' size='.03' mass='.01' margin='.002' "
             "solimp='0 .95 .003' friction='%g'/>",
             i ? 0.22 : 0, i ? 0 : 0.0298,
             i ? "<joint axis='0 0 1' pos='-.11 0 0' damping='.1' stiffness='2'/>"
               : "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
                 "<joint type='slide' axis='0 0 1'/><joint axis='0 0 1'/>",
             0.6 + 0.15 * (i * 2 % 5), i, 0.9 - 0.12 * (i * 3 % 5));
    strcat(xml, part);
  }
  for (int i = 0; i < LINKS; i++) strcat(xml, "</body>");
  strcat(xml, "</worldbody></mujoco>");
  return model_of_text(xml);
}

static mjtNum* number_of(mjModel* m, engParameter p) {
  return p.kind == engPARAM_MASS ? m->body_mass + p.id : m->geom_friction + 3 * p.id;
}

static void drive_hinges(const mjModel* m, mjData* d) {
  for (int i = 4; i < m->nv; i++) {
    d->qfrc_applied[i] = 1.5 * sin(9 * d->time + 1.9 * i) + 0.5 * sin(23 * d->time + i);
  }
}

// r = what leads from the recording to the positions in d.
static void residual_at(const problem* p, int step, mjtNum* r) {
  mj_differentiatePos(p->m, r, 1, p->recording + (size_t)step * (size_t)p->nq, p->d->qpos);
}

// One run: residuals after each step, and the sum of their squares; with S also their slopes.
static mjtNum run(problem* p, mjtNum* residual, int analytic) {
  mjModel* m = p->m;
  size_t nv = (size_t)m->nv, nx = (size_t)p->nx;
  mjtNum cost = 0;
  mj_resetData(m, p->d);
  if (analytic) memset(p->S, 0, sizeof(mjtNum) * nx * PARAMETERS);
  for (int t = 0; t < STEPS; t++) {
    drive_hinges(m, p->d);
    if (analytic) {
      const engStepDerivatives out = {
          .A = p->A, .nparameter = PARAMETERS, .parameter = p->parameter, .P = p->P};
      eng_stepDerivatives(m, p->d, 0, &out);
      mju_mulMatMat(p->next, p->A, p->S, p->nx, p->nx, PARAMETERS);
      mju_add(p->S, p->next, p->P, p->nx * PARAMETERS);
      memcpy(p->slope + (size_t)t * nv * PARAMETERS, p->S, sizeof(mjtNum) * nv * PARAMETERS);
    }
    mj_step(m, p->d);
    mjtNum* r = residual + (size_t)t * nv;
    residual_at(p, t + 1, r);
    cost += mju_dot(r, r, m->nv);
  }
  return cost;
}

// The slopes by differences of whole runs.
static void difference_runs(problem* p, mjtNum* plus, mjtNum* minus) {
  size_t n = (size_t)STEPS * (size_t)p->m->nv;
  for (int k = 0; k < PARAMETERS; k++) {
    mjtNum *x = number_of(p->m, p->parameter[k]), kept = *x, eps = 1e-6;
    *x = kept + eps;
    run(p, plus, 0);
    *x = kept - eps;
    run(p, minus, 0);
    *x = kept;
    for (size_t i = 0; i < n; i++) {
      p->slope[i * PARAMETERS + (size_t)k] = (plus[i] - minus[i]) / (2 * eps);
    }
  }
}

// The step of Levenberg-Marquardt; 0 if there is none.
static int find_step(const problem* p, mjtNum mu, mjtNum* step) {
  int n = STEPS * p->m->nv;
  mjtNum H[PARAMETERS * PARAMETERS];
  mju_mulMatTMat(H, p->slope, p->slope, n, PARAMETERS, PARAMETERS);
  mju_mulMatTVec(step, p->slope, p->residual, n, PARAMETERS);
  for (int k = 0; k < PARAMETERS; k++) H[k * (PARAMETERS + 1)] *= 1 + mu;
  if (mju_cholFactor(H, PARAMETERS, 1e-14) < PARAMETERS) return 0;
  mju_cholSolve(step, H, step, PARAMETERS);
  return 1;
}

static void identify(problem* p, int analytic, progress* out) {
  size_t n = (size_t)STEPS * (size_t)p->m->nv;
  mjtNum *plus = calloc(2 * n, sizeof(mjtNum)), *minus = plus + n, start = now(), mu = 1e-3;
  out->time[0] = 0;
  out->cost[0] = run(p, p->residual, analytic);
  int moved = 1;
  for (int i = 1; i <= ITERATIONS; i++) {
    if (moved && i > 1 && analytic) run(p, p->residual, 1);
    if (moved && !analytic) difference_runs(p, plus, minus);
    mjtNum step[PARAMETERS], kept[PARAMETERS];
    moved = 0;
    mjtNum cost = out->cost[i - 1];
    for (int tries = 0; !moved && tries < 8; tries++, mu *= moved ? 0.2 : 8) {
      if (!find_step(p, mu, step)) continue;
      for (int k = 0; k < PARAMETERS; k++) {
        mjtNum* x = number_of(p->m, p->parameter[k]);
        kept[k] = *x;
        *x = mju_max(0.1 * *x, *x - step[k]);
      }
      mjtNum next = run(p, plus, 0);
      moved = next < cost;
      if (moved) memcpy(p->residual, plus, sizeof(mjtNum) * n);
      if (moved) cost = next;
      for (int k = 0; !moved && k < PARAMETERS; k++) *number_of(p->m, p->parameter[k]) = kept[k];
    }
    out->iterations = i;
    out->cost[i] = cost;
    out->time[i] = now() - start;
    if (!moved || cost > (1 - 1e-4) * out->cost[i - 1]) break;
  }
  free(plus);
}

int main(int argc, char** argv) {
  mjModel* m = caterpillar();
  if (argc != 2 || !m) {
    fprintf(stderr, "usage: %s PLOT.svg\n", argv[0]);
    return 2;
  }
  size_t nv = (size_t)m->nv, nq = (size_t)m->nq, nx = 2 * nv, n = STEPS * nv;
  problem p = {.m = m, .d = mj_makeData(m), .nx = (int)nx, .nq = m->nq};
  p.recording =
      calloc((STEPS + 1) * nq + nx * nx + 3 * nx * PARAMETERS + n + n * PARAMETERS, sizeof(mjtNum));
  p.A = p.recording + (STEPS + 1) * nq;
  p.P = p.A + nx * nx;
  p.S = p.P + nx * PARAMETERS;
  p.next = p.S + nx * PARAMETERS;
  p.residual = p.next + nx * PARAMETERS;
  p.slope = p.residual + n;
  mjtNum truth[PARAMETERS];
  for (int k = 0; k < PARAMETERS; k++) {
    int i = k % LINKS;
    p.parameter[k] = k < LINKS ? (engParameter){engPARAM_MASS, i + 1, 0}
                               : (engParameter){engPARAM_FRICTION, 2 + 2 * i, 0};
    truth[k] = *number_of(m, p.parameter[k]);
  }
  // the recording, with an error of a tenth of a millimetre
  for (int t = 0; t <= STEPS; t++) {
    memcpy(p.recording + (size_t)t * nq, p.d->qpos, sizeof(mjtNum) * nq);
    for (size_t i = 0; i < 3; i++) {
      p.recording[(size_t)t * nq + i] += 1e-4 * sin(12.9898 * (mjtNum)(t * 3 + (int)i));
    }
    drive_hinges(m, p.d);
    mj_step(m, p.d);
  }
  progress result[2];
  mjtNum worst[2] = {0};
  for (int method = 0; method < 2; method++) {
    for (int k = 0; k < PARAMETERS; k++) {
      *number_of(m, p.parameter[k]) = truth[k] * (k % 2 ? 0.7 : 1.4);
    }
    identify(&p, method == 0, result + method);
    for (int k = 0; k < PARAMETERS; k++) {
      mjtNum x = *number_of(m, p.parameter[k]);
      worst[method] = mju_max(worst[method], fabs(x / truth[k] - 1));
    }
    const progress* r = result + method;
    printf("%s: %.3g -> %.3g in %d iterations, %.3f s; parameters within %.2g %%\n",
           method ? "differences" : "formulas   ", r->cost[0], r->cost[r->iterations],
           r->iterations, r->time[r->iterations], 100 * worst[method]);
  }
  plot_curve curve[2];
  for (int k = 0; k < 2; k++) {
    curve[k] = (plot_curve){result[k].iterations + 1, result[k].time, result[k].cost};
  }
  plot_costs(argv[1], "identification: squared distance from the recording", curve);
  free(p.recording);
  mj_deleteData(p.d);
  mj_deleteModel(m);
  return !(worst[0] < 0.05);
}
