// Time of what fills a scene for a renderer, ours and the peer's, taking turns in one run:
//
//   bench_scene [SECONDS-A-LINE = 0.5] [SCENE...]
//
// A SCENE is as for bench_step.  Printed are the least processor times per call of many turns,
// which other load on the machine changes least.
#include "scene_side.h"
#include "scene_text.h"
#include "two_sides.h"

#define SCENE     "bench_scene.xml"
#define ELEVATION "bench_scene.hfield"
enum { STEPS = 200 };

static const char* const kinds[SCENE_KINDS] = {"plain",  "contacts", "all flags", "labels",
                                               "camera", "lights",   "select"};

static double least(double a, double b) { return a < b ? a : b; }

static void measure(const scene_side* const sides[2], int kind, double seconds) {
  double time[2] = {1e9, 1e9};
  int ngeom[2] = {0}, times = 1;
  // a turn of about a millisecond
  while (sides[0]->run(kind, times, ngeom) < 1e-3) times *= 2;
  double start = seconds_of(CLOCK_MONOTONIC);
  while (seconds_of(CLOCK_MONOTONIC) - start < seconds) {
    for (int k = 0; k < 2; k++) {
      if (sides[k]) time[k] = least(time[k], sides[k]->run(kind, times, ngeom + k) / times);
    }
  }
  printf("  %-10s %6d %10.3f", kinds[kind], ngeom[0], 1e6 * time[0]);
  if (sides[1]) printf(" %6d %10.3f %6.2f", ngeom[1], 1e6 * time[1], time[0] / time[1]);
  putchar('\n');
  fflush(stdout);
}

static int describe(text* t, const char* name) {
  if (!strncmp(name, "crowd:", 6)) return put_crowd(t, atoi(name + 6), ""), 1;
  if (!strncmp(name, "boxes:", 6)) return put_boxes(t, atoi(name + 6)), 1;
  return put_file(t, name, "", ELEVATION);
}

int main(int argc, char** argv) {
  const scene_side* const ours = open_side(SIDE_OURS, "scene_side_of");
  const scene_side* const peer = open_side(SIDE_PEER, "scene_side_of");
  if (!ours) return 1;
  double seconds = argc > 1 ? atof(argv[1]) : 0.5;
  printf("%-12s %6s %10s %6s %10s %6s\n", "", "geoms", "ours us", "geoms", "peer us", "ratio");
  for (int i = 2; i < argc; i++) {
    text t = {0};
    char error[1000] = "cannot be used";
    const scene_side* sides[2] = {ours, peer};
    int ready = describe(&t, argv[i]) && write_text(&t, SCENE);
    ready = ready && ours->load(SCENE, STEPS, error, sizeof error);
    if (!ready) fprintf(stderr, "%s: %s\n", argv[i], error);
    if (ready && peer && !peer->load(SCENE, STEPS, error, sizeof error)) sides[1] = NULL;
    const char* base = strrchr(argv[i], '/');
    if (ready) puts(base ? base + 1 : argv[i]);
    for (int kind = 0; ready && kind < SCENE_KINDS; kind++) measure(sides, kind, seconds);
    for (int k = 0; ready && k < 2; k++) {
      if (sides[k]) sides[k]->drop();
    }
    free(t.s);
  }
  remove(SCENE);
  remove(ELEVATION);
  return 0;
}
