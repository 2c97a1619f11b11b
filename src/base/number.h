// Numbers as text: independent of the locale, exact both ways.
#pragma once

#include <stddef.h>

// Longest text number_print writes, terminator included.
#define NUMBER_TEXT 32

// Read one number at the start of [s, end): decimal or scientific notation, or nan, inf, infinity
// in any case, with an optional sign; no leading white space.  Correctly rounded.
// Returns the first character after it, or NULL when there is no number at s.
const char* number_parse(const char* s, const char* end, double* value);

// Like number_parse for a float (rounded once, from the text), and for a decimal int
// (NULL also when it does not fit).
const char* number_parse_float(const char* s, const char* end, float* value);
const char* number_parse_int(const char* s, const char* end, int* value);

// The shortest text that reads back as the same value; returns its length.
int number_print(char text[NUMBER_TEXT], double value);
int number_print_float(char text[NUMBER_TEXT], float value);
