// Speed of the constraint stage, mj_forward, mj_inverse and mj_step beside another library with the
// same API, in one run.
//
//   bench_constraint [their library [model folder]]            the scenes
//   bench_constraint figure their_library model_folder         times against the number of rows
//
// Both libraries are loaded privately and called in turns; the fastest turn of each counts.  A
// scene is brought into its state by ours, and the state is written into the model as a keyframe,
// so that both start from the same.  All but mj_step starts cold: with the warm start disabled.
// Without the other library ours is timed alone.

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <engine/engine.h>

#ifndef ENGINE_LIBRARY
#define ENGINE_LIBRARY "libengine.so"
#endif

// --- a library ----------------------------------------------------------------------------------

typedef void* (*load_function)(const char*, const void*, char*, int);
typedef void* (*make_function)(const void*);
typedef void (*stage_function)(const void*, void*);
typedef void (*key_function)(const void*, void*, int);
typedef void (*delete_function)(void*);

typedef struct {
  load_function load;
  make_function make;
  key_function key;
  stage_function reset, forward, inverse, step;
  stage_function rows, island, project, reference, solve;
  delete_function delete_data, delete_model;
} library;

// A function of the library, put into *function; whether it is there.
static int find(void* handle, const char* name, void* function) {
  void* s = dlsym(handle, name);
  memcpy(function, &s, sizeof s);
  return s != NULL;
}

static library open_library(const char* path) {
  library lib;
  void* h = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!h) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  find(h, "mj_island", &lib.island);  // younger than some libraries
  if (!find(h, "mj_loadXML", &lib.load) || !find(h, "mj_makeData", &lib.make) ||
      !find(h, "mj_resetData", &lib.reset) || !find(h, "mj_resetDataKeyframe", &lib.key) ||
      !find(h, "mj_forward", &lib.forward) || !find(h, "mj_inverse", &lib.inverse) ||
      !find(h, "mj_step", &lib.step) || !find(h, "mj_makeConstraint", &lib.rows) ||
      !find(h, "mj_projectConstraint", &lib.project) ||
      !find(h, "mj_referenceConstraint", &lib.reference) ||
      !find(h, "mj_fwdConstraint", &lib.solve) || !find(h, "mj_deleteData", &lib.delete_data) ||
      !find(h, "mj_deleteModel", &lib.delete_model)) {
    fprintf(stderr, "%s lacks functions of the API\n", path);
    exit(1);
  }
  return lib;
}

static double microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

// --- scenes as text -----------------------------------------------------------------------------

typedef struct {
  char* text;
  size_t n, room;
} text;

static void say(text* t, const char* format, ...) {
  va_list args;
  if (t->room - t->n < 4000) t->text = realloc(t->text, t->room = 2 * t->room + 8000);
  va_start(args, format);
  t->n += (size_t)vsnprintf(t->text + t->n, t->room - t->n, format, args);
  va_end(args);
}

static char* read_file(const char* folder, const char* name) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* f = fopen(path, "r");
  if (!f) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
  }
  char* s = calloc(1, 1 << 20);
  if (!fread(s, 1, (1 << 20) - 1, f)) exit(1);
  fclose(f);
  return s;
}

// What stands between the first `from` and the last `to` of s, with them, without names.
static char* nameless_part(const char* s, const char* from, const char* to) {
  const char *begin = strstr(s, from), *end = begin;
  for (const char* p = begin; (p = strstr(p, to)) != NULL; p++) end = p + strlen(to);
  char *part = malloc((size_t)(end - begin) + 1), *w = part;
  while (begin < end) {
    if (!strncmp(begin, " name=\"", 7)) begin = strchr(begin + 7, '"') + 1;
    *w++ = *begin++;
  }
  *w = 0;
  return part;
}

static void say_head(text* t, const char* options, const char* flags) {
  say(t, "<mujoco><size nconmax='4000' njmax='9000' nstack='90000000'/>");
  say(t, "<option timestep='0.005' %s><flag %s/></option>", options, flags);
}

typedef enum { UPRIGHT, ASKEW, LEANING } pose;  // leaning: on its back, one degree to a side

