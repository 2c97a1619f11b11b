// The text field of a panel that is being edited; there is at most one.
#pragma once

#include <stdbool.h>

#include "ui/layout.h"

// edit_begin: start with the item's value and the cursor at x.  edit_end: stop and discard the
// text.
void edit_begin(mjUI* ui, const mjrContext* con, mjuiItem* item, double x);
void edit_end(mjUI* ui);

// Put the cursor between the characters nearest to x, and scroll it into view.
void edit_point(mjUI* ui, const mjrContext* con, double x);

// Process a key event with its modifiers: moves the cursor, deletes or inserts.
void edit_key(mjUI* ui, const mjrContext* con, const mjuiState* state);

// Whether the text is a valid value: the right number of numbers, each in its range.
bool edit_valid(mjUI* ui);

// Store the value of the text in the item and stop editing.  Numbers whose text was not changed
// keep their full precision.  False, without effect, if the text is invalid.
bool edit_take(mjUI* ui);

// The text of a field that is not being edited.
void edit_print(const mjuiItem* item, char text[mjMAXUITEXT]);

// Print a number with at most `digits` digits and a decimal point in any locale.
void edit_number(char text[32], double value, int digits);
