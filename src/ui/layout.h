// Positions of all panel elements.  Rectangles are relative to the bottom left corner of the whole
// panel, of which only the part that fits into its rectangle is visible.
#pragma once

#include <stdbool.h>

#include <engine/ui.h>

// Spacing of a panel in pixels for the context's font scale, and derived sizes.
typedef struct {
  int total, scroll, label, section, cornersect, cornersep, itemside, itemmid, itemver;
  int texthor, textver, linescroll;
  int text;    // height of a line including margins
  int line;    // height of a line of multi-line text
  int column;  // width of an item that shares its row
  int edge;    // line width of outlines
} ui_metrics;

ui_metrics ui_measure(const mjUI* ui, const mjrContext* con);

// Width of the first n characters of a text in the normal font; of the whole text when n is
// negative.
int ui_text_width(const mjrContext* con, const char* text, int n);

// Whether an item is enabled: by its state, or by the program's predicate.
bool ui_enabled(const mjUI* ui, const mjuiItem* item);

// The item at a position, NULL if there is none: tables may change while a mouse button is down.
mjuiItem* ui_find(mjUI* ui, int section, int item);

// The item being edited, or NULL.
mjuiItem* ui_edited(mjUI* ui);

// The rectangle of a panel on the screen, with numbers that can be added.
mjrRect ui_place(const mjUI* ui, const mjuiState* state);

// Maximum scroll offset of a panel in its rectangle.
int ui_scroll_max(const mjUI* ui, mjrRect place);

// The thumb of the scroll bar; empty when the whole panel is visible.
mjrRect ui_thumb(const mjUI* ui, const mjrContext* con, mjrRect place);

// The check box in a section's title.
mjrRect ui_section_check(const mjuiSection* section);

// Alternative k of a radio group.
mjrRect ui_choice(const mjUI* ui, const mjrContext* con, const mjuiItem* item, int k);

// The open list of a select item, and one of its lines, in panel coordinates; the list may extend
// below the panel.
mjrRect ui_list(const mjUI* ui, const mjrContext* con, const mjuiItem* item);
mjrRect ui_list_line(const mjUI* ui, const mjrContext* con, const mjuiItem* item, int k);

// Position of a slider, 0 to 1, from its value; and the nearest valid value from a position.
double ui_slider_part(const mjuiItem* item);
double ui_slider_value(const mjuiItem* item, double x);

// Whether a point is inside a rectangle (borders included); and inside its inscribed oval, the
// shape of buttons.
bool ui_inside(mjrRect r, double x, double y);
bool ui_inside_oval(mjrRect r, double x, double y);