// n humanoids on a floor, `apart` metres from each other.
static void say_humanoids(text* t, const char* folder, int n, double apart, double height, pose lie,
                          const char* extra) {
  char* s = read_file(folder, "humanoid.xml");
  char* defaults = nameless_part(s, "<default>", "</default>");
  char* body = nameless_part(s, "<body", "</body>");
  char* inside = strchr(body, '>') + 1;
  say(t, "%s<worldbody><geom type='plane' size='20 20 .1' %s/>", defaults, extra);
  for (int i = 0; i < n; i++) {
    say(t, "<body pos='%g %g %g'", apart * (i % 5), apart * (i / 5), height);
    say(t, " euler='%d %d %d'>", lie == UPRIGHT ? 0 : 90, lie == ASKEW ? 37 * i % 360 : 0,
        lie == ASKEW ? 61 * i % 360 : lie == LEANING);
    while (strlen(inside) > 0) {
      say(t, "%.3000s", inside);
      inside += strlen(inside) < 3000 ? strlen(inside) : 3000;
    }
    inside = strchr(body, '>') + 1;
  }
  say(t, "</worldbody>");
  free(s);
  free(defaults);
  free(body);
}

// n boxes thrown into a tray, or lying in it as they do in qpos.
static void say_boxes(text* t, int n, const double* qpos) {
  unsigned seed = 1;
  say(t, "<worldbody><geom type='plane' size='5 5 .1'/>");
  for (int i = 0; i < 4; i++) {
    say(t, "<geom type='box' size='.05 1 1' pos='%g %g 1' euler='0 0 %d'/>",
        i < 2 ? 0.8 - 1.6 * i : 0, i < 2 ? 0 : 0.8 - 1.6 * (i - 2), i < 2 ? 0 : 90);
  }
  for (int i = 0; i < n; i++) {
    double x[8];
    for (int k = 0; k < 8; k++) {
      seed = seed * 1103515245u + 12345u;
      x[k] = (seed >> 16) % 1000 / 1000.0;
    }
    if (qpos) {
      const double* q = qpos + 7 * i;
      say(t, "<body pos='%.15g %.15g %.15g' quat='%.15g %.15g %.15g %.15g'>", q[0], q[1], q[2],
          q[3], q[4], q[5], q[6]);
    } else {
      say(t, "<body pos='%g %g %g' euler='%g %g %g'>", x[0] - 0.5, x[1] - 0.5, 0.3 + 0.04 * i,
          90 * x[2], 90 * x[3], 90 * x[4]);
    }
    say(t, "<freejoint/>");
    say(t, "<geom type='box' size='%g %g %g'/></body>", 0.06 + 0.06 * x[5], 0.06 + 0.06 * x[6],
        0.06 + 0.06 * x[7]);
  }
  say(t, "</worldbody>");
}

// A net of soft ties, held at its corners, with balls that press into it.
static void say_net(text* t, int n) {
  say(t, "<worldbody>");
  for (int i = 0; i < n * n; i++) {
    say(t, "<body name='n%d' pos='%g %g 1'><joint type='slide' axis='1 0 0'/>", i, 0.1 * (i % n),
        0.1 * (i / n));
    say(t, "<joint type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1' damping='.1'/>");
    say(t, "<geom size='.04' mass='.02'/><site name='s%d'/></body>", i);
  }
  for (int i = 0; i < 4; i++) {
    say(t, "<body pos='%g %g 1.15'><freejoint/><geom size='.12' mass='1'/></body>",
        0.03 * n + 0.3 * (i % 2), 0.03 * n + 0.3 * (i / 2));
  }
  say(t, "</worldbody><tendon>");
  for (int i = 0; i < n * n; i++) {
    int right = i % n < n - 1, up = i / n < n - 1;
    if (right)
      say(t, "<spatial name='r%d'><site site='s%d'/><site site='s%d'/></spatial>", i, i, i + 1);
    if (up)
      say(t, "<spatial name='u%d'><site site='s%d'/><site site='s%d'/></spatial>", i, i, i + n);
  }
  say(t, "</tendon><equality>");
  for (int i = 0; i < n * n; i++) {
    if (i % n < n - 1) say(t, "<tendon tendon1='r%d' solref='.02 1'/>", i);
    if (i / n < n - 1) say(t, "<tendon tendon1='u%d' solref='.02 1'/>", i);
  }
  const int corner[4] = {0, n - 1, n * (n - 1), n * n - 1};
  for (int i = 0; i < 4; i++) say(t, "<connect body1='n%d' anchor='0 0 0'/>", corner[i]);
  say(t, "</equality>");
}

// --- timing -------------------------------------------------------------------------------------

typedef struct {
  const library* lib;
  void *m, *d;
  int keyed;  // its state is in a keyframe, not in the poses of its bodies
} instance;

