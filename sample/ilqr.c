// Optimal control by iLQR: swing the pole on the cart up, or move the arm to a pose.  The same
// programme runs twice, with analytic derivatives of the step and with finite differences, and
// draws how the cost falls with time.
//
//   ilqr MODEL.xml STEPS PLOT.svg [GOAL ...]
//
// The model starts with its joints at START below, or where the model has them; GOAL are the
// positions to be in at the end, zeros where there are none.
#include <engine/engine.h>

#include <stdlib.h>
#include <string.h>

#include "show.h"

enum { ITERATIONS = 60 };

typedef struct {
  const mjModel* m;
  mjData* d;
  int n, nx, nu;          // steps, 2 nv, nu
  const mjtNum* goal;     // nv
  mjtNum *x, *u;          // (n + 1) x nx, n x nu: the trajectory
  mjtNum *new_x, *new_u;  // the one that is tried
  mjtNum *A, *B, *K, *k;  // of all steps: nx x nx, nx x nu, nu x nx, nu
  mjtNum* warm;           // (n + 1) x nv
} problem;

typedef struct {
  int iterations;
  mjtNum cost[ITERATIONS + 1], time[ITERATIONS + 1];
} progress;

// Weights of the cost: on the way, at the end, of controls.
static const mjtNum on_way[2] = {0.02, 0.002}, at_end[2] = {200, 10}, effort = 0.005;

static mjtNum weight(const problem* p, int i, int last) {
  return (last ? at_end : on_way)[i >= p->m->nv];
}

static mjtNum away(const problem* p, const mjtNum* x, int i) {
  return x[i] - (i < p->m->nv ? p->goal[i] : 0);
}

static mjtNum cost_at(const problem* p, const mjtNum* x, const mjtNum* u) {
  mjtNum sum = 0;
  for (int i = 0; i < p->nx; i++) sum += 0.5 * weight(p, i, !u) * away(p, x, i) * away(p, x, i);
  for (int i = 0; u && i < p->nu; i++) sum += 0.5 * effort * u[i] * u[i];
  return sum;
}

static void put_state(const problem* p, const mjtNum* x) {
  mju_copy(p->d->qpos, x, p->m->nq);
  mju_copy(p->d->qvel, x + p->m->nv, p->m->nv);
}

// Follow the controls u + alpha k + K (x' - x) from the start; returns the cost.
static mjtNum roll(problem* p, mjtNum alpha) {
  const mjModel* m = p->m;
  mjtNum cost = 0;
  mju_copy(p->new_x, p->x, p->nx);
  mju_zero(p->d->qacc_warmstart, m->nv);
  put_state(p, p->x);
  for (int t = 0; t < p->n; t++) {
    mjtNum *x = p->new_x + t * p->nx, *u = p->new_u + t * p->nu;
    for (int i = 0; i < p->nu; i++) {
      u[i] = p->u[t * p->nu + i] + alpha * p->k[t * p->nu + i];
      const mjtNum* K = p->K + (t * p->nu + i) * p->nx;
      for (int j = 0; j < p->nx; j++) u[i] += K[j] * (x[j] - p->x[t * p->nx + j]);
      const mjtNum* range = m->actuator_ctrlrange + 2 * i;
      if (m->actuator_ctrllimited[i]) u[i] = mju_clip(u[i], range[0], range[1]);
    }
    cost += cost_at(p, x, u);
    mju_copy(p->d->ctrl, u, p->nu);
    mju_copy(p->warm + t * m->nv, p->d->qacc_warmstart, m->nv);
    mj_step(m, p->d);
    mju_copy(x + p->nx, p->d->qpos, m->nq);
    mju_copy(x + p->nx + m->nv, p->d->qvel, m->nv);
  }
  return cost + cost_at(p, p->new_x + p->n * p->nx, NULL);
}

static void linearise(problem* p, int analytic) {
  for (int t = 0; t < p->n; t++) {
    mjtNum *A = p->A + t * p->nx * p->nx, *B = p->B + t * p->nx * p->nu;
    put_state(p, p->x + t * p->nx);
    mju_copy(p->d->ctrl, p->u + t * p->nu, p->nu);
    mju_copy(p->d->qacc_warmstart, p->warm + t * p->m->nv, p->m->nv);
    if (analytic) {
      eng_stepDerivatives(p->m, p->d, 0, &(engStepDerivatives){.A = A, .B = B});
    } else {
      mjd_transitionFD(p->m, p->d, 1e-6, 1, A, B, NULL, NULL);
    }
  }
}

