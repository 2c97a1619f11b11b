// Speed of collision detection and rays beside that of another library with the same API, in one
// run.
//
//   bench_collision [our library [their library [part of a name [folder]]]]
//
// Both load the same models, written to a temporary file, and are called in turns; the fastest turn
// of each counts.  Given a part of a name, only the lines that have it.  Given a folder, models are
// left there, for reference.mjs.  Only functions are shared: the structs of the two libraries may
// differ.  Without the other library our times are printed alone.  Last come, of the pairs of each
// column and of all poses of a pair together, how many are twice as fast, and the least ratio.

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef ENGINE_LIBRARY
#define ENGINE_LIBRARY "libengine.so"
#endif

enum { TURNS = 15, PAIRS = 200, RAYS = 2000 };

// apart: the bounding spheres touch, few of the geoms do; touching: most of them overlap, and not a
// little; resting: overlapping as little as things do that stand on each other.
enum { APART, TOUCHING, RESTING, NCOLUMN };
static const char* columns[NCOLUMN] = {"apart", "touching", "resting"};

typedef struct {
  void* (*load)(const char*, const void*, char*, int);
  void* (*make)(const void*);
  void (*delete_model)(void*);
  void (*delete_data)(void*);
  void (*kinematics)(const void*, void*);
  void (*com_pos)(const void*, void*);
  void (*collision)(const void*, void*);
  double (*distance)(const void*, const void*, int, int, double, double*);
  void (*set_state)(const void*, void*, const double*, unsigned);
  double (*ray)(const void*, const void*, const double*, const double*, const unsigned char*,
                unsigned char, int, int*);
} library;

static int library_open(library* lib, const char* path) {
  void* handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!handle) return 0;
  *(void**)&lib->load = dlsym(handle, "mj_loadXML");
  *(void**)&lib->make = dlsym(handle, "mj_makeData");
  *(void**)&lib->delete_model = dlsym(handle, "mj_deleteModel");
  *(void**)&lib->delete_data = dlsym(handle, "mj_deleteData");
  *(void**)&lib->kinematics = dlsym(handle, "mj_kinematics");
  *(void**)&lib->com_pos = dlsym(handle, "mj_comPos");
  *(void**)&lib->collision = dlsym(handle, "mj_collision");
  *(void**)&lib->distance = dlsym(handle, "mj_geomDistance");
  *(void**)&lib->set_state = dlsym(handle, "mj_setState");
  *(void**)&lib->ray = dlsym(handle, "mj_ray");
  return 1;
}

static library libs[2];
static int nlib;
static const char* wanted = "";  // part of the names of the lines to measure
static const char* folder;       // NULL, or where their models are left

// ----- text of models

static char* text;
static size_t text_size, text_room;

static void put(const char* format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char* format, ...) {
  va_list args;
  char line[512];
  va_start(args, format);
  int n = vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (text_size + (size_t)n + 1 > text_room) {
    text_room = 2 * (text_room + (size_t)n) + 4096;
    text = realloc(text, text_room);
    if (!text) exit(1);
  }
  memcpy(text + text_size, line, (size_t)n + 1);
  text_size += (size_t)n;
}

static unsigned long long seed = 1;
static double uniform(double lo, double hi) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return lo + (hi - lo) * (double)(seed >> 11) * 0x1p-53;
}

static void text_begin(void) {
  text_size = 0;
  seed = 1;  // the same scene whichever came before
}

// Start the text of a line of the table; 0 when that line is not wanted.
static int line_begin(const char* name) {
  text_begin();
  return strstr(name, wanted) != NULL;
}

// ----- measuring

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The model that the text describes, in one library.
typedef struct {
  void *m, *d;
} world;

static int world_load(world* w, const library* lib, const char* file) {
  char error[300] = "";
  w->m = lib->load(file, NULL, error, sizeof error);
  if (!w->m) {
    printf("  not loaded: %s\n", error);
    return 0;
  }
  w->d = lib->make(w->m);
  lib->kinematics(w->m, w->d);
  lib->com_pos(w->m, w->d);
  return 1;
}

