// Drawing of all item types.
#include <stdio.h>
#include <string.h>

#include <engine/render.h>

#include "ui/draw.h"
#include "ui/edit.h"
#include "ui/react.h"
#include "ui/shape.h"

// Sliders with at most this many divisions show tick marks.
enum { MAX_TICKS = 20 };

// Colours of an item in its present state.
typedef struct {
  const float *decor, *back, *font;
} look;

static look look_of(const ui_canvas* c, const mjuiItem* t) {
  const mjuiThemeColor* color = &c->ui->color;
  const float* const decor[mjNITEM] = {
      color->separator, color->sectpane, color->button, color->check,   color->check,
      color->radio,     color->radio,    color->select, color->slider2, color->slider2,
      color->edit,      color->edit,     color->edit,   color->edit,
  };
  if (t->type != mjITEM_SEPARATOR && !ui_enabled(c->ui, t)) {
    return (look){color->decorinactive2, color->decorinactive, color->fontinactive};
  }
  return (look){decor[t->type], color->slider, color->fontactive};
}

static bool is_held(const ui_canvas* c, const mjuiItem* t) {
  double x, y;
  if (!c->mouse || c->ui->mousesect != t->sectionid + 1 || c->ui->mouseitem != t->itemid)
    return false;
  ui_mouse(c->ui, c->mouse, &x, &y);
  return ui_inside_oval(t->rect, x, y);
}

static rounded square(mjrRect r) { return (rounded){r, 0, 0}; }

static void draw_separator(const ui_canvas* c, const mjuiItem* t) {
  const mjuiThemeColor* color = &c->ui->color;
  mjrRect r = t->rect;
  shape_gradient((rounded){r, c->v.cornersep, 0}, color->separator2, color->separator);
  draw_text(c, r, r.left + c->v.texthor, t->name, color->fontactive);
  if (t->state != mjSEPCLOSED && t->state != mjSEPCLOSED + 1) return;
  int side = 2 * r.height / 5, gap = (r.height - side) / 2;
  mjrRect symbol = {r.left + r.width - r.height + gap, r.bottom + gap, side, side};
  shape_arrow(symbol, t->state != mjSEPCLOSED, c->v.edge, color->sectsymbol);
}

static void draw_static(const ui_canvas* c, const mjuiItem* t, look l) {
  mjrRect r = t->rect;
  for (int k = 0; k < t->multi.nelem; k++) {
    mjrRect line = {r.left, r.bottom + r.height - (k + 1) * c->v.line, r.width, c->v.line};
    draw_text(c, line, r.left + c->v.texthor, t->multi.name[k], l.font);
  }
}

static void draw_button(const ui_canvas* c, const mjuiItem* t, look l) {
  rounded oval = {t->rect, t->rect.height / 2, t->rect.height - t->rect.height / 2};
  if (is_held(c, t)) {
    shape_fill(oval, l.decor);
  } else {
    shape_outline(oval, c->v.edge, l.decor);
  }
  draw_text(c, t->rect, t->rect.left + c->v.texthor, t->name, l.font);
  draw_shortcut(c, t->rect, t->single.modifier, t->single.shortcut);
}

static void draw_check(const ui_canvas* c, const mjuiItem* t, look l) {
  bool on = t->type == mjITEM_CHECKINT ? *(const int*)t->pdata : *(const mjtByte*)t->pdata;
  if (on) {
    shape_box(t->rect, l.decor);
  } else {
    shape_outline(square(t->rect), c->v.edge, l.decor);
  }
  draw_text(c, t->rect, t->rect.left + c->v.texthor, t->name, l.font);
  draw_shortcut(c, t->rect, t->single.modifier, t->single.shortcut);
}

static void draw_choices(const ui_canvas* c, const mjuiItem* t, look l) {
  int chosen = *(const int*)t->pdata;
  for (int k = 0; k < t->multi.nelem; k++) {
    mjrRect cell = ui_choice(c->ui, c->con, t, k);
    if (k == chosen) shape_box(cell, l.decor);
    if (t->type == mjITEM_RADIOLINE) {
      draw_centred(c, cell, t->multi.name[k], l.font);
    } else {
      draw_text(c, cell, cell.left + c->v.texthor, t->multi.name[k], l.font);
    }
  }
  shape_outline(square(t->rect), c->v.edge, l.decor);
}

