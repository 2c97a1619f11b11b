// Handling of mouse and keyboard events.
#include "ui/react.h"

#include <math.h>

#include "ui/edit.h"

static const ui_effect nothing = {NULL, false, -1, -1};
static const ui_effect everything = {NULL, true, -1, -1};

static ui_effect of_item(const mjuiItem* t) {
  return (ui_effect){NULL, true, t->sectionid, t->itemid};
}

static ui_effect changed(mjuiItem* t) { return (ui_effect){t, true, t->sectionid, t->itemid}; }

void ui_mouse(const mjUI* ui, const mjuiState* state, double* x, double* y) {
  mjrRect place = ui_place(ui, state);
  int scroll = ui_scroll_max(ui, place) ? ui->scroll : 0;
  *x = state->x - place.left;
  *y = state->y - place.bottom - (place.height - ui->height) - scroll;
}

// The item on which the mouse button was pressed, or NULL.
static mjuiItem* held_item(mjUI* ui) { return ui_find(ui, ui->mousesect - 1, ui->mouseitem); }

static void scroll_to(mjUI* ui, const mjuiState* state, double scroll) {
  int most = ui_scroll_max(ui, ui_place(ui, state));
  ui->scroll = scroll > 0 ? scroll < most ? (int)scroll : most : 0;
}

// Recompute the layout after sections or separators were opened or closed.
static ui_effect rearrange(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  mjui_resize(ui, con);
  scroll_to(ui, state, ui->scroll);
  return everything;
}

// --- actions on items ---------------------------------------------------------------------------

static void toggle(mjuiItem* t) {
  if (t->type == mjITEM_CHECKINT) *(int*)t->pdata = 1 - *(int*)t->pdata;
  if (t->type == mjITEM_CHECKBYTE) *(mjtByte*)t->pdata = (mjtByte)(1 - *(mjtByte*)t->pdata);
}

static ui_effect choose(mjUI* ui, const mjrContext* con, mjuiItem* t, double x, double y) {
  for (int k = 0; k < t->multi.nelem; k++) {
    if (!ui_inside(ui_choice(ui, con, t, k), x, y)) continue;
    *(int*)t->pdata = k;
    return changed(t);
  }
  return nothing;
}

static ui_effect slide(mjuiItem* t, double x) {
  double value = ui_slider_value(t, x);
  if (t->type == mjITEM_SLIDERINT) {
    *(int*)t->pdata = (int)lround(value);
  } else {
    *(mjtNum*)t->pdata = value;
  }
  return changed(t);
}

static void hold_item(mjUI* ui, const mjuiItem* t) {
  ui->mousesect = t->sectionid + 1;
  ui->mouseitem = t->itemid;
}

// The left button was pressed on an enabled item.
static ui_effect press_item(mjUI* ui, const mjuiState* state, const mjrContext* con, mjuiItem* t) {
  double x, y;
  ui_mouse(ui, state, &x, &y);
  switch (t->type) {
    case mjITEM_SEPARATOR:
      if (t->state != mjSEPCLOSED && t->state != mjSEPCLOSED + 1) return nothing;
      t->state = t->state == mjSEPCLOSED ? mjSEPCLOSED + 1 : mjSEPCLOSED;
      return rearrange(ui, state, con);
    case mjITEM_BUTTON: hold_item(ui, t); return changed(t);
    case mjITEM_CHECKINT:
    case mjITEM_CHECKBYTE: toggle(t); return changed(t);
    case mjITEM_RADIO:
    case mjITEM_RADIOLINE: return choose(ui, con, t, x, y);
    case mjITEM_SELECT: hold_item(ui, t); return of_item(t);
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM: hold_item(ui, t); return slide(t, x);
    case mjITEM_STATIC: return nothing;
    default:
      hold_item(ui, t);
      if (ui_edited(ui) == t) {
        edit_point(ui, con, x);
      } else {
        edit_begin(ui, con, t, x);
      }
      return of_item(t);
  }
}

