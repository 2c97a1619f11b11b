// What an event does to a panel, without drawing.
#pragma once

#include "ui/layout.h"

// The item that was changed, or NULL, and what of the panel looks different now: item -1 means the
// whole section, section -1 the whole panel.
typedef struct {
  mjuiItem* changed;
  bool redraw;
  int section, item;
} ui_effect;

ui_effect ui_react(mjUI* ui, mjuiState* state, const mjrContext* con);

// The mouse in the coordinates of the panel.
void ui_mouse(const mjUI* ui, const mjuiState* state, double* x, double* y);
