#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/number.h"

static uint64_t seed;
static uint64_t draw(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

// Doubles of every kind: any bits, around 1, three decimals, subnormal, powers of two.
static double draw_double(int i) {
  double v;
  uint64_t bits = draw();
  switch (i % 5) {
    case 0: return (double)(bits >> 11) / 9007199254740992.0 * 10 - 5;
    case 1: return (double)(int64_t)(bits % 2000000) / 1000.0 - 1000;
    case 2: bits >>= 12 + draw() % 52; break;
    case 3: return ldexp(1, (int)(bits % 2098) - 1074);
  }
  memcpy(&v, &bits, sizeof v);
  return isfinite(v) ? v : 1;
}

static double parse(const char* text) {
  double v = -99;
  const char* end = number_parse(text, text + strlen(text), &v);
  if (!end || *end) fail_msg("'%s' was not read to its end", text);
  return v;
}

static int same(double a, double b) { return !memcmp(&a, &b, sizeof a); }

static void print_and_parse_are_inverse(void** state) {
  (void)state;
  seed = 88172645463325252u;
  char text[NUMBER_TEXT];
  for (int i = 0; i < 200000; i++) {
    double v = draw_double(i);
    int n = number_print(text, v);
    assert_int_equal(n, strlen(text));
    if (!same(parse(text), v)) fail_msg("%s for %.17g", text, v);
    float f = (float)v, g;
    if (!isfinite(f)) continue;
    n = number_print_float(text, f);
    assert_ptr_equal(number_parse_float(text, text + n, &g), text + n);
    if (memcmp(&f, &g, sizeof f)) fail_msg("%s for %.9g", text, (double)f);
  }
}

// No text with fewer digits reads back as the same number (strtod and printf as judges).
static void no_digit_is_superfluous(void** state) {
  (void)state;
  seed = 4711;
  char text[NUMBER_TEXT], other[64];
  for (int i = 0; i < 20000; i++) {
    double v = draw_double(i);
    number_print(text, v);
    int digits = 0, zeros = 0;
    for (const char* c = text; *c && *c != 'e'; c++) {
      if (*c < '0' || *c > '9' || (*c == '0' && !digits)) continue;
      digits++;
      zeros = *c == '0' ? zeros + 1 : 0;
    }
    digits -= zeros;
    if (digits < 2) continue;
    snprintf(other, sizeof other, "%.*e", digits - 2, v);
    if (strtod(other, NULL) == v) fail_msg("%s is shorter than %s", other, text);
  }
}

static void parsing_rounds_correctly(void** state) {
  (void)state;
  seed = 99;
  char text[64];
  for (int i = 0; i < 200000; i++) {
    snprintf(text, sizeof text, "%.*e", (int)(draw() % 30), draw_double(i));
    if (!same(parse(text), strtod(text, NULL))) fail_msg("%s", text);
    float f;
    number_parse_float(text, text + strlen(text), &f);
    float g = strtof(text, NULL);
    if (memcmp(&f, &g, sizeof f)) fail_msg("%s as float", text);
  }
}

// A double's upper midpoint has hundreds of digits: it rounds to even, one digit more rounds up.
static void midpoints_of_any_length_are_decided(void** state) {
  (void)state;
  seed = 5;
  static char text[2000];
  for (int i = 0; i < 300; i++) {
    double v = fabs(draw_double(4 * i + 2 * (i % 2)));
    double next = nextafter(v, INFINITY);
    if (!isfinite(next) || next > DBL_MAX / 4 || v == 0) continue;
    // exact in the format of long double: 64 bits
    long double middle = ((long double)v + (long double)next) / 2;
    snprintf(text, sizeof text, "%.1200Le", middle);
    char* exponent = strchr(text, 'e');
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    double even = bits & 1 ? next : v;
    assert_true(same(parse(text), even));
    exponent[-1] = '1';  // the last of many zeros
    assert_true(same(parse(text), next));
  }
}

// What is nearly halfway between two floats is halfway as a double: it must not be rounded twice.
static void floats_beside_midpoints_are_rounded_once(void** state) {
  (void)state;
  seed = 17;
  char text[64];
  for (int i = 0; i < 200000; i++) {
    float v = (float)(draw() % 1000000000) * powf(10, (float)(draw() % 12) - 12);
    double middle = ((double)v + (double)nextafterf(v, INFINITY)) / 2;
    snprintf(text, sizeof text, "%.*e", 13 + (int)(draw() % 4), middle);
    float f, g = strtof(text, NULL);
    number_parse_float(text, text + strlen(text), &f);
    if (memcmp(&f, &g, sizeof f)) fail_msg("%s as float", text);
  }
}

static void the_grammar_is_exact(void** state) {
  (void)state;
  static const struct {
    const char* text;
    double value;
    const char* rest;
  } cases[] = {{"0", 0, ""},
               {"-0", -0.0, ""},
               {"+5.", 5, ""},
               {"-.5e1x", -5, "x"},
               {"1e", 1, "e"},
               {"1e+", 1, "e+"},
               {"1.5e-3 ", 1.5e-3, " "},
               {"1..2", 1, ".2"},
               {"0x10", 0, "x10"},
               {"1,5", 1, ",5"},
               {"1e400", INFINITY, ""},
               {"-1e400", -INFINITY, ""},
               {"1e-400", 0, ""},
               {"4.9e-324", 5e-324, ""},
               {"infinity", INFINITY, ""},
               {"-InF", -INFINITY, ""},
               {"inft", INFINITY, "t"},
               {"1e99999999999999999999", INFINITY, ""},
               {"0e9999999999", 0, ""},
               {"0000000000000000000000000000001.5", 1.5, ""},
               {"0.000000000000000000000000000000015e32", 1.5, ""},
               {"9007199254740993", 9007199254740992, ""},
               {"1.7976931348623159e308", INFINITY, ""},
               {"2.4703282292062327208e-324", 0, ""},
               {"2.4703282292062328e-324", 5e-324, ""}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const char* s = cases[i].text;
    double v = -99;
    const char* end = number_parse(s, s + strlen(s), &v);
    assert_non_null(end);
    if (!same(v, cases[i].value)) fail_msg("'%s' is %.17g", s, v);
    assert_string_equal(end, cases[i].rest);
  }
  static const char* const none[] = {"", " 1", ".", "-", "+", "e5", "-.e1", "na", "--1", "x"};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
    double v = -99;
    assert_null(number_parse(none[i], none[i] + strlen(none[i]), &v));
    assert_true(v == -99);
  }
  double v;
  const char* text = "NaN";
  assert_non_null(number_parse(text, text + 3, &v));
  assert_true(isnan(v));
  text = "123456";  // the end is obeyed, not the terminator
  assert_ptr_equal(number_parse(text, text + 3, &v), text + 3);
  assert_true(v == 123);
}

