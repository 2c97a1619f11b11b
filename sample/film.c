// Film a simulation as an animated PNG, which browsers show; without display or driver.
//
//   film MODEL.xml OUT.png [SECONDS = 3]      (engine render --film does the same, with options)
#include <engine/engine.h>
#include <engine/film.h>
#include <stdlib.h>

#include "show.h"
#include "stage.h"

enum { WIDTH = 320, HEIGHT = 240, RATE = 25 };

static void film(stage* s, const mjModel* m, mjData* d, double seconds, engFilm* out) {
  for (int i = 0; i < seconds * RATE; i++) {
    while (d->time < i / (double)RATE) mj_step(m, d);
    char text[40];
    snprintf(text, sizeof text, "%.2f s", d->time);
    stage_draw(s, m, d, text);
    eng_addFrame(out, s->rgb);  // what fails is told at the end
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
  stage_open(&s, m, WIDTH, HEIGHT);
  film(&s, m, d, argc > 3 ? atof(argv[3]) : 3, out);
  int pictures = eng_closeFilm(out);
  if (pictures >= 0) printf("%s: %d pictures\n", argv[2], pictures);
  stage_close(&s);
  mj_deleteData(d);
  mj_deleteModel(m);
  return pictures < 0;
}
