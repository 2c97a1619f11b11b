// Panels of widgets: content, layout, mouse and key events, and drawing.  Layout and events only
// compute and draw nothing; drawing uses the functions of render.h.
//
// A program has one mjUI for every panel and one mjuiState for its window.  It fills the panel from
// a table, computes its size, makes an auxiliary buffer of this size, draws the panel there once,
// and then copies it into each frame.  mjui_event redraws the items that an event changes:
//
//     mjui_add(&ui, table);
//     mjui_resize(&ui, &con);
//     mjr_addAux(ui.auxid, ui.width, ui.maxheight, ui.spacing.samples, &con);
//     mjui_update(-1, -1, &ui, &state, &con);
//     loop:  if ((item = mjui_event(&ui, &state, &con))) ...   mjui_render(&ui, &state, &con);
#pragma once

#include <engine/ui_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- what is on a panel -------------------------------------------------------------------------

// Predefined themes.  Spacings: 0 tight, all others wide.  Colours: 0 default, 1 orange, 2 white,
// all others black.
MJAPI mjuiThemeSpacing mjui_themeSpacing(int ind);
MJAPI mjuiThemeColor mjui_themeColor(int ind);

// Append the rows of a table, up to the row of type mjITEM_END.  A row of type mjITEM_SECTION
// starts a section: `other` is its shortcut, `otherint` its check box (0 none, 1 unchecked, 2
// checked), and state mjPRESERVE keeps it open or closed as the previous section with this number.
// The rows after it are the items of the section; the meaning of `other` depends on their type:
//
//     button, check          shortcut: "" for none, else ' ', 'C' (Control), 'S' (Shift) or 'A' for
//                            Alt, and a character, or '#' and the decimal code of a key
//     static, radio, select  lines or alternatives, each ended by a newline
//     slider                 "min max" or "min max divisions"
//     edit                   "n", or "n min max min max ..": how many numbers, and their ranges
//
// `otherint` becomes the userid.  A separator of state mjPRESERVE opens and closes the items after
// it.  Errors: more than mjMAXUISECT sections or mjMAXUIITEM items, names and texts that are too
// long or have a wrong format, data missing or given for an item that has none.
MJAPI void mjui_add(mjUI* ui, const mjuiDef* def);

// The same for an existing section: appends only items.
MJAPI void mjui_addToSection(mjUI* ui, int sect, const mjuiDef* def);

// --- where it is --------------------------------------------------------------------------------

// Compute the width, the height, the height with everything open, and all rectangles, measured from
// the bottom of the panel.  A panel has at most 16384 pixels in height: sections are closed, the
// least recently clicked first, until it fits.  Only the font of the context is read.
MJAPI void mjui_resize(mjUI* ui, const mjrContext* con);

// --- how it looks -------------------------------------------------------------------------------

// Draw the whole panel (section -1), one section (item -1) or one item into the panel's auxiliary
// buffer.  The current buffer is restored afterwards.  state may be NULL: no button is held.
MJAPI void mjui_update(int section, int item, const mjUI* ui, const mjuiState* state,
                       const mjrContext* con);

// Copy the visible part of the panel to its rectangle state->rect[ui->rectid] of the current
// buffer, with the thumb of the scroll bar and the open list, if any.
MJAPI void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con);

// --- what mouse and keys do ---------------------------------------------------------------------

// Handle the event in state and redraw the items that it changes.  Returns the item that the user
// changed, or NULL.  If a press elsewhere ends an edit, ui->editchanged is the edited item, also
// when another item is returned.  A key that was used is set to 0 in state.  The program maintains
// state, and calls this function for mouse events in the panel's rectangle, for events of a drag
// that began there, and for all keys.
//
// Events: press (activates items, opens and closes sections and separators; the right button shows
// shortcuts), move (moves sliders, scroll bar and cursor), release (selects the line of a list),
// scroll, key (input of an edit item, else a shortcut), resize (keeps the scroll position within
// the panel).
MJAPI mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con);

#ifdef __cplusplus
}  // extern "C"
#endif