static void integers_fit_or_fail(void** state) {
  (void)state;
  static const struct {
    const char* text;
    int good, value;
  } cases[] = {{"0", 1, 0},
               {"-17", 1, -17},
               {"+3", 1, 3},
               {"2147483647", 1, INT_MAX},
               {"-2147483648", 1, INT_MIN},
               {"2147483648", 0, 0},
               {"-2147483649", 0, 0},
               {"99999999999999999999999", 0, 0},
               {"", 0, 0},
               {"-", 0, 0},
               {"x", 0, 0},
               {"00012", 1, 12}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const char* s = cases[i].text;
    int v = -1;
    const char* end = number_parse_int(s, s + strlen(s), &v);
    assert_int_equal(end != NULL, cases[i].good);
    if (end) assert_int_equal(v, cases[i].value);
  }
}

static void the_look_of_numbers(void** state) {
  (void)state;
  static const struct {
    double value;
    const char* text;
  } cases[] = {{0, "0"},
               {-0.0, "-0"},
               {1, "1"},
               {-2.5, "-2.5"},
               {0.1, "0.1"},
               {1000, "1000"},
               {123456789012345, "123456789012345"},
               {1e15, "1000000000000000"},
               {1e16, "1e16"},
               {1.5e300, "1.5e300"},
               {0.001, "0.001"},
               {1e-5, "0.00001"},
               {1e-6, "1e-6"},
               {-1.25e-7, "-1.25e-7"},
               {0.3, "0.3"},
               {0.1 + 0.2, "0.30000000000000004"},
               {5e-324, "5e-324"},
               {DBL_MAX, "1.7976931348623157e308"},
               {DBL_MIN, "2.2250738585072014e-308"},
               {INFINITY, "inf"},
               {-INFINITY, "-inf"},
               {NAN, "nan"}};
  char text[NUMBER_TEXT];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    number_print(text, cases[i].value);
    assert_string_equal(text, cases[i].text);
  }
  number_print_float(text, 0.1f);
  assert_string_equal(text, "0.1");
  number_print_float(text, FLT_MAX);
  assert_string_equal(text, "3.4028235e38");
  number_print(text, -1.2345678901234567e-5);
  assert_true(strlen(text) < NUMBER_TEXT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(print_and_parse_are_inverse),
      cmocka_unit_test(no_digit_is_superfluous),
      cmocka_unit_test(parsing_rounds_correctly),
      cmocka_unit_test(midpoints_of_any_length_are_decided),
      cmocka_unit_test(floats_beside_midpoints_are_rounded_once),
      cmocka_unit_test(the_grammar_is_exact),
      cmocka_unit_test(integers_fit_or_fail),
      cmocka_unit_test(the_look_of_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
