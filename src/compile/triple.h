// Three numbers side by side in one register, for loops over many: what scalars would give, to the
// bit, in less time.  There is a fourth, which means nothing.
#pragma once

#include <stdint.h>
#include <engine/scalar.h>

typedef mjtNum triple __attribute__((vector_size(4 * sizeof(mjtNum))));

// Of a comparison: all bits or none.
typedef int64_t triple_mask __attribute__((vector_size(4 * sizeof(mjtNum))));

static inline triple triple_load(const mjtNum v[3]) { return (triple){v[0], v[1], v[2]}; }

static inline void triple_store(mjtNum v[3], triple t) {
  v[0] = t[0];
  v[1] = t[1];
  v[2] = t[2];
}

// The next coordinate of each: y, z, x.
static inline triple triple_next(triple t) { return (triple){t[1], t[2], t[0]}; }

static inline mjtNum triple_sum(triple t) { return t[0] + t[1] + t[2]; }

static inline triple triple_cross(triple a, triple b) {
  return triple_next(a) * triple_next(triple_next(b)) -
         triple_next(triple_next(a)) * triple_next(b);
}