// --- the mouse ----------------------------------------------------------------------------------

static ui_effect press_title(mjUI* ui, const mjuiState* state, const mjrContext* con, int section) {
  double x, y;
  ui_mouse(ui, state, &x, &y);
  mjuiSection* s = ui->sect + section;
  if (s->checkbox && ui_inside(ui_section_check(s), x, y)) {
    ui->mousesectcheck = 1 + section;
    return nothing;
  }
  s->lastclick = ui->mouseclicks;
  if (!state->doubleclick) s->state = s->state == mjSECT_OPEN ? mjSECT_CLOSED : mjSECT_OPEN;
  for (int i = 0; state->doubleclick && i < ui->nsect; i++) {
    if (ui->sect[i].state != mjSECT_FIXED) ui->sect[i].state = s->state;
  }
  return rearrange(ui, state, con);
}

static ui_effect press_scroll_bar(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  mjrRect thumb = ui_thumb(ui, con, ui_place(ui, state));
  if (state->y > thumb.bottom + thumb.height) {
    ui->scroll = 0;
  } else if (state->y < thumb.bottom) {
    ui->scroll = ui_scroll_max(ui, ui_place(ui, state));
  } else {
    ui->mousesect = -1;
  }
  return nothing;
}

// The element under the mouse: a section title (*item -1) or an item; returns -1 for none.
static int element_under_mouse(mjUI* ui, const mjuiState* state, int* item) {
  double x, y;
  ui_mouse(ui, state, &x, &y);
  *item = -1;
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* s = ui->sect + i;
    if (s->state != mjSECT_FIXED && ui_inside(s->rtitle, x, y)) return i;
    if (s->state == mjSECT_CLOSED || !ui_inside(s->rcontent, x, y)) continue;
    for (int k = 0; k < s->nitem; k++) {
      mjuiItem* t = s->item + k;
      bool (*inside)(mjrRect, double, double) =
          t->type == mjITEM_BUTTON ? ui_inside_oval : ui_inside;
      if (t->skip || !inside(t->rect, x, y)) continue;
      *item = k;
      return i;
    }
  }
  return -1;
}

static ui_effect press_left(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  mjrRect place = ui_place(ui, state), thumb = ui_thumb(ui, con, place);
  bool bar = ui_scroll_max(ui, place) && state->x >= thumb.left;
  int item, section = bar ? -1 : element_under_mouse(ui, state, &item);
  mjuiItem* t = section >= 0 && item >= 0 ? ui->sect[section].item + item : NULL;
  mjuiItem* edited = ui_edited(ui);
  if (edited && edited != t) {
    if (edit_take(ui)) ui->editchanged = edited;
    edit_end(ui);
  }
  ui_effect e = nothing;
  if (bar) {
    e = press_scroll_bar(ui, state, con);
  } else if (section >= 0 && !t) {
    e = press_title(ui, state, con, section);
  } else if (t && ui_enabled(ui, t)) {
    e = press_item(ui, state, con, t);
  }
  if (edited && edited != t) e.redraw = true, e.section = e.item = -1;
  if (!e.changed) e.changed = ui->editchanged;
  return e;
}

static ui_effect press(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  ui->mouseclicks++;
  ui->mousesectcheck = 0;
  if (state->button == mjBUTTON_LEFT) return press_left(ui, state, con);
  if (state->button != mjBUTTON_RIGHT) return nothing;
  ui->mousehelp = 1;
  return everything;
}

static ui_effect move(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  double x, y;
  ui_mouse(ui, state, &x, &y);
  mjrRect place = ui_place(ui, state);
  if (ui->mousesect < 0 && place.height > 0) {
    scroll_to(ui, state, ui->scroll - state->dy * ui->height / place.height);
  }
  mjuiItem* t = held_item(ui);
  if (!t) return nothing;
  if (t->type == mjITEM_SLIDERINT || t->type == mjITEM_SLIDERNUM) return slide(t, x);
  if (t->type >= mjITEM_EDITINT && ui_edited(ui) == t) edit_point(ui, con, x);
  return of_item(t);
}

