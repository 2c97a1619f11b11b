// Drawing a panel to its buffer and to the screen.
#include <engine/render.h>
#include <engine/ui.h>

#include "base/need.h"
#include "ui/draw.h"
#include "ui/react.h"
#include "ui/shape.h"

static ui_canvas canvas(const mjUI* ui, const mjuiState* state, const mjrContext* con) {
  return (ui_canvas){ui, state, con, ui_measure(ui, con)};
}

void mjui_update(int section, int item, const mjUI* ui, const mjuiState* state,
                 const mjrContext* con) {
  NEED(ui, con);
  if (section >= 0) NEED_ID(section, ui->nsect);
  if (section >= 0 && item >= 0) NEED_ID(item, ui->sect[section].nitem);
  ui_canvas c = canvas(ui, state, con);
  mjr_setAux(ui->auxid, con);
  if (section < 0) {
    shape_box((mjrRect){0, 0, ui->width, ui->maxheight}, ui->color.master);
    for (int i = 0; i < ui->nsect; i++) draw_section(&c, i);
  } else if (item < 0) {
    draw_section(&c, section);
  } else if (ui->sect[section].state != mjSECT_CLOSED) {
    draw_item(&c, ui->sect[section].item + item);
  }
  mjr_restoreBuffer(con);
}

mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con) {
  NEED_OR(NULL, ui, state, con);
  NEED_ID_OR(NULL, ui->rectid, mjMAXUIRECT);
  ui_effect e = ui_react(ui, state, con);
  if (e.redraw) mjui_update(e.section, e.item, ui, state, con);
  return e.changed;
}

// --- on the screen ------------------------------------------------------------------------------

// Draw the open list of a select item, above everything else.
static void draw_list(const ui_canvas* c, mjrRect place) {
  const mjUI* ui = c->ui;
  const mjuiItem* t = ui_find((mjUI*)ui, ui->mousesect - 1, ui->mouseitem);
  if (!t || t->type != mjITEM_SELECT || !t->multi.nelem) return;
  double x, y;
  ui_mouse(ui, c->mouse, &x, &y);
  int scroll = ui_scroll_max(ui, place) ? ui->scroll : 0;
  int right = place.left, up = place.bottom + place.height - ui->height + scroll;
  mjrRect all = ui_list(ui, c->con, t);
  int margin = c->v.itemver;
  shape_box((mjrRect){all.left - margin + right, all.bottom - margin + up, all.width + 2 * margin,
                      all.height + 2 * margin},
            ui->color.sectpane);
  for (int k = 0; k < t->multi.nelem; k++) {
    mjrRect line = ui_list_line(ui, c->con, t, k);
    bool under = ui_inside(line, x, y);
    line.left += right;
    line.bottom += up;
    shape_box(line, under ? ui->color.select : ui->color.select2);
    draw_text(c, line, line.left + c->v.texthor, t->multi.name[k], ui->color.fontactive);
  }
}

void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  NEED(ui, state, con);
  NEED_ID(ui->rectid, mjMAXUIRECT);
  mjrRect place = ui_place(ui, state);
  if (place.width < 1 || place.height < 1) return;
  ui_canvas c = canvas(ui, state, con);
  shape_box(place, ui->color.master);
  int seen = ui->height < place.height ? ui->height : place.height;
  int scroll = ui_scroll_max(ui, place) ? ui->scroll : 0;
  mjrRect from = {0, ui->height - scroll - seen, ui->width, seen};
  mjr_blitAux(ui->auxid, from, place.left, place.bottom + place.height - seen, con);
  shape_box(ui_thumb(ui, con, place), ui->color.thumb);
  draw_list(&c, place);
}
