// Panels of widgets: what is on them, where it is, what mouse and keys do to it, and how it looks.
// Layout and events compute and draw nothing; drawing goes through the functions of render.h.
//
// A program keeps an mjUI for every panel and one mjuiState for its window.  It fills the panel
// from a table, sizes it, gives it an auxiliary buffer of its size, draws it there once, and then
// copies it into each frame; what events change is drawn anew by mjui_event:
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

// Spacings: 0 tight, all others wide.  Colours: 0 default, 1 orange, 2 white, all others black.
MJAPI mjuiThemeSpacing mjui_themeSpacing(int ind);
MJAPI mjuiThemeColor mjui_themeColor(int ind);

// Append the rows of a table, up to the one of type mjITEM_END.  A row of type mjITEM_SECTION opens
// a section: `other` is its shortcut, `otherint` its check box (0 none, 1 unchecked, 2 checked),
// and mjPRESERVE leaves it open or closed as the section of this number was.  The rows that follow
// are its items; `other` says, by their type:
//
//     button, check          shortcut: "" for none, else ' ', 'C' (Control), 'S' (Shift) or 'A' for
//                            Alt, and a character, or '#' and the decimal code of a key
//     static, radio, select  lines or alternatives, each ended by a newline
//     slider                 "min max" or "min max divisions"
//     edit                   "n", or "n min max min max ..": how many numbers, and their ranges
//
// `otherint` becomes the userid; a separator of state mjPRESERVE opens and closes what follows it.
// Errors: more than mjMAXUISECT sections or mjMAXUIITEM items, names and texts that do not fit or
// say something else, data missing or where there can be none.
MJAPI void mjui_add(mjUI* ui, const mjuiDef* def);

// The same for one section: items alone.
MJAPI void mjui_addToSection(mjUI* ui, int sect, const mjuiDef* def);

// --- where it is --------------------------------------------------------------------------------

// Compute width, height, height with everything open, and all rectangles, counted from the bottom
// of the panel.  The tallest panel has 16384 pixels: sections are closed, the least recently
// clicked first, until it fits.  Of the context only the font is read.
MJAPI void mjui_resize(mjUI* ui, const mjrContext* con);

// --- how it looks -------------------------------------------------------------------------------

// Draw the panel, a section of it (item -1) or an item into its auxiliary buffer; section -1: all
// of it.  The buffer that was current before is current again.  state may be NULL: no button is
// held.
MJAPI void mjui_update(int section, int item, const mjUI* ui, const mjuiState* state,
                       const mjrContext* con);

// Copy what is seen of the panel to its rectangle state->rect[ui->rectid] of the current buffer,
// with the thumb of its scroll bar and the list that is open.
MJAPI void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con);

// --- what mouse and keys do ---------------------------------------------------------------------

// Handle the event of the state and draw what it changes.  Returns the item the user changed, NULL
// when there is none; an edit ended by a press elsewhere is ui->editchanged as well.  A key that
// was used is set to 0.  The program keeps the state, and calls this for events over the panel's
// rectangle, for those of a drag that began there, and for all keys.
//
// What happens: press (items act, sections and separators open and close, the right button shows
// shortcuts), move (sliders, scroll bar and cursor follow), release (takes the line of a list),
// scroll, key (of an edit, else a shortcut), resize (stay scrolled within the panel).
MJAPI mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con);

#ifdef __cplusplus
}  // extern "C"
#endif
