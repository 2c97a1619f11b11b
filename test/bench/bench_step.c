// Time of mj_step, ours and the peer's, taking turns in one run:
//
//   bench_step [SECONDS-A-SCENE = 1] [SCENE...]
//
// A SCENE is an MJCF file, chain:N, crowd:N or boxes:N.  The peer is the library and the headers of
// libmujoco that were there when this was built; without it there is one column.  A turn is a slice
// of steps of each engine from the same state under the same controls; printed are the medians of
// processor time per step, and the contacts and constraint rows each engine had.  What an old peer
// does not know is left out of the models for both, see scene_text.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene_text.h"
#include "step_side.h"
#include "two_sides.h"

enum { SLICE = 25, PERIOD = 1000, MINSLICE = 16, MAXSLICE = 20000, PATIENCE = 100 };
#define SCENE     "bench_scene.xml"
#define ELEVATION "bench_scene.hfield"

// Slices of both in turns for so many seconds, longer if these are few; one that did not load has
// no times.
static void measure(const char* name, const side* const sides[2], double seconds) {
  static double time[2][MAXSLICE];
  slice sum[2] = {0};
  int loaded[2] = {0}, n = 0;
  for (int k = 0; k < 2; k++) {
    char error[1000] = "";
    loaded[k] = sides[k] && sides[k]->load(SCENE, error, sizeof error);
    if (sides[k] && !loaded[k]) fprintf(stderr, "%s: %s\n", name, error);
  }
  double start = seconds_of(CLOCK_MONOTONIC), patience = PATIENCE * seconds;
  for (; loaded[0] && n < MAXSLICE; n++) {
    double gone = seconds_of(CLOCK_MONOTONIC) - start;
    if (gone >= (n < MINSLICE ? patience : seconds)) break;
    for (int k = 0; k < 2; k++) {
      if (!loaded[k]) continue;
      slice s = sides[k]->run(SLICE, PERIOD);
      time[k][n] = 1e6 * s.seconds / SLICE;
      sum[k].contacts += s.contacts;
      sum[k].rows += s.rows;
      sum[k].nv = s.nv;
    }
  }
  for (int k = 0; k < 2; k++) {
    qsort(time[k], (size_t)n, sizeof(double), ascending);
    if (loaded[k]) sides[k]->drop();
  }
  if (!n) return;
  double steps = (double)n * SLICE;
  printf("%-22s %5d %7.1f %7.1f %10.2f", name, sum[0].nv, sum[0].contacts / steps,
         sum[0].rows / steps, time[0][n / 2]);
  if (loaded[1]) {
    printf(" %7.1f %7.1f %10.2f %6.2f", sum[1].contacts / steps, sum[1].rows / steps,
           time[1][n / 2], time[0][n / 2] / time[1][n / 2]);
  } else if (sides[1]) {
    printf("  does not read it");
  }
  putchar('\n');
  fflush(stdout);
}

static int describe(text* t, const char* name) {
  if (!strncmp(name, "chain:", 6)) {
    put_chain(t, atoi(name + 6), "");
  } else if (!strncmp(name, "crowd:", 6)) {
    put_crowd(t, atoi(name + 6), "");
  } else if (!strncmp(name, "boxes:", 6)) {
    put_boxes(t, atoi(name + 6));
  } else {
    return put_file(t, name, "", ELEVATION);
  }
  return 1;
}

int main(int argc, char** argv) {
  const side* const sides[2] = {open_side(SIDE_OURS, "step_side"),
                                open_side(SIDE_PEER, "step_side")};
  if (!sides[0]) return 1;
  double seconds = argc > 1 ? atof(argv[1]) : 1;
  printf("%-22s %5s %7s %7s %10s %7s %7s %10s %6s\n", "scene", "nv", "ncon", "nefc", "ours us",
         "ncon", "nefc", "peer us", "ratio");
  for (int i = 2; i < argc; i++) {
    text t = {0};
    const char* base = strrchr(argv[i], '/');
    if (describe(&t, argv[i]) && write_text(&t, SCENE)) {
      measure(base ? base + 1 : argv[i], sides, seconds);
    } else {
      fprintf(stderr, "%s: cannot be used\n", argv[i]);
    }
    free(t.s);
  }
  remove(SCENE);
  remove(ELEVATION);
  return 0;
}
