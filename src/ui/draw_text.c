// Text on panels, and names of keys.
#include <stdio.h>
#include <string.h>

#include <engine/render.h>

#include "ui/draw.h"
#include "ui/shape.h"

// Number of characters that fit.
static int fitting(const mjrContext* con, const char* text, int room) {
  int n = (int)strlen(text);
  while (n > 0 && ui_text_width(con, text, n) > room) n--;
  return n;
}

void draw_text(const ui_canvas* c, mjrRect line, int x, const char* text, const float rgb[3]) {
  char seen[mjMAXUITEXT];
  int n = fitting(c->con, text, line.left + line.width - x);
  snprintf(seen, sizeof seen, "%.*s", n, text);
  int width = ui_text_width(c->con, seen, -1);
  if (!width) return;
  mjrRect r = {x, line.bottom, width, line.height};  // a label of this width is left-aligned
  mjr_label(r, mjFONT_NORMAL, seen, 0, 0, 0, 0, rgb[0], rgb[1], rgb[2], c->con);
}

void draw_centred(const ui_canvas* c, mjrRect r, const char* text, const float rgb[3]) {
  int rest = r.width - ui_text_width(c->con, text, -1);
  draw_text(c, r, r.left + (rest > 0 ? rest / 2 : 0), text, rgb);
}

static const struct {
  int key;
  const char* name;
} key_names[] = {
    {' ', "Space"},
    {mjKEY_ESCAPE, "Esc"},
    {mjKEY_ENTER, "Enter"},
    {mjKEY_TAB, "Tab"},
    {mjKEY_BACKSPACE, "Backspace"},
    {mjKEY_INSERT, "Insert"},
    {mjKEY_DELETE, "Delete"},
    {mjKEY_RIGHT, "Right"},
    {mjKEY_LEFT, "Left"},
    {mjKEY_DOWN, "Down"},
    {mjKEY_UP, "Up"},
    {mjKEY_PAGE_UP, "PgUp"},
    {mjKEY_PAGE_DOWN, "PgDn"},
    {mjKEY_HOME, "Home"},
    {mjKEY_END, "End"},
};

static void print_key(char text[24], int modifier, int key) {
  static const char* const modifiers[] = {"", "Ctrl ", "Shift ", "", "Alt "};
  const char* with = modifier >= 0 && modifier <= 4 ? modifiers[modifier] : "";
  for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++) {
    if (key_names[i].key != key) continue;
    snprintf(text, 24, "%s%s", with, key_names[i].name);
    return;
  }
  if (key >= mjKEY_F1 && key <= mjKEY_F12) {
    snprintf(text, 24, "%sF%d", with, key - mjKEY_F1 + 1);
  } else if (key >= mjKEY_NUMPAD_0 && key <= mjKEY_NUMPAD_9) {
    snprintf(text, 24, "%sNum %d", with, key - mjKEY_NUMPAD_0);
  } else if (key > 32 && key < 127) {
    snprintf(text, 24, "%s%c", with, (char)key);
  } else {
    snprintf(text, 24, "%s#%d", with, key);
  }
}

void draw_shortcut(const ui_canvas* c, mjrRect r, int modifier, int shortcut) {
  if (!shortcut || !c->ui->mousehelp) return;
  char text[24];
  print_key(text, modifier, shortcut);
  int width = ui_text_width(c->con, text, -1) + c->v.texthor, edge = c->v.edge;
  mjrRect box = {r.left + r.width - width, r.bottom + edge, width, r.height - 2 * edge};
  shape_box(box, c->ui->color.shortcut);
  draw_centred(c, (mjrRect){box.left, r.bottom, width, r.height}, text, c->ui->color.fontactive);
}
