// Buffers: selection of the render target, reading and writing pixels, copies.
#include <string.h>

#include "base/need.h"
#include "render/renderer.h"

#define FORMAT_BGR 0x80E0  // OpenGL's constant for blue first

static bool exists(const mjrContext* con, int framebuffer) {
  return framebuffer == mjFB_WINDOW ? con->windowAvailable != 0 : con->offFBO != 0;
}

static void use(renderer* r, int target) {
  r->target = target;
  r->backend->use(r->device, target);
  if (rect_empty(r->viewport)) r->viewport = r->backend->size(r->device, target);
}

void mjr_restoreBuffer(const mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (r) use(r, con->currentBuffer == mjFB_WINDOW ? RENDER_WINDOW : RENDER_OFFSCREEN);
}

void mjr_setBuffer(int framebuffer, mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  if (!exists(con, mjFB_WINDOW) && !exists(con, mjFB_OFFSCREEN)) {
    mju_error(
        "mjr_setBuffer: there is neither a window nor an offscreen buffer: give the "
        "offscreen buffer a size with mjr_resizeOffscreen");
    return;
  }
  int wanted = framebuffer == mjFB_WINDOW ? mjFB_WINDOW : mjFB_OFFSCREEN;
  con->currentBuffer = exists(con, wanted) ? wanted : mjFB_OFFSCREEN - wanted;
  mjr_restoreBuffer(con);
}

void mjr_setAux(int index, const mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  NEED_ID(index, mjNAUX);
  if (!con->auxFBO[index]) {
    mju_error("mjr_setAux: auxiliary buffer %d was not made: call mjr_addAux first", index);
    return;
  }
  use(r, RENDER_AUX + index);
}

mjrRect mjr_maxViewport(const mjrContext* con) {
  mjrRect none = {0, 0, 0, 0};
  renderer* r = renderer_of(con, __func__);
  return r ? r->backend->size(r->device, con->currentBuffer) : none;
}

// ---------------------------------------------------------------------------------------- pixels

static void swap_red_and_blue(unsigned char* rgb, size_t n) {
  for (size_t i = 0; i < n; i++, rgb += 3) {
    unsigned char red = rgb[0];
    rgb[0] = rgb[2];
    rgb[2] = red;
  }
}

// Whether the viewport lies within the current buffer.
static bool within(renderer* r, mjrRect viewport) {
  mjrRect all = r->backend->size(r->device, r->target);
  mjrRect common = rect_common(viewport, all);
  return common.width == viewport.width && common.height == viewport.height;
}

static void read_within(renderer* r, unsigned char* rgb, float* depth, mjrRect viewport,
                        const mjrContext* con) {
  r->backend->read(r->device, viewport, rgb, depth);
  size_t n = (size_t)viewport.width * (size_t)viewport.height;
  if (rgb && r->target != RENDER_WINDOW && con->readPixelFormat == FORMAT_BGR) {
    swap_red_and_blue(rgb, n);
  }
  if (depth && con->readDepthMap == mjDEPTH_ZERONEAR) {
    for (size_t i = 0; i < n; i++) depth[i] = 1 - depth[i];
  }
}

// The part of row y of a rectangle that lies inside the buffer, and the number of pixels before it.
static mjrRect row_within(mjrRect part, mjrRect viewport, int y, size_t* before) {
  *before = (size_t)((int64_t)y - viewport.bottom) * (size_t)viewport.width +
            (size_t)((int64_t)part.left - viewport.left);
  return (mjrRect){part.left, y, part.width, 1};
}

void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r || (!rgb && !depth) || rect_empty(viewport)) return;
  if (within(r, viewport)) {
    read_within(r, rgb, depth, viewport, con);
    return;
  }
  mjrRect part = rect_common(viewport, r->backend->size(r->device, r->target));
  for (int y = part.bottom; y < part.bottom + part.height && part.width > 0; y++) {
    size_t at;
    mjrRect row = row_within(part, viewport, y, &at);
    read_within(r, rgb ? rgb + 3 * at : NULL, depth ? depth + at : NULL, row, con);
  }
}

void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                    const mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r || (!rgb && !depth) || rect_empty(viewport)) return;
  r->viewport = rect_bounded(viewport);
  if (within(r, viewport)) {
    r->backend->write(r->device, viewport, rgb, depth);
    return;
  }
  mjrRect part = rect_common(viewport, r->backend->size(r->device, r->target));
  for (int y = part.bottom; y < part.bottom + part.height && part.width > 0; y++) {
    size_t at;
    mjrRect row = row_within(part, viewport, y, &at);
    r->backend->write(r->device, row, rgb ? rgb + 3 * at : NULL, depth ? depth + at : NULL);
  }
}

// ---------------------------------------------------------------------------------------- copies

void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth, const mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r || !exists(con, mjFB_WINDOW) || !exists(con, mjFB_OFFSCREEN)) return;
  int from = con->currentBuffer == mjFB_WINDOW ? RENDER_WINDOW : RENDER_OFFSCREEN;
  r->backend->use(r->device, RENDER_OFFSCREEN - from);
  r->backend->copy(r->device, from, rect_bounded(src), rect_bounded(dst), flg_color, flg_depth);
  mjr_restoreBuffer(con);
}

void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  NEED_ID(index, mjNAUX);
  if (!con->auxFBO[index]) return;
  mjr_restoreBuffer(con);
  mjrRect dst = {left, bottom, src.width, src.height};
  r->backend->copy(r->device, RENDER_AUX + index, rect_bounded(src), rect_bounded(dst), true,
                   false);
}

void mjr_finish(void) { mjr_getError(); }

int mjr_getError(void) {
  renderer* r = renderer_exists() ? renderer_here(__func__) : NULL;
  return r ? r->backend->finish(r->device) : 0;
}

int mjr_findRect(int x, int y, int nrect, const mjrRect* rect) {
  NEED_OR(-1, rect);
  for (int i = 0; i < nrect; i++) {
    if (x >= rect[i].left && (int64_t)x - rect[i].left < rect[i].width && y >= rect[i].bottom &&
        (int64_t)y - rect[i].bottom < rect[i].height) {
      return i;
    }
  }
  return -1;
}
