// Mersenne Twister MT19937-64 (Matsumoto and Nishimura 1998), used for random dots in textures.
#pragma once

#include <stdint.h>

enum { RANDOM_MT_WORDS = 312 };

typedef struct {
  uint64_t word[RANDOM_MT_WORDS];
} random_mt;

void random_mt_seed(random_mt* g, uint64_t seed);

// Compute the next RANDOM_MT_WORDS values of the sequence.
void random_mt_next(random_mt* g, uint64_t numbers[RANDOM_MT_WORDS]);

// The largest x for which x / 2^64, rounded to a number in [0, 1), is less than t > 0: a comparison
// with it replaces floating-point arithmetic.
uint64_t random_mt_last_below(double t);