static void restart(const instance* x) {
  if (x->keyed) {
    x->lib->key(x->m, x->d, 0);
  } else {
    x->lib->reset(x->m, x->d);
  }
}

static instance instantiate(const library* lib, const text* t, int keyed) {
  char path[] = "/tmp/bench_constraint_XXXXXX.xml", error[1000] = "";
  int fd = mkstemps(path, 4);
  if (fd < 0 || write(fd, t->text, t->n) != (ssize_t)t->n) exit(1);
  close(fd);
  instance x = {lib, lib->load(path, NULL, error, sizeof error), NULL, keyed};
  unlink(path);
  if (!x.m) {
    fprintf(stderr, "%s\n", error);
    exit(1);
  }
  x.d = lib->make(x.m);
  restart(&x);
  return x;
}

static void discard(instance* x) {
  x->lib->delete_data(x->d);
  x->lib->delete_model(x->m);
}

// End the text with the state that our library reaches after some steps; returns the rows there.
static int end_with_state(const library* ours, text* t, int steps) {
  size_t n = t->n;
  say(t, "</mujoco>");
  instance x = instantiate(ours, t, 0);
  const mjModel* m = x.m;
  mjData* d = x.d;
  for (int i = 0; i < steps; i++) ours->step(m, d);
  ours->forward(m, d);
  int rows = d->nefc;
  t->n = n;
  say(t, "<keyframe><key qpos='");
  for (int i = 0; i < m->nq; i++) say(t, i ? " %.15g" : "%.15g", d->qpos[i]);
  say(t, "' qvel='");
  for (int i = 0; i < m->nv; i++) say(t, i ? " %.15g" : "%.15g", d->qvel[i]);
  say(t, "'/></keyframe></mujoco>");
  discard(&x);
  return rows;
}

typedef enum { STAGE, FORWARD, INVERSE, STEPS, NKIND } kind;

static void run(const instance* x, kind what) {
  const library* lib = x->lib;
  switch (what) {
    case STAGE:
      lib->rows(x->m, x->d);
      if (lib->island) lib->island(x->m, x->d);
      lib->project(x->m, x->d);
      lib->reference(x->m, x->d);
      lib->solve(x->m, x->d);
      break;
    case FORWARD: lib->forward(x->m, x->d); break;
    case INVERSE: lib->inverse(x->m, x->d); break;
    default:
      for (int i = 0; i < 20; i++) lib->step(x->m, x->d);
      break;
  }
}

// The least time of a kind of run, per call, in turns with the other instance (NULL: alone).
static void least_times(const instance x[2], int n, kind what, double best[2]) {
  best[0] = best[1] = 1e12;
  double start = microseconds(), budget = 0.4e6;
  for (int turn = 0; turn < 2000 && (turn < 8 || microseconds() - start < budget); turn++) {
    for (int k = 0; k < n; k++) {
      if (what == STEPS) restart(x + k);
      if (what == STAGE && !turn) x[k].lib->forward(x[k].m, x[k].d);
      double t = microseconds();
      run(x + k, what);
      t = (microseconds() - t) / (what == STEPS ? 20 : 1);
      best[k] = t < best[k] ? t : best[k];
    }
  }
}

static void report(const char* name, int rows, int keyed, const text* cold, const text* warm,
                   const library* lib, int nlib) {
  static const char* const title[NKIND] = {"constraints", "forward", "inverse", "step"};
  printf("%-24s %5d rows", name, rows);
  for (int what = 0; what < NKIND; what++) {
    instance x[2];
    double best[2];
    for (int k = 0; k < nlib; k++) x[k] = instantiate(lib + k, what == STEPS ? warm : cold, keyed);
    least_times(x, nlib, (kind)what, best);
    printf("  %s %.1f us", title[what], best[0]);
    if (nlib > 1) printf(" (%.2f x)", best[1] / best[0]);
    for (int k = 0; k < nlib; k++) discard(x + k);
  }
  printf("\n");
}

// --- the two jobs -------------------------------------------------------------------------------

typedef enum { STANDING, LYING, CROWD, HEAP, BOXES, NET, NSCENE } scene;