// In each of the first n libraries; ok: in which.
static void worlds_open(world* w, int ok[2], int n) {
  char file[] = "/tmp/bench_collision_XXXXXX.xml";
  int fd = mkstemps(file, 4);
  if (fd < 0 || write(fd, text, text_size) != (ssize_t)text_size) exit(1);
  close(fd);
  for (int i = 0; i < n; i++) ok[i] = world_load(w + i, libs + i, file);
  unlink(file);
}

static void worlds_close(world* w, const int ok[2], int n) {
  for (int i = 0; i < n; i++) {
    if (!ok[i]) continue;
    libs[i].delete_data(w[i].d);
    libs[i].delete_model(w[i].m);
  }
}

static double rays[RAYS][3], ray_from[3];
static double sink;

static void cast_rays(const library* lib, const world* w) {
  for (int i = 0; i < RAYS; i++) {
    int id;
    sink += lib->ray(w->m, w->d, ray_from, rays[i], NULL, 1, -1, &id);
  }
}

// Seconds; 0 when it is not known.
typedef struct {
  double ours, theirs;
} timing;

// Leave the text in the folder, under the name of its line.
static void keep_model(const char* name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s.xml", folder, name);
  FILE* file = fopen(path, "w");
  if (!file || fwrite(text, 1, text_size, file) != text_size || fclose(file)) {
    fprintf(stderr, "cannot write %s\n", path);
    exit(1);
  }
}

// Print seconds of one collision (or of RAYS rays), the least of many turns, and return them.
static timing measure(const char* name, double per, const char* unit, int with_rays) {
  world w[2];
  double best[2] = {1e30, 1e30};
  int ok[2] = {0};
  if (folder) keep_model(name);
  worlds_open(w, ok, nlib);
  for (int turn = 0; turn < TURNS; turn++) {
    for (int i = 0; i < nlib; i++) {
      if (!ok[i]) continue;
      // long enough to be measured: repeat up to two milliseconds
      double start = now(), end;
      int n = 0;
      do {
        if (with_rays) {
          cast_rays(libs + i, w + i);
        } else {
          libs[i].collision(w[i].m, w[i].d);
        }
        n++;
        end = now();
      } while (end - start < 2e-3);
      best[i] = fmin(best[i], (end - start) / n);
    }
  }
  printf("%-34s %10.1f", name, best[0] * 1e9 / per);
  if (ok[1]) printf(" %10.1f %8.2f", best[1] * 1e9 / per, best[1] / best[0]);
  printf("  %s\n", unit);
  fflush(stdout);
  worlds_close(w, ok, nlib);
  return (timing){best[0], ok[1] ? best[1] : 0};
}

// ----- narrow phase: explicit pairs of geoms that nothing else can collide

static const char* types[] = {"plane",     "hfield",   "sphere", "capsule",
                              "ellipsoid", "cylinder", "box",    "mesh"};

static void put_mesh(const char* name, int n, double size) {
  put("<mesh name=\"%s\" vertex=\"", name);
  for (int i = 0; i < n; i++) {
    double z = 1 - 2 * (i + 0.5) / n, a = i * 2.399963229728653, r = sqrt(1 - z * z);
    put("%.6f %.6f %.6f ", size * r * cos(a), 0.8 * size * r * sin(a), 0.6 * size * z);
  }
  put("\"/>\n");
}

static void put_geom(const char* name, int i, const char* type, double z, int turned) {
  put("<geom name=\"%s%d\" type=\"%s\" contype=\"0\" conaffinity=\"0\" pos=\"%.6f %.6f %.12f\" ",
      name, i, type, 4.0 * i, turned ? uniform(-0.1, 0.1) : 0, z);
  if (turned) put("euler=\"%.3f %.3f %.3f\" ", uniform(0, 360), uniform(0, 360), uniform(0, 360));
  if (!strcmp(type, "plane")) {
    put("size=\"2 2 1\"/>\n");
  } else if (!strcmp(type, "hfield")) {
    put("hfield=\"hf\"/>\n");
  } else if (!strcmp(type, "mesh")) {
    put("mesh=\"gem\"/>\n");
  } else {
    put("size=\".2 .25 .22\"/>\n");
  }
}

static int is_ground(const char* type) { return !strcmp(type, "plane") || !strcmp(type, "hfield"); }

