// Mersenne Twister MT19937-64 (Matsumoto and Nishimura): the sequence behind random dots.
#pragma once

#include <stdint.h>

enum { RANDOM_MT_WORDS = 312 };

typedef struct {
  uint64_t word[RANDOM_MT_WORDS];
} random_mt;

void random_mt_seed(random_mt* g, uint64_t seed);

// The next numbers of the sequence, so many at once.
void random_mt_next(random_mt* g, uint64_t numbers[RANDOM_MT_WORDS]);

// A number x stands for x / 2^64, rounded, in [0, 1).  Numbers up to this one stand for what is
// less than t, which is above 0: a comparison of integers decides.
uint64_t random_mt_last_below(double t);