// The text of a scene in its state after some steps; returns the rows there.
static int say_scene(text* t, scene which, int steps, const char* folder, const library* ours,
                     const char* flags) {
  enum { NBOX = 200 };
  const char* solver = which == NET ? "solver='CG'" : "solver='Newton'";
  say_head(t, solver, flags);
  switch (which) {
    case STANDING: say_humanoids(t, folder, 1, 1, 1.25, UPRIGHT, "condim='3'"); break;
    case LYING: say_humanoids(t, folder, 1, 1, 0.6, ASKEW, "condim='3'"); break;
    case CROWD: say_humanoids(t, folder, 22, 2, 0.6, ASKEW, "condim='3'"); break;
    case HEAP: say_humanoids(t, folder, 8, 0.25, 0.8, ASKEW, "condim='3'"); break;
    case BOXES: say_boxes(t, NBOX, NULL); break;
    default: say_net(t, 12); break;
  }
  if (which != BOXES && which != NET) return end_with_state(ours, t, steps);

  // keyframes of the other library are too short for these
  say(t, "</mujoco>");
  instance x = instantiate(ours, t, 0);
  for (int i = 0; i < steps; i++) ours->step(x.m, x.d);
  if (which == BOXES) {
    t->n = 0;
    say_head(t, solver, flags);
    say_boxes(t, NBOX, ((mjData*)x.d)->qpos);
    say(t, "</mujoco>");
  }
  discard(&x);
  x = instantiate(ours, t, 0);
  ours->forward(x.m, x.d);
  int rows = ((mjData*)x.d)->nefc;
  discard(&x);
  return rows;
}

static void time_scenes(const library* lib, int nlib, const char* folder) {
  static const char* const name[NSCENE] = {"humanoid standing",   "humanoid lying",
                                           "22 humanoids",        "8 humanoids in a heap",
                                           "200 boxes in a pile", "net with balls, CG"};
  static const int steps[NSCENE] = {40, 150, 150, 150, 600, 0};
  for (int s = 0; s < NSCENE; s++) {
    text t[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    int rows = 0;
    for (int warm = 0; warm < 2; warm++) {
      const char* flags = warm ? "warmstart='enable'" : "warmstart='disable'";
      rows = say_scene(t + warm, (scene)s, steps[s], folder, lib, flags);
    }
    report(name[s], rows, s != BOXES && s != NET, t, t + 1, lib, nlib);
    fflush(stdout);
    free(t[0].text);
    free(t[1].text);
  }
}

// Seed 000, figure 3: a humanoid leaning to a side on the floor, with ever wider margins and so
// ever more rows.
static void time_against_rows(const library* lib, const char* folder) {
  static const char* const options[3] = {"solver='PGS' iterations='5' tolerance='0'",
                                         "solver='PGS' iterations='50' tolerance='0'",
                                         "solver='Newton'"};
  printf("rows,pgs5,pgs50,newton,inverse,their pgs5,their pgs50,their newton,their inverse\n");
  int last = -1;
  for (int level = 0; level < 240; level++) {
    char extra[100];
    double best[4][2];
    int rows = 0;
    snprintf(extra, sizeof extra, "condim='6' margin='%g'", 0.001 * level);
    for (int way = 0; way < 3; way++) {
      text t = {NULL, 0, 0};
      say_head(&t, options[way], "warmstart='disable'");
      say_humanoids(&t, folder, 1, 1, level ? 0.35 : 3, LEANING, extra);
      rows = end_with_state(lib, &t, 0);
      if (rows == last || rows > 200) break;
      instance x[2] = {instantiate(lib, &t, 1), instantiate(lib + 1, &t, 1)};
      least_times(x, 2, FORWARD, best[way]);
      if (way == 2) least_times(x, 2, INVERSE, best[3]);
      for (int k = 0; k < 2; k++) discard(x + k);
      free(t.text);
    }
    if (rows == last || rows > 200) continue;
    last = rows;
    printf("%d", rows);
    for (int k = 0; k < 2; k++) {
      for (int way = 0; way < 4; way++) printf(",%.2f", best[way][k]);
    }
    printf("\n");
    fflush(stdout);
  }
}

int main(int argc, char** argv) {
  int figure = argc > 1 && !strcmp(argv[1], "figure"), at = figure ? 2 : 1;
  const char* folder = argc > at + 1 ? argv[at + 1] : "model";
  library lib[2] = {open_library(ENGINE_LIBRARY)};
  if (argc > at) lib[1] = open_library(argv[at]);
  if (figure && argc <= at) {
    fprintf(stderr, "usage: bench_constraint figure their_library [model folder]\n");
    return 1;
  }
  if (figure) {
    time_against_rows(lib, folder);
  } else {
    time_scenes(lib, argc > at ? 2 : 1, folder);
  }
  return 0;
}