static void draw_select(const ui_canvas* c, const mjuiItem* t, look l) {
  int chosen = *(const int*)t->pdata;
  shape_box(t->rect, l.decor);
  if (chosen < 0 || chosen >= t->multi.nelem) return;
  draw_text(c, t->rect, t->rect.left + c->v.texthor, t->multi.name[chosen], l.font);
}

static void draw_slider(const ui_canvas* c, const mjuiItem* t, look l) {
  mjrRect r = t->rect, left = r;
  shape_box(r, l.back);
  left.width = (int)(ui_slider_part(t) * r.width + .5);
  shape_box(left, l.decor);
  int ticks = t->slider.divisions <= MAX_TICKS ? (int)t->slider.divisions : 0;
  for (int k = 1; k < ticks; k++) {
    int x = r.left + (int)(r.width * k / t->slider.divisions);
    shape_box((mjrRect){x, r.bottom, 1, r.height / 5}, l.font);
  }
  char value[32];
  if (t->type == mjITEM_SLIDERINT) {
    snprintf(value, sizeof value, "%d", *(const int*)t->pdata);
  } else {
    edit_number(value, *(const mjtNum*)t->pdata, 3);
  }
  draw_centred(c, r, value, l.font);
}

static void draw_edit(const ui_canvas* c, const mjuiItem* t, look l) {
  const mjuiThemeColor* color = &c->ui->color;
  mjrRect r = t->rect, room = {r.left, r.bottom, r.width - c->v.texthor, r.height};
  int x = r.left + c->v.texthor;
  if (ui_edited((mjUI*)c->ui) != t) {
    char text[mjMAXUITEXT];
    edit_print(t, text);
    shape_outline(square(r), c->v.edge, l.decor);
    draw_text(c, room, x, text, l.font);
    return;
  }
  const char* seen = c->ui->edittext + c->ui->editscroll;
  shape_box(r, edit_valid((mjUI*)c->ui) ? color->edit : color->edit2);
  draw_text(c, room, x, seen, l.font);
  x += ui_text_width(c->con, seen, c->ui->editcursor - c->ui->editscroll);
  shape_box((mjrRect){x, r.bottom + c->v.edge, c->v.edge, r.height - 2 * c->v.edge}, color->cursor);
}

// Draw the name of an item in the left column; some item types contain it instead.
static void draw_label(const ui_canvas* c, const mjuiItem* t, look l) {
  int left = c->v.section + c->v.itemside,
      height = t->type == mjITEM_STATIC ? c->v.line : c->v.text;
  mjrRect r = {left, t->rect.bottom + t->rect.height - height, t->rect.left - left, height};
  if (r.width > 0) draw_text(c, r, left + c->v.texthor, t->name, l.font);
}

// Erase the area of an item.
static void clear(const ui_canvas* c, const mjuiItem* t) {
  mjrRect r = t->rect;
  bool column = t->type >= mjITEM_BUTTON && t->type <= mjITEM_CHECKBYTE;
  int left = column ? r.left : c->v.section + c->v.itemside;
  mjrRect all = {left, r.bottom, r.left + r.width - left, r.height};
  shape_box(all, c->ui->color.sectpane);
}

void draw_item(const ui_canvas* c, const mjuiItem* t) {
  if (t->skip) return;
  look l = look_of(c, t);
  clear(c, t);
  switch (t->type) {
    case mjITEM_SEPARATOR: draw_separator(c, t); return;
    case mjITEM_BUTTON: draw_button(c, t, l); return;
    case mjITEM_CHECKINT:
    case mjITEM_CHECKBYTE: draw_check(c, t, l); return;
    case mjITEM_STATIC: draw_static(c, t, l); break;
    case mjITEM_RADIO:
    case mjITEM_RADIOLINE: draw_choices(c, t, l); break;
    case mjITEM_SELECT: draw_select(c, t, l); break;
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM: draw_slider(c, t, l); break;
    default: draw_edit(c, t, l);
  }
  draw_label(c, t, l);
}
