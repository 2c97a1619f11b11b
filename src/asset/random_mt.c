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
  g->next = RANDOM_MT_WORDS;
}

// The recurrence, for all words at once.
static void regenerate(random_mt* g) {
  for (int i = 0; i < RANDOM_MT_WORDS; i++) {
    uint64_t x = (g->word[i] & upper) | (g->word[(i + 1) % RANDOM_MT_WORDS] & lower);
    uint64_t y = g->word[(i + MIDDLE) % RANDOM_MT_WORDS] ^ (x >> 1);
    g->word[i] = x & 1 ? y ^ twist : y;
  }
  g->next = 0;
}

static uint64_t temper(uint64_t x) {
  x ^= (x >> 29) & 0x5555555555555555u;
  x ^= (x << 17) & 0x71D67FFFEDA60000u;
  x ^= (x << 37) & 0xFFF7EEE000000000u;
  return x ^ (x >> 43);
}

double random_mt_uniform(random_mt* g) {
  if (g->next == RANDOM_MT_WORDS) regenerate(g);
  double u = (double)temper(g->word[g->next++]) * 0x1p-64;
  // the largest numbers round up to 1
  return u < 1 ? u : 0x1.fffffffffffffp-1;
}
