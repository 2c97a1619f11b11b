// Contexts: creation and deletion; assets, buffers and fonts.
#include <stdlib.h>
#include <string.h>

#include "base/need.h"
#include "render/assets.h"
#include "render/renderer.h"

#define FORMAT_RGB 0x1907  // OpenGL's constant for red, green, blue

void mjr_defaultContext(mjrContext* con) {
  NEED(con);
  memset(con, 0, sizeof *con);
}

void mjr_freeContext(mjrContext* con) {
  if (!con) return;
  renderer_free(con);
  mjrContext kept = *con;
  memset(con, 0, sizeof *con);
  con->glInitialized = kept.glInitialized;
  con->windowAvailable = kept.windowAvailable;
  con->windowSamples = kept.windowSamples;
  con->windowStereo = kept.windowStereo;
  con->windowDoublebuffer = kept.windowDoublebuffer;
}

// ----------------------------------------------------------------------------------------- fonts

static void set_fonts(renderer* r, int fontscale, mjrContext* con) {
  font_sheet sheet;
  if (!font_make(&sheet, fontscale) ||
      !r->backend->sheet(r->device, sheet.width, sheet.height, sheet.coverage)) {
    font_free(&sheet);
    mju_error("mjr_changeFont: no memory for fonts of scale %d", fontscale);
    return;
  }
  font_free(&r->font);
  r->font = sheet;
  con->fontScale = fontscale;
  con->rangeFont = 127;
  con->baseFontNormal = 1;
  con->baseFontShadow = con->baseFontNormal + 127;
  con->baseFontBig = con->baseFontShadow + 127;
  con->charHeight = sheet.face[FONT_SMALL].height;
  con->charHeightBig = sheet.face[FONT_LARGE].height;
  memset(con->charWidth, 0, sizeof con->charWidth);
  memset(con->charWidthBig, 0, sizeof con->charWidthBig);
  for (int i = 0; i < FONT_NCHAR; i++) {
    con->charWidth[FONT_FIRST + i] = sheet.face[FONT_SMALL].advance[i];
    con->charWidthBig[FONT_FIRST + i] = sheet.face[FONT_LARGE].advance[i];
  }
}

void mjr_changeFont(int fontscale, mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  if (fontscale < mjFONTSCALE_50 || fontscale > mjFONTSCALE_300 || fontscale % 50) {
    mju_error("mjr_changeFont: Invalid fontscale %d: 50, 100, 150, 200, 250 or 300 is right",
              fontscale);
    return;
  }
  set_fonts(r, fontscale, con);
}

// --------------------------------------------------------------------------------------- buffers

static void make_offscreen(renderer* r, mjrContext* con) {
  bool wanted = con->offWidth > 0 && con->offHeight > 0;
  int samples = r->backend->target(r->device, RENDER_OFFSCREEN, wanted ? con->offWidth : 0,
                                   wanted ? con->offHeight : 0, con->offSamples);
  r->backend->publish(r->device, con);
  if (!wanted) return;
  if (samples < 0) {
    mju_error(
        "mjr_makeContext: no memory for an offscreen buffer of %d x %d pixels; the largest "
        "side is %d",
        con->offWidth, con->offHeight, r->backend->limit(r->device));
    return;
  }
  con->offSamples = samples;
}

void mjr_resizeOffscreen(int width, int height, mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r || (con->offWidth == width && con->offHeight == height)) return;
  con->offWidth = width;
  con->offHeight = height;
  make_offscreen(r, con);
  mjr_restoreBuffer(con);
}

void mjr_addAux(int index, int width, int height, int samples, mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  NEED_ID(index, mjNAUX);
  int target = RENDER_AUX + index;
  r->backend->target(r->device, target, 0, 0, 0);
  con->auxWidth[index] = con->auxHeight[index] = con->auxSamples[index] = 0;
  r->backend->publish(r->device, con);
  if (width < 1 || height < 1) return;
  int limit = r->backend->limit(r->device);
  if (width > limit || height > limit) {
    mju_error("mjr_addAux: a buffer of %d x %d pixels was asked for; the largest side is %d", width,
              height, limit);
    return;
  }
  int given = r->backend->target(r->device, target, width, height, samples);
  if (given < 0) {
    mju_error("mjr_addAux: no memory for a buffer of %d x %d pixels", width, height);
    return;
  }
  con->auxWidth[index] = width;
  con->auxHeight[index] = height;
  con->auxSamples[index] = given;
  r->backend->publish(r->device, con);
  mjr_restoreBuffer(con);
}

// ------------------------------------------------------------------------------------ everything

static void take_settings(const mjModel* m, mjrContext* con) {
  con->readPixelFormat = FORMAT_RGB;
  con->readDepthMap = mjDEPTH_ZERONEAR;
  con->offWidth = 800;
  con->offHeight = 600;
  con->lineWidth = 1;
  if (!m) return;
  float extent = (float)m->stat.extent;
  con->lineWidth = m->vis.global.linewidth;
  con->shadowClip = extent * m->vis.map.shadowclip;
  con->shadowScale = m->vis.map.shadowscale;
  con->fogStart = extent * m->vis.map.fogstart;
  con->fogEnd = extent * m->vis.map.fogend;
  memcpy(con->fogRGBA, m->vis.rgba.fog, sizeof con->fogRGBA);
  con->shadowSize = m->vis.quality.shadowsize;
  con->offWidth = m->vis.global.offwidth;
  con->offHeight = m->vis.global.offheight;
  con->offSamples = m->vis.quality.offsamples;
}

void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale) {
  NEED(con);
  mjr_freeContext(con);
  renderer* r = renderer_make(con);
  if (!r) return;
  take_settings(m, con);
  int rounded = (fontscale + 25) / 50 * 50;
  set_fonts(r, rounded < 100 ? 100 : rounded > 300 ? 300 : rounded, con);
  make_offscreen(r, con);
  if (m && !assets_upload(r, m, con)) {
    mju_error("mjr_makeContext: no memory for the meshes and textures of the model");
    return;
  }
  r->backend->publish(r->device, con);
  con->currentBuffer = con->windowAvailable ? mjFB_WINDOW : mjFB_OFFSCREEN;
  mjr_restoreBuffer(con);
}
