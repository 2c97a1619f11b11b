// Number to text.  Not by printf, which depends on the locale and does not know the shortest text
// that reads back as the same number; the digits come from std::to_chars (number_digits.cc).
#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/number_digits.h"

// A number is written without exponent when the decimal exponent of its first digit is in this
// range.
#define PLAIN_MIN (-5)
#define PLAIN_MAX 15

static char* put_exponent(char* t, int exponent) {
  *t++ = 'e';
  if (exponent < 0) *t++ = '-';
  int e = exponent < 0 ? -exponent : exponent;
  if (e >= 100) *t++ = (char)('0' + e / 100);
  if (e >= 10) *t++ = (char)('0' + e / 10 % 10);
  *t++ = (char)('0' + e % 10);
  return t;
}

// Write the digits, with the decimal point or padding zeros where the exponent requires them.
static char* put_digits(char* t, const char* digits, int n, int exponent) {
  if (exponent < PLAIN_MIN || exponent > PLAIN_MAX) {
    *t++ = digits[0];
    if (n > 1) *t++ = '.';
    memcpy(t, digits + 1, (size_t)n - 1);
    return put_exponent(t + n - 1, exponent);
  }
  if (exponent < 0) {
    *t++ = '0';
    *t++ = '.';
    for (int i = -1; i > exponent; i--) *t++ = '0';
    memcpy(t, digits, (size_t)n);
    return t + n;
  }
  for (int i = 0; i <= exponent; i++) *t++ = i < n ? digits[i] : '0';
  if (n > exponent + 1) {
    *t++ = '.';
    memcpy(t, digits + exponent + 1, (size_t)(n - exponent - 1));
    t += n - exponent - 1;
  }
  return t;
}

static int put_decimal(char* text, bool minus, const char* digits, int n, int exponent) {
  char* t = text;
  if (minus) *t++ = '-';
  t = put_digits(t, digits, n, exponent);
  *t = '\0';
  return (int)(t - text);
}

// Prints 0, infinities and nan; returns -1 for all other numbers.
static int print_special(char* text, double value) {
  const char* word = value == 0 ? "0" : isnan(value) ? "nan" : isinf(value) ? "inf" : NULL;
  if (!word) return -1;
  char* t = text;
  if (signbit(value) && !isnan(value)) *t++ = '-';
  strcpy(t, word);
  return (int)strlen(text);
}

int number_print(char text[NUMBER_TEXT], double value) {
  int n = print_special(text, value);
  if (n >= 0) return n;
  char digits[NUMBER_DIGITS];
  int exponent;
  n = number_digits(digits, &exponent, fabs(value));
  return put_decimal(text, signbit(value), digits, n, exponent);
}

int number_print_float(char text[NUMBER_TEXT], float value) {
  int n = print_special(text, (double)value);
  if (n >= 0) return n;
  char digits[NUMBER_DIGITS];
  int exponent;
  n = number_digits_float(digits, &exponent, fabsf(value));
  return put_decimal(text, signbit(value), digits, n, exponent);
}
