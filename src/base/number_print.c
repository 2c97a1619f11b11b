// Number to text.  By hand, because printf depends on the locale and does not know the shortest
// text that reads back as the same number.
//
// The digits are generated from exact integers (Steele and White 1990): the value and the distances
// to the midpoints with its neighbours are fractions of one denominator; digits come out until the
// rest is within one of these distances.
#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/bignum.h"
#include "base/platform/compiler.h"

// Decimal exponents of the first digit for which a number is written without exponent.
#define PLAIN_MIN (-5)
#define PLAIN_MAX 15

// m * 2^e, a positive number of a format; lowest: whether the neighbour below is only half as far
// away as that above.
typedef struct {
  uint64_t m;
  int e;
  bool lowest;
} binary;

// A number as fractions of the denominator s: its value r, the distances up and down to the
// midpoints with its neighbours.
typedef struct {
  bignum r, s, up, down;
} fractions;

static void set_up(fractions* x, const binary* b) {
  int up = b->lowest ? 2 : 1;  // all times 2, and times 2 again when down is half of up
  big_set(&x->r, b->m);
  big_set(&x->s, 1);
  big_set(&x->up, 1);
  big_set(&x->down, 1);
  big_shift(&x->r, up + (b->e > 0 ? b->e : 0));
  big_shift(&x->s, up + (b->e < 0 ? -b->e : 0));
  big_shift(&x->up, up - 1 + (b->e > 0 ? b->e : 0));
  big_shift(&x->down, b->e > 0 ? b->e : 0);
}

// Whether r + up is over s, or reaches it and counts.
static bool reaches(const fractions* x, bool counts) {
  int c = big_compare_sum(&x->r, &x->up, &x->s);
  return counts ? c >= 0 : c > 0;
}

// Scale so that the first digit is r * 10 / s; returns its decimal exponent.
static int scale(fractions* x, const binary* b, bool even) {
  int bits = 1 + bits_highest(b->m) + b->e;
  int k = (int)ceil((bits - 1) * 0.30102999566398120 - 1e-9);  // at most one too small
  if (k > 0) {
    big_power10(&x->s, k);
  } else {
    big_power10(&x->r, -k);
    big_power10(&x->up, -k);
    big_power10(&x->down, -k);
  }
  if (!reaches(x, even)) return k - 1;
  big_multiply_add(&x->s, 10, 0);
  return k;
}

// The digit r * 10 / s, which is taken from r.
static int next_digit(fractions* x) {
  big_multiply_add(&x->r, 10, 0);
  big_multiply_add(&x->up, 10, 0);
  big_multiply_add(&x->down, 10, 0);
  int digit = 0;
  while (big_compare(&x->r, &x->s) >= 0) {
    big_subtract(&x->r, &x->s);
    digit++;
  }
  return digit;
}

// The shortest digits of b and the decimal exponent of the first.
static int shortest(const binary* b, char* digits, int* exponent) {
  fractions x;
  bool even = !(b->m & 1);  // midpoints round to even: then they are ours
  set_up(&x, b);
  *exponent = scale(&x, b, even);
  for (int n = 0;;) {
    int digit = next_digit(&x);
    int c = big_compare(&x.r, &x.down);
    bool low = even ? c <= 0 : c < 0;
    bool high = reaches(&x, even);
    if (low || high) {
      bool up = high;
      if (low && high) {
        big_shift(&x.r, 1);
        up = big_compare(&x.r, &x.s) >= 0;
      }
      digits[n++] = (char)('0' + digit + up);
      return n;
    }
    digits[n++] = (char)('0' + digit);
  }
}

// The same for a number that people write: of at most 15 digits, without a large exponent.  Then
// only one such decimal reads back as it, so the first one found is the answer.  0: it is none.
static int short_digits(double value, char* digits, int* exponent) {
  static const double power10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                   1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
  if (value < 1e-5 || value >= 1e15) return 0;
  for (int k = 0; k < 20; k++) {
    double scaled = value * power10[k] + 0.5;
    if (scaled >= 1e15) return 0;
    uint64_t whole = (uint64_t)scaled;
    if ((double)whole / power10[k] != value) continue;  // one rounding of exact operands
    char reversed[20];
    int n = 0;
    for (; whole; whole /= 10) reversed[n++] = (char)('0' + whole % 10);
    for (int i = 0; i < n; i++) digits[i] = reversed[n - 1 - i];
    *exponent = n - 1 - k;
    while (n > 1 && digits[n - 1] == '0') n--;
    return n;
  }
  return 0;
}

static char* put_exponent(char* t, int exponent) {
  *t++ = 'e';
  if (exponent < 0) *t++ = '-';
  int e = exponent < 0 ? -exponent : exponent;
  if (e >= 100) *t++ = (char)('0' + e / 100);
  if (e >= 10) *t++ = (char)('0' + e / 10 % 10);
  *t++ = (char)('0' + e % 10);
  return t;
}

// Digits with a point (or zeros) where exponent wants it.
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

static int put(char* text, bool minus, const char* digits, int n, int exponent) {
  char* t = text;
  if (minus) *t++ = '-';
  t = put_digits(t, digits, n, exponent);
  *t = '\0';
  return (int)(t - text);
}

// Zero, infinities and nan; -1 for other numbers.
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
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  int exponent = (int)(bits >> 52 & 0x7FF);
  uint64_t m = bits & (((uint64_t)1 << 52) - 1);
  binary b = {m, -1074, false};
  if (exponent) b = (binary){m | (uint64_t)1 << 52, exponent - 1075, m == 0 && exponent > 1};
  char digits[24];
  int first;
  n = short_digits(fabs(value), digits, &first);
  if (!n) n = shortest(&b, digits, &first);
  return put(text, bits >> 63, digits, n, first);
}

int number_print_float(char text[NUMBER_TEXT], float value) {
  int n = print_special(text, (double)value);
  if (n >= 0) return n;
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  int exponent = (int)(bits >> 23 & 0xFF);
  uint32_t m = bits & (((uint32_t)1 << 23) - 1);
  binary b = {m, -149, false};
  if (exponent) b = (binary){m | (uint32_t)1 << 23, exponent - 150, m == 0 && exponent > 1};
  char digits[24];
  int first;
  n = shortest(&b, digits, &first);
  return put(text, bits >> 31, digits, n, first);
}
