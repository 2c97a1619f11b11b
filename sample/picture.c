// Draw a model into a file, without display, driver or window.
//
//   picture MODEL.xml OUT.png      (engine render does the same, with options)
#include <engine/engine.h>
#include <engine/film.h>
#include <stdlib.h>

#include "show.h"

enum { WIDTH = 640, HEIGHT = 480 };

static int draw(const mjModel* m, mjData* d, const char* file) {
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
  mjr_resizeOffscreen(WIDTH, HEIGHT, &con);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);

  mjrRect all = {0, 0, WIDTH, HEIGHT};
  unsigned char* rgb = malloc(3 * WIDTH * HEIGHT);
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  mjr_render(all, &scn, &con);
  mjr_readPixels(rgb, NULL, all, &con);

  char error[300] = "";
  int failed = eng_writePicture(file, rgb, WIDTH, HEIGHT, error, sizeof error);
  if (failed) fprintf(stderr, "%s\n", error);
  free(rgb);
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
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
