// The effect of an event on a panel, without drawing.
#pragma once

#include "ui/layout.h"

// The changed item, or NULL, and what must be redrawn: item -1 means the whole section, section -1
// the whole panel.
typedef struct {
  mjuiItem* changed;
  bool redraw;
  int section, item;
} ui_effect;

ui_effect ui_react(mjUI* ui, mjuiState* state, const mjrContext* con);

// The mouse position in panel coordinates.
void ui_mouse(const mjUI* ui, const mjuiState* state, double* x, double* y);
