// The one text field of a panel that is being edited.
#pragma once

#include <stdbool.h>

#include "ui/layout.h"

// Begin with what the item holds, the cursor at x; end without taking the text.
void edit_begin(mjUI* ui, const mjrContext* con, mjuiItem* item, double x);
void edit_end(mjUI* ui);

// Put the cursor between the characters nearest to x, and have it seen.
void edit_point(mjUI* ui, const mjrContext* con, double x);

// A key in the modifiers of the state: moves the cursor, deletes or inserts.
void edit_key(mjUI* ui, const mjrContext* con, const mjuiState* state);

// Does the text say what the item can hold: as many numbers as it has, each in its range.
bool edit_valid(mjUI* ui);

// Give the item what the valid text says and end.  Numbers whose text was not touched keep all
// their digits.  False, and nothing happens, for a text that is not valid.
bool edit_take(mjUI* ui);

// What a field shows of its item while it is not edited.
void edit_print(const mjuiItem* item, char text[mjMAXUITEXT]);

// A number in at most `digits` digits, in every locale with a point.
void edit_number(char text[32], double value, int digits);
