// A set of numbers below some n, in which the neighbours of a number are found at once: bits, and
// bits that tell which 64 of these are not all zero, and so on.
#pragma once

#include <stdint.h>

enum { RANK_SET_LEVELS = 6 };  // 64^6 is more than there are ints

typedef struct {
  uint64_t* level[RANK_SET_LEVELS];
  int levels;
} rank_set;

// Words of 64 bits for numbers below n.
double rank_set_words(int n);

// The empty set, in so many words.
rank_set rank_set_new(uint64_t* words, int n);

void rank_set_add(rank_set* s, int x);

// The next smaller or larger number in the set; -1 when there is none.  x, which need not be in it,
// is from 0, or -1 for the very first.
int rank_set_before(const rank_set* s, int x);
int rank_set_after(const rank_set* s, int x);
