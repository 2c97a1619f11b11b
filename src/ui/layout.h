// Where everything of a panel is.  Rectangles count from the bottom left corner of the whole panel,
// of which the program shows as much as its rectangle has room for.
#pragma once

#include <stdbool.h>

#include <engine/ui.h>

// The spacing of a panel in pixels of the context's font scale, and what follows from it.
typedef struct {
  int total, scroll, label, section, cornersect, cornersep, itemside, itemmid, itemver;
  int texthor, textver, linescroll;
  int text;    // height of a line with the room above and below it
  int line;    // height of a line of a longer text
  int column;  // width of an item that shares its row
  int edge;    // width of outlines
} ui_metrics;

ui_metrics ui_measure(const mjUI* ui, const mjrContext* con);

// Width of the first n characters of a text in the normal font, of all of it when n is negative.
int ui_text_width(const mjrContext* con, const char* text, int n);

// May the user change an item: by its state, or by what the program says about it.
bool ui_enabled(const mjUI* ui, const mjuiItem* item);

// An item by its place, NULL where there is none: tables change while the mouse is down.
mjuiItem* ui_find(mjUI* ui, int section, int item);

// The item being edited, or NULL.
mjuiItem* ui_edited(mjUI* ui);

// How far a panel can be scrolled in its rectangle.
int ui_scroll_max(const mjUI* ui, mjrRect place);

// Where the thumb of the scroll bar is in the place of the panel; empty when all of it is seen.
mjrRect ui_thumb(const mjUI* ui, const mjrContext* con, mjrRect place);

// The square of a title with the check box of its section.
mjrRect ui_section_check(const mjuiSection* section);

// One of the alternatives of a radio group, of either kind.
mjrRect ui_choice(const mjUI* ui, const mjrContext* con, const mjuiItem* item, int k);

// The open list of a select item, and one of its lines; in the coordinates of the panel, which the
// list may leave at the bottom.
mjrRect ui_list(const mjUI* ui, const mjrContext* con, const mjuiItem* item);
mjrRect ui_list_line(const mjUI* ui, const mjrContext* con, const mjuiItem* item, int k);

// From the value of a slider to a part of its width, 0 to 1, and from a place in it to the value
// nearest to it that the slider can have.
double ui_slider_part(const mjuiItem* item);
double ui_slider_value(const mjuiItem* item, double x);

// Closed intervals; and the oval in a rectangle, as buttons have it.
bool ui_inside(mjrRect r, double x, double y);
bool ui_inside_oval(mjrRect r, double x, double y);
