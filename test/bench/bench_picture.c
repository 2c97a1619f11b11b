// Processor time of pictures by OpenGL, ours and the peer's, taking turns in one run:
//
//   bench_picture [-o FOLDER] [SECONDS-A-LINE = 2] MODEL...
//
// The peer is as for bench_step.  A model is read by this library first and saved as one text, in
// which nothing is included, attached or repeated any more, so that an old peer reads it too; both
// show it as ours is after STEPS.  Printed are the least times of many turns, which other load on
// the machine changes least, and how far the pictures are apart: the mean difference of 255.
// -o: the pictures are kept as FOLDER/MODEL-LINE.ppm, the peer's on the right.
#include <engine/engine.h>
#include <string.h>

#include "picture_side.h"
#include "scene_text.h"
#include "two_sides.h"

#define SAVED     "bench_picture_saved.xml"
#define SCENE     "bench_picture.xml"
#define ELEVATION "bench_picture.hfield"

static const picture_setting settings[] = {
    {"640x480, as it comes", 640, 480, 4, 4096, 1, 1},
    {"640x480, map 1024, 1 sample", 640, 480, 0, 1024, 1, 1},
    {"640x480, no shadow, no mirror", 640, 480, 4, 4096, 0, 0},
    {"640x480, the same, 1 sample", 640, 480, 0, 1024, 0, 0},
    {"1280x720, as it comes", 1280, 720, 4, 4096, 1, 1},
    {"1280x720, map 1024, 1 sample", 1280, 720, 0, 1024, 1, 1},
    {"1280x720, no shadow, no mirror", 1280, 720, 4, 4096, 0, 0},
    {"1280x720, the same, 1 sample", 1280, 720, 0, 1024, 0, 0},
    {"64x64, as it comes", 64, 64, 4, 4096, 1, 1},
    {"64x64, no shadow, no mirror", 64, 64, 4, 4096, 0, 0},
    {"64x64, the same, 1 sample", 64, 64, 0, 1024, 0, 0},
};
enum {
  NSETTING = sizeof settings / sizeof *settings,
  MAXPIXEL = 1280 * 720,
  STEPS = 200,
  TURN = 4
};

static unsigned char rgb[2][3 * MAXPIXEL];

static void keep(const char* folder, const char* model, int line) {
  const picture_setting* s = settings + line;
  const char* base = strrchr(model, '/');
  char name[1000];
  snprintf(name, sizeof name, "%s/%s-%d.ppm", folder, base ? base + 1 : model, line);
  FILE* f = fopen(name, "wb");
  if (!f) return;
  fprintf(f, "P6 %d %d 255\n", 2 * s->width, s->height);
  for (int y = s->height - 1; y >= 0; y--) {
    for (int k = 0; k < 2; k++) fwrite(rgb[k] + 3 * y * s->width, 3, (size_t)s->width, f);
  }
  fclose(f);
}

static void measure(const picture_side* const sides[2], const picture_setting* s, double seconds) {
  double time[2] = {1e9, 1e9}, apart = 0;
  const int n = sides[1] ? 2 : 1;
  double start = seconds_of(CLOCK_MONOTONIC);
  for (int i = 0; i < 3 || seconds_of(CLOCK_MONOTONIC) - start < seconds; i++) {
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < TURN; j++) {
        double t = sides[k]->draw(rgb[k]);
        if (t < time[k]) time[k] = t;
      }
    }
  }
  const int bytes = 3 * s->width * s->height;
  for (int i = 0; i < bytes; i++) apart += abs(rgb[0][i] - rgb[1][i]);
  printf("  %-32s %9.2f", s->name, 1e3 * time[0]);
  if (n == 2) printf(" %9.2f %6.2f %6.2f", 1e3 * time[1], time[0] / time[1], apart / bytes);
  putchar('\n');
  fflush(stdout);
}

// The model as one text that both read; 0: ours does not read it.
static int flatten(const char* path, char* error, int size) {
  mjModel* m = mj_loadXML(path, NULL, error, size);
  if (!m) return 0;
  int saved = mj_saveLastXML(SAVED, m, error, size);
  mj_deleteModel(m);
  text t = {0};
  saved = saved && put_file(&t, SAVED, "", ELEVATION) && write_text(&t, SCENE);
  free(t.s);
  return saved;
}

static void compare(const picture_side* const sides[2], const char* path, double seconds,
                    const char* folder) {
  for (int i = 0; i < NSETTING; i++) {
    int ready = sides[0]->open(settings + i);
    const picture_side* both[2] = {sides[0], sides[1]};
    if (ready && both[1] && !both[1]->open(settings + i)) both[1] = NULL;
    if (!ready) fprintf(stderr, "there is no context of OpenGL here\n");
    if (!ready) return;
    measure(both, settings + i, seconds);
    if (folder) keep(folder, path, i);
    for (int k = 0; k < 2; k++) {
      if (both[k]) both[k]->close();
    }
  }
}

static void show(const picture_side* ours, const picture_side* peer, const char* path,
                 double seconds, const char* folder) {
  char error[1000] = "";
  const picture_side* sides[2] = {ours, peer};
  if (!flatten(path, error, sizeof error) || !ours->load(SCENE, STEPS, error, sizeof error)) {
    fprintf(stderr, "%s: %s\n", path, error);
    return;
  }
  if (peer && !peer->load(SCENE, 0, error, sizeof error)) {
    fprintf(stderr, "the peer does not read %s: %s\n", path, error);
    sides[1] = NULL;
  }
  int nq, nq_peer;
  const double* pose = ours->pose(&nq);
  double* other = sides[1] ? sides[1]->pose(&nq_peer) : NULL;
  if (other && nq == nq_peer) memcpy(other, pose, sizeof *pose * (size_t)nq);
  puts(path);
  compare(sides, path, seconds, folder);
  for (int k = 0; k < 2; k++) {
    if (sides[k]) sides[k]->drop();
  }
}

int main(int argc, char** argv) {
  const picture_side* const ours = open_side(SIDE_OURS, "picture_side_of");
  const picture_side* const peer = open_side(SIDE_PEER, "picture_side_of");
  if (!ours) return 1;
  const char* folder = argc > 2 && !strcmp(argv[1], "-o") ? argv[2] : NULL;
  int i = folder ? 3 : 1;
  double seconds = i < argc && atof(argv[i]) > 0 ? atof(argv[i++]) : 2;
  printf("%-34s %9s %9s %6s %6s\n", "", "ours ms", "peer ms", "ratio", "apart");
  for (; i < argc; i++) show(ours, peer, argv[i], seconds, folder);
  remove(SAVED);
  remove(SCENE);
  remove(ELEVATION);
  return 0;
}
