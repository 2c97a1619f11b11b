// Text, and labelled rectangles.
#include <math.h>
#include <string.h>

#include "base/need.h"
#include "render/renderer.h"

// -------------------------------------------------------------------------------- in pixels

static mjrRect whole(renderer* r) { return r->backend->size(r->device, r->target); }

void flat_polygon(renderer* r, mjrRect clip, const float (*corner)[2], int n, const float rgba[4]) {
  render_point point[32];
  if (n > 32) n = 32;
  for (int i = 0; i < n; i++) {
    point[i].x = corner[i][0];
    point[i].y = corner[i][1];
    memcpy(point[i].rgba, rgba, sizeof point[i].rgba);
  }
  r->backend->polygon(r->device, rect_common(clip, whole(r)), point, n);
}

void flat_rectangle(renderer* r, mjrRect rect, const float rgba[4]) {
  if (rect_empty(rect)) return;
  float x0 = (float)rect.left, y0 = (float)rect.bottom;
  float x1 = x0 + (float)rect.width, y1 = y0 + (float)rect.height;
  float corner[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
  flat_polygon(r, rect, (const float(*)[2])corner, 4, rgba);
}

void flat_line(renderer* r, mjrRect clip, const float from[2], const float to[2], float width,
               const float rgba[4]) {
  float d[2] = {to[0] - from[0], to[1] - from[1]};
  float length = sqrtf(d[0] * d[0] + d[1] * d[1]);
  if (!(length > 0)) return;
  float h = .5f * width / length;
  float side[2] = {-d[1] * h, d[0] * h};
  float corner[4][2] = {{from[0] - side[0], from[1] - side[1]},
                        {to[0] - side[0], to[1] - side[1]},
                        {to[0] + side[0], to[1] + side[1]},
                        {from[0] + side[0], from[1] + side[1]}};
  flat_polygon(r, clip, (const float(*)[2])corner, 4, rgba);
}

int flat_height(const mjrContext* con, int font) {
  return font == mjFONT_BIG ? con->charHeightBig : con->charHeight;
}

// Whether a byte is a character of the fonts.  Other characters are shown as boxes: one per UTF-8
// character, drawn with zero advance, so that widths computed by programs from charWidth remain
// correct.
static bool drawable(unsigned char c) { return c >= FONT_FIRST && c <= FONT_LAST; }

int flat_width(const mjrContext* con, int font, const char* txt, int n) {
  const int* width = font == mjFONT_BIG ? con->charWidthBig : con->charWidth;
  int sum = 0;
  for (int i = 0; i < n && txt[i]; i++) {
    if (drawable((unsigned char)txt[i])) sum += width[(unsigned char)txt[i]];
  }
  return sum;
}

// The characters of a text in one face.
static void put_text(renderer* r, mjrRect clip, int face, const float rgba[4], const char* txt,
                     int x, int y) {
  enum { MANY = 64 };
  render_glyph glyph[MANY];
  const font_face* f = r->font.face + face;
  int n = 0;
  for (; *txt; txt++) {
    unsigned char c = (unsigned char)*txt;
    if (!drawable(c)) continue;
    c -= FONT_FIRST;
    render_glyph g = {f->u[c], f->v, f->width[c], f->image_height, x - f->margin, y - f->sink};
    x += f->advance[c];
    glyph[n++] = g;
    if (n < MANY) continue;
    r->backend->glyphs(r->device, clip, glyph, n, rgba);
    n = 0;
  }
  if (n) r->backend->glyphs(r->device, clip, glyph, n, rgba);
}

void flat_text(renderer* r, mjrRect clip, text_style style, const char* txt, int x, int y) {
  static const float dark[4] = {0, 0, 0, 1};
  const float rgba[4] = {style.rgb[0], style.rgb[1], style.rgb[2], 1};
  clip = rect_common(clip, whole(r));
  if (style.font == mjFONT_SHADOW) put_text(r, clip, FONT_HALO, dark, txt, x, y);
  put_text(r, clip, style.font == mjFONT_BIG ? FONT_LARGE : FONT_SMALL, rgba, txt, x, y);
}

// -------------------------------------------------------------------------------- API functions

void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r, float g,
              float b) {
  renderer* it = renderer_of(con, __func__);
  if (!it) return;
  NEED(txt);
  if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return;
  float rgb[3] = {r, g, b};
  mjrRect v = it->viewport;
  flat_text(it, whole(it), (text_style){font, rgb}, txt, v.left + (int)(x * (float)v.width),
            v.bottom + (int)(y * (float)v.height));
}

void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a) {
  renderer* it = renderer_here(__func__);
  if (!it) return;
  float rgba[4] = {r, g, b, a};
  it->viewport = viewport = rect_bounded(viewport);
  flat_rectangle(it, viewport, rgba);
}

