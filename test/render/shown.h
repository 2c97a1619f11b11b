// A model, its scene and its picture.
#pragma once

#include "base/starve.h"
#include "visual/viewed.h"
#include "raises.h"

typedef struct {
  viewed v;
  mjrContext con;
  int width, height;
  unsigned char* rgb;
  float* depth;
  int* id;  // scene geom of each pixel, -1: none
} shown;

// Everything ready to draw a picture of this size, from the camera of number 0 or, without one, the
// free camera.
static inline void show_model(shown* s, const char* xml, int width, int height) {
  memset(s, 0, sizeof *s);
  mjModel* m = model_from(xml);
  m->vis.global.offwidth = s->width = width;
  m->vis.global.offheight = s->height = height;
  view_model(&s->v, m, 2000);
  if (m->ncam) {
    s->v.cam.type = mjCAMERA_FIXED;
    s->v.cam.fixedcamid = 0;
  }
  mjr_defaultContext(&s->con);
  mjr_makeContext(m, &s->con, 100);
  size_t n = (size_t)width * (size_t)height;
  s->rgb = malloc(3 * n);
  s->depth = malloc(n * sizeof *s->depth);
  s->id = malloc(n * sizeof *s->id);
  for (int i = 0; i < 2; i++) {  // planes follow the camera of the call before
    mjv_updateScene(m, s->v.d, &s->v.opt, &s->v.pert, &s->v.cam, mjCAT_ALL, &s->v.scn);
  }
}

static inline void show_end(shown* s) {
  free(s->rgb);
  free(s->depth);
  free(s->id);
  mjr_freeContext(&s->con);
  mjv_freeScene(&s->v.scn);
  mj_deleteData(s->v.d);
  mj_deleteModel(s->v.m);
}

static inline void show_draw(shown* s) {
  mjrRect all = {0, 0, s->width, s->height};
  mjr_render(all, &s->v.scn, &s->con);
  mjr_readPixels(s->rgb, s->depth, all, &s->con);
}

static inline void show_segments(shown* s) {
  mjrRect all = {0, 0, s->width, s->height};
  unsigned char* rgb = malloc(3 * (size_t)s->width * (size_t)s->height);
  s->v.scn.flags[mjRND_SEGMENT] = s->v.scn.flags[mjRND_IDCOLOR] = 1;
  mjr_render(all, &s->v.scn, &s->con);
  s->v.scn.flags[mjRND_SEGMENT] = s->v.scn.flags[mjRND_IDCOLOR] = 0;
  mjr_readPixels(rgb, NULL, all, &s->con);
  for (int i = 0; i < s->width * s->height; i++) {
    s->id[i] = rgb[3 * i] + 256 * rgb[3 * i + 1] + 65536 * rgb[3 * i + 2] - 1;
  }
  free(rgb);
}

static inline const unsigned char* show_pixel(const shown* s, int x, int y) {
  return s->rgb + 3 * (y * s->width + x);
}

// The ray through the middle of a pixel; its length along the direction of view is 1.
static inline void show_ray(const shown* s, int x, int y, mjtNum from[3], mjtNum along[3]) {
  mjvGLCamera c = mjv_averageCamera(s->v.scn.camera, s->v.scn.camera + 1);
  mjtNum height = c.frustum_top - c.frustum_bottom, aspect = (mjtNum)s->width / s->height;
  mjtNum up = c.frustum_bottom + height * (y + .5) / s->height;
  mjtNum right = c.frustum_center + aspect * height * ((x + .5) / s->width - .5);
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    mjtNum side = c.forward[i] * c.up[j] - c.forward[j] * c.up[i];
    mjtNum off = side * right + c.up[k] * up;
    from[k] = c.pos[k] + (c.orthographic ? off : 0);
    along[k] = c.forward[k] + (c.orthographic ? 0 : off / c.frustum_near);
  }
}

// What a ray hits, -1: nothing, and how far it gets.
static inline int show_hit(const shown* s, const mjtNum from[3], const mjtNum along[3],
                           mjtNum* distance) {
  int geom = -1;
  *distance = mj_ray(s->v.m, s->v.d, from, along, NULL, 1, -1, &geom);
  return *distance < 0 ? -1 : geom;
}