static ui_effect release(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  ui_effect e = everything;
  mjuiItem* t = held_item(ui);
  double x, y;
  ui_mouse(ui, state, &x, &y);
  if (state->button == mjBUTTON_RIGHT) {
    ui->mousehelp = 0;
    return e;
  }
  for (int k = 0; t && t->type == mjITEM_SELECT && k < t->multi.nelem; k++) {
    if (!ui_inside(ui_list_line(ui, con, t, k), x, y)) continue;
    *(int*)t->pdata = k;
    e.changed = t;
    break;
  }
  ui->mousesect = 0;
  return e;
}

static ui_effect scroll(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  scroll_to(ui, state, ui->scroll - state->sy * ui_measure(ui, con).linescroll);
  return nothing;
}

// --- keys ---------------------------------------------------------------------------------------

static ui_effect key_of_edit(mjUI* ui, mjuiState* state, const mjrContext* con) {
  mjuiItem* t = ui_edited(ui);
  ui_effect e = of_item(t);
  if (state->key == mjKEY_ESCAPE) {
    edit_end(ui);
  } else if (state->key != mjKEY_ENTER) {
    edit_key(ui, con, state);
  } else if (edit_take(ui)) {
    ui->editchanged = e.changed = t;
  }
  state->key = 0;
  return e;
}

static bool is_key(const mjuiState* state, int shortcut, int modifier) {
  int held = !!state->control + 2 * !!state->shift + 4 * !!state->alt;
  return shortcut && shortcut == state->key && modifier == held;
}

static ui_effect open_alone(mjUI* ui, const mjuiState* state, const mjrContext* con, int section) {
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* s = ui->sect + i;
    if (s->state != mjSECT_FIXED) s->state = i == section ? mjSECT_OPEN : mjSECT_CLOSED;
  }
  return rearrange(ui, state, con);
}

static ui_effect key_of_items(mjUI* ui, mjuiState* state, mjuiSection* s, bool* found) {
  for (int k = 0; k < s->nitem; k++) {
    mjuiItem* t = s->item + k;
    bool has_key = t->type >= mjITEM_BUTTON && t->type <= mjITEM_CHECKBYTE;
    if (!has_key || !is_key(state, t->single.shortcut, t->single.modifier)) continue;
    *found = true;
    state->key = 0;
    if (!ui_enabled(ui, t)) return nothing;
    toggle(t);
    return changed(t);
  }
  return nothing;
}

static ui_effect key(mjUI* ui, mjuiState* state, const mjrContext* con) {
  if (ui_edited(ui)) return key_of_edit(ui, state, con);
  for (int i = 0; i < ui->nsect; i++) {
    if (!is_key(state, ui->sect[i].shortcut, ui->sect[i].modifier)) continue;
    state->key = 0;
    return open_alone(ui, state, con, i);
  }
  bool found = false;
  ui_effect e = nothing;
  for (int i = 0; i < ui->nsect && !found; i++) e = key_of_items(ui, state, ui->sect + i, &found);
  return e;
}

ui_effect ui_react(mjUI* ui, mjuiState* state, const mjrContext* con) {
  ui->editchanged = NULL;
  switch (state->type) {
    case mjEVENT_PRESS: return press(ui, state, con);
    case mjEVENT_MOVE: return move(ui, state, con);
    case mjEVENT_RELEASE: return release(ui, state, con);
    case mjEVENT_SCROLL: return scroll(ui, state, con);
    case mjEVENT_KEY: return key(ui, state, con);
    case mjEVENT_RESIZE: scroll_to(ui, state, ui->scroll); return nothing;
    default: return nothing;
  }
}
