// Panels of widgets: what is on them and where it is.
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

#ifdef __cplusplus
}  // extern "C"
#endif