// r = a' b, of n rows.
static void multiply(mjtNum* r, const mjtNum* a, const mjtNum* b, int n, int rows, int cols) {
  mju_mulMatTMat(r, a, b, n, rows, cols);
}

// The backward sweep of the Riccati equation: feedback K and change k of controls; 0 if it does not
// curve upwards with this regularisation.
static int sweep(problem* p, mjtNum mu, mjtNum* room) {
  int nx = p->nx, nu = p->nu;
  mjtNum *V = room, *v = V + nx * nx, *VA = v + nx, *VB = VA + nx * nx, *Q = VB + nx * nu;
  mjtNum *Quu = Q + nx * nx, *Qux = Quu + nu * nu, *q = Qux + nu * nx, *qu = q + nx;
  mju_zero(V, nx * nx);
  for (int i = 0; i < nx; i++) {
    V[i * nx + i] = weight(p, i, 1);
    v[i] = weight(p, i, 1) * away(p, p->x + p->n * nx, i);
  }
  for (int t = p->n - 1; t >= 0; t--) {
    const mjtNum *A = p->A + t * nx * nx, *B = p->B + t * nx * nu, *x = p->x + t * nx;
    mjtNum *K = p->K + t * nu * nx, *k = p->k + t * nu;
    mju_mulMatMat(VA, V, A, nx, nx, nx);
    mju_mulMatMat(VB, V, B, nx, nx, nu);
    multiply(Q, A, VA, nx, nx, nx);
    multiply(Quu, B, VB, nx, nu, nu);
    multiply(Qux, B, VA, nx, nu, nx);
    mju_mulMatTVec(q, A, v, nx, nx);
    mju_mulMatTVec(qu, B, v, nx, nu);
    for (int i = 0; i < nx; i++) {
      Q[i * nx + i] += weight(p, i, 0);
      q[i] += weight(p, i, 0) * away(p, x, i);
    }
    for (int i = 0; i < nu; i++) {
      Quu[i * nu + i] += effort + mu;
      qu[i] += effort * p->u[t * nu + i];
    }
    if (mju_cholFactor(Quu, nu, 1e-10) < nu) return 0;
    mju_cholSolve(k, Quu, qu, nu);
    mju_scl(k, k, -1, nu);
    for (int j = 0; j < nx; j++) {
      mjtNum column[64];
      for (int i = 0; i < nu; i++) column[i] = Qux[i * nx + j];
      mju_cholSolve(column, Quu, column, nu);
      for (int i = 0; i < nu; i++) K[i * nx + j] = -column[i];
    }
    // V = Q + Qux'K, v = q + Qux'k
    mju_mulMatTMat(V, Qux, K, nu, nx, nx);
    mju_addTo(V, Q, nx * nx);
    mju_symmetrize(V, V, nx);
    mju_mulMatTVec(v, Qux, k, nu, nx);
    mju_addTo(v, q, nx);
  }
  return 1;
}

static void solve(problem* p, int analytic, progress* out) {
  size_t nx = (size_t)p->nx, nu = (size_t)p->nu, n = (size_t)p->n;
  mjtNum* room = malloc(sizeof(mjtNum) * (3 * nx * nx + 2 * nx + 2 * nx * nu + nu * nu + nu));
  mjtNum mu = 1e-3, start = now();
  memset(p->K, 0, sizeof(mjtNum) * n * nu * nx);
  memset(p->k, 0, sizeof(mjtNum) * n * nu);
  for (size_t i = 0; i < n * nu; i++) p->u[i] = 0.05 * sin(0.02 * (mjtNum)i);
  out->cost[0] = roll(p, 0);
  out->time[0] = 0;
  out->iterations = 0;
  for (int i = 1; i <= ITERATIONS; i++) {
    memcpy(p->x, p->new_x, sizeof(mjtNum) * (n + 1) * nx);
    memcpy(p->u, p->new_u, sizeof(mjtNum) * n * nu);
    linearise(p, analytic);
    mjtNum cost = out->cost[i - 1], best = cost;
    while (!(best < cost) && mu < 1e8) {
      for (mjtNum alpha = 1; sweep(p, mu, room) && alpha > 1e-3 && !(best < cost); alpha /= 2) {
        best = roll(p, alpha);
      }
      mu = best < cost ? mju_max(1e-6, mu / 3) : mu * 10;
    }
    out->iterations = i;
    out->cost[i] = mju_min(best, cost);
    out->time[i] = now() - start;
    if (!(best < cost * (1 - 1e-4))) break;
  }
  free(room);
}

