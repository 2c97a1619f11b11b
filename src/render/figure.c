// Figures: background, title, axes, grid, lines and legend, in drawing order.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/need.h"
#include "render/renderer.h"

#define MAX_TICKS  20
#define HIGHLIGHT  5  // width factor of a highlighted line
#define MOST_WIDTH 1e4f

typedef struct {
  renderer* r;
  const mjrContext* con;
  mjvFigure* fig;
  mjrRect view, pane;
  int pad, height;    // of a line of text
  float range[2][2];  // of x and y
  char label[2][MAX_TICKS][40];
  int highlighted;  // line, -1: none
} plot;

// --------------------------------------------------------------------------------------- ranges

static int points(const mjvFigure* fig, int line) {
  int n = fig->linepnt[line];
  return n < 0 ? 0 : n > mjMAXLINEPNT ? mjMAXLINEPNT : n;
}

static void find_range(plot* p, int axis) {
  const mjvFigure* fig = p->fig;
  float* range = p->range[axis];
  bool given = fig->range[axis][0] < fig->range[axis][1];
  range[0] = given ? fig->range[axis][0] : INFINITY;
  range[1] = given ? fig->range[axis][1] : -INFINITY;
  for (int k = 0; k < mjMAXLINE && (!given || fig->flg_extend); k++) {
    for (int i = 0; i < points(fig, k); i++) {
      float x = fig->linedata[k][2 * i + axis];
      if (!isfinite(x)) continue;
      if (x < range[0]) range[0] = x;
      if (x > range[1]) range[1] = x;
    }
  }
  if (!(range[0] <= range[1])) range[0] = range[1] = 0;
  float least = 1e-5f;
  if (range[1] - range[0] < least) {
    float middle = .5f * (range[0] + range[1]);
    float half =
        .5f * fmaxf(least, 4e-7f * fabsf(middle));  // so that the ends are different floats
    range[0] = middle - half;
    range[1] = middle + half;
  }
  if (axis == 1 && fig->flg_symmetric) {
    float largest = fmaxf(fabsf(range[0]), fabsf(range[1]));
    range[0] = -largest;
    range[1] = largest;
  }
}

// -------------------------------------------------------------------------------------- titles

// Part `wanted` of a title, whose parts are separated by at least two spaces: first character and
// length; length 0 when there is none.
static const char* subtitle(const char* title, int wanted, int* length) {
  const char* s = title;
  for (int k = 0;; k++) {
    const char* end = strstr(s, "  ");
    *length = end ? (int)(end - s) : (int)strlen(s);
    if (k == wanted) return s;
    if (!end) break;
    for (s = end; *s == ' ';) s++;
  }
  *length = 0;
  return "";
}

static void draw_part(plot* p, const char* text, int n, int x, int y, const float rgb[3]) {
  char part[1000];
  if (n > (int)sizeof part - 1) n = (int)sizeof part - 1;
  memcpy(part, text, (size_t)n);
  part[n] = 0;
  flat_text(p->r, p->view, (text_style){mjFONT_NORMAL, rgb}, part, x, y);
}

// How many of the first (or last) characters fit into a width in pixels.
static int fit_first(const plot* p, const char* text, int n, int room) {
  while (n > 0 && flat_width(p->con, mjFONT_NORMAL, text, n) > room) n--;
  return n;
}
static int fit_last(const plot* p, const char* text, int n, int room) {
  int cut = 0;
  while (cut < n && flat_width(p->con, mjFONT_NORMAL, text + cut, n - cut) > room) cut++;
  return n - cut;
}

static void draw_title(plot* p) {
  const mjvFigure* fig = p->fig;
  int n, left = p->view.left + p->pad, right = p->view.left + p->view.width - p->pad;
  int y = p->view.bottom + p->view.height - p->pad - p->height;
  const char* mine = subtitle(fig->title, fig->subplot, &n);
  n = fit_first(p, mine, n, right - left);
  int width = flat_width(p->con, mjFONT_NORMAL, mine, n);
  int x = p->view.left + (p->view.width - width) / 2;
  draw_part(p, mine, n, x, y, fig->textrgb);
  float faint[3];
  for (int k = 0; k < 3; k++) faint[k] = .4f * fig->textrgb[k] + .6f * fig->figurergba[k];
  if (!n) return;
  int after = (int)strlen(mine + n), before = (int)(mine - fig->title);
  draw_part(p, mine + n, fit_first(p, mine + n, after, right - x - width), x + width, y, faint);
  int shown = fit_last(p, fig->title, before, x - left);
  const char* from = mine - shown;
  draw_part(p, from, shown, x - flat_width(p->con, mjFONT_NORMAL, from, shown), y, faint);
}

