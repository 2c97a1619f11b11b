// All that pictures of a model need: a scene, a camera, a renderer and room for the pixels.  There
// is no window: pictures are drawn into the offscreen buffer.
#pragma once

#include <engine/engine.h>

#include <stdlib.h>

typedef struct {
  mjvScene scn;
  mjrContext con;
  mjvOption opt;
  mjvCamera cam;
  mjrRect all;
  unsigned char* rgb;
} stage;

// For pictures of this size, from the free camera.
static inline void stage_open(stage* s, const mjModel* m, int width, int height) {
  mjv_defaultScene(&s->scn);
  mjv_defaultOption(&s->opt);
  mjv_defaultFreeCamera(m, &s->cam);
  mjr_defaultContext(&s->con);
  mjv_makeScene(m, &s->scn, 10000);
  mjr_makeContext(m, &s->con, mjFONTSCALE_100);
  mjr_resizeOffscreen(width, height, &s->con);
  mjr_setBuffer(mjFB_OFFSCREEN, &s->con);
  s->all = (mjrRect){0, 0, width, height};
  s->rgb = malloc(3 * (size_t)width * (size_t)height);
}

// The model as it is in d, with a text in the corner if there is one; its pixels are in rgb, the
// lowest row first.
static inline void stage_draw(stage* s, const mjModel* m, mjData* d, const char* text) {
  mjv_updateScene(m, d, &s->opt, NULL, &s->cam, mjCAT_ALL, &s->scn);
  mjr_render(s->all, &s->scn, &s->con);
  if (text) mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, s->all, text, NULL, &s->con);
  mjr_readPixels(s->rgb, NULL, s->all, &s->con);
}

static inline void stage_close(stage* s) {
  free(s->rgb);
  mjr_freeContext(&s->con);
  mjv_freeScene(&s->scn);
}
