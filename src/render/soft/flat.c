// Polygons and glyphs, blended by pixel coverage.
#include <math.h>
#include <string.h>

#include "render/renderer.h"
#include "render/soft/scene.h"

enum { MAX_CORNERS = 32 };

static inline int to_byte(float x) { return x > 0 ? x < 1 ? (int)(255 * x + .5f) : 255 : 0; }

static inline void blend(mjtByte* to, const int rgb[3], int alpha) {
  for (int k = 0; k < 3; k++)
    to[k] = (mjtByte)((rgb[k] * alpha + to[k] * (255 - alpha) + 127) / 255);
}

// The lines through the sides: signed distance of a point from each, positive inside.
typedef struct {
  int n;
  float a[MAX_CORNERS], b[MAX_CORNERS], c[MAX_CORNERS];
} flat_outline;

static bool make_outline(flat_outline* o, const render_point* p, int n) {
  float area = 0;
  for (int i = 0; i < n; i++) {
    const render_point* q = p + (i + 1) % n;
    area += p[i].x * q->y - q->x * p[i].y;
  }
  o->n = 0;
  for (int i = 0; i < n; i++) {
    const render_point* q = p + (i + 1) % n;
    float dx = q->x - p[i].x, dy = q->y - p[i].y, length = sqrtf(dx * dx + dy * dy);
    if (!(length > 0)) continue;
    float s = (area < 0 ? -1 : 1) / length;
    o->a[o->n] = -dy * s;
    o->b[o->n] = dx * s;
    o->c[o->n] = (p[i].x * dy - p[i].y * dx) * s;
    o->n++;
  }
  return isfinite(area) && o->n > 2;
}

// Coverage of the pixel with this centre: exact for a single horizontal or vertical side,
// approximate for others.
static float covered(const flat_outline* o, float x, float y) {
  float share = 1;
  for (int i = 0; i < o->n; i++) {
    float d = o->a[i] * x + o->b[i] * y + o->c[i] + .5f;
    if (d <= 0) return 0;
    if (d < 1) share *= d;
  }
  return share;
}

// The colour at a point: linear in each triangle of the fan from the first corner.
static void color_at(const render_point* p, int n, float x, float y, float rgba[4]) {
  memcpy(rgba, p->rgba, sizeof p->rgba);
  for (int i = 1; i + 1 < n; i++) {
    float ax = p[i].x - p->x, ay = p[i].y - p->y, bx = p[i + 1].x - p->x, by = p[i + 1].y - p->y;
    float area = ax * by - ay * bx, px = x - p->x, py = y - p->y;
    if (area == 0) continue;
    float s = (px * by - py * bx) / area, t = (ax * py - ay * px) / area;
    bool inside = s >= 0 && t >= 0 && s + t <= 1;
    if (!inside && i + 2 < n) continue;
    for (int k = 0; k < 4; k++) {
      rgba[k] = p->rgba[k] + s * (p[i].rgba[k] - p->rgba[k]) + t * (p[i + 1].rgba[k] - p->rgba[k]);
    }
    return;
  }
}

static bool one_color(const render_point* p, int n) {
  for (int i = 1; i < n; i++) {
    if (memcmp(p[i].rgba, p->rgba, sizeof p->rgba)) return false;
  }
  return true;
}

// The pixels that a polygon may cover.
static mjrRect touched(mjrRect clip, const render_point* p, int n) {
  float low[2] = {1e6f, 1e6f}, high[2] = {-1e6f, -1e6f};
  for (int i = 0; i < n; i++) {
    float at[2] = {p[i].x, p[i].y};
    for (int k = 0; k < 2; k++) {
      low[k] = fmaxf(fminf(low[k], at[k]), -1e6f);
      high[k] = fminf(fmaxf(high[k], at[k]), 1e6f);
    }
  }
  int left = (int)floorf(low[0]), bottom = (int)floorf(low[1]);
  mjrRect box = {left, bottom, (int)ceilf(high[0]) - left, (int)ceilf(high[1]) - bottom};
  return rect_common(clip, box);
}

void soft_polygon(render_device* dev, mjrRect clip, const render_point* p, int n) {
  soft_target* t = dev->target + dev->current;
  flat_outline o;
  if (n > MAX_CORNERS) n = MAX_CORNERS;
  if (n < 3 || !t->rgba || !make_outline(&o, p, n)) return;
  mjrRect all = {0, 0, t->width, t->height};
  mjrRect box = rect_common(touched(clip, p, n), all);
  bool plain = one_color(p, n);
  int rgb[3], alpha = to_byte(p->rgba[3]);
  for (int k = 0; k < 3; k++) rgb[k] = to_byte(p->rgba[k]);
  for (int y = box.bottom; y < box.bottom + box.height; y++) {
    float cy = (float)y + .5f, last = (float)(box.left + box.width) - .5f;
    bool full = covered(&o, (float)box.left + .5f, cy) == 1 && covered(&o, last, cy) == 1;
    mjtByte* to = t->rgba + 4 * ((size_t)y * (size_t)t->width + (size_t)box.left);
    for (int x = box.left; x < box.left + box.width; x++, to += 4) {
      float cx = (float)x + .5f, share = full ? 1 : covered(&o, cx, cy);
      if (share == 0) continue;
      if (!plain) {
        float rgba[4];
        color_at(p, n, cx, cy, rgba);
        for (int k = 0; k < 3; k++) rgb[k] = to_byte(rgba[k]);
        alpha = to_byte(rgba[3]);
      }
      blend(to, rgb, share == 1 ? alpha : (int)((float)alpha * share + .5f));
    }
  }
}

void soft_glyphs(render_device* dev, mjrRect clip, const render_glyph* glyph, int nglyph,
                 const float rgba[4]) {
  soft_target* t = dev->target + dev->current;
  if (!t->rgba || !dev->sheet) return;
  mjrRect all = {0, 0, t->width, t->height};
  clip = rect_common(clip, all);
  int rgb[3], alpha = to_byte(rgba[3]);
  for (int k = 0; k < 3; k++) rgb[k] = to_byte(rgba[k]);
  for (int i = 0; i < nglyph; i++) {
    const render_glyph* g = glyph + i;
    mjrRect picture = {g->x, g->y, g->width, g->height};
    mjrRect box = rect_common(picture, clip);
    for (int y = box.bottom; y < box.bottom + box.height; y++) {
      const mjtByte* from = dev->sheet + (g->v + y - g->y) * dev->sheet_width + g->u - g->x;
      mjtByte* to = t->rgba + 4 * (size_t)y * (size_t)t->width;
      for (int x = box.left; x < box.left + box.width; x++) {
        if (from[x]) blend(to + 4 * (size_t)x, rgb, (from[x] * alpha + 127) / 255);
      }
    }
  }
}
