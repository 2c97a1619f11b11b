// The software device: creation, buffers, reading and writing pixels.
#include "render/soft/scene.h"

#include <stdlib.h>
#include <string.h>

#include "render/renderer.h"

enum { LIMIT = 16384, SAMPLES = 4 };

static render_device* make(mjrContext* con) {
  con->windowAvailable = 0;
  render_device* dev = calloc(1, sizeof(render_device));
  if (dev) team_make(&dev->team);
  return dev;
}

static void drop(soft_target* t) {
  free(t->rgba);
  free(t->depth);
  memset(t, 0, sizeof *t);
}

static void release(render_device* dev) {
  for (int i = 0; i < RENDER_NTARGET; i++) drop(dev->target + i);
  team_free(&dev->team);
  soft_scene_free(dev);
  free(dev);
}

static int make_target(render_device* dev, int target, int width, int height, int samples) {
  soft_target* t = dev->target + target;
  drop(t);
  if (width < 1 || height < 1) return 0;
  if (width > LIMIT || height > LIMIT) return -1;
  size_t n = (size_t)width * (size_t)height;
  t->rgba = calloc(n, 4);
  t->depth = calloc(n, sizeof *t->depth);
  if (!t->rgba || !t->depth) {
    drop(t);
    return -1;
  }
  t->width = width;
  t->height = height;
  return t->samples = samples > 1 ? SAMPLES : 0;
}

static int limit(render_device* dev) {
  (void)dev;
  return LIMIT;
}

static void use(render_device* dev, int target) { dev->current = target; }

static bool sheet(render_device* dev, int width, int height, const mjtByte* coverage) {
  dev->sheet_width = width;
  dev->sheet_height = height;
  dev->sheet = coverage;
  return true;
}

static mjrRect size(render_device* dev, int target) {
  mjrRect r = {0, 0, dev->target[target].width, dev->target[target].height};
  return r;
}

static size_t pixel(const soft_target* t, int x, int y) {
  return (size_t)y * (size_t)t->width + (size_t)x;
}

static void read_pixels(render_device* dev, mjrRect rect, unsigned char* rgb, float* depth) {
  const soft_target* t = dev->target + dev->current;
  for (int y = 0; y < rect.height; y++) {
    size_t at = pixel(t, rect.left, rect.bottom + y);
    size_t n = (size_t)rect.width;
    if (rgb) {
      const mjtByte* from = t->rgba + 4 * at;
      unsigned char* to = rgb + 3 * n * (size_t)y;
      for (size_t i = 0; i < n; i++, from += 4, to += 3) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
      }
    }
    if (depth) memcpy(depth + n * (size_t)y, t->depth + at, n * sizeof *depth);
  }
}

static void write_pixels(render_device* dev, mjrRect rect, const unsigned char* rgb,
                         const float* depth) {
  soft_target* t = dev->target + dev->current;
  for (int y = 0; y < rect.height; y++) {
    size_t at = pixel(t, rect.left, rect.bottom + y);
    size_t n = (size_t)rect.width;
    if (rgb) {
      const unsigned char* from = rgb + 3 * n * (size_t)y;
      mjtByte* to = t->rgba + 4 * at;
      for (size_t i = 0; i < n; i++, from += 3, to += 4) memcpy(to, from, 3);
    }
    if (depth) memcpy(t->depth + at, depth + n * (size_t)y, n * sizeof *depth);
  }
}

// The source pixel, of m, for pixel i of n in nearest-neighbour scaling.
static int nearest(int i, int n, int m) {
  return (int)(((int64_t)2 * i + 1) * m / ((int64_t)2 * n));
}

static void copy(render_device* dev, int from, mjrRect src, mjrRect dst, bool color, bool depth) {
  const soft_target* s = dev->target + from;
  soft_target* t = dev->target + dev->current;
  mjrRect part = rect_common(dst, size(dev, dev->current));
  if (rect_empty(src)) return;
  for (int y = part.bottom; y < part.bottom + part.height; y++) {
    int sy = src.bottom + nearest(y - dst.bottom, dst.height, src.height);
    if (sy < 0 || sy >= s->height) continue;
    for (int x = part.left; x < part.left + part.width; x++) {
      int sx = src.left + nearest(x - dst.left, dst.width, src.width);
      if (sx < 0 || sx >= s->width) continue;
      size_t to = pixel(t, x, y), at = pixel(s, sx, sy);
      if (color) memcpy(t->rgba + 4 * to, s->rgba + 4 * at, 4);
      if (depth) t->depth[to] = s->depth[at];
    }
  }
}

// The software device has no OpenGL names: nonzero numbers stand for existing objects.
static void publish(const render_device* dev, mjrContext* con) {
  unsigned int off = dev->target[RENDER_OFFSCREEN].rgba ? RENDER_OFFSCREEN + 1 : 0;
  con->offFBO = con->offColor = con->offDepthStencil = off;
  con->offFBO_r = con->offColor_r = con->offDepthStencil_r = off;
  for (int i = 0; i < mjNAUX; i++) {
    unsigned int aux = dev->target[RENDER_AUX + i].rgba ? (unsigned int)(RENDER_AUX + i + 1) : 0;
    con->auxFBO[i] = con->auxFBO_r[i] = con->auxColor[i] = con->auxColor_r[i] = aux;
  }
  for (int i = 0; i < con->ntexture; i++) con->texture[i] = (unsigned int)i + 1;
}

static int finish(render_device* dev) {
  (void)dev;
  return 0;
}

const render_backend render_soft = {
    .name = "soft",
    .make = make,
    .release = release,
    .target = make_target,
    .limit = limit,
    .use = use,
    .shape = soft_shape_upload,
    .texture = soft_texture_upload,
    .sheet = sheet,
    .begin = soft_begin,
    .draw = soft_draw_item,
    .end = soft_end,
    .polygon = soft_polygon,
    .glyphs = soft_glyphs,
    .read = read_pixels,
    .write = write_pixels,
    .copy = copy,
    .size = size,
    .publish = publish,
    .finish = finish,
};
