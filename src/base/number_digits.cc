#include "base/number_digits.h"

#include <charconv>

// Converts "d.ddde+xx", as std::to_chars writes it, to the bare digits.
template <typename real>
static int digits_of(char* digits, int* exponent, real value) {
  char text[NUMBER_DIGITS];
  char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  int n = 0;
  const char* t = text;
  for (; *t != 'e'; t++) {
    if (*t != '.') digits[n++] = *t;
  }
  t += t[1] == '+' ? 2 : 1;  // from_chars does not accept a plus sign
  std::from_chars(t, end, *exponent);
  return n;
}

int number_digits(char digits[NUMBER_DIGITS], int* exponent, double value) {
  return digits_of(digits, exponent, value);
}

int number_digits_float(char digits[NUMBER_DIGITS], int* exponent, float value) {
  return digits_of(digits, exponent, value);
}