void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b, float a,
               float rt, float gt, float bt, const mjrContext* con) {
  renderer* it = renderer_of(con, __func__);
  if (!it || rect_empty(viewport)) return;
  float rgba[4] = {r, g, b, a}, rgb[3] = {rt, gt, bt};
  it->viewport = viewport = rect_bounded(viewport);
  flat_rectangle(it, viewport, rgba);
  if (!txt) return;
  int x = (viewport.width - flat_width(con, font, txt, (int)strlen(txt))) / 2;
  int y = (viewport.height - flat_height(con, font)) / 2;
  if (y < 0) return;
  flat_text(it, viewport, (text_style){font == mjFONT_BIG ? mjFONT_BIG : mjFONT_NORMAL, rgb}, txt,
            viewport.left + (x > 0 ? x : 0), viewport.bottom + y);
}

// -------------------------------------------------------------------------------- overlays

#define PAD 5

// The lines of a column, their size, and the position of their box.
typedef struct {
  char text[mjMAXOVERLAY + 1];
  char* line[mjMAXOVERLAY + 1];
  int nline, width, height;
  mjrRect box;
} column;

static void split(column* c, const char* text) {
  size_t n = strlen(text);
  if (n > mjMAXOVERLAY) n = mjMAXOVERLAY;
  memcpy(c->text, text, n);
  c->text[n] = 0;
  c->nline = 0;
  c->line[c->nline++] = c->text;
  for (char* s = c->text; *s; s++) {
    if (*s != '\n') continue;
    *s = 0;
    c->line[c->nline++] = s + 1;
  }
}

static void measure(column* c, const mjrContext* con, int font, const char* text) {
  split(c, text);
  int widest = 0;
  for (int i = 0; i < c->nline; i++) {
    int w = flat_width(con, font, c->line[i], mjMAXOVERLAY);
    if (w > widest) widest = w;
  }
  c->width = PAD + widest + 8;
  c->height = PAD + c->nline * flat_height(con, font) + (c->nline - 1) * PAD;
}

// A box at a grid position in the viewport, `skip` pixels after the previous one.
static mjrRect grid_cell(int gridpos, mjrRect v, int width, int height, int skip) {
  mjrRect box = {0, 0, width, height};
  switch (gridpos) {
    case mjGRID_TOPLEFT:
    case mjGRID_BOTTOMLEFT:
    case mjGRID_LEFT: box.left = v.left + skip + PAD; break;
    case mjGRID_TOPRIGHT:
    case mjGRID_BOTTOMRIGHT:
    case mjGRID_RIGHT: box.left = v.left + v.width - skip - 1 - PAD - width; break;
    default: box.left = v.left + (v.width - skip - width) / 2 - PAD - 1;
  }
  switch (gridpos) {
    case mjGRID_TOPLEFT:
    case mjGRID_TOPRIGHT:
    case mjGRID_TOP: box.bottom = v.bottom + v.height - PAD - 1 - height; break;
    case mjGRID_BOTTOMLEFT:
    case mjGRID_BOTTOMRIGHT:
    case mjGRID_BOTTOM: box.bottom = v.bottom + PAD; break;
    default: box.bottom = v.bottom + (v.height - height) / 2 - PAD - 1;
  }
  return box;
}

static void draw_column(renderer* r, const mjrContext* con, int font, const column* c,
                        float brightness) {
  static const float dark[4] = {0, 0, 0, .5f};
  const float rgb[3] = {brightness, brightness, brightness};
  flat_rectangle(r, c->box, dark);
  int height = flat_height(con, font);
  for (int i = 0; i < c->nline; i++) {
    int y = c->box.bottom + c->height - height - i * (height + PAD);
    flat_text(r, c->box, (text_style){font, rgb}, c->line[i], c->box.left + 3, y);
  }
}

void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay, const char* overlay2,
                 const mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  NEED(overlay);
  if (rect_empty(viewport)) return;
  viewport = rect_bounded(viewport);
  column first, second;
  bool two = overlay2 && *overlay2;
  bool labels_first = gridpos == mjGRID_TOPLEFT || gridpos == mjGRID_BOTTOMLEFT;
  measure(&first, con, font, two && !labels_first ? overlay2 : overlay);
  first.box = grid_cell(gridpos, viewport, first.width, first.height, 0);
  draw_column(r, con, font, &first, two && labels_first ? .7f : 1);
  if (!two) return;
  measure(&second, con, font, labels_first ? overlay2 : overlay);
  second.box = grid_cell(gridpos, viewport, second.width, second.height, first.width - 2);
  draw_column(r, con, font, &second, labels_first ? 1 : .7f);
}
