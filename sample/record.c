// Pictures of a simulation to a file, on a machine that needs neither display nor graphics card.
//
//   record MODEL.xml SECONDS RATE FILE      FILE gets RATE pictures a second, raw RGB
#include <engine/engine.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 480 };

// One picture; files want the upper row first, pixels are read from the lower one on.
static void write_picture(FILE* file, const unsigned char* rgb) {
  for (int y = HEIGHT - 1; y >= 0; y--) fwrite(rgb + 3 * WIDTH * y, 3, WIDTH, file);
}

int main(int argc, char** argv) {
  char error[1000] = "";
  if (argc != 5) {
    fprintf(stderr, "usage: %s MODEL.xml SECONDS RATE FILE\n", argv[0]);
    return 2;
  }
  double seconds = strtod(argv[2], NULL), rate = strtod(argv[3], NULL);
  mjModel* m = mj_loadXML(argv[1], NULL, error, sizeof error);
  FILE* file = m ? fopen(argv[4], "wb") : NULL;
  if (!file) {
    fprintf(stderr, "%s\n", m ? "the file cannot be written" : error);
    return 1;
  }
  mjData* d = mj_makeData(m);

  // no window and no context of OpenGL: pictures are drawn in software, into the offscreen buffer
  mjvOption opt;
  mjvCamera cam;
  mjvScene scn;
  mjrContext con;
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(m, &cam);
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, 2000);
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_resizeOffscreen(WIDTH, HEIGHT, &con);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);

  mjrRect all = {0, 0, WIDTH, HEIGHT};
  unsigned char* rgb = malloc(3 * WIDTH * HEIGHT);
  int pictures = 0;
  for (; pictures < seconds * rate; pictures++) {
    while (d->time < pictures / rate) mj_step(m, d);
    mj_forward(m, d);
    mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
    mjr_render(all, &scn, &con);
    char text[40];
    snprintf(text, sizeof text, "%.2f s", d->time);
    mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, all, text, NULL, &con);
    mjr_readPixels(rgb, NULL, all, &con);
    write_picture(file, rgb);
  }
  printf("%d pictures; a film of them:\n", pictures);
  printf("ffmpeg -f rawvideo -pix_fmt rgb24 -s %dx%d -r %g -i %s film.mp4\n", WIDTH, HEIGHT, rate,
         argv[4]);

  int failed = fclose(file) != 0;
  free(rgb);
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}
