// Mersenne Twister MT19937-64 (Matsumoto and Nishimura): the sequence behind random dots.
#pragma once

#include <stdint.h>

enum { RANDOM_MT_WORDS = 312 };

typedef struct {
  uint64_t word[RANDOM_MT_WORDS];
  int next;
} random_mt;

void random_mt_seed(random_mt* g, uint64_t seed);

// Uniform in [0, 1): the next 64 bits over 2^64.
double random_mt_uniform(random_mt* g);
