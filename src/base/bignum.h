// Natural numbers of up to a few thousand bits, for the exact conversion of decimal fractions.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Enough for 10^1124 times 2^64, with a margin: an 800-digit number as small as 10^-324 has the
// denominator 10^1124.
#define BIGNUM_LIMBS 136

// Limbs are least significant first; the top one is not 0.
typedef struct {
  int n;
  uint32_t limb[BIGNUM_LIMBS];
} bignum;

void big_set(bignum* a, uint64_t value);
void big_multiply_add(bignum* a, uint32_t factor, uint32_t add);
void big_power10(bignum* a, int exponent);  // a *= 10^exponent, exponent >= 0
void big_shift(bignum* a, int bits);        // a *= 2^bits, bits >= 0
int big_bits(const bignum* a);              // 0 for 0
int big_compare(const bignum* a, const bignum* b);
void big_subtract(bignum* a, const bignum* b);  // a -= b, which is not larger
bool big_is_zero(const bignum* a);
