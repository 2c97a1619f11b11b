// Three numbers side by side in one register, for loops over many: what scalars would give, to the
// bit, in less time.  There is a fourth, which means nothing.  Functions take pointers: how such
// values are passed depends on the processor.
#pragma once

#include <math.h>
#include <stdint.h>
#include <engine/scalar.h>

typedef mjtNum triple __attribute__((vector_size(4 * sizeof(mjtNum))));

// Of a comparison: all bits or none.
typedef int64_t triple_mask __attribute__((vector_size(4 * sizeof(mjtNum))));

#define TRIPLE(v) ((triple){(v)[0], (v)[1], (v)[2]})

// The next coordinate of each: y, z, x; and the one after it.
#define TRIPLE_NEXT(t)  ((triple){(t)[1], (t)[2], (t)[0]})
#define TRIPLE_AFTER(t) ((triple){(t)[2], (t)[0], (t)[1]})

static inline void triple_store(mjtNum v[3], const triple* t) {
  v[0] = (*t)[0];
  v[1] = (*t)[1];
  v[2] = (*t)[2];
}

static inline mjtNum triple_norm(const triple* t) {
  triple square = *t * *t;
  return sqrt(square[0] + square[1] + square[2]);
}

static inline void triple_cross(triple* r, const triple* a, const triple* b) {
  *r = TRIPLE_NEXT(*a) * TRIPLE_AFTER(*b) - TRIPLE_AFTER(*a) * TRIPLE_NEXT(*b);
}
