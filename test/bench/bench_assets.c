// Loading large mesh files: bench_assets [PEER], where PEER is another library with the same API,
// by default the one the system has.
//
// A bumpy sphere of 100 000 triangles, as OBJ and as STL, with and without a convex hull.  The
// libraries take turns; the best turn of each counts, in processor time and in time as it passes.
// The second load is from the cache, and so are later ones, which find in the caches of the
// processor what the one before has left there.
//
// Outside Qhull, which both use: of ours that is what is left when Qhull, run by itself on the same
// points in the same order, is taken away.  In processor time that is all other work; in time as it
// passes, what is added to that of Qhull, beside which we work on.  The peer, of one thread, makes
// of an OBJ file other points than there are vertices: there it is what the mesh takes without a
// hull, and the same file gives both.
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libqhull_r/qhull_ra.h>

#include "load_side.h"

enum { RINGS = 224, TURNS = 8, LATER = 4 };  // 2 RINGS (RINGS - 1) triangles

// --- the files ----------------------------------------------------------------------------------

static float vert[(RINGS + 1) * RINGS][3];

static void make_vertices(void) {
  for (int i = 0; i <= RINGS; i++) {
    for (int j = 0; j < RINGS; j++) {
      double theta = mjPI * i / RINGS, phi = 2 * mjPI * j / RINGS;
      double r = 1 + 0.1 * sin(9 * phi) * sin(7 * theta);
      float* v = vert[i * RINGS + j];
      v[0] = (float)(r * sin(theta) * cos(phi));
      v[1] = (float)(r * sin(theta) * sin(phi));
      v[2] = (float)(r * cos(theta));
    }
  }
}

static int triangle[2 * RINGS * RINGS][3];

static int make_triangles(void) {
  int n = 0;
  for (int i = 0; i < RINGS; i++) {
    for (int j = 0; j < RINGS; j++) {
      int a = i * RINGS + j, b = i * RINGS + (j + 1) % RINGS, c = a + RINGS, d = b + RINGS;
      if (i > 0) memcpy(triangle[n++], (int[]){a, c, b}, sizeof *triangle);
      if (i < RINGS - 1) memcpy(triangle[n++], (int[]){b, c, d}, sizeof *triangle);
    }
  }
  return n;
}

static FILE* create(const char* name) {
  FILE* f = fopen(name, "wb");
  if (!f) {
    perror(name);
    exit(1);
  }
  return f;
}

static void write_model(const char* name, const char* mesh, int hull) {
  FILE* f = create(name);
  fprintf(f,
          "<mujoco><asset><mesh name='m' file='%s'/></asset><worldbody><body><freejoint/><geom "
          "type='mesh' mesh='m'%s/></body></worldbody></mujoco>",
          mesh, hull ? "" : " contype='0' conaffinity='0'");
  fclose(f);
}

static void write_files(void) {
  make_vertices();
  int n = make_triangles();
  FILE* f = create("m.obj");
  for (int i = 0; i < (RINGS + 1) * RINGS; i++) {
    fprintf(f, "v %.7g %.7g %.7g\n", vert[i][0], vert[i][1], vert[i][2]);
  }
  for (int i = 0; i < n; i++) {
    const int* t = triangle[i];
    fprintf(f, "f %d %d %d\n", t[0] + 1, t[1] + 1, t[2] + 1);
  }
  fclose(f);
  f = create("m.stl");
  char header[84] = "";
  memcpy(header + 80, &n, 4);
  fwrite(header, 1, 84, f);
  for (int i = 0; i < n; i++) {
    char record[50] = "";
    for (int k = 0; k < 3; k++) memcpy(record + 12 + 12 * k, vert[triangle[i][k]], 12);
    fwrite(record, 1, 50, f);
  }
  fclose(f);
  for (int hull = 0; hull < 2; hull++) {
    write_model(hull ? "obj_hull.xml" : "obj.xml", "m.obj", hull);
    write_model(hull ? "stl_hull.xml" : "stl.xml", "m.stl", hull);
  }
  printf("%d triangles\n", n);
}

// --- timing -------------------------------------------------------------------------------------

typedef struct {
  double work, passed;  // least processor time, least time
} best;

static const best none = {INFINITY, INFINITY};

static void take(best* b, double work, double passed) {
  b->work = fmin(b->work, work);
  b->passed = fmin(b->passed, passed);
}

