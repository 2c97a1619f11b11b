// Draw a model into a file, without display, driver or window.
//
//   picture MODEL.xml OUT.png [key=value ...]
//
//   size=640x480  time=SECONDS to simulate first  camera=NAME of the model
//   azimuth= elevation= distance=  of the free camera    show=color, depth or segments
//   until=SECONDS frames=N  so many pictures side by side, up to that time
#include <engine/engine.h>
#include <engine/film.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"

typedef struct {
  int width, height, frames;
  double time, until;
  const char *camera, *show;
  mjvCamera free_camera;
} request;

static int read_option(request* r, const char* text) {
  const char* value = strchr(text, '=');
  if (!value) return 0;
  size_t n = (size_t)(value++ - text);
  const struct {
    const char* name;
    double* number;
  } numbers[] = {{"time", &r->time},
                 {"until", &r->until},
                 {"azimuth", &r->free_camera.azimuth},
                 {"elevation", &r->free_camera.elevation},
                 {"distance", &r->free_camera.distance}};
  for (int i = 0; i < 5; i++) {
    if (strlen(numbers[i].name) == n && !strncmp(text, numbers[i].name, n)) {
      *numbers[i].number = atof(value);
      return 1;
    }
  }
  if (!strncmp(text, "camera", n)) r->camera = value;
  if (!strncmp(text, "show", n)) r->show = value;
  if (!strncmp(text, "frames", n)) r->frames = atoi(value);
  if (!strncmp(text, "size", n)) return sscanf(value, "%dx%d", &r->width, &r->height) == 2;
  return 1;
}

// One picture into its place among those side by side.
static void place(const request* r, const unsigned char* rgb, unsigned char* sheet, int frame) {
  size_t row = 3 * (size_t)r->width;
  for (int y = 0; y < r->height; y++) {
    memcpy(sheet + row * (size_t)(y * r->frames + frame), rgb + row * (size_t)y, row);
  }
}

// Near is bright.
static void show_depth(const request* r, const float* depth, unsigned char* rgb) {
  for (int i = 0; i < r->width * r->height; i++) {
    double brightness = 255 * pow(1 - depth[i], .4);
    memset(rgb + 3 * i, (int)brightness, 3);
  }
}

static int draw(const mjModel* m, mjData* d, request* r, const char* file) {
  mjvScene scn;
  mjrContext con;
  mjvOption opt;
  mjv_defaultScene(&scn);
  mjv_defaultOption(&opt);
  mjr_defaultContext(&con);
  mjv_makeScene(m, &scn, 10000);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_resizeOffscreen(r->width, r->height, &con);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  if (r->camera) {
    r->free_camera.type = mjCAMERA_FIXED;
    r->free_camera.fixedcamid = mj_name2id(m, mjOBJ_CAMERA, r->camera);
  }
  scn.flags[mjRND_SEGMENT] = !strcmp(r->show, "segments");

  size_t n = (size_t)r->width * (size_t)r->height;
  unsigned char* rgb = malloc(3 * n);
  unsigned char* sheet = malloc(3 * n * (size_t)r->frames);
  float* depth = malloc(n * sizeof *depth);
  mjrRect all = {0, 0, r->width, r->height};
  for (int i = 0; i < r->frames; i++) {
    double at = r->time + (r->frames > 1 ? (r->until - r->time) * i / (r->frames - 1) : 0);
    while (d->time < at) mj_step(m, d);
    mj_forward(m, d);
    mjv_updateScene(m, d, &opt, NULL, &r->free_camera, mjCAT_ALL, &scn);
    mjr_render(all, &scn, &con);
    mjr_readPixels(rgb, depth, all, &con);
    if (!strcmp(r->show, "depth")) show_depth(r, depth, rgb);
    place(r, rgb, sheet, i);
  }
  char error[300] = "";
  int failed = eng_writePicture(file, sheet, r->width * r->frames, r->height, error, sizeof error);
  if (failed) fprintf(stderr, "%s\n", error);
  free(rgb);
  free(sheet);
  free(depth);
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
  return failed;
}

int main(int argc, char** argv) {
  mjModel* m = argc > 2 ? load_model(argv[1]) : NULL;
  if (argc < 3) fprintf(stderr, "usage: %s MODEL.xml OUT.png [key=value ...]\n", argv[0]);
  if (!m) return 2;
  request r = {640, 480, 1, 0, 0, NULL, "color", {0}};
  mjv_defaultFreeCamera(m, &r.free_camera);
  int wrong = 0;
  for (int i = 3; i < argc && !wrong; i++) {
    wrong = !read_option(&r, argv[i]);
    if (wrong) fprintf(stderr, "what is '%s'?\n", argv[i]);
  }
  if (r.width < 1 || r.height < 1 || r.frames < 1 || r.frames > 100) wrong = 1;
  mjData* d = mj_makeData(m);
  if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);
  if (!wrong) wrong = draw(m, d, &r, argv[2]);
  mj_deleteData(d);
  mj_deleteModel(m);
  return wrong != 0;
}
