#include "base/bignum.h"

#include "base/platform/compiler.h"

void big_set(bignum* a, uint64_t value) {
  a->n = 0;
  for (; value; value >>= 32) a->limb[a->n++] = (uint32_t)value;
}

void big_multiply_add(bignum* a, uint32_t factor, uint32_t add) {
  uint64_t carry = add;
  for (int i = 0; i < a->n; i++) {
    carry += (uint64_t)a->limb[i] * factor;
    a->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) a->limb[a->n++] = (uint32_t)carry;
}

void big_power10(bignum* a, int exponent) {
  for (; exponent >= 9; exponent -= 9) big_multiply_add(a, 1000000000, 0);
  for (; exponent > 0; exponent--) big_multiply_add(a, 10, 0);
}

void big_shift(bignum* a, int bits) {
  if (!a->n) return;
  int words = bits / 32, rest = bits % 32;
  for (int i = a->n - 1; i >= 0; i--) a->limb[i + words] = a->limb[i];
  for (int i = 0; i < words; i++) a->limb[i] = 0;
  a->n += words;
  if (rest) big_multiply_add(a, (uint32_t)1 << rest, 0);
}

int big_bits(const bignum* a) {
  return a->n ? 32 * (a->n - 1) + 1 + bits_highest(a->limb[a->n - 1]) : 0;
}

int big_compare(const bignum* a, const bignum* b) {
  if (a->n != b->n) return a->n < b->n ? -1 : 1;
  for (int i = a->n - 1; i >= 0; i--) {
    if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
  }
  return 0;
}

void big_subtract(bignum* a, const bignum* b) {
  int64_t carry = 0;
  for (int i = 0; i < a->n; i++) {
    carry += (int64_t)a->limb[i] - (i < b->n ? b->limb[i] : 0);
    a->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  while (a->n && !a->limb[a->n - 1]) a->n--;
}

bool big_is_zero(const bignum* a) { return a->n == 0; }
