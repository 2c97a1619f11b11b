#include "tool/easel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GEOMS = 20000 };

bool easel_begin(easel* e, const mjModel* m, const easel_settings* settings) {
  *e = (easel){.settings = *settings};
  mjv_defaultOption(&e->option);
  mjv_defaultScene(&e->scene);
  mjv_makeScene(m, &e->scene, MOST_GEOMS);
  mjr_defaultContext(&e->context);
  mjr_makeContext(m, &e->context, mjFONTSCALE_100);
  mjr_resizeOffscreen(settings->width, settings->height, &e->context);
  mjr_setBuffer(mjFB_OFFSCREEN, &e->context);
  e->scene.flags[mjRND_SEGMENT] = !strcmp(settings->show, "segments");
  size_t pixels = (size_t)settings->width * (size_t)settings->height;
  e->rgb = malloc(3 * pixels);
  e->depth = malloc(sizeof *e->depth * pixels);
  easel_camera(e, m, -1);
  return e->rgb && e->depth;
}

void easel_end(easel* e) {
  free(e->rgb);
  free(e->depth);
  mjr_freeContext(&e->context);
  mjv_freeScene(&e->scene);
}

void easel_camera(easel* e, const mjModel* m, int id) {
  const easel_settings* s = &e->settings;
  mjv_defaultFreeCamera(m, &e->camera);
  if (!isnan(s->azimuth)) e->camera.azimuth = s->azimuth;
  if (!isnan(s->elevation)) e->camera.elevation = s->elevation;
  if (!isnan(s->distance)) e->camera.distance = s->distance;
  if (id < 0) return;
  e->camera.type = mjCAMERA_FIXED;
  e->camera.fixedcamid = id;
}

// Depth as brightness: white at the camera, one third of it at a distance of two model sizes.
static void show_depth(easel* e, const mjModel* m) {
  double near = m->vis.map.znear, far = m->vis.map.zfar;  // relative to the model size
  for (int i = 0; i < e->settings.width * e->settings.height; i++) {
    double distance = near / (1 - e->depth[i] * (1 - near / far));
    memset(e->rgb + 3 * i, (int)(255 * exp(-distance / 2)), 3);
  }
}

void easel_draw(easel* e, const mjModel* m, mjData* d, const char* label) {
  mjrRect all = {0, 0, e->settings.width, e->settings.height};
  mjv_updateScene(m, d, &e->option, NULL, &e->camera, mjCAT_ALL, &e->scene);
  mjr_render(all, &e->scene, &e->context);
  if (label) mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, all, label, NULL, &e->context);
  mjr_readPixels(e->rgb, e->depth, all, &e->context);
  if (!strcmp(e->settings.show, "depth")) show_depth(e, m);
}