// Geoms of the two types in turns, the second of pair i at height z[i]; what moves can move along
// z.
static void put_pairs(const char* a, const char* b, int nvert, const double z[PAIRS], int moves) {
  const char* joint = moves ? "<joint type=\"slide\"/>" : "";
  text_begin();
  put("<mujoco><compiler angle=\"degree\"/><size nconmax=\"20000\" njmax=\"10\" "
      "nstack=\"30000000\"/><asset>");
  put_mesh("gem", nvert, 0.25);
  put("<hfield name=\"hf\" nrow=\"20\" ncol=\"20\" size=\"1 1 .1 .1\"/>");
  put("</asset><worldbody>\n");
  for (int i = 0; i < PAIRS; i++) {
    put("<body>");
    put_geom("a", i, a, 0, !is_ground(a));
    put("</body><body>%s", joint);
    put_geom("b", i, b, z[i], 1);
    put("%s</body>\n", moves ? "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>" : "");
  }
  put("</worldbody><contact>\n");
  for (int i = 0; i < PAIRS; i++) put("<pair geom1=\"a%d\" geom2=\"b%d\"/>\n", i, i);
  put("</contact></mujoco>\n");
}

// The heights at which each second geom overlaps the first by depth: by bisection with our library.
static void find_rest(const char* a, const char* b, int nvert, double depth, double z[PAIRS]) {
  enum { POSITIONS = 1 << 1 };  // of the state: mjSTATE_QPOS
  const double zero[PAIRS] = {0};
  double lo[PAIRS] = {0}, hi[PAIRS];
  world w;
  int ok[2] = {0};
  put_pairs(a, b, nvert, zero, 1);
  worlds_open(&w, ok, 1);
  if (!ok[0]) exit(1);
  for (int i = 0; i < PAIRS; i++) hi[i] = 1;
  for (int step = 0; step < 30; step++) {
    for (int i = 0; i < PAIRS; i++) z[i] = (lo[i] + hi[i]) / 2;
    libs[0].set_state(w.m, w.d, z, POSITIONS);
    libs[0].kinematics(w.m, w.d);
    for (int i = 0; i < PAIRS; i++) {
      double between[6], dist = libs[0].distance(w.m, w.d, 2 * i, 2 * i + 1, 1e-9, between);
      *(dist < -depth ? lo + i : hi + i) = z[i];
    }
  }
  worlds_close(&w, ok, 1);
}

// Of the lines of each column, and of those of a pair together: how many are twice as fast, and the
// least.
enum { TOGETHER = NCOLUMN, NSUMMARY };
static struct {
  int n, twice;
  double least;
  char name[80];
} summary[NSUMMARY];

static void count_line(int of, const char* name, timing t) {
  double times = t.theirs / t.ours;
  int n = summary[of].n++;
  summary[of].twice += times >= 2;
  if (n > 0 && times >= summary[of].least) return;
  summary[of].least = times;
  strcpy(summary[of].name, name);
}

static timing bench_column(const char* a, const char* b, int nvert, int column, const char* pair) {
  char name[80];
  double z[PAIRS];
  snprintf(name, sizeof name, "%s, %s", pair, columns[column]);
  if (!line_begin(name)) return (timing){0, 0};
  double gap = column == APART ? 0.55 : 0.38;
  if (nvert > 30) gap = column == APART ? 0.48 : 0.35;
  if (is_ground(a)) gap = column == APART ? 0.3 : 0.15;
  for (int i = 0; i < PAIRS; i++) z[i] = gap;
  if (column == RESTING) find_rest(a, b, nvert, 0.25e-3, z);
  put_pairs(a, b, nvert, z, 0);
  timing t = measure(name, PAIRS, "ns a pair", 0);
  if (t.theirs > 0) count_line(column, name, t);
  return t;
}

static void bench_pair(const char* a, const char* b, int nvert) {
  char pair[60];
  timing all = {0, 0};
  int known = 0;
  snprintf(pair, sizeof pair, "%s - %s", a, b);
  if (nvert != 30) snprintf(pair, sizeof pair, "%s - %s, %d vertices", a, b, nvert);
  for (int column = 0; column < NCOLUMN; column++) {
    timing t = bench_column(a, b, nvert, column, pair);
    all.ours += t.ours;
    all.theirs += t.theirs;
    known += t.theirs > 0;
  }
  if (known == NCOLUMN) count_line(TOGETHER, pair, all);
}

