// How the time of a step grows with what there is:
//
//   bench_scaling NAME [LARGEST]
//
// Free bodies apart from each other, contacts of boxes that lie on a floor, a chain of hinges, the
// vertices of a mesh that lies on a box; each from small to large
// (LARGEST per cent of the usual end, 100).  Prints a table of sizes, microseconds of processor
// time and the slope on log-log paper between a size and the one before; NAME.svg becomes the
// picture.  The least time of a few turns counts: other programs do not take part.
#include <engine/engine.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scene_text.h"

enum { TURNS = 7, SETTLE = 60, MAXPOINT = 16 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

// The least processor time of a step, microseconds.  Short steps are timed many at a time.
static double step_time(const mjModel* m, mjData* d) {
  double least = INFINITY, spent = 0;
  int many = 1;
  for (int i = 0; i < TURNS && spent < 1e7; i++) {
    double start = now();
    for (int k = 0; k < many; k++) mj_step(m, d);
    double time = now() - start;
    spent += time;
    if (time / many < least) least = time / many;
    if (i == 0 && time < 1000) many = (int)(1000 / time) + 1;
  }
  return least;
}

static mjModel* compile(text* t) {
  char error[500] = "";
  mjSpec* s = mj_parseXMLString(t->s, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (!m) fprintf(stderr, "%s\n", s ? mjs_getError(s) : error);
  mj_deleteSpec(s);
  free(t->s);
  return m;
}

// n boxes on a square grid, so far above the floor or on it.
static mjModel* grid(int n, double apart, double height, int condim) {
  text t = {0};
  int side = 1;
  while (side * side < n) side++;
  put(&t,
      "<mujoco><size memory='4G'/><option jacobian='sparse'/><default><geom condim='%d'/></default>"
      "<worldbody><geom type='plane' size='0 0 1'/>",
      condim);
  for (int i = 0; i < n; i++) {
    put(&t, "<body pos='%g %g %g'><freejoint/><geom type='box' size='.1 .1 .1'/></body>",
        apart * (i % side), apart * (i / side), height);
  }
  put(&t, "</worldbody></mujoco>");
  return compile(&t);
}

static mjModel* bodies(int n) { return grid(n, 0.5, 1000, 3); }
static mjModel* contacts(int n) { return grid((n + 3) / 4, 0.5, 0.0998, 3); }

static mjModel* chain(int n) {
  text t = {0};
  put_chain(&t, n, "<size memory='1G'/>");
  return compile(&t);
}

// A ball of n vertices, on a spiral, that lies on a box.
static mjModel* mesh(int n) {
  text t = {0};
  put(&t, "<mujoco><asset><mesh name='ball' vertex='");
  for (int i = 0; i < n; i++) {
    double z = 1 - (2.0 * i + 1) / n, r = sqrt(1 - z * z), turn = 2.399963229728653 * i;
    put(&t, "%.9g %.9g %.9g ", r * cos(turn), r * sin(turn), z);
  }
  put(&t,
      "'/></asset><worldbody><geom type='box' size='2 2 .1' pos='0 0 -.1'/><body pos='0 0 .999'>"
      "<freejoint/><geom type='mesh' mesh='ball'/></body></worldbody></mujoco>");
  return compile(&t);
}

typedef struct {
  const char *name, *color;
  mjModel* (*make)(int);
  int first, last;  // sizes, doubled or more from one to the next
  int settles;
  int n, size[MAXPOINT];
  double time[MAXPOINT];
} family;

static family families[] = {
    {.name = "free bodies apart", "#06c", bodies, 10, 50000},
    {.name = "contacts of boxes on a floor", "#c30", contacts, 12, 100000, .settles = 1},
    {.name = "hinges of one chain", "#080", chain, 10, 2000},
    {.name = "vertices of a mesh on a box", "#808", mesh, 100, 100000, .settles = 1},
};
enum { NFAMILY = sizeof families / sizeof *families };

static double slope(const family* f, int i) {
  return log(f->time[i] / f->time[i - 1]) / log((double)f->size[i] / f->size[i - 1]);
}

static void measure(family* f, double part) {
  for (double size = f->first; f->n < MAXPOINT; size *= sqrt(10)) {
    int n = (int)fmin(round(size), f->last * part), i = f->n;
    mjModel* m = f->make(n);
    if (!m) return;
    mjData* d = mj_makeData(m);
    double start = now();
    for (int k = 0; k < (f->settles ? SETTLE : 2) && now() - start < 2e7; k++) mj_step(m, d);
    f->size[i] = n;
    f->time[i] = step_time(m, d);
    f->n++;
    printf("| %s | %d | %d | %d | %.3g |", f->name, n, (int)m->nv, d->ncon, f->time[i]);
    if (i) printf(" %.2f", slope(f, i));
    printf(" |\n");
    fflush(stdout);
    mj_deleteData(d);
    mj_deleteModel(m);
    if (n >= f->last * part) return;
  }
}

// --- the picture --------------------------------------------------------------------------------

enum { WIDTH = 640, HEIGHT = 440, LEFT = 70, TOP = 40, PLOT = 330, DECADES = 7, LOWEST = -1 };

static double across(double n) { return LEFT + (double)PLOT / 5 * (log10(n) - 1) * 5 / 4; }
static double up(double us) {
  return TOP + (double)PLOT / DECADES * (LOWEST + DECADES - log10(us));
}

static void draw_axes(FILE* f) {
  double right = across(1e5);
  fprintf(f,
          "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' "
          "font-size='12'>\n<rect width='100%%' height='100%%' fill='white'/>\n"
          "<text x='%d' y='24' font-size='14'>Processor time of a step, microseconds</text>\n",
          WIDTH, HEIGHT, LEFT);
  for (int k = 1; k <= 5; k++) {
    double x = across(pow(10, k));
    fprintf(f,
            "<path d='M%.1f %d V%d' stroke='#ddd'/><text x='%.1f' y='%d' "
            "text-anchor='middle'>1e%d</text>\n",
            x, TOP, TOP + PLOT, x, TOP + PLOT + 18, k);
  }
  for (int k = LOWEST; k <= LOWEST + DECADES; k++) {
    double y = up(pow(10, k));
    fprintf(f,
            "<path d='M%d %.1f H%.1f' stroke='#ddd'/><text x='%d' y='%.1f' "
            "text-anchor='end'>1e%d</text>\n",
            LEFT, y, right, LEFT - 6, y + 4, k);
  }
  fprintf(f,
          "<path d='M%.1f %.1f L%.1f %.1f' stroke='#888' stroke-dasharray='4 4'/>"
          "<text x='%.1f' y='%.1f' fill='#888'>in proportion</text>\n",
          across(10), up(1), across(1e5), up(1e4), right + 6, up(1e4) + 4);
}

static void draw_family(FILE* f, const family* a, int row) {
  fprintf(f, "<polyline fill='none' stroke='%s' stroke-width='2' points='", a->color);
  for (int i = 0; i < a->n; i++) fprintf(f, "%.1f,%.1f ", across(a->size[i]), up(a->time[i]));
  fprintf(f, "'/>\n");
  for (int i = 0; i < a->n; i++) {
    fprintf(f, "<circle cx='%.1f' cy='%.1f' r='3' fill='%s'/>\n", across(a->size[i]),
            up(a->time[i]), a->color);
  }
  fprintf(f, "<text x='%.1f' y='%d' fill='%s'>%s</text>\n", across(1e5) + 10, TOP + 150 + 16 * row,
          a->color, a->name);
}

static void draw(const char* name) {
  char path[1000];
  snprintf(path, sizeof path, "%s.svg", name);
  FILE* f = fopen(path, "w");
  if (!f) {
    perror(path);
    return;
  }
  draw_axes(f);
  for (int k = 0; k < NFAMILY; k++) draw_family(f, families + k, k);
  fprintf(f, "</svg>\n");
  fclose(f);
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: bench_scaling NAME [LARGEST]\n");
    return 2;
  }
  double part = argc > 2 ? atof(argv[2]) / 100 : 1;
  printf("| what | size | dofs | contacts | us | slope |\n|---|---|---|---|---|---|\n");
  for (int k = 0; k < NFAMILY; k++) measure(families + k, part);
  draw(argv[1]);
  return 0;
}
