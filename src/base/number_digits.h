// The shortest decimal digits that read back as a number, from the C++ library.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#define NUMBER_DIGITS 32

// value > 0 and finite.  Writes its digits (no terminator, the last not 0) and the decimal exponent
// of the first, and returns how many there are: of the shortest, those nearest to the value.
int number_digits(char digits[NUMBER_DIGITS], int* exponent, double value);
int number_digits_float(char digits[NUMBER_DIGITS], int* exponent, float value);

#ifdef __cplusplus
}
#endif
