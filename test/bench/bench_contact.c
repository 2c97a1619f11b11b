// Every model of contact on the problems of many scenes: how often each solver gets how far, and
// what it costs.
//
//   bench_contact [-n STATES] [-i ITERATIONS] [-o NAME] MODEL.xml...
//
// Each MODEL is run with time steps of 1e-4, 1e-3 and 1e-2 under random forces, by the solver NCP.
// On the way STATES problems are kept, at which every solver has so many ITERATIONS to reach a
// natural map of 1e-6; of three runs the fastest counts, in time of the processor.  Printed are a
// line for each scene and one for each solver; NAME_time.svg and NAME_map.svg become the profiles:
// the share of problems solved within a factor of the time of the fastest solver of each, and the
// share of those whose natural map is at most so much.  Soft solvers and convex methods are judged
// by their own problems, and have no part in who was fastest.
#include <engine/engine.h>
#include <engine/hard.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  const char *name, *color;
  int number;
  int coulomb;  // solves Coulomb's law
} method;

static const method methods[] = {
    {"NCP", "#d62728", engSOL_NCP, 1},
    {"ADMM-NCP", "#1f77b4", engSOL_ADMM_NCP, 1},
    {"PGS-NCP", "#2ca02c", engSOL_PGS_NCP, 1},
    {"NBGS-X", "#9467bd", engSOL_NBGS_X, 1},
    {"RAISIM-DS", "#8c564b", engSOL_RAISIM_DS, 1},
    {"RAISIM-DS-ES", "#e377c2", engSOL_RAISIM_DS_ES, 1},
    {"implicit", "#ff7f0e", engSOL_IMPLICIT, 1},
    {"NBGS", "#bcbd22", engSOL_NBGS, 1},
    {"RAISIM", "#17becf", engSOL_RAISIM, 1},
    {"PGS-CCP", "#7f7f7f", engSOL_PGS_CCP, 0},
    {"ADMM-CCP", "#aec7e8", engSOL_ADMM_CCP, 0},
    {"soft Newton", "#000000", mjSOL_NEWTON, 0},
    {"soft CG", "#555555", mjSOL_CG, 0},
    {"soft PGS", "#999999", mjSOL_PGS, 0},
};
enum { NMETHOD = sizeof methods / sizeof *methods, MOST = 20000 };

static const mjtNum asked = 1e-6;

typedef struct {
  mjtNum time, map;  // us
  int iterations;
} outcome;

// Problems by what they are made of: joints held by rows, and contacts.
enum {
  INDEPENDENT_JOINTS,  // no contact, rows of full rank
  REDUNDANT_JOINTS,    // no contact, rows that depend on each other
  SINGLE_CONTACT,      // one
  SPARSE_CONTACTS,     // at most two a body
  DENSE_CONTACTS,      // more
  DENSE_ROWS,          // joints and contacts, together more rows than dofs
  NCATEGORY
};
static const char* const categories[NCATEGORY] = {"independent joints", "redundant joints",
                                                  "single contact",     "sparse contacts",
                                                  "dense contacts",     "dense constraints"};

// What makes a problem hard: rank and condition of J M^-1 J', rows scaled to a diagonal of 1.
typedef struct {
  int category, rows, rank;
  mjtNum condition;  // first over last pivot of a factor with pivoting, of those that count
} problem_class;

typedef struct {
  int states, iterations, n;
  outcome (*at)[NMETHOD];  // n problems
  problem_class* is;
} bench;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int iterations_of(const mjData* d) {
  int sum = 0, n = mjMAX(1, mjMIN(d->nisland, mjNISLAND));
  for (int i = 0; i < n; i++) sum = mjMAX(sum, d->solver_niter[i]);
  return sum;
}

// One solver at the state of d.
static outcome solve(const bench* b, mjModel* m, mjData* d, const method* by) {
  outcome out = {.time = HUGE_VAL};
  mjtNum tolerance = m->opt.tolerance;
  int solver = m->opt.solver, iterations = m->opt.iterations;
  m->opt.solver = by->number;
  m->opt.iterations = b->iterations;
  m->opt.tolerance = by->number > mjSOL_NEWTON ? asked : 1e-8;
  mj_forward(m, d);
  for (int i = 0; i < 3; i++) {
    double start = now();
    mj_fwdConstraint(m, d);
    out.time = fmin(out.time, now() - start);
  }
  engHardReport report;
  eng_hardReport(m, d, &report);
  out.map = report.naturalmap;
  out.iterations = iterations_of(d);
  m->opt.solver = solver;
  m->opt.iterations = iterations;
  m->opt.tolerance = tolerance;
  return out;
}

