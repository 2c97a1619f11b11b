// Text to number.  Not by strtod, which depends on the locale, needs a terminator and is slow.
//
// A decimal number is d * 10^e with an integer d.  There are three ways to convert it, each
// correctly rounded: one floating-point operation when d and 10^|e| are exact doubles; 128-bit
// integers when they fit; big integers otherwise.
#include "base/number.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bignum.h"
#include "base/platform/compiler.h"

__extension__ typedef unsigned __int128 u128;

// A midpoint between two doubles has at most 767 digits.  Of digits after these it only matters
// whether all of them are 0.
#define DIGITS_KEPT 800

// The layout of a binary format.
typedef struct {
  int bits;      // of the significand, with the implicit leading bit
  int min, max;  // exponents of the last place of the smallest and largest numbers
} format;

static const format binary64 = {53, -1074, 971};
static const format binary32 = {24, -149, 104};

// A decimal number as it is written in the text.
typedef struct {
  uint64_t head;       // its first 19 significant digits
  int nhead;           // their number
  const char* digits;  // the first significant digit
  const char* end;     // after the last digit
  long exponent;       // of the last digit of head
  bool more;           // whether a digit after head is not 0
} decimal;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// m * 2^e rounded to the format, halves to even; `sticky`: the exact value is slightly larger.  The
// top bit of m is set.
static double assemble(uint64_t m, bool sticky, int e, const format* f) {
  int drop = 64 - f->bits;
  if (e + drop < f->min) drop = f->min - e;
  if (drop > 64) return 0;
  uint64_t kept = drop == 64 ? 0 : m >> drop;
  uint64_t rest = drop == 64 ? m : m << (64 - drop);
  const uint64_t half = (uint64_t)1 << 63;
  if (rest > half || (rest == half && (sticky || kept & 1))) kept++;
  // rounding up may carry `kept` into a new bit; it is then a power of two, hence still exact
  if (e + drop > f->max || (e + drop == f->max && kept >> f->bits)) return INFINITY;
  return ldexp((double)kept, e + drop);
}

// d * 10^e for |e| <= 19, where all integers fit into 128 bits.
static double by_integers(uint64_t d, int e, const format* f) {
  uint64_t power = 1;
  for (int i = 0; i < (e < 0 ? -e : e); i++) power *= 10;
  int shift = 63 - bits_highest(d);
  d <<= shift;
  if (e < 0) {
    u128 n = (u128)d << 64, q = n / power;
    bool sticky = n % power != 0;
    int bits = (uint64_t)(q >> 64) ? 65 + bits_highest((uint64_t)(q >> 64)) : 64;
    int extra = bits - 64;
    sticky |= (q & (((u128)1 << extra) - 1)) != 0;
    return assemble((uint64_t)(q >> extra), sticky, extra - 64 - shift, f);
  }
  u128 p = (u128)d * power;
  int extra = (uint64_t)(p >> 64) ? 1 + bits_highest((uint64_t)(p >> 64)) : 0;
  bool sticky = (p & (((u128)1 << extra) - 1)) != 0;
  return assemble((uint64_t)(p >> extra), sticky, extra - shift, f);
}

// The first 64 bits of a / b by long division; a is first scaled so that b <= a < 2 b.
static double quotient(bignum* a, bignum* b, const format* f) {
  int shift = big_bits(a) - big_bits(b);
  if (shift < 0) big_shift(a, -shift);
  if (shift > 0) big_shift(b, shift);
  if (big_compare(a, b) < 0) {
    big_shift(a, 1);
    shift--;
  }
  uint64_t q = 0;
  for (int i = 0; i < 64; i++) {
    q <<= 1;
    if (big_compare(a, b) >= 0) {
      big_subtract(a, b);
      q |= 1;
    }
    big_shift(a, 1);
  }
  return assemble(q, !big_is_zero(a), shift - 63, f);
}

static double by_bignums(const decimal* x, const format* f) {
  bignum a, b;
  big_set(&a, 0);
  int kept = 0;
  bool more = false;                       // whether a digit that is dropped is not 0
  long exponent = x->exponent + x->nhead;  // of the decimal point, written before the first digit
  for (const char* s = x->digits; s < x->end; s++) {
    if (!is_digit(*s)) continue;
    if (kept == DIGITS_KEPT) {
      more |= *s != '0';
      continue;
    }
    big_multiply_add(&a, 10, (uint32_t)(*s - '0'));
    kept++;
    exponent--;
  }
  if (more) {
    big_multiply_add(&a, 10, 1);  // a 1 stands for all dropped digits
    exponent--;
  }
  big_set(&b, 1);
  if (exponent > 0) big_power10(&a, (int)exponent);
  if (exponent < 0) big_power10(&b, (int)-exponent);
  return quotient(&a, &b, f);
}

// Whether a double that carries the error of `roundings` roundings determines the nearest float: it
// must not be too close to the midpoint of two floats, nor subnormal as a float.
static bool tells_float(double d, int roundings) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  const uint64_t dropped = ((uint64_t)1 << 29) - 1;
  int64_t from_half = (int64_t)(bits & dropped) - ((int64_t)1 << 28);
  return llabs(from_half) >= 2 * roundings - 1 && d >= FLT_MIN;
}

