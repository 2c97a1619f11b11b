// Optimal control by iLQR: swing the pole on the cart up, move the arm to a pose, let a quadruped
// stand up, keep a humanoid on its feet.  The same programme runs twice, with analytic derivatives
// of the step and with finite differences, and draws how the cost falls with time.
//
//   ilqr MODEL.xml STEPS PLOT.svg [-fold F] [-push V] [-iterations N] [GOAL ...]
//
// GOAL are the positions to be in at the end.  Without them it is the first keyframe: with -fold,
// where the model comes to rest when it is held at the controls of the keyframe, and it starts
// where it does at F times these; else it starts there, pushed forwards with velocity V.
#include <engine/engine.h>

#include <stdlib.h>
#include <string.h>

#include "plot.h"
#include "show.h"

enum { ITERATIONS = 60 };

typedef struct {
  const mjModel* m;
  mjData* d;
  int n, nx, nu, ns;      // steps, 2 nv, nu, nq + nv
  int iterations;         // at most
  mjtNum *goal, *hold;    // nq, nu: positions at the end, controls that cost nothing
  mjtNum *start, *away;   // ns: where it begins; nx: room
  mjtNum *x, *u;          // (n + 1) x ns, n x nu: the trajectory
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

// p->away = what leads from the goal, at rest, to x.
static const mjtNum* away(const problem* p, const mjtNum* x) {
  mj_differentiatePos(p->m, p->away, 1, p->goal, x);
  mju_copy(p->away + p->m->nv, x + p->m->nq, p->m->nv);
  return p->away;
}

static mjtNum cost_at(const problem* p, const mjtNum* x, const mjtNum* u) {
  mjtNum sum = 0;
  const mjtNum* e = away(p, x);
  for (int i = 0; i < p->nx; i++) sum += 0.5 * weight(p, i, !u) * e[i] * e[i];
  for (int i = 0; u && i < p->nu; i++) {
    sum += 0.5 * effort * (u[i] - p->hold[i]) * (u[i] - p->hold[i]);
  }
  return sum;
}

static void put_state(const problem* p, const mjtNum* x) {
  mju_copy(p->d->qpos, x, p->m->nq);
  mju_copy(p->d->qvel, x + p->m->nq, p->m->nv);
}

static void get_state(const problem* p, mjtNum* x) {
  mju_copy(x, p->d->qpos, p->m->nq);
  mju_copy(x + p->m->nq, p->d->qvel, p->m->nv);
}

// dx = x' - x
static void change_of_state(const problem* p, mjtNum* dx, const mjtNum* x, const mjtNum* next) {
  int nq = p->m->nq, nv = p->m->nv;
  mj_differentiatePos(p->m, dx, 1, x, next);
  mju_sub(dx + nv, next + nq, x + nq, nv);
}

// Follow the controls u + alpha k + K (x' - x) from the start; returns the cost.
static mjtNum roll(problem* p, mjtNum alpha) {
  const mjModel* m = p->m;
  mjtNum cost = 0;
  mju_copy(p->new_x, p->x, p->ns);
  mju_zero(p->d->qacc_warmstart, m->nv);
  put_state(p, p->x);
  for (int t = 0; t < p->n; t++) {
    mjtNum *x = p->new_x + t * p->ns, *u = p->new_u + t * p->nu, *dx = p->away;
    change_of_state(p, dx, p->x + t * p->ns, x);
    for (int i = 0; i < p->nu; i++) {
      u[i] = p->u[t * p->nu + i] + alpha * p->k[t * p->nu + i];
      const mjtNum* K = p->K + (t * p->nu + i) * p->nx;
      u[i] += mju_dot(K, dx, p->nx);
      const mjtNum* range = m->actuator_ctrlrange + 2 * i;
      if (m->actuator_ctrllimited[i]) u[i] = mju_clip(u[i], range[0], range[1]);
    }
    cost += cost_at(p, x, u);
    mju_copy(p->d->ctrl, u, p->nu);
    mju_copy(p->warm + t * m->nv, p->d->qacc_warmstart, m->nv);
    mj_step(m, p->d);
    get_state(p, x + p->ns);
  }
  cost += cost_at(p, p->new_x + p->n * p->ns, NULL);
  return cost < 1e12 ? cost : 1e12;  // and where numbers are none
}

static void linearise(problem* p, int analytic) {
  for (int t = 0; t < p->n; t++) {
    mjtNum *A = p->A + t * p->nx * p->nx, *B = p->B + t * p->nx * p->nu;
    put_state(p, p->x + t * p->ns);
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
  const mjtNum* e = away(p, p->x + p->n * p->ns);
  mju_zero(V, nx * nx);
  for (int i = 0; i < nx; i++) {
    V[i * nx + i] = weight(p, i, 1);
    v[i] = weight(p, i, 1) * e[i];
  }
  for (int t = p->n - 1; t >= 0; t--) {
    const mjtNum *A = p->A + t * nx * nx, *B = p->B + t * nx * nu;
    e = away(p, p->x + t * p->ns);
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
      q[i] += weight(p, i, 0) * e[i];
    }
    for (int i = 0; i < nu; i++) {
      Quu[i * nu + i] += effort + mu;
      qu[i] += effort * (p->u[t * nu + i] - p->hold[i]);
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
  for (size_t i = 0; i < n * nu; i++) p->u[i] = p->hold[i % nu] + 0.05 * sin(0.02 * (mjtNum)i);
  memcpy(p->x, p->start, sizeof(mjtNum) * (size_t)p->ns);
  out->cost[0] = roll(p, 0);
  out->time[0] = 0;
  out->iterations = 0;
  for (int i = 1; i <= p->iterations; i++) {
    memcpy(p->x, p->new_x, sizeof(mjtNum) * (n + 1) * (size_t)p->ns);
    memcpy(p->u, p->new_u, sizeof(mjtNum) * n * nu);
    linearise(p, analytic);
    mjtNum cost = out->cost[i - 1], best = cost;
    while (!(best < cost) && mu < 1e8) {
      int curves = sweep(p, mu, room);
      for (mjtNum alpha = 1; curves && alpha > 1e-3 && !(best < cost); alpha /= 2) {
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

// Where the model comes to rest when it is held at these controls, from the first keyframe.
static void settle(const problem* p, mjtNum scale, mjtNum* x) {
  mj_resetDataKeyframe(p->m, p->d, 0);
  mju_scl(p->d->ctrl, p->m->key_ctrl, scale, p->nu);
  for (int i = 0; i < 1500; i++) mj_step(p->m, p->d);
  get_state(p, x);
}

// Start and goal.
static void set_task(problem* p, mjtNum fold, mjtNum push, int ngoal, char** goal) {
  const mjModel* m = p->m;
  mj_resetData(m, p->d);
  if (ngoal == 0 && m->nkey) {
    mj_resetDataKeyframe(m, p->d, 0);
    mju_copy(p->hold, m->key_ctrl, p->nu);
    mju_copy(p->goal, p->d->qpos, m->nq);
    p->d->qvel[0] += push;
    get_state(p, p->start);
    if (fold == 0) return;
    settle(p, 1, p->start);
    mju_copy(p->goal, p->start, m->nq);
    settle(p, fold, p->start);
    mju_scl(p->hold, m->key_ctrl, fold, p->nu);  // it does not know yet how to stand
    return;
  }
  for (int i = 0; i < mjMIN(ngoal, m->nq); i++) p->goal[i] = atof(goal[i]);
  if (m->nv == 2 && m->nu == 1) p->d->qpos[1] = 3.1;  // the pole hangs
  get_state(p, p->start);
}

static problem make_problem(const mjModel* m, int steps, mjtNum** room) {
  size_t nv = (size_t)m->nv, nx = 2 * nv, nu = (size_t)m->nu, n = (size_t)steps;
  size_t nq = (size_t)m->nq, ns = nq + nv;
  mjtNum* next = *room = calloc(nq + nu + ns + nx + 2 * (n + 1) * ns + 2 * n * nu +
                                    n * (nx * nx + 2 * nx * nu + nu) + (n + 1) * nv,
                                sizeof(mjtNum));
  problem p = {.m = m,
               .d = mj_makeData(m),
               .n = steps,
               .nx = (int)nx,
               .nu = m->nu,
               .ns = (int)ns,
               .iterations = ITERATIONS};
  struct {
    mjtNum** array;
    size_t size;
  } part[] = {{&p.goal, nq},          {&p.hold, nu},        {&p.start, ns},
              {&p.away, nx},          {&p.x, (n + 1) * ns}, {&p.new_x, (n + 1) * ns},
              {&p.u, n * nu},         {&p.new_u, n * nu},   {&p.A, n * nx * nx},
              {&p.B, n * nx * nu},    {&p.K, n * nu * nx},  {&p.k, n * nu},
              {&p.warm, (n + 1) * nv}};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    *part[i].array = next;
    next += part[i].size;
  }
  return p;
}

int main(int argc, char** argv) {
  mjModel* m = argc >= 4 ? load_model(argv[1]) : NULL;
  if (!m || m->na || m->nu > 64 || atoi(argv[2]) < 1) {
    fprintf(stderr,
            "usage: %s MODEL.xml STEPS PLOT.svg [-fold F] [-push V] [-iterations N] [GOAL ...], "
            "without activations\n",
            argv[0]);
    return 2;
  }
  mjtNum* room;
  problem p = make_problem(m, atoi(argv[2]), &room);
  mjtNum fold = 0, push = 0;
  int next = 4;
  for (; next + 1 < argc && argv[next][0] == '-' && argv[next][1] > '9'; next += 2) {
    mjtNum value = atof(argv[next + 1]);
    if (!strcmp(argv[next], "-fold")) fold = value;
    if (!strcmp(argv[next], "-push")) push = value;
    if (!strcmp(argv[next], "-iterations")) p.iterations = (int)mju_clip(value, 1, ITERATIONS);
  }
  set_task(&p, fold, push, argc - next, argv + next);
  progress run[2];
  for (int k = 0; k < 2; k++) {
    solve(&p, k == 0, &run[k]);
    printf("%s: cost %.4g -> %.4g in %d iterations, %.3f s\n", k ? "differences" : "formulas   ",
           run[k].cost[0], run[k].cost[run[k].iterations], run[k].iterations,
           run[k].time[run[k].iterations]);
  }
  char title[200];
  snprintf(title, sizeof title, "%s: cost of the controls", argv[1]);
  plot_curve curve[2];
  for (int k = 0; k < 2; k++) {
    curve[k] = (plot_curve){run[k].iterations + 1, run[k].time, run[k].cost};
  }
  plot_costs(argv[3], title, curve);
  // through contact the way there is rough: they may end at different optima
  mjtNum a = run[0].cost[run[0].iterations], b = run[1].cost[run[1].iterations];
  int better = a < 0.2 * run[0].cost[0] && a < 2 * b;
  free(room);
  mj_deleteData(p.d);
  mj_deleteModel(m);
  return !better;
}
