#include "asset/rank_set.h"

#include <string.h>

#include "base/platform/compiler.h"

static int words_for(int n) { return n / 64 + 1; }

double rank_set_words(int n) {
  double words = 0;
  do {
    n = words_for(n);
    words += n;
  } while (n > 1);
  return words;
}

rank_set rank_set_new(uint64_t* words, int n) {
  rank_set s = {.levels = 0};
  do {
    n = words_for(n);
    memset(words, 0, sizeof *words * (size_t)n);
    s.level[s.levels++] = words;
    words += n;
  } while (n > 1);
  return s;
}

void rank_set_add(rank_set* s, int x) {
  for (int l = 0; l < s->levels; l++, x >>= 6) {
    uint64_t* word = s->level[l] + (x >> 6);
    uint64_t known = *word;
    *word = known | (uint64_t)1 << (x & 63);
    if (known) return;
  }
}

static int lowest(uint64_t bits) { return bits_lowest(bits); }
static int highest(uint64_t bits) { return bits_highest(bits); }

int rank_set_before(const rank_set* s, int x) {
  for (int l = 0; l < s->levels; l++, x >>= 6) {
    uint64_t bits = s->level[l][x >> 6] & (((uint64_t)1 << (x & 63)) - 1);
    if (!bits) continue;
    int found = (x & ~63) | highest(bits);
    while (l-- > 0) found = found << 6 | highest(s->level[l][found]);
    return found;
  }
  return -1;
}

int rank_set_after(const rank_set* s, int x) {
  if (x < 0) {
    if (s->level[0][0] & 1) return 0;
    x = 0;
  }
  for (int l = 0; l < s->levels; l++, x >>= 6) {
    uint64_t bits = s->level[l][x >> 6] & ~(uint64_t)0 << (x & 63) << 1;
    if (!bits) continue;
    int found = (x & ~63) | lowest(bits);
    while (l-- > 0) found = found << 6 | lowest(s->level[l][found]);
    return found;
  }
  return -1;
}