// Random accelerations of the size of gravity, as forces.
static void draw_forces(const mjModel* m, mjData* d, unsigned* seed) {
  mjtNum* a = calloc((size_t)m->nv + 1, sizeof(mjtNum));
  for (int i = 0; i < m->nv; i++) {
    *seed = *seed * 1664525u + 1013904223u;
    a[i] = 10 * ((mjtNum)(*seed >> 8) / (1 << 24) - 0.5);
  }
  mj_mulM(m, d, d->qfrc_applied, a);
  free(a);
}

// --- what a problem is ---------------------------------------------------------------------------

// D = J M^-1 J' scaled to a diagonal of 1.
static mjtNum* dual_of(const mjModel* m, mjData* d) {
  int n = d->nefc, nv = m->nv;
  mjtNum *D = calloc((size_t)n * n + 1, sizeof(mjtNum)), *f = calloc((size_t)n, sizeof(mjtNum));
  mjtNum *q = calloc((size_t)nv, sizeof(mjtNum)), *a = calloc((size_t)nv, sizeof(mjtNum));
  for (int i = 0; i < n; i++) {
    f[i] = 1;
    mj_mulJacTVec(m, d, q, f);
    mj_solveM(m, d, a, q, 1);
    mj_mulJacVec(m, d, D + (size_t)i * n, a);
    f[i] = 0;
  }
  for (int i = 0; i < n; i++) f[i] = D[(size_t)i * (n + 1)];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      D[(size_t)i * n + j] = f[i] > 0 && f[j] > 0 ? D[(size_t)i * n + j] / sqrt(f[i] * f[j]) : 0;
    }
  }
  free(f);
  free(q);
  free(a);
  return D;
}

// Pivots of a Cholesky factor with pivoting, falling; those below this count as none.
static const mjtNum least_pivot = 1e-9;

static void factor_pivots(problem_class* is, mjtNum* D, int n) {
  mjtNum first = 0, last = 0;
  for (is->rank = 0; is->rank < n; is->rank++) {
    int k = 0;
    for (int i = 1; i < n; i++) {
      if (D[(size_t)i * (n + 1)] > D[(size_t)k * (n + 1)]) k = i;
    }
    mjtNum pivot = D[(size_t)k * (n + 1)];
    if (!is->rank) first = pivot;
    if (!(pivot > least_pivot * first)) break;
    last = pivot;
    mjtNum* row = malloc(sizeof(mjtNum) * (size_t)n);
    memcpy(row, D + (size_t)k * n, sizeof(mjtNum) * (size_t)n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) D[(size_t)i * n + j] -= row[i] * row[j] / pivot;
    }
    for (int i = 0; i < n; i++) D[(size_t)k * n + i] = D[(size_t)i * n + k] = 0;
    free(row);
  }
  is->condition = last > 0 ? first / last : 0;
}

static problem_class classify(const mjModel* m, mjData* d) {
  problem_class is = {.rows = d->nefc};
  mjtNum* D = dual_of(m, d);
  factor_pivots(&is, D, d->nefc);
  free(D);
  if (!d->ncon) {
    is.category = is.rank < d->nefc ? REDUNDANT_JOINTS : INDEPENDENT_JOINTS;
  } else if (d->ne && d->nefc > m->nv) {
    is.category = DENSE_ROWS;
  } else if (d->ncon == 1) {
    is.category = SINGLE_CONTACT;
  } else {
    is.category = d->ncon <= 2 * (m->nbody - 1) ? SPARSE_CONTACTS : DENSE_CONTACTS;
  }
  return is;
}

static void run_scene(bench* b, const char* file, mjModel* m, mjtNum timestep) {
  unsigned seed = 1;
  int first = b->n, rows = 0;
  m->opt.timestep = timestep;
  mjData *d = mj_makeData(m), *work = mj_makeData(m);
  int apart = mjMAX(5, (int)(0.05 / timestep));
  for (int s = 0; s < b->states && b->n < MOST; s++) {
    mj_forward(m, d);
    draw_forces(m, d, &seed);
    for (int i = 0; i < apart; i++) mj_step(m, d);
    mj_copyData(work, m, d);
    mj_forward(m, work);
    if (!work->nefc) continue;
    rows += work->nefc;
    b->is[b->n] = classify(m, work);
    for (int k = 0; k < NMETHOD; k++) b->at[b->n][k] = solve(b, m, work, methods + k);
    b->n++;
  }
  int n = b->n - first;
  if (n) {
    printf("%-28s %7g %4d %5d", file, timestep, n, rows / n);
    for (int k = 0; k < 7; k++) {
      int solved = 0;
      for (int i = first; i < b->n; i++) solved += b->at[i][k].map <= 1.01 * asked;
      printf(" %4d", 100 * solved / n);
    }
    printf("\n");
    fflush(stdout);
  }
  mj_deleteData(d);
  mj_deleteData(work);
}

