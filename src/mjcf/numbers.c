#include "mjcf/numbers.h"

#include <math.h>
#include <string.h>
#include "base/number.h"
#include "mjcf/scan.h"

bool number_blank(const char* text) {
  while (xml_is_space(*text)) text++;
  return !*text;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = (char)(c | 0x20);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Hexadecimal numbers: "0x1F", "-0x.8p3".  Exact as long as the digits fit 53 bits.
static const char* parse_hex(const char* s, const char* end, double* value) {
  bool negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if (end - s < 3 || s[0] != '0' || (s[1] | 0x20) != 'x') return NULL;
  s += 2;
  double sum = 0;
  int exponent = 0, ndigit = 0;
  bool fraction = false;
  for (; s < end; s++) {
    if (*s == '.' && !fraction) {
      fraction = true;
      continue;
    }
    int digit = hex_digit(*s);
    if (digit < 0) break;
    sum = 16 * sum + digit;
    exponent -= 4 * fraction;
    ndigit++;
  }
  if (!ndigit) return NULL;
  if (s < end && (*s | 0x20) == 'p') {
    int power;
    s = number_parse_int(s + 1, end, &power);
    if (!s || power > 100000 || power < -100000) return NULL;
    exponent += power;
  }
  *value = ldexp(negative ? -sum : sum, exponent);
  return s;
}

// Skip "(...)", which may follow nan.
static const char* skip_payload(const char* s, const char* end, double value) {
  if (!isnan(value) || s == end || *s != '(') return s;
  while (s < end && *s != ')') s++;
  return s < end ? s + 1 : s;
}

static number_result next_real(const char* s, const char* end, number_type type, void* value) {
  double x = 0;
  float f = 0;
  const char* after =
      type == NUMBER_FLOAT ? number_parse_float(s, end, &f) : number_parse(s, end, &x);
  if (type == NUMBER_FLOAT) x = f;
  if (after != end) {
    const char* hex = parse_hex(s, end, &x);
    after = hex ? hex : after;
    f = (float)x;
  }
  if (after) after = skip_payload(after, end, x);
  if (after != end) return NUMBER_BAD;
  const char* digits = *s == '-' || *s == '+' ? s + 1 : s;
  if (isinf(type == NUMBER_FLOAT ? (double)f : x) && (*digits | 0x20) != 'i') return NUMBER_LARGE;
  if (type == NUMBER_FLOAT) {
    *(float*)value = f;
  } else {
    *(double*)value = x;
  }
  return NUMBER_OK;
}

static number_result next_int(const char* s, const char* end, int* value) {
  const char* digits = *s == '-' || *s == '+' ? s + 1 : s;
  if (digits == end) return NUMBER_BAD;
  for (const char* c = digits; c < end; c++) {
    if (*c < '0' || *c > '9') return NUMBER_BAD;
  }
  return number_parse_int(*s == '+' ? digits : s, end, value) == end ? NUMBER_OK : NUMBER_LARGE;
}

number_result number_next(const char** at, number_type type, void* value, const char** token,
                          int* ntoken) {
  const char* s = *at;
  while (xml_is_space(*s)) s++;
  const char* end = s;
  while (*end && !xml_is_space(*end)) end++;
  *at = end;
  if (s == end) return NUMBER_END;
  *token = s;
  *ntoken = (int)(end - s);
  return type == NUMBER_INT ? next_int(s, end, value) : next_real(s, end, type, value);
}
