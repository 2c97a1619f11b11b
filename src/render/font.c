// Rasterises stroke fonts.  The coverage of a pixel depends on its distance to the pen's path.
#include "render/font.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// For normal and big characters at every scale: line height, and the sum of the widths of all
// characters. Programs use these for the layout of panels.
static const struct {
  int scale;
  struct {
    int height, width;
  } face[2];
} metrics[] = {
    {50, {{11, 533}, {18, 755}}},    {100, {{18, 755}, {37, 1460}}},
    {150, {{28, 1091}, {54, 2140}}}, {200, {{37, 1460}, {71, 2745}}},
    {250, {{45, 1783}, {89, 3455}}}, {300, {{54, 2140}, {106, 4093}}},
};

#define LINE_UNITS   37.  // line height in stroke units
#define BASE_UNITS   10.  // height of the base line
#define BEARING      2.2  // stroke units before a character
#define PEN_UNITS    2.1  // stroke width, but at least PEN_PIXELS
#define PEN_PIXELS   1.1
#define HALO_UNITS   10.3  // width of a stroke with the dark on both sides of it
#define MAX_SEGMENTS 200

typedef struct {
  float from[2], to[2];
} stroke;

// The path of one character as straight segments, in pixels.
typedef struct {
  int n;
  stroke piece[MAX_SEGMENTS];
  double scale[2], origin[2];
  double at[2];
  bool down;
} path;

static void pen_to(path* p, double x, double y) {
  double to[2] = {p->origin[0] + p->scale[0] * x, p->origin[1] + p->scale[1] * y};
  if (p->down && p->n < MAX_SEGMENTS) {
    stroke* s = p->piece + p->n++;
    for (int k = 0; k < 2; k++) {
      s->from[k] = (float)p->at[k];
      s->to[k] = (float)to[k];
    }
  }
  p->at[0] = to[0];
  p->at[1] = to[1];
  p->down = true;
}

// Parse a number of the table: digits and one point, independent of the locale.
static double read_number(const char** text) {
  const char* s = *text;
  double sign = *s == '-' ? -1 : 1, value = 0, unit = 1;
  if (*s == '-') s++;
  for (; *s >= '0' && *s <= '9'; s++) value = 10 * value + (*s - '0');
  if (*s == '.') {
    for (s++; *s >= '0' && *s <= '9'; s++) value += (unit /= 10) * (*s - '0');
  }
  *text = s;
  return sign * value;
}

static void read_numbers(const char** text, double* value, int n) {
  for (int i = 0; i < n; i++) {
    value[i] = read_number(text);
    if (**text == ',') ++*text;
  }
}

static void pen_along_arc(path* p, const double arc[6]) {
  int n = 2 + (int)(fabs(arc[5] - arc[4]) / 15);
  for (int i = 0; i <= n; i++) {
    double a = (arc[4] + (arc[5] - arc[4]) * i / n) * (mjPI / 180);
    pen_to(p, arc[0] + arc[2] * cos(a), arc[1] + arc[3] * sin(a));
  }
}

static void pen_along(path* p, const char* strokes) {
  double value[6];
  while (*strokes) {
    if (*strokes == '/') {
      p->down = false;
      strokes++;
    } else if (*strokes == ' ') {
      strokes++;
    } else if (*strokes == '@') {
      strokes++;
      read_numbers(&strokes, value, 6);
      pen_along_arc(p, value);
    } else {
      read_numbers(&strokes, value, 2);
      pen_to(p, value[0], value[1]);
    }
  }
}

// Squared distance of a point from a segment.
static double distance2(const stroke* s, double x, double y) {
  double dx = s->to[0] - s->from[0], dy = s->to[1] - s->from[1];
  double px = x - s->from[0], py = y - s->from[1];
  double length2 = dx * dx + dy * dy;
  double t = length2 > 0 ? (px * dx + py * dy) / length2 : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  px -= t * dx;
  py -= t * dy;
  return px * px + py * py;
}

