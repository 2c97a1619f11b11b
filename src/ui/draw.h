// How the parts of a panel look, in the coordinates of the buffer it is drawn to.
#pragma once

#include "ui/layout.h"

// What drawing needs: the mouse may be NULL.
typedef struct {
  const mjUI* ui;
  const mjuiState* mouse;
  const mjrContext* con;
  ui_metrics v;
} ui_canvas;

// A section with its items, unless it is closed; an item alone, on the pane of its section.
void draw_section(const ui_canvas* c, int section);
void draw_item(const ui_canvas* c, const mjuiItem* item);

// As much of a text as there is room for, in a line, from x on; and the same in the middle of r.
void draw_text(const ui_canvas* c, mjrRect line, int x, const char* text, const float rgb[3]);
void draw_centred(const ui_canvas* c, mjrRect r, const char* text, const float rgb[3]);

// The key of a shortcut, at the right end of r.
void draw_shortcut(const ui_canvas* c, mjrRect r, int modifier, int shortcut);
