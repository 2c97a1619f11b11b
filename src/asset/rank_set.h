// A set of integers below n with fast neighbour queries: a hierarchy of bit sets in which a bit of
// the next level marks a nonzero word.
#pragma once

#include <stdint.h>

enum { RANK_SET_LEVELS = 6 };  // 64^6 exceeds the range of int

typedef struct {
  uint64_t* level[RANK_SET_LEVELS];
  int levels;
} rank_set;

// Number of 64-bit words for integers below n.
double rank_set_words(int n);

// An empty set in the given words.
rank_set rank_set_new(uint64_t* words, int n);

void rank_set_add(rank_set* s, int x);

// The next smaller (or larger) element; -1 when there is none.  x need not be in the set; it is >=
// 0, or -1 for the very first element.
int rank_set_before(const rank_set* s, int x);
int rank_set_after(const rank_set* s, int x);
