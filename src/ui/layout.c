// Layout: positions and sizes from the items of a panel, its spacing and the font.
#include "ui/layout.h"

#include <math.h>
#include <string.h>

#include <engine/base.h>

#include "base/need.h"

// Maximum height of a panel: every device of the last ten years supports buffers of this height.
enum { TALLEST = 16384 };

static int scaled(int size, int percent) { return (int)lround(size * percent / 100.); }

ui_metrics ui_measure(const mjUI* ui, const mjrContext* con) {
  const mjuiThemeSpacing* s = &ui->spacing;
  int f = con->fontScale;
  ui_metrics v = {
      .total = scaled(s->total, f),
      .scroll = scaled(s->scroll, f),
      .label = scaled(s->label, f),
      .section = scaled(s->section, f),
      .cornersect = scaled(s->cornersect, f),
      .cornersep = scaled(s->cornersep, f),
      .itemside = scaled(s->itemside, f),
      .itemmid = scaled(s->itemmid, f),
      .itemver = scaled(s->itemver, f),
      .texthor = scaled(s->texthor, f),
      .textver = scaled(s->textver, f),
      .linescroll = scaled(s->linescroll, f),
      .edge = scaled(2, f),
  };
  v.text = con->charHeight + 2 * v.textver;
  v.line = con->charHeight + v.textver;
  v.column = (v.total - v.scroll - 2 * v.section - 2 * v.itemside - v.itemmid) / 2;
  return v;
}

int ui_text_width(const mjrContext* con, const char* text, int n) {
  int width = 0;
  for (const char* c = text; *c && (n < 0 || c - text < n); c++) {
    if (*c >= 32 && *c < 127) width += con->charWidth[(int)*c];
  }
  return width;
}

bool ui_enabled(const mjUI* ui, const mjuiItem* item) {
  if (item->state < 2) return item->state == 1;
  return !ui->predicate || ui->predicate(item->state, ui->userdata);
}

mjuiItem* ui_find(mjUI* ui, int section, int item) {
  if ((unsigned)section >= (unsigned)ui->nsect) return NULL;
  mjuiSection* s = ui->sect + section;
  return (unsigned)item < (unsigned)s->nitem ? s->item + item : NULL;
}

mjuiItem* ui_edited(mjUI* ui) {
  mjuiItem* t = ui_find(ui, ui->editsect - 1, ui->edititem);
  return t && t->type >= mjITEM_EDITINT ? t : NULL;
}

// --- the whole panel ----------------------------------------------------------------------------

static int radio_columns(const mjUI* ui) { return ui->radiocol > 0 ? ui->radiocol : 2; }

static int item_height(const mjUI* ui, const mjuiItem* t, const ui_metrics* v) {
  int lines = t->multi.nelem > 1 ? t->multi.nelem : 1, columns = radio_columns(ui);
  if (t->type == mjITEM_STATIC) return lines * v->line;
  if (t->type == mjITEM_RADIO) return (lines + columns - 1) / columns * v->text;
  return v->text;
}

static bool shares_rows(int type) { return type >= mjITEM_BUTTON && type <= mjITEM_CHECKBYTE; }

static bool has_label(const mjuiItem* t) {
  return t->name[0] && (t->type == mjITEM_STATIC || t->type >= mjITEM_RADIO);
}

// Place the items of a section downwards from y; returns the end of the last one.  all: as if all
// separators were open.
static int place_items(const mjUI* ui, mjuiSection* s, const ui_metrics* v, int y, bool all) {
  bool hidden = false, half = false;  // below a closed separator; right half of a row
  for (int i = 0; i < s->nitem; i++) {
    mjuiItem* t = s->item + i;
    if (t->type == mjITEM_SEPARATOR) hidden = t->state == mjSEPCLOSED && !all;
    t->skip = hidden && t->type != mjITEM_SEPARATOR;
    t->rect = (mjrRect){0, 0, 0, 0};
    if (t->skip) continue;
    int left = v->section + v->itemside, height = item_height(ui, t, v);
    int width = v->total - v->scroll - 2 * v->section - 2 * v->itemside;
    half = !half && i > 0 && shares_rows(t->type) && t[-1].type == t->type && !t[-1].skip;
    if (half) {
      y -= height;
      left += v->column + v->itemmid;
    } else {
      y += t->type == mjITEM_SEPARATOR ? v->section : v->itemver;
    }
    if (shares_rows(t->type)) width = v->column;
    if (has_label(t)) left += v->label, width -= v->label;
    t->rect = (mjrRect){left, y, width, height};
    y += height;
  }
  return y + v->itemver;
}

// Place everything from the top downwards; returns the total height.
static int place_sections(mjUI* ui, const ui_metrics* v, bool all) {
  int y = 0, width = v->total - v->scroll - 2 * v->section;
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* s = ui->sect + i;
    int title = s->state == mjSECT_FIXED ? 0 : v->text;
    y += v->section;
    s->rtitle = (mjrRect){v->section, y, width, title};
    y += title;
    int end = place_items(ui, s, v, y, all);
    s->rcontent = (mjrRect){v->section, y, width, end - y};
    if (s->state != mjSECT_CLOSED || all) y = end;
  }
  return y + v->section;
}

// Convert coordinates measured from the top to coordinates from the bottom.
static void turn(mjrRect* r, int height) { r->bottom = height - r->bottom - r->height; }

// Close the open section that was used least recently; false when none is open.
static bool close_one(mjUI* ui) {
  mjuiSection* oldest = NULL;
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* s = ui->sect + i;
    if (s->state == mjSECT_OPEN && (!oldest || s->lastclick < oldest->lastclick)) oldest = s;
  }
  if (oldest) oldest->state = mjSECT_CLOSED;
  return oldest != NULL;
}