static void run_model(bench* b, const char* path) {
  char error[500] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s: %s\n", path, error);
    return;
  }
  m->opt.solver = engSOL_NCP;
  m->opt.cone = mjCONE_ELLIPTIC;
  m->opt.integrator = mjINT_EULER;
  m->opt.noslip_iterations = 0;
  m->opt.iterations = 300;
  m->opt.tolerance = asked;
  const char* slash = strrchr(path, '/');
  for (int k = 0; k < 3; k++) run_scene(b, slash ? slash + 1 : path, m, 1e-4 * pow(10, k));
  mj_deleteModel(m);
}

// --- profiles -----------------------------------------------------------------------------------

static int solved(const bench* b, int i, int k) { return b->at[i][k].map <= 1.01 * asked; }

// Time over that of the fastest that solves Coulomb's law; infinite where it is not solved.
static mjtNum relative_time(const bench* b, int i, int k) {
  mjtNum best = HUGE_VAL;
  for (int j = 0; j < NMETHOD; j++) {
    if (methods[j].coulomb && solved(b, i, j)) best = fmin(best, b->at[i][j].time);
  }
  return solved(b, i, k) && isfinite(best) ? b->at[i][k].time / best : HUGE_VAL;
}

static mjtNum natural_map(const bench* b, int i, int k) { return b->at[i][k].map; }

static int ascending(const void* a, const void* b) {
  mjtNum x = *(const mjtNum*)a, y = *(const mjtNum*)b;
  return (x > y) - (x < y);
}

typedef struct {
  const char *file, *title;
  mjtNum (*value)(const bench* b, int i, int k);
  int low, high;  // powers of ten of the axis
} profile;

enum { WIDTH = 760, HEIGHT = 420, LEFT = 60, TOP = 40, PLOT = 520, TALL = 320 };

static mjtNum place(const profile* p, mjtNum x) {
  mjtNum at = (log10(fmax(x, 1e-300)) - p->low) / (p->high - p->low);
  return LEFT + PLOT * fmax(0, fmin(1, at));
}

static void draw_axes(FILE* f, const profile* p) {
  fprintf(f,
          "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' "
          "font-size='12'>\n<rect width='100%%' height='100%%' fill='white'/>\n"
          "<text x='%d' y='24' font-size='14'>%s</text>\n",
          WIDTH, HEIGHT, LEFT, p->title);
  for (int k = p->low; k <= p->high; k++) {
    mjtNum x = place(p, pow(10, k));
    fprintf(f,
            "<path d='M%.1f %d V%d' stroke='#ddd'/><text x='%.1f' y='%d' "
            "text-anchor='middle'>1e%d</text>\n",
            x, TOP, TOP + TALL, x, TOP + TALL + 18, k);
  }
  for (int k = 0; k <= 4; k++) {
    int y = TOP + TALL - TALL * k / 4;
    fprintf(f,
            "<path d='M%d %d H%d' stroke='#ddd'/><text x='%d' y='%d' text-anchor='end'>%d "
            "%%</text>\n",
            LEFT, y, LEFT + PLOT, LEFT - 6, y + 4, 25 * k);
  }
}

static void draw_curve(FILE* f, const profile* p, const bench* b, int k) {
  mjtNum* x = malloc(sizeof(mjtNum) * (size_t)b->n);
  for (int i = 0; i < b->n; i++) x[i] = p->value(b, i, k);
  qsort(x, (size_t)b->n, sizeof *x, ascending);
  fprintf(f, "<path fill='none' stroke='%s' stroke-width='2' d='M%d %d", methods[k].color, LEFT,
          TOP + TALL);
  mjtNum end = pow(10, p->high);
  int i = 0;
  for (; i < b->n && x[i] <= end; i++) {
    fprintf(f, " H%.1f V%.1f", place(p, x[i]), TOP + TALL - TALL * (i + 1.0) / b->n);
  }
  fprintf(f, " H%d'/>\n<path d='M%d %d h20' stroke='%s' stroke-width='3'/>", LEFT + PLOT,
          LEFT + PLOT + 20, TOP + 10 + 22 * k, methods[k].color);
  fprintf(f, "<text x='%d' y='%d'>%s</text>\n", LEFT + PLOT + 46, TOP + 14 + 22 * k,
          methods[k].name);
  free(x);
}

static void draw(const profile* p, const bench* b, const char* name) {
  char path[500];
  snprintf(path, sizeof path, "%s_%s.svg", name, p->file);
  FILE* f = fopen(path, "w");
  if (!f) {
    perror(path);
    return;
  }
  draw_axes(f, p);
  for (int k = 0; k < NMETHOD; k++) draw_curve(f, p, b, k);
  fprintf(f, "</svg>\n");
  fclose(f);
}