// --------------------------------------------------------------------------------------- ticks

static bool ticks_shown(const plot* p, int axis) {
  return p->fig->flg_ticklabel[axis] && p->fig->gridsize[0] > 1 && p->fig->gridsize[1] > 1;
}

static int ticks(const plot* p, int axis) {
  int n = p->fig->gridsize[axis];
  return n > MAX_TICKS ? MAX_TICKS : n;
}

// Whether the string is a printf format for one number; it comes from the program.
static bool sound_format(const char* format) {
  int conversions = 0;
  for (const char* s = format; *s; s++) {
    if (*s != '%') continue;
    if (*++s == '%') continue;
    s += strspn(s, "+-# 0123456789.");
    if (!*s || !strchr("eEfFgGaA", *s)) return false;
    conversions++;
  }
  return conversions == 1;
}

// Print a number without trailing zeros after the decimal point.
static void print_number(char* to, size_t size, const char* format, double value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf(to, size, sound_format(format) ? format : "%.3g", value);
#pragma GCC diagnostic pop
  if (!strchr(to, '.') || strpbrk(to, "eE")) return;
  size_t n = strlen(to);
  while (n && to[n - 1] == '0') to[--n] = 0;
  if (n && to[n - 1] == '.') to[--n] = 0;
}

static void make_labels(plot* p, int axis) {
  int n = ticks(p, axis);
  char format[sizeof p->fig->xformat + 1] = "";
  memcpy(format, axis ? p->fig->yformat : p->fig->xformat, sizeof p->fig->xformat);
  for (int i = 0; i < n; i++) {
    float value =
        p->range[axis][0] + (p->range[axis][1] - p->range[axis][0]) * (float)i / (float)(n - 1);
    print_number(p->label[axis][i], sizeof p->label[axis][i], format, value);
  }
}

static int label_width(const plot* p, int axis, int i) {
  return flat_width(p->con, mjFONT_NORMAL, p->label[axis][i], 40);
}

// The width of the widest y label, or as specified by the figure.
static int margin_width(const plot* p) {
  int widest = flat_width(p->con, mjFONT_NORMAL, p->fig->minwidth, sizeof p->fig->minwidth);
  for (int i = 0; i < ticks(p, 1); i++) {
    if (label_width(p, 1, i) > widest) widest = label_width(p, 1, i);
  }
  return widest;
}

// Lines of the grid across an axis: more than there are pixels show no more.
static int grid_lines(const plot* p, int axis) {
  int n = p->fig->gridsize[axis], most = (axis ? p->pane.height : p->pane.width) + 1;
  return n > most ? most : n;
}

// Pixel position of tick i of an axis.
static float tick_pixel(const plot* p, int axis, int i) {
  int n = grid_lines(p, axis);
  float from = (float)(axis ? p->pane.bottom : p->pane.left);
  float size = (float)(axis ? p->pane.height : p->pane.width);
  return from + size * (float)i / (float)(n - 1);
}

static void draw_ticks(plot* p) {
  const float rgb[3] = {p->fig->textrgb[0], p->fig->textrgb[0], p->fig->textrgb[0]};
  for (int i = 0, n = ticks(p, 0); ticks_shown(p, 0) && i < n; i++) {
    int width = label_width(p, 0, i);
    int x = (int)tick_pixel(p, 0, i) - (i == 0 ? 0 : i == n - 1 ? width : width / 2);
    int y = p->pane.bottom - p->pad - p->height + 1;
    flat_text(p->r, p->view, (text_style){mjFONT_NORMAL, rgb}, p->label[0][i], x, y);
  }
  for (int i = 0, n = ticks(p, 1); ticks_shown(p, 1) && i < n; i++) {
    int x = p->pane.left - p->pad - label_width(p, 1, i);
    int y = (int)tick_pixel(p, 1, i) - p->height / 2 + 1;
    flat_text(p->r, p->view, (text_style){mjFONT_NORMAL, rgb}, p->label[1][i], x, y);
  }
}

// --------------------------------------------------------------------------------- pane and lines

