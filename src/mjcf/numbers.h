// Parsing attribute text that is a list of numbers.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum { NUMBER_DOUBLE, NUMBER_FLOAT, NUMBER_INT } number_type;

typedef enum {
  NUMBER_OK,
  NUMBER_END,    // only white space is left
  NUMBER_BAD,    // not a number
  NUMBER_LARGE,  // out of range
} number_result;

// Read the next number, up to white space or the end of the text, into value (of the given type)
// and advance.  token and ntoken receive its characters.  Reals: decimal, scientific, hexadecimal,
// nan, inf.  Integers: decimal.
number_result number_next(const char** at, number_type type, void* value, const char** token,
                          int* ntoken);

// Whether the text is only white space.
bool number_blank(const char* text);
