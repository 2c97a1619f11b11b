// Pictures of a simulation to a file, on a machine that needs neither display nor graphics card.
//
//   record MODEL.xml SECONDS RATE FILE      FILE gets RATE pictures a second, raw RGB
#include <engine/engine.h>
#include <stdio.h>
#include <stdlib.h>

#include "stage.h"

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

  stage s;
  stage_open(&s, m, WIDTH, HEIGHT);
  int pictures = 0;
  for (; pictures < seconds * rate; pictures++) {
    while (d->time < pictures / rate) mj_step(m, d);
    mj_forward(m, d);
    char text[40];
    snprintf(text, sizeof text, "%.2f s", d->time);
    stage_draw(&s, m, d, text);
    write_picture(file, s.rgb);
  }
  printf("%d pictures; a film of them:\n", pictures);
  printf("ffmpeg -f rawvideo -pix_fmt rgb24 -s %dx%d -r %g -i %s film.mp4\n", WIDTH, HEIGHT, rate,
         argv[4]);

  int failed = fclose(file) != 0;
  stage_close(&s);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}
