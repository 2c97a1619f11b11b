// Lists of numbers as attribute text.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum { NUMBER_DOUBLE, NUMBER_FLOAT, NUMBER_INT } number_type;

typedef enum {
  NUMBER_OK,
  NUMBER_END,    // nothing but white space left
  NUMBER_BAD,    // not a number
  NUMBER_LARGE,  // a number that does not fit
} number_result;

// Read the next number, ended by white space or the end of the text, into value (of the type) and
// move past it.  token and ntoken get the characters looked at, when there were any.
// Reals: decimal, scientific, hexadecimal, nan, inf.  Integers: decimal.
number_result number_next(const char** at, number_type type, void* value, const char** token,
                          int* ntoken);

// Is there nothing but white space?
bool number_blank(const char* text);
