// The shortest decimal digits that read back as a number, from the C++ library.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#define NUMBER_DIGITS 32

// For a finite value > 0: writes its shortest digits that read back as the same value (of those,
// the nearest to it; no terminator, no trailing zeros) and the decimal exponent of the first digit;
// returns the number of digits.
int number_digits(char digits[NUMBER_DIGITS], int* exponent, double value);
int number_digits_float(char digits[NUMBER_DIGITS], int* exponent, float value);

#ifdef __cplusplus
}
#endif