static void draw_path(const path* p, double pen, mjtByte* to, int stride, int width, int height) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      double nearest = INFINITY;
      for (int i = 0; i < p->n; i++) {
        double d = distance2(p->piece + i, x + .5, y + .5);
        if (d < nearest) nearest = d;
      }
      double coverage = .5 * pen + .5 - sqrt(nearest);
      coverage = coverage < 0 ? 0 : coverage > 1 ? 1 : coverage;
      to[y * stride + x] = (mjtByte)(255 * coverage + .5);
    }
  }
}

static bool is_digit(int i) { return i >= '0' - FONT_FIRST && i <= '9' - FONT_FIRST; }

// Round the widths to whole pixels with the given sum.  All digits get the same width; rounding
// errors of the other characters are accumulated.
static void fit_widths(font_face* f, int sum) {
  int units = 0, before = 0, given = 0;
  for (int i = 0; i < FONT_NCHAR; i++) units += font_glyphs[i].advance;
  for (int i = 0; i < FONT_NCHAR; i++) {
    if (!is_digit(i)) continue;
    f->advance[i] = (int)floor((double)font_glyphs[i].advance * sum / units + .5);
    sum -= f->advance[i];
    units -= font_glyphs[i].advance;
  }
  for (int i = 0; i < FONT_NCHAR; i++) {
    if (is_digit(i)) continue;
    before += font_glyphs[i].advance;
    int until = (int)floor((double)before * sum / units + .5);
    f->advance[i] = until - given;
    given = until;
  }
}

static void place_face(font_face* f, int height, int sum, bool halo) {
  f->height = height;
  f->margin = 1 + height / 20 + (int)(BEARING * height / LINE_UNITS);
  f->sink = halo ? (int)(.5 * HALO_UNITS * height / LINE_UNITS) : 0;
  f->margin += f->sink;
  f->image_height = height + 2 * f->sink;
  fit_widths(f, sum);
  int u = 0;
  for (int i = 0; i < FONT_NCHAR; i++) {
    f->u[i] = u;
    f->width[i] = f->advance[i] + 2 * f->margin;
    u += f->width[i];
  }
}

static void draw_face(const font_face* f, const font_sheet* sheet, bool halo) {
  double pen = PEN_UNITS * f->height / LINE_UNITS;
  if (pen < PEN_PIXELS) pen = PEN_PIXELS;
  double wide = halo ? HALO_UNITS * f->height / LINE_UNITS : pen;
  double base = floor(BASE_UNITS * f->height / LINE_UNITS);
  double capital = floor(20. * f->height / LINE_UNITS + .5);
  for (int i = 0; i < FONT_NCHAR; i++) {
    path p = {.scale = {(double)f->advance[i] / font_glyphs[i].advance, (capital - pen) / 20},
              .origin = {f->margin + BEARING * f->height / LINE_UNITS, f->sink + base + pen / 2}};
    pen_along(&p, font_glyphs[i].strokes);
    draw_path(&p, wide, sheet->coverage + f->v * sheet->width + f->u[i], sheet->width, f->width[i],
              f->image_height);
  }
}

int font_make(font_sheet* sheet, int fontscale) {
  memset(sheet, 0, sizeof *sheet);
  unsigned k = 0;
  while (k + 1 < sizeof metrics / sizeof *metrics && metrics[k].scale != fontscale) k++;
  for (int i = 0; i < FONT_NFACE; i++) {
    font_face* f = sheet->face + i;
    int like = i == FONT_LARGE;
    place_face(f, metrics[k].face[like].height, metrics[k].face[like].width, i == FONT_HALO);
    f->v = sheet->height;
    sheet->height += f->image_height;
    int width = f->u[FONT_NCHAR - 1] + f->width[FONT_NCHAR - 1];
    if (width > sheet->width) sheet->width = width;
  }
  sheet->coverage = calloc((size_t)sheet->width, (size_t)sheet->height);
  if (!sheet->coverage) return 0;
  for (int i = 0; i < FONT_NFACE; i++) { draw_face(sheet->face + i, sheet, i == FONT_HALO); }
  return 1;
}

void font_free(font_sheet* sheet) {
  free(sheet->coverage);
  memset(sheet, 0, sizeof *sheet);
}