static void print_summary(void) {
  for (int i = 0; i < NSUMMARY; i++) {
    if (summary[i].n == 0) continue;
    printf("%s: %d of %d pairs at least twice as fast, the least %.2f (%s)\n",
           i == TOGETHER ? "all poses together" : columns[i], summary[i].twice, summary[i].n,
           summary[i].least, summary[i].name);
  }
}

// ----- broad phase: bodies in a cube, few of which touch

static void bench_broad(int n, const char* type) {
  char name[80];
  double side = 0.9 * cbrt(n);
  snprintf(name, sizeof name, "%d free bodies, %s", n, type);
  if (!line_begin(name)) return;
  put("<mujoco><compiler angle=\"degree\"/><size nconmax=\"20000\" njmax=\"20\"/><worldbody>\n");
  put("<geom type=\"plane\" size=\"50 50 1\" pos=\"0 0 -1\"/>\n");
  for (int i = 0; i < n; i++) {
    put("<body pos=\"%.5f %.5f %.5f\"><joint type=\"slide\"/>", uniform(0, side), uniform(0, side),
        uniform(0, side));
    put("<geom type=\"%s\" size=\".1 .1 .1\" euler=\"%.3f %.3f 0\"/></body>\n", type,
        uniform(0, 360), uniform(0, 360));
  }
  put("</worldbody></mujoco>\n");
  measure(name, 1000, "us", 0);
}

// ----- rays

static void bench_rays(const char* what) {
  char name[80];
  snprintf(name, sizeof name, "rays, %s", what);
  if (!line_begin(name)) return;
  for (int i = 0; i < RAYS; i++) {
    for (int k = 0; k < 3; k++) rays[i][k] = uniform(-1, 1);
  }
  put("<mujoco><asset>");
  put_mesh("gem", 2000, 0.5);
  put("<hfield name=\"hf\" nrow=\"100\" ncol=\"100\" size=\"2 2 .3 .1\"/>");
  put("</asset><worldbody>\n");
  if (!strcmp(what, "scene")) {
    for (int i = 0; i < 100; i++) {
      put("<geom type=\"%s\" size=\".1 .1 .1\" pos=\"%.4f %.4f %.4f\"/>\n", types[2 + i % 5],
          uniform(-2, 2), uniform(-2, 2), uniform(-2, 2));
    }
  } else if (!strcmp(what, "mesh")) {
    put("<geom type=\"mesh\" mesh=\"gem\" pos=\".6 0 0\"/>\n");
  } else {
    put("<geom type=\"hfield\" hfield=\"hf\" pos=\"0 0 -.4\"/>\n");
  }
  put("</worldbody></mujoco>\n");
  measure(name, RAYS, "ns a ray", 1);
}

int main(int argc, char** argv) {
  const char* ours = argc > 1 ? argv[1] : ENGINE_LIBRARY;
  const char* theirs = argc > 2 ? argv[2] : "libmujoco.so";
  if (argc > 3) wanted = argv[3];
  if (argc > 4) folder = argv[4];
  if (!library_open(libs, ours)) {
    fprintf(stderr, "cannot load %s\n", ours);
    return 1;
  }
  nlib = 1 + library_open(libs + 1, theirs);
  printf("%-34s %10s", "", "ours");
  if (nlib == 2) printf(" %10s %8s", "theirs", "times");
  printf("\n");

  for (int i = 0; i < 8; i++) {
    for (int j = i < 2 ? 2 : i; j < 8; j++) bench_pair(types[i], types[j], 30);
  }
  for (int n = 50; n <= 5000; n *= 10) bench_pair("mesh", "mesh", n);
  for (int n = 100; n <= 10000; n *= 10) {
    bench_broad(n, "sphere");
    bench_broad(n, "box");
  }
  bench_rays("scene");
  bench_rays("mesh");
  bench_rays("height field");
  print_summary();
  return sink == 12345.678;
}