// The value as a double; with the float format, a double that the caller rounds to float.
static double value_of(const decimal* x, const format* f) {
  static const double power10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (!x->head) return 0;
  long top = x->exponent + x->nhead;  // the number is below 10^top
  if (top > 310) return INFINITY;
  if (top < -330) return 0;
  int e = (int)x->exponent;
  if (!x->more) {
    // one rounding of exact operands (for a float, a second one follows)
    if (x->head < (uint64_t)1 << 53 && e >= -22 && e <= 22) {
      double d = (double)x->head;
      d = e < 0 ? d / power10[-e] : d * power10[e];
      if (f == &binary64 || tells_float(d, 1)) return d;
    } else if (x->head < (uint64_t)1 << 53 && e >= -44 && e < 0 && f == &binary32) {
      double d = (double)x->head / power10[22] / power10[-e - 22];
      if (tells_float(d, 2)) return d;
    }
    if (e >= -19 && e <= 19) return by_integers(x->head, e, f);
  } else if (e >= -19 && e <= 19) {
    // the exact value lies between head and head + 1, which usually round to the same number
    double low = by_integers(x->head, e, f), high = by_integers(x->head + 1, e, f);
    if (low == high) return low;
  }
  return by_bignums(x, f);
}

// Read any number of digits with at most one decimal point; NULL when there is no digit.
static const char* scan_all_digits(const char* s, const char* end, decimal* x) {
  bool point = false, any = false;
  *x = (decimal){0};
  for (; s < end; s++) {
    if (*s == '.' && !point) {
      point = true;
      continue;
    }
    if (!is_digit(*s)) break;
    any = true;
    if (!x->nhead && *s == '0') {
      if (point) x->exponent--;
      continue;
    }
    if (!x->nhead) x->digits = s;
    if (x->nhead < 19) {
      x->head = 10 * x->head + (uint64_t)(*s - '0');
      x->nhead++;
      if (point) x->exponent--;
    } else {
      x->more |= *s != '0';
      if (!point) x->exponent++;
    }
  }
  x->end = s;
  return any ? s : NULL;
}

static const char* skip_zeros(const char* s, const char* end) {
  while (s < end && *s == '0') s++;
  return s;
}

static const char* add_digits(const char* s, const char* end, uint64_t* head) {
  for (; s < end && is_digit(*s); s++) *head = 10 * *head + (uint64_t)(*s - '0');
  return s;
}

// Like scan_all_digits, with a fast path for numbers whose digits fit into `head`.
static const char* scan_digits(const char* s, const char* end, decimal* x) {
  uint64_t head = 0;
  const char *first = skip_zeros(s, end), *at = add_digits(first, end, &head);
  long count = at - first, after_point = 0;
  if (at < end && *at == '.') {
    const char* point = at + 1;
    at = count ? point : skip_zeros(point, end);
    if (!count) first = at;
    const char* last = add_digits(at, end, &head);
    count += last - at;
    at = last;
    after_point = at - point;
    if (at - s == 1) return NULL;
  }
  if (at == s) return NULL;
  if (count > 19) return scan_all_digits(s, end, x);
  *x = (decimal){head, (int)count, first, at, -after_point, false};
  return at;
}

// Read an exponent (e, sign, digits) if it is complete.
static const char* scan_exponent(const char* s, const char* end, long* exponent) {
  const char* at = s;
  if (at == end || (*at | 32) != 'e') return s;
  at++;
  bool minus = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  if (at == end || !is_digit(*at)) return s;
  long value = 0;
  for (; at < end && is_digit(*at); at++) {
    if (value < 100000000) value = 10 * value + (*at - '0');
  }
  *exponent += minus ? -value : value;
  return at;
}

// Skip `word`, ignoring case; NULL when it is not at s.
static const char* scan_word(const char* s, const char* end, const char* word) {
  for (; *word; s++, word++) {
    if (s == end || (*s | 32) != *word) return NULL;
  }
  return s;
}

static const char* parse(const char* s, const char* end, double* value, const format* f) {
  bool minus = s < end && *s == '-';
  if (s < end && (*s == '-' || *s == '+')) s++;
  decimal x;
  const char* after = scan_digits(s, end, &x);
  double v;
  if (after) {
    after = scan_exponent(after, end, &x.exponent);
    v = value_of(&x, f);
  } else if ((after = scan_word(s, end, "nan"))) {
    v = NAN;
  } else if ((after = scan_word(s, end, "infinity")) || (after = scan_word(s, end, "inf"))) {
    v = INFINITY;
  } else {
    return NULL;
  }
  *value = minus ? -v : v;
  return after;
}

const char* number_parse(const char* s, const char* end, double* value) {
  return parse(s, end, value, &binary64);
}

const char* number_parse_float(const char* s, const char* end, float* value) {
  double v;
  const char* after = parse(s, end, &v, &binary32);
  if (after) *value = (float)v;
  return after;
}

const char* number_parse_int(const char* s, const char* end, int* value) {
  bool minus = s < end && *s == '-';
  if (s < end && (*s == '-' || *s == '+')) s++;
  if (s == end || !is_digit(*s)) return NULL;
  int64_t v = 0;
  for (; s < end && is_digit(*s); s++) {
    v = 10 * v + (*s - '0');
    if (v > (int64_t)INT_MAX + minus) return NULL;
  }
  *value = (int)(minus ? -v : v);
  return s;
}