static void load(const library* l, const char* file, best* b) {
  char error[500] = "";
  double work = now(), passed = wall();
  mjModel* m = l->load(file, NULL, error, sizeof error);
  work = now() - work;
  passed = wall() - passed;
  if (!m) {
    fprintf(stderr, "%s: %s\n", file, error);
    return;
  }
  l->free(m);
  take(b, work, passed);
}

// Points as Qhull gets them: those of an OBJ file all; those of an STL file when they first come,
// each once.
static int make_points(coordT* point, int stl) {
  static char seen[(RINGS + 1) * RINGS];
  int n = 0;
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < (stl ? 6 * RINGS * (RINGS - 1) : (RINGS + 1) * RINGS); i++) {
    int v = stl ? triangle[i / 3][i % 3] : i;
    if (stl && v < RINGS) v = 0;  // there all are one
    if (seen[v]++ && stl) continue;
    for (int k = 0; k < 3; k++) point[3 * n + k] = vert[v][k];
    n++;
  }
  return n;
}

// All that is done with Qhull to make a hull, and nothing else.
static void run_qhull(int stl, best* b) {
  static coordT point[3 * (RINGS + 1) * RINGS];
  static qhT qh;
  char options[] = "qhull Qt";
  int n = make_points(point, stl), kept, bytes;
  double work = now(), passed = wall();
  qh_zero(&qh, stderr);
  if (!qh_new_qhull(&qh, 3, n, point, False, options, NULL, stderr) && !setjmp(qh.errexit)) {
    qh.NOerrexit = False;
    qh_triangulate(&qh);
    qh_vertexneighbors(&qh);
  }
  qh.NOerrexit = True;
  qh_freeqhull(&qh, !qh_ALL);
  qh_memfreeshort(&qh, &kept, &bytes);
  take(b, now() - work, wall() - passed);
}

static void print(const char* what, double first, double second, double later, double theirs) {
  printf("  %-9s first %8.2f ms  second %8.2f ms (%5.1f times faster)  later %8.2f ms (%5.1f)",
         what, 1e3 * first, 1e3 * second, first / second, 1e3 * later, first / later);
  if (isfinite(theirs)) printf("  peer %8.2f ms (%.2f)", 1e3 * theirs, theirs / first);
  printf("\n");
}

static void print_outside(const char* what, double first, double qhull, double theirs) {
  printf("  %-9s Qhull %8.2f ms  outside it %8.2f ms", what, 1e3 * qhull, 1e3 * (first - qhull));
  if (isfinite(theirs)) printf("  peer %8.2f ms (%.2f)", 1e3 * theirs, theirs / (first - qhull));
  printf("\n");
}

// A mesh drawn only, then with a hull.
static void compare(const library* ours, const library* peer, int stl) {
  static const char* const files[2][2] = {{"obj.xml", "obj_hull.xml"}, {"stl.xml", "stl_hull.xml"}};
  best first[2] = {none, none}, second[2] = {none, none}, later[2] = {none, none};
  best theirs[2] = {none, none}, qhull = none;
  for (int turn = 0; turn < TURNS; turn++) {
    for (int hull = 0; hull < 2; hull++) {
      ours->clear(ours->cache());
      load(ours, files[stl][hull], first + hull);
      load(ours, files[stl][hull], second + hull);
      for (int i = 0; i < LATER; i++) load(ours, files[stl][hull], later + hull);
      if (peer->load) load(peer, files[stl][hull], theirs + hull);
    }
    run_qhull(stl, &qhull);
  }
  for (int hull = 0; hull < 2; hull++) {
    printf("%s\n", files[stl][hull]);
    print("processor", first[hull].work, second[hull].work, later[hull].work, theirs[hull].work);
    print("passed", first[hull].passed, second[hull].passed, later[hull].passed,
          theirs[hull].passed);
    remove(files[stl][hull]);
  }
  print_outside("processor", first[1].work, qhull.work, theirs[0].work);
  print_outside("passed", first[1].passed, qhull.passed, theirs[0].passed);
}

int main(int argc, char** argv) {
  library ours, peer = {0};
  if (!open_library(&ours, ENGINE_LIBRARY) || !ours.cache || !ours.clear) return 1;
  open_library(&peer, argc > 1 ? argv[1] : "libmujoco.so");
  char folder[] = "/tmp/bench_assets_XXXXXX";
  if (!mkdtemp(folder) || chdir(folder)) {
    perror(folder);
    return 1;
  }
  write_files();
  for (int stl = 0; stl < 2; stl++) compare(&ours, &peer, stl);
  remove("m.obj");
  remove("m.stl");
  return chdir("/") || rmdir(folder);
}
