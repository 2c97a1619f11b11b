#include "asset/random_mt.h"

enum { MIDDLE = 156 };

static const uint64_t twist = 0xB5026F5AA96619E9u;
static const uint64_t upper = 0xFFFFFFFF80000000u;
static const uint64_t lower = 0x7FFFFFFFu;

void random_mt_seed(random_mt* g, uint64_t seed) {
  g->word[0] = seed;
  for (int i = 1; i < RANDOM_MT_WORDS; i++) {
    uint64_t before = g->word[i - 1];
    g->word[i] = 6364136223846793005u * (before ^ (before >> 62)) + (uint64_t)i;
  }
}

static inline uint64_t recur(uint64_t word, uint64_t next, uint64_t far) {
  uint64_t x = (word & upper) | (next & lower);
  return far ^ (x >> 1) ^ (twist & -(x & 1));
}

static inline uint64_t temper(uint64_t x) {
  x ^= (x >> 29) & 0x5555555555555555u;
  x ^= (x << 17) & 0x71D67FFFEDA60000u;
  x ^= (x << 37) & 0xFFF7EEE000000000u;
  return x ^ (x >> 43);
}

// Without branches and modulo operations, so that it vectorises.
void random_mt_next(random_mt* g, uint64_t numbers[RANDOM_MT_WORDS]) {
  enum { LAST = RANDOM_MT_WORDS - 1 };
  uint64_t* w = g->word;
  for (int i = 0; i < MIDDLE; i++) w[i] = recur(w[i], w[i + 1], w[i + MIDDLE]);
  for (int i = MIDDLE; i < LAST; i++) w[i] = recur(w[i], w[i + 1], w[i - MIDDLE]);
  w[LAST] = recur(w[LAST], w[0], w[LAST - MIDDLE]);
  for (int i = 0; i < RANDOM_MT_WORDS; i++) numbers[i] = temper(w[i]);
}

static double uniform(uint64_t x) {
  double u = (double)x * 0x1p-64;
  // the largest values would round up to 1
  return u < 1 ? u : 0x1.fffffffffffffp-1;
}

// uniform is monotonic, and 0 is below t: binary search.
uint64_t random_mt_last_below(double t) {
  uint64_t last = 0;
  for (uint64_t bit = (uint64_t)1 << 63; bit; bit >>= 1) {
    if (uniform(last | bit) < t) last |= bit;
  }
  return last;
}
