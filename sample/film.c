// Film a simulation as an animated PNG, which browsers show; without display or driver.
//
//   film MODEL.xml OUT.png [SECONDS = 3]      (engine render --film does the same, with options)
#include <engine/engine.h>
#include <engine/film.h>
#include <stdlib.h>

#include "show.h"

enum { WIDTH = 320, HEIGHT = 240, RATE = 25 };

// What stays the same from picture to picture.
typedef struct {
  mjvScene scn;
  mjrContext con;
  mjvOption opt;
  mjvCamera cam;
} stage;

static void set_stage(stage* s, const mjModel* m) {
  mjv_defaultScene(&s->scn);
  mjv_defaultOption(&s->opt);
  mjv_defaultFreeCamera(m, &s->cam);
  mjr_defaultContext(&s->con);
  mjv_makeScene(m, &s->scn, 10000);
  mjr_makeContext(m, &s->con, mjFONTSCALE_100);
  mjr_resizeOffscreen(WIDTH, HEIGHT, &s->con);
  mjr_setBuffer(mjFB_OFFSCREEN, &s->con);
}

static void film(stage* s, const mjModel* m, mjData* d, double seconds, engFilm* out) {
  static unsigned char rgb[3 * WIDTH * HEIGHT];
  mjrRect all = {0, 0, WIDTH, HEIGHT};
  for (int i = 0; i < seconds * RATE; i++) {
    while (d->time < i / (double)RATE) mj_step(m, d);
    char text[40];
    snprintf(text, sizeof text, "%.2f s", d->time);
    mjv_updateScene(m, d, &s->opt, NULL, &s->cam, mjCAT_ALL, &s->scn);
    mjr_render(all, &s->scn, &s->con);
    mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, all, text, NULL, &s->con);
    mjr_readPixels(rgb, NULL, all, &s->con);
    eng_addFrame(out, rgb);  // what fails is told at the end
  }
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: %s MODEL.xml OUT.png [SECONDS]\n", argv[0]);
    return 2;
  }
  mjModel* m = load_model(argv[1]);
  if (!m) return 1;
  char error[300] = "";
  engFilm* out = eng_openFilm(argv[2], WIDTH, HEIGHT, RATE, error, sizeof error);
  if (!out) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);
  mj_forward(m, d);
  stage s;
  set_stage(&s, m);
  film(&s, m, d, argc > 3 ? atof(argv[3]) : 3, out);
  int pictures = eng_closeFilm(out);
  if (pictures >= 0) printf("%s: %d pictures\n", argv[2], pictures);
  mjr_freeContext(&s.con);
  mjv_freeScene(&s.scn);
  mj_deleteData(d);
  mj_deleteModel(m);
  return pictures < 0;
}