// Place the pane in the area left by titles and labels.
static void place_pane(plot* p) {
  const mjvFigure* fig = p->fig;
  int left, right, top, bottom;
  left = right = top = bottom = p->pad;
  if (fig->title[0]) top += p->height + p->pad;
  if (fig->xlabel[0]) bottom += p->height + (ticks_shown(p, 0) ? p->pad / 2 : p->pad);
  if (ticks_shown(p, 0)) bottom += p->height + p->pad;
  if (ticks_shown(p, 1)) left += margin_width(p) + p->pad;
  p->pane.left = p->view.left + left;
  p->pane.bottom = p->view.bottom + bottom;
  p->pane.width = p->view.width - left - right;
  p->pane.height = p->view.height - top - bottom;
}

static void draw_grid(plot* p) {
  const mjvFigure* fig = p->fig;
  const float rgba[4] = {fig->gridrgb[0], fig->gridrgb[1], fig->gridrgb[2], 1};
  float ends[2][2] = {{(float)p->pane.left, (float)(p->pane.left + p->pane.width)},
                      {(float)p->pane.bottom, (float)(p->pane.bottom + p->pane.height)}};
  for (int axis = 0; axis < 2; axis++) {
    for (int i = 0, n = grid_lines(p, axis); i < n && n > 1; i++) {
      float at = floorf(tick_pixel(p, axis, i)) + .5f;
      float from[2], to[2];
      from[axis] = to[axis] = at;
      from[1 - axis] = ends[1 - axis][0];
      to[1 - axis] = ends[1 - axis][1];
      flat_line(p->r, p->view, from, to, fig->gridwidth, rgba);
    }
  }
}

static void to_pixel(const plot* p, const float data[2], float pixel[2]) {
  for (int k = 0; k < 2; k++) {
    float size = (float)(k ? p->pane.height : p->pane.width);
    float share = (data[k] - p->range[k][0]) / (p->range[k][1] - p->range[k][0]);
    share = fminf(fmaxf(share, -1e3f), 1e3f);
    pixel[k] = (float)(k ? p->pane.bottom : p->pane.left) + size * share;
  }
}

static void draw_line(plot* p, int k, float width) {
  const mjvFigure* fig = p->fig;
  const float* rgb = fig->linergb[k];
  const float rgba[4] = {rgb[0], rgb[1], rgb[2], 1};
  int step = fig->flg_barplot ? 2 : 1, over = (int)ceilf(.5f * fmaxf(fminf(width, MOST_WIDTH), 0));
  mjrRect clip = {p->pane.left - over, p->pane.bottom - over, p->pane.width + 2 * over,
                  p->pane.height + 2 * over};
  clip = rect_common(clip, p->view);
  for (int i = 0; i + 1 < points(fig, k); i += step) {
    const float* data = fig->linedata[k] + 2 * i;
    if (!isfinite(data[0]) || !isfinite(data[1]) || !isfinite(data[2]) || !isfinite(data[3])) {
      continue;
    }
    float from[2], to[2];
    to_pixel(p, data, from);
    to_pixel(p, data + 2, to);
    flat_line(p->r, clip, from, to, width, rgba);
  }
}

static void draw_selection(plot* p) {
  static const float white[4] = {1, 1, 1, 1};
  float data[2] = {p->fig->selection, p->range[1][0]}, from[2], to[2];
  if (!p->fig->flg_selection || !isfinite(data[0])) return;
  to_pixel(p, data, from);
  data[1] = p->range[1][1];
  to_pixel(p, data, to);
  flat_line(p->r, p->pane, from, to, 3, white);
}

// -------------------------------------------------------------------------------------- legend

static int name_width(const plot* p, int k) {
  return flat_width(p->con, mjFONT_SHADOW, p->fig->linename[k], sizeof p->fig->linename[k]);
}

// Select the lines for the legend, as many as fit into the pane; *widest: width of the widest name.
static int choose_names(const plot* p, int chosen[mjMAXLINE], int* widest) {
  int n = 0, room = (p->pane.height - 2 * p->pad) / p->height;
  *widest = 0;
  int first = p->fig->legendoffset < 0 ? 0 : p->fig->legendoffset;
  for (int k = first; k < mjMAXLINE && n < room; k++) {
    if (!p->fig->linename[k][0]) continue;
    chosen[n++] = k;
    if (name_width(p, k) > *widest) *widest = name_width(p, k);
  }
  return n;
}