static void draw(const char* file, const progress run[2]) {
  FILE* f = fopen(file, "w");
  if (!f) return;
  mjtNum longest = mju_max(run[0].time[run[0].iterations], run[1].time[run[1].iterations]);
  mjtNum top = log10(run[0].cost[0]), low = top;
  for (int k = 0; k < 2; k++) low = mju_min(low, log10(run[k].cost[run[k].iterations]));
  fprintf(
      f,
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 360' font-family='sans-serif'>\n");
  fprintf(f, "<text x='40' y='20'>cost over %.3g s: formulas (dark), differences (light)</text>\n",
          longest);
  for (int k = 1; k >= 0; k--) {
    fprintf(f, "<polyline fill='none' stroke='%s' stroke-width='2' points='", k ? "#9bd" : "#135");
    for (int i = 0; i <= run[k].iterations; i++) {
      fprintf(f, "%.1f,%.1f ", 40 + 580 * run[k].time[i] / longest,
              40 + 290 * (top - log10(run[k].cost[i])) / mju_max(1e-6, top - low));
    }
    fprintf(f, "'/>\n");
  }
  fprintf(f, "</svg>\n");
  fclose(f);
}

int main(int argc, char** argv) {
  mjModel* m = argc >= 4 ? load_model(argv[1]) : NULL;
  if (!m || m->nq != m->nv || m->na || m->nu > 64 || atoi(argv[2]) < 1) {
    fprintf(stderr, "usage: %s MODEL.xml STEPS PLOT.svg [GOAL ...], without balls or activations\n",
            argv[0]);
    return 2;
  }
  size_t nv = (size_t)m->nv, nx = 2 * nv, nu = (size_t)m->nu, n = (size_t)atoi(argv[2]);
  mjtNum* goal = calloc(nv, sizeof(mjtNum));
  for (int i = 0; i < m->nv && i + 4 < argc; i++) goal[i] = atof(argv[i + 4]);
  mjtNum* room =
      calloc(2 * (n + 1) * nx + 2 * n * nu + n * (nx * nx + 2 * nx * nu + nu) + (n + 1) * nv,
             sizeof(mjtNum));
  problem p = {
      .m = m, .d = mj_makeData(m), .n = (int)n, .nx = (int)nx, .nu = (int)nu, .goal = goal};
  p.x = room;
  p.new_x = p.x + (n + 1) * nx;
  p.u = p.new_x + (n + 1) * nx;
  p.new_u = p.u + n * nu;
  p.A = p.new_u + n * nu;
  p.B = p.A + n * nx * nx;
  p.K = p.B + n * nx * nu;
  p.k = p.K + n * nu * nx;
  p.warm = p.k + n * nu;
  progress run[2];
  for (int k = 0; k < 2; k++) {
    mj_resetData(m, p.d);
    if (m->nv == 2 && m->nu == 1) p.d->qpos[1] = 3.1;  // the pole hangs
    mju_copy(p.x, p.d->qpos, m->nq);
    mju_copy(p.x + nv, p.d->qvel, m->nv);
    solve(&p, k == 0, &run[k]);
    printf("%s: cost %.4g -> %.4g in %d iterations, %.3f s\n", k ? "differences" : "formulas   ",
           run[k].cost[0], run[k].cost[run[k].iterations], run[k].iterations,
           run[k].time[run[k].iterations]);
  }
  draw(argv[3], run);
  // both find the same optimum
  mjtNum a = run[0].cost[run[0].iterations], b = run[1].cost[run[1].iterations];
  int better = a < 0.2 * run[0].cost[0] && a < 1.2 * b;
  free(room);
  free(goal);
  mj_deleteData(p.d);
  mj_deleteModel(m);
  return !better;
}