void mjui_resize(mjUI* ui, const mjrContext* con) {
  NEED(ui, con);
  ui_metrics v = ui_measure(ui, con);
  int all = place_sections(ui, &v, true);
  ui->width = v.total;
  ui->maxheight = all < TALLEST ? all : TALLEST;
  while ((ui->height = place_sections(ui, &v, false)) > ui->maxheight) {
    if (close_one(ui)) continue;
    mju_error("mjui_resize: the fixed sections need %d pixels, there are %d", ui->height, TALLEST);
    return;
  }
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* s = ui->sect + i;
    turn(&s->rtitle, ui->height);
    turn(&s->rcontent, ui->height);
    for (int k = 0; k < s->nitem; k++) turn(&s->item[k].rect, ui->height);
  }
}

// --- the scroll bar -----------------------------------------------------------------------------

static int bounded(int x) {
  enum { MOST = 1 << 24 };  // more than any screen has; sums of a few are numbers still
  return x < -MOST ? -MOST : x > MOST ? MOST : x;
}

mjrRect ui_place(const mjUI* ui, const mjuiState* state) {
  mjrRect r = state->rect[ui->rectid];
  return (mjrRect){bounded(r.left), bounded(r.bottom), bounded(r.width), bounded(r.height)};
}

int ui_scroll_max(const mjUI* ui, mjrRect place) {
  return ui->height > place.height ? ui->height - place.height : 0;
}

mjrRect ui_thumb(const mjUI* ui, const mjrContext* con, mjrRect place) {
  int width = scaled(ui->spacing.scroll, con->fontScale);
  mjrRect r = {place.left + place.width - width, place.bottom, width, 0};
  if (!ui_scroll_max(ui, place)) return r;
  double shown = place.height / (double)ui->height;
  r.height = (int)lround(place.height * shown);
  r.bottom += place.height - r.height - (int)lround(ui->scroll * shown);
  return r;
}

// --- parts of items -----------------------------------------------------------------------------

mjrRect ui_section_check(const mjuiSection* s) {
  return (mjrRect){s->rtitle.left, s->rtitle.bottom, s->rtitle.height, s->rtitle.height};
}

// Start of alternative k of a line: each has the width of its name plus an equal share of the
// remaining space.
static int line_start(const mjrContext* con, const mjuiItem* t, int k) {
  int text = 0, before = 0;
  for (int i = 0; i < t->multi.nelem; i++) {
    if (i == k) before = text;
    text += ui_text_width(con, t->multi.name[i], -1);
  }
  if (k == t->multi.nelem) return t->rect.width;
  return before + (t->rect.width - text) * k / t->multi.nelem;
}

mjrRect ui_choice(const mjUI* ui, const mjrContext* con, const mjuiItem* t, int k) {
  mjrRect r = t->rect;
  if (t->type == mjITEM_RADIOLINE) {
    int start = line_start(con, t, k), end = line_start(con, t, k + 1);
    return (mjrRect){r.left + start, r.bottom, end - start, r.height};
  }
  int columns = radio_columns(ui), rows = (t->multi.nelem + columns - 1) / columns;
  int row = k / columns, column = k % columns, height = r.height / rows;
  int left = r.width * column / columns, right = r.width * (column + 1) / columns;
  return (mjrRect){r.left + left, r.bottom + r.height - (row + 1) * height, right - left, height};
}

mjrRect ui_list(const mjUI* ui, const mjrContext* con, const mjuiItem* t) {
  ui_metrics v = ui_measure(ui, con);
  int height = t->multi.nelem * v.text;
  return (mjrRect){t->rect.left, t->rect.bottom - v.itemver - height, t->rect.width, height};
}

mjrRect ui_list_line(const mjUI* ui, const mjrContext* con, const mjuiItem* t, int k) {
  mjrRect r = ui_list(ui, con, t);
  int height = r.height / t->multi.nelem;
  return (mjrRect){r.left, r.bottom + r.height - (k + 1) * height, r.width, height};
}

static double slider_clamp(const mjuiItemSlider* s, double part) {
  double step = 1 / s->divisions;
  part = part > 0 ? part < 1 ? part : 1 : 0;  // NaN becomes 0
  double snapped = round(part / step) * step;
  return snapped < 1 ? snapped : 1;
}

double ui_slider_part(const mjuiItem* t) {
  double value = t->type == mjITEM_SLIDERINT ? *(const int*)t->pdata : *(const mjtNum*)t->pdata;
  double span = t->slider.range[1] - t->slider.range[0];
  double part = span != 0 ? (value - t->slider.range[0]) / span : 0;
  return part > 0 ? part < 1 ? part : 1 : 0;
}

double ui_slider_value(const mjuiItem* t, double x) {
  const mjuiItemSlider* s = &t->slider;
  double part = slider_clamp(s, t->rect.width > 0 ? (x - t->rect.left) / t->rect.width : 0);
  return part < 1 ? s->range[0] + part * (s->range[1] - s->range[0]) : s->range[1];
}

// --- shapes -------------------------------------------------------------------------------------

bool ui_inside(mjrRect r, double x, double y) {
  return x >= r.left && x <= r.left + r.width && y >= r.bottom && y <= r.bottom + r.height;
}

bool ui_inside_oval(mjrRect r, double x, double y) {
  double radius = .5 * (r.height < r.width ? r.height : r.width);
  double middle = r.bottom + .5 * r.height;
  double nearest = fmin(fmax(x, r.left + radius), r.left + r.width - radius);
  return ui_inside(r, x, y) && hypot(x - nearest, y - middle) <= radius;
}