static void draw_legend(plot* p) {
  int chosen[mjMAXLINE], widest;
  int n = p->fig->flg_legend ? choose_names(p, chosen, &widest) : 0;
  if (!n) return;
  int right = p->pane.left + p->pane.width - p->pad;
  int top = p->pane.bottom + p->pane.height - p->pad;
  mjrRect box = {right - widest, top - n * p->height, widest, n * p->height};
  mjrRect ground = {box.left - p->pad / 2, box.bottom - p->pad / 2, box.width + p->pad,
                    box.height + p->pad};
  flat_rectangle(p->r, rect_common(ground, p->pane), p->fig->legendrgba);
  for (int i = 0; i < n; i++) {
    int k = chosen[i];
    mjrRect row = {box.left, top - (i + 1) * p->height, widest, p->height};
    flat_text(p->r, p->pane, (text_style){mjFONT_SHADOW, p->fig->linergb[k]}, p->fig->linename[k],
              right - name_width(p, k), row.bottom);
    if (!mjr_findRect(p->fig->highlight[0], p->fig->highlight[1], 1, &row)) p->highlighted = k;
  }
}

// ----------------------------------------------------------------------------------- highlights

// Show the values at the selected x of the highlighted line.
static void draw_nearest_point(plot* p) {
  const mjvFigure* fig = p->fig;
  const float* nearest = NULL;
  for (int i = 0; i < points(fig, p->highlighted); i++) {
    const float* data = fig->linedata[p->highlighted] + 2 * i;
    if (!isfinite(data[0]) || !isfinite(data[1])) continue;
    if (!nearest || fabsf(data[0] - fig->selection) < fabsf(nearest[0] - fig->selection)) {
      nearest = data;
    }
  }
  if (!nearest) return;
  char text[100];
  snprintf(text, sizeof text, "( %.4g : %.4g )", nearest[0], nearest[1]);
  flat_text(p->r, p->pane, (text_style){mjFONT_SHADOW, fig->textrgb}, text,
            p->pane.left + p->pane.width / 10, p->pane.bottom + p->pane.height / 10);
}

static void draw_highlight(plot* p) {
  if (p->highlighted < 0 || p->highlighted >= mjMAXLINE) return;
  draw_line(p, p->highlighted, HIGHLIGHT * p->fig->linewidth);
  if (p->fig->flg_selection) draw_nearest_point(p);
}

// For programs that ask what is under the mouse.
static void store_axes(plot* p) {
  mjvFigure* fig = p->fig;
  fig->xaxispixel[0] = p->pane.left;
  fig->xaxispixel[1] = p->pane.left + p->pane.width;
  fig->yaxispixel[0] = p->pane.bottom;
  fig->yaxispixel[1] = p->pane.bottom + p->pane.height;
  memcpy(fig->xaxisdata, p->range[0], sizeof fig->xaxisdata);
  memcpy(fig->yaxisdata, p->range[1], sizeof fig->yaxisdata);
}

void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con) {
  renderer* r = renderer_of(con, __func__);
  if (!r) return;
  NEED(fig);
  if (rect_empty(viewport)) return;
  viewport = rect_bounded(viewport);
  plot p = {r,
            con,
            fig,
            .view = viewport,
            .pad = con->charHeight / 2,
            .height = con->charHeight,
            .highlighted = fig->highlightid};
  r->viewport = viewport;
  flat_rectangle(r, viewport, fig->figurergba);
  for (int axis = 0; axis < 2; axis++) {
    find_range(&p, axis);
    if (ticks_shown(&p, axis)) make_labels(&p, axis);
  }
  place_pane(&p);
  if (rect_empty(p.pane)) return;
  draw_title(&p);
  int wide = flat_width(con, mjFONT_NORMAL, fig->xlabel, sizeof fig->xlabel);
  flat_text(r, viewport, (text_style){mjFONT_NORMAL, fig->textrgb}, fig->xlabel,
            viewport.left + (viewport.width - wide) / 2, viewport.bottom + p.pad);
  draw_ticks(&p);
  flat_rectangle(r, p.pane, fig->panergba);
  draw_grid(&p);
  for (int k = mjMAXLINE - 1; k >= 0; k--) draw_line(&p, k, fig->linewidth);
  draw_selection(&p);
  draw_legend(&p);
  draw_highlight(&p);
  store_axes(&p);
}
