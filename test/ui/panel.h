// A panel with every kind of item, and a user without a display: characters of made-up widths.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <engine/ui.h>

#include "ui/edit.h"
#include "ui/react.h"

// Places in the table below.
enum { FIRST, GO, OFF, CHECK, BYTE, RADIO, LINE, SELECT, FOLD, SLIDEINT, SLIDENUM, NEXT };
enum { EDITINT, EDITNUM, EDITFLOAT, EDITTXT };

typedef struct {
  mjUI ui;
  mjuiState state;
  mjrContext con;
  int check, radio, line, select, slideint, editint[3];
  mjtByte byte;
  mjtNum slidenum, editnum;
  float editfloat;
  char text[mjMAXUITEXT];
  bool allowed;  // what the predicate says of items of state 2
} panel;

static inline int panel_allows(int category, void* data) {
  return category != 2 || ((const panel*)data)->allowed;
}

static inline void panel_build(panel* p) {
  const mjuiDef table[] = {
      {mjITEM_SECTION, "Act", mjSECT_OPEN, NULL, "AB", 0},
      {mjITEM_STATIC, "", 1, NULL, "one\ntwo", 0},
      {mjITEM_BUTTON, "Go", 1, NULL, " #257", 7},
      {mjITEM_BUTTON, "Off", 2, NULL, "CX", 0},
      {mjITEM_CHECKINT, "Check", 1, &p->check, " C", 0},
      {mjITEM_CHECKBYTE, "Byte", 1, &p->byte, "SC", 0},
      {mjITEM_RADIO, "Radio", 1, &p->radio, "a\nb\nc", 0},
      {mjITEM_RADIOLINE, "Line", 1, &p->line, "a\nbb\nccc", 0},
      {mjITEM_SELECT, "Select", 1, &p->select, "a\nb\nc\nd", 0},
      {mjITEM_SEPARATOR, "Fold", mjPRESERVE, NULL, "", 0},
      {mjITEM_SLIDERINT, "Int", 1, &p->slideint, "-5 5", 0},
      {mjITEM_SLIDERNUM, "Num", 1, &p->slidenum, "-1 3 8", 0},
      {mjITEM_SECTION, "Edit", mjSECT_OPEN, NULL, "AE", 1},
      {mjITEM_EDITINT, "Ints", 1, p->editint, "3 0 9 0 9 -9 0", 0},
      {mjITEM_EDITNUM, "Num", 1, &p->editnum, "1", 0},
      {mjITEM_EDITFLOAT, "Float", 1, &p->editfloat, "1", 0},
      {mjITEM_EDITTXT, "Text", 1, p->text, "", 0},
      {mjITEM_END, "", 0, NULL, "", 0},
  };
  mjui_add(&p->ui, table);
  mjui_resize(&p->ui, &p->con);
}

static inline int panel_setup(void** state) {
  panel* p = calloc(1, sizeof *p);
  p->con.fontScale = 100;
  p->con.charHeight = 16;
  for (int c = 32; c < 127; c++) p->con.charWidth[c] = 4 + c % 5;
  p->ui.spacing = mjui_themeSpacing(0);
  p->ui.color = mjui_themeColor(0);
  p->ui.predicate = panel_allows;
  p->ui.userdata = p;
  p->ui.rectid = 1;
  p->state.nrect = 2;
  p->state.rect[0] = (mjrRect){0, 0, 500, 900};
  p->state.rect[1] = (mjrRect){40, 30, 270, 800};
  panel_build(p);
  p->ui.sect[0].item[FOLD].state = mjSEPCLOSED + 1;
  mjui_resize(&p->ui, &p->con);
  *state = p;
  return 0;
}

static inline int panel_teardown(void** state) {
  free(*state);
  return 0;
}

static inline const mjuiItem* item_of(const panel* p, int section, int item) {
  return p->ui.sect[section].item + item;
}

// --- the user -----------------------------------------------------------------------------------

// Move the mouse to a part of a rectangle of the panel.
static inline void point(panel* p, mjrRect r, double x, double y) {
  mjrRect place = p->state.rect[1];
  int scroll = p->ui.height > place.height ? p->ui.scroll : 0;
  double before[2] = {p->state.x, p->state.y};
  p->state.x = place.left + r.left + x * r.width;
  p->state.y = place.bottom + place.height - p->ui.height + scroll + r.bottom + y * r.height;
  p->state.dx = p->state.x - before[0];
  p->state.dy = p->state.y - before[1];
}

static inline mjuiItem* send(panel* p, int type) {
  p->state.type = type;
  return ui_react(&p->ui, &p->state, &p->con).changed;
}

static inline mjuiItem* press(panel* p, mjrRect r, double x, double y) {
  point(p, r, x, y);
  p->state.left = 1;
  p->state.button = mjBUTTON_LEFT;
  return send(p, mjEVENT_PRESS);
}

static inline mjuiItem* drag(panel* p, mjrRect r, double x, double y) {
  point(p, r, x, y);
  return send(p, mjEVENT_MOVE);
}

static inline mjuiItem* release(panel* p) {
  p->state.left = 0;
  return send(p, mjEVENT_RELEASE);
}

static inline mjuiItem* key(panel* p, int code) {
  p->state.key = code;
  return send(p, mjEVENT_KEY);
}

static inline void type(panel* p, const char* text) {
  for (; *text; text++) key(p, *text);
}

static inline void clear_field(panel* p) {
  key(p, mjKEY_END);
  while (p->ui.edittext[0]) key(p, mjKEY_BACKSPACE);
}
