// One engine for bench_picture, through the API only: compiled for each, as side_step.c is.
#include "../render/egl.h"
#include "picture_side.h"
#include "side_model.h"
#include "two_sides.h"

enum { MAXGEOM = 20000 };

static mjvScene scn;
static mjvCamera cam;
static mjvOption opt;
static mjrContext con;

static double* side_pose(int* n) {
  *n = m->nq;
  return d->qpos;
}

// What an engine leaves in a context of OpenGL is not to meet the other's: each has its own.
static int side_open(const picture_setting* s) {
  if (!egl_open(EGL_ANY)) return 0;
  m->vis.global.offwidth = s->width;
  m->vis.global.offheight = s->height;
  m->vis.quality.offsamples = s->samples;
  m->vis.quality.shadowsize = s->shadow_size;
  mj_forward(m, d);
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, MAXGEOM);
  mjv_defaultOption(&opt);
  mjv_defaultCamera(&cam);
  for (int i = 0; i < 3; i++) cam.lookat[i] = m->stat.center[i];
  cam.distance = 1.5 * m->stat.extent;
  cam.azimuth = 120;
  cam.elevation = -20;
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  scn.flags[mjRND_SHADOW] = (mjtByte)s->shadow;
  scn.flags[mjRND_REFLECTION] = (mjtByte)s->reflection;
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  return 1;
}

static void side_close(void) {
  egl_use();
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
  egl_close();
}

static double side_draw(unsigned char* rgb) {
  egl_use();
  const mjrRect all = {0, 0, con.offWidth, con.offHeight};
  double start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  mjr_render(all, &scn, &con);
  mjr_readPixels(rgb, NULL, all, &con);
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start;
}

__attribute__((visibility("default"))) const picture_side* picture_side_of(void) {
  static const picture_side it = {load_model, drop_model, side_pose,
                                  side_open,  side_close, side_draw};
  return &it;
}
