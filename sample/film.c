// Film a simulation, without display or driver.
//
//   film MODEL.xml OUT [SECONDS [PICTURES-A-SECOND [WIDTH HEIGHT]]]
//
// OUT.png is an animated PNG, which browsers show; any other name goes through ffmpeg, if that is
// installed, and says the format: OUT.mp4, OUT.webm, OUT.gif.
#include <engine/engine.h>
#include <engine/film.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"

typedef struct {
  int width, height;
  double seconds, rate;
  const char* file;
} request;

// Where pictures go: a film of our own, or the input of another program.
typedef struct {
  engFilm* film;
  FILE* pipe;
} sink;

static int open_sink(sink* s, const request* r) {
  size_t n = strlen(r->file);
  char error[300] = "", command[1000];
  if (n > 4 && !strcmp(r->file + n - 4, ".png")) {
    s->film = eng_openFilm(r->file, r->width, r->height, r->rate, error, sizeof error);
    if (!s->film) fprintf(stderr, "%s\n", error);
    return s->film != NULL;
  }
  if (strpbrk(r->file, "'\\")) {
    fprintf(stderr, "%s: no quotes in the names of files for ffmpeg\n", r->file);
    return 0;
  }
  snprintf(command, sizeof command,
           "ffmpeg -loglevel error -y -f rawvideo -pix_fmt rgb24 -s %dx%d -r %g -i - -vf vflip "
           "-pix_fmt yuv420p '%s'",
           r->width, r->height, r->rate, r->file);
  s->pipe = popen(command, "w");
  return s->pipe != NULL;
}

static int add_picture(sink* s, const unsigned char* rgb, size_t n) {
  return s->film ? !eng_addFrame(s->film, rgb) : fwrite(rgb, 1, n, s->pipe) == n;
}

static int close_sink(sink* s) {
  return s->film ? eng_closeFilm(s->film) >= 0 : s->pipe && pclose(s->pipe) == 0;
}

static int film(const mjModel* m, mjData* d, const request* r) {
  sink s = {0};
  if (!open_sink(&s, r)) return 0;
  mjvScene scn;
  mjrContext con;
  mjvOption opt;
  mjvCamera cam;
  mjv_defaultScene(&scn);
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(m, &cam);
  mjr_defaultContext(&con);
  mjv_makeScene(m, &scn, 10000);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_resizeOffscreen(r->width, r->height, &con);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);

  size_t n = 3 * (size_t)r->width * (size_t)r->height;
  unsigned char* rgb = malloc(n);
  mjrRect all = {0, 0, r->width, r->height};
  int fine = 1, pictures = (int)(r->seconds * r->rate);
  double start = now();
  for (int i = 0; i < pictures && fine; i++) {
    while (d->time < i / r->rate) mj_step(m, d);
    mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
    char text[40];
    snprintf(text, sizeof text, "%.2f s", d->time);
    mjr_render(all, &scn, &con);
    mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, all, text, NULL, &con);
    mjr_readPixels(rgb, NULL, all, &con);
    fine = add_picture(&s, rgb, n);
  }
  fine &= close_sink(&s);
  if (fine) printf("%s: %d pictures in %.1f s\n", r->file, pictures, now() - start);
  free(rgb);
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
  return fine;
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: %s MODEL.xml OUT [SECONDS [PICTURES-A-SECOND [WIDTH HEIGHT]]]\n",
            argv[0]);
    return 2;
  }
  mjModel* m = load_model(argv[1]);
  if (!m) return 1;
  request r = {argc > 6 ? atoi(argv[5]) : 640, argc > 6 ? atoi(argv[6]) : 480,
               argc > 3 ? atof(argv[3]) : 3, argc > 4 ? atof(argv[4]) : 30, argv[2]};
  mjData* d = mj_makeData(m);
  if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);
  mj_forward(m, d);
  int fine = r.width > 0 && r.height > 0 && r.rate > 0 && film(m, d, &r);
  mj_deleteData(d);
  mj_deleteModel(m);
  return !fine;
}