// --- table --------------------------------------------------------------------------------------

static mjtNum median(mjtNum* x, int n) {
  qsort(x, (size_t)n, sizeof *x, ascending);
  return n ? x[n / 2] : 0;
}

static void print_methods(const bench* b) {
  mjtNum *time = malloc(sizeof(mjtNum) * (size_t)b->n),
         *map = malloc(sizeof(mjtNum) * (size_t)b->n);
  printf("\n%-14s %8s %10s %12s %12s %12s\n", "", "solved", "median us", "iterations", "median map",
         "worst map");
  for (int k = 0; k < NMETHOD; k++) {
    int good = 0;
    mjtNum iterations = 0;
    for (int i = 0; i < b->n; i++) {
      good += solved(b, i, k);
      time[i] = b->at[i][k].time;
      map[i] = b->at[i][k].map;
      iterations += b->at[i][k].iterations;
    }
    mjtNum middle = median(map, b->n);
    printf("%-14s %6.1f %% %10.1f %12.1f %12.1e %12.1e\n", methods[k].name, 100.0 * good / b->n,
           median(time, b->n), iterations / b->n, middle, map[b->n - 1]);
  }
  free(time);
  free(map);
}

// Share of the problems that a choice leaves, by every method that solves Coulomb's law.
static void print_share(const bench* b, const char* name, int (*chosen)(const problem_class*, int),
                        int which) {
  int n = 0, good[NMETHOD] = {0};
  for (int i = 0; i < b->n; i++) {
    if (!chosen(b->is + i, which)) continue;
    n++;
    for (int k = 0; k < NMETHOD; k++) good[k] += solved(b, i, k);
  }
  if (!n) return;
  printf("%-22s %5d", name, n);
  for (int k = 0; k < 7; k++) printf(" %7.0f", 100.0 * good[k] / n);
  printf("\n");
}

static int in_category(const problem_class* is, int which) { return is->category == which; }

// Condition below 1e1, 1e2, 1e4, more.
static const mjtNum conditions[] = {1, 1e1, 1e2, 1e4, HUGE_VAL};
enum { NCONDITION = sizeof conditions / sizeof *conditions - 1 };

static int in_condition(const problem_class* is, int which) {
  return is->condition >= conditions[which] && is->condition < conditions[which + 1];
}

static int is_redundant(const problem_class* is, int which) {
  return (is->rank < is->rows) == which;
}

static void print_classes(const bench* b) {
  printf("\nproblems solved to %g, %%\n%-22s %5s", asked, "", "n");
  for (int k = 0; k < 7; k++) printf(" %7.7s", methods[k].name);
  printf("\n");
  for (int i = 0; i < NCATEGORY; i++) print_share(b, categories[i], in_category, i);
  for (int i = 0; i < NCONDITION; i++) {
    char name[40];
    snprintf(name, sizeof name, "condition from %g", conditions[i]);
    print_share(b, name, in_condition, i);
  }
  print_share(b, "rows of full rank", is_redundant, 0);
  print_share(b, "redundant rows", is_redundant, 1);
}

int main(int argc, char** argv) {
  const char* name = NULL;
  bench b = {.states = 20,
             .iterations = 1000,
             .at = calloc(MOST, sizeof *b.at),
             .is = calloc(MOST, sizeof *b.is)};
  for (int c; (c = getopt(argc, argv, "n:i:o:")) != -1;) {
    if (c == 'n') b.states = atoi(optarg);
    if (c == 'i') b.iterations = atoi(optarg);
    if (c == 'o') name = optarg;
    if (c == '?') return 2;
  }
  if (optind == argc) {
    fprintf(stderr, "usage: %s [-n STATES] [-i ITERATIONS] [-o NAME] MODEL.xml...\n", argv[0]);
    return 2;
  }
  printf("problems solved to %g, %%\n%-28s %7s %4s %5s", asked, "scene", "step", "n", "rows");
  for (int k = 0; k < 7; k++) printf(" %.4s", methods[k].name);
  printf("\n");
  for (int i = optind; i < argc; i++) run_model(&b, argv[i]);
  if (b.n) print_methods(&b);
  if (b.n) print_classes(&b);
  static const profile profiles[2] = {
      {"time", "share of problems solved to 1e-6 within a factor of the fastest time",
       relative_time, 0, 4},
      {"map", "share of problems whose natural map is at most", natural_map, -12, 0}};
  for (int k = 0; name && b.n && k < 2; k++) draw(profiles + k, &b, name);
  free(b.at);
  free(b.is);
  return 0;
}
