// Draw a model into a file, without display, driver or window.
//
//   picture MODEL.xml OUT.png      (engine render does the same, with options)
#include <engine/engine.h>
#include <engine/film.h>

#include "show.h"
#include "stage.h"

enum { WIDTH = 640, HEIGHT = 480 };

static int draw(const mjModel* m, mjData* d, const char* file) {
  stage s;
  stage_open(&s, m, WIDTH, HEIGHT);
  stage_draw(&s, m, d, NULL);
  char error[300] = "";
  int failed = eng_writePicture(file, s.rgb, WIDTH, HEIGHT, error, sizeof error);
  if (failed) fprintf(stderr, "%s\n", error);
  stage_close(&s);
  return failed;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s MODEL.xml OUT.png\n", argv[0]);
    return 2;
  }
  mjModel* m = load_model(argv[1]);
  if (!m) return 1;
  mjData* d = mj_makeData(m);
  if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);
  mj_forward(m, d);
  int failed = draw(m, d, argv[2]);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed != 0;
}
