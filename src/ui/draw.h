// Drawing of panel elements, in the coordinates of the panel's buffer.
#pragma once

#include "ui/layout.h"

// Drawing context; the mouse may be NULL.
typedef struct {
  const mjUI* ui;
  const mjuiState* mouse;
  const mjrContext* con;
  ui_metrics v;
} ui_canvas;

// Draw a section with its items, unless it is closed; or a single item.
void draw_section(const ui_canvas* c, int section);
void draw_item(const ui_canvas* c, const mjuiItem* item);

// Draw as much of a text as fits into a line, from x on; or centred in r.
void draw_text(const ui_canvas* c, mjrRect line, int x, const char* text, const float rgb[3]);
void draw_centred(const ui_canvas* c, mjrRect r, const char* text, const float rgb[3]);

// Draw the name of a shortcut key at the right end of r.
void draw_shortcut(const ui_canvas* c, mjrRect r, int modifier, int shortcut);
