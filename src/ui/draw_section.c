// Drawing of section titles and panes.
#include <engine/render.h>

#include "ui/draw.h"
#include "ui/shape.h"

static mjrRect inset(mjrRect r, int by) {
  return (mjrRect){r.left + by, r.bottom + by, r.width - 2 * by, r.height - 2 * by};
}

static void draw_title(const ui_canvas* c, const mjuiSection* s) {
  const mjuiThemeColor* color = &c->ui->color;
  const float* const from[3] = {color->secttitle2, color->secttitleuncheck2,
                                color->secttitlecheck2};
  const float* const to[3] = {color->secttitle, color->secttitleuncheck, color->secttitlecheck};
  int check = s->checkbox > 0 && s->checkbox < 3 ? s->checkbox : 0, corner = c->v.cornersect;
  mjrRect r = s->rtitle;
  bool open = s->state != mjSECT_CLOSED;
  shape_gradient((rounded){r, corner, open ? 0 : corner}, from[check], to[check]);
  int quarter = r.height / 4, x = r.left + c->v.texthor;
  if (check) {
    mjrRect box = inset(ui_section_check(s), quarter);
    if (check == 2) {
      shape_box(box, color->sectsymbol);
    } else {
      shape_outline((rounded){box, 0, 0}, c->v.edge, color->sectsymbol);
    }
    x = r.left + r.height;
  }
  mjrRect end = {r.left + r.width - r.height, r.bottom, r.height, r.height};
  shape_arrow(inset(end, quarter), open, c->v.edge, color->sectsymbol);
  mjrRect line = {r.left, r.bottom, r.width - r.height, r.height};
  draw_text(c, line, x, s->name, color->sectfont);
  draw_shortcut(c, line, s->modifier, s->shortcut);
}

void draw_section(const ui_canvas* c, int section) {
  const mjuiSection* s = c->ui->sect + section;
  int corner = c->v.cornersect;
  if (s->state != mjSECT_FIXED) draw_title(c, s);
  if (s->state == mjSECT_CLOSED) return;
  int upper = s->state == mjSECT_FIXED ? corner : 0;
  shape_fill((rounded){s->rcontent, upper, corner}, c->ui->color.sectpane);
  for (int i = 0; i < s->nitem; i++) draw_item(c, s->item + i);
}
