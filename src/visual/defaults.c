// Default values of all visualisation structs.
#include <string.h>

#include <engine/math.h>
#include <engine/visual.h>

#include "math/quat.h"
#include "base/need.h"

void mjv_defaultScene(mjvScene* scn) {
  NEED(scn);
  memset(scn, 0, sizeof *scn);
}

void mjv_defaultOption(mjvOption* opt) {
  NEED(opt);
  static const mjtByte shown[mjNGROUP] = {1, 1, 1, 0, 0, 0};
  memset(opt, 0, sizeof *opt);
  opt->label = mjLABEL_NONE;
  opt->frame = mjFRAME_NONE;
  memcpy(opt->geomgroup, shown, sizeof shown);
  memcpy(opt->sitegroup, shown, sizeof shown);
  memcpy(opt->jointgroup, shown, sizeof shown);
  memcpy(opt->tendongroup, shown, sizeof shown);
  memcpy(opt->actuatorgroup, shown, sizeof shown);
  memcpy(opt->flexgroup, shown, sizeof shown);
  memcpy(opt->skingroup, shown, sizeof shown);
  for (int i = 0; i < mjNVISFLAG; i++) opt->flags[i] = mjVISSTRING[i][1][0] == '1';
  opt->bvh_depth = 1;
  opt->flex_layer = 0;
}

void mjv_defaultCamera(mjvCamera* cam) {
  NEED(cam);
  memset(cam, 0, sizeof *cam);
  cam->type = mjCAMERA_FREE;
  cam->fixedcamid = -1;
  cam->trackbodyid = -1;
  cam->distance = 2;
  cam->azimuth = 90;
  cam->elevation = -45;
}

void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam) {
  NEED(m, cam);
  mjv_defaultCamera(cam);
  vec3_copy(cam->lookat, m->stat.center);
  cam->distance = 1.5 * m->stat.extent;
  cam->azimuth = m->vis.global.azimuth;
  cam->elevation = m->vis.global.elevation;
  cam->orthographic = m->vis.global.orthographic;
}

void mjv_defaultPerturb(mjvPerturb* pert) {
  NEED(pert);
  memset(pert, 0, sizeof *pert);
  pert->flexselect = -1;
  pert->skinselect = -1;
  quat_unit(pert->refquat);
  pert->scale = 1;
}

// Colour of line i: fixed for the first lines, then evenly spread hues.
static void line_color(float rgb[3], int i) {
  static const float chosen[][3] = {
      {1, .3f, .3f}, {.1f, 1, .1f}, {.3f, .3f, 1}, {.1f, 1, 1},
      {1, .2f, 1},   {1, 1, .1f},   {1, .6f, .2f}, {.6f, .7f, .4f},
  };
  static const int base[3] = {2, 3, 5};
  for (int k = 0; k < 3; k++) {
    rgb[k] = i < (int)(sizeof chosen / sizeof *chosen) ? chosen[i][k]
                                                       : .1f + .8f * (float)mju_Halton(i, base[k]);
  }
}

void mjv_defaultFigure(mjvFigure* fig) {
  NEED(fig);
  static const float opaque[4] = {0, 0, 0, 1}, glass[4] = {0, 0, 0, .3f};
  memset(fig, 0, sizeof *fig);
  fig->highlightid = -1;
  fig->flg_legend = 1;
  fig->flg_ticklabel[0] = fig->flg_ticklabel[1] = 1;
  fig->flg_extend = 1;
  fig->linewidth = 3;
  fig->gridwidth = 1;
  fig->gridsize[0] = fig->gridsize[1] = 2;
  for (int k = 0; k < 3; k++) {
    fig->gridrgb[k] = .4f;
    fig->textrgb[k] = 1;
  }
  memcpy(fig->figurergba, opaque, sizeof opaque);
  memcpy(fig->panergba, opaque, sizeof opaque);
  memcpy(fig->legendrgba, glass, sizeof glass);
  fig->range[0][1] = fig->range[1][1] = 1;
  strcpy(fig->xformat, "%.0f");
  strcpy(fig->yformat, "%.2g");
  strcpy(fig->minwidth, "XXX");
  for (int i = 0; i < mjMAXLINE; i++) line_color(fig->linergb[i], i);
}
