// Three numbers in one register of four lanes, where the machine has such: for boxes and frames.
// Loading may read one extra number, which is neither used nor written back.
#pragma once

#include "math/lanes.h"
#include "math/pair.h"

#if LANES == 4

typedef lanes triple;

static inline triple triple_of(mjtNum x, mjtNum y, mjtNum z) { return (triple){x, y, z, 0}; }
static inline triple triple_all(mjtNum x) { return lanes_all(x); }

// p[0], p[1], p[2]; also reads p[3], or p[-1] with triple_load_last.
static inline triple triple_load(const mjtNum* p) { return lanes_load(p); }
static inline triple triple_load_last(const mjtNum* p) {
  triple v = lanes_load(p - 1);
  return LANES_PICK(v, v, 1, 2, 3, 3);
}
static inline triple triple_add(triple a, triple b) { return a + b; }
static inline triple triple_sub(triple a, triple b) { return a - b; }

// a + s b
static inline triple triple_axpy(triple a, mjtNum s, triple b) { return a + lanes_all(s) * b; }
static inline triple triple_scale(mjtNum s, triple a) { return lanes_all(s) * a; }
static inline triple triple_abs(triple a) { return lanes_abs(a); }
static inline mjtNum triple_get(triple a, int i) { return a[i]; }

// Whether every element of a is at most that of b; false with NaN.
static inline int triple_within(triple a, triple b) {
  return (lanes_mask(lanes_reaches(b, a)) & 7) == 7;
}

// Transpose: rows become columns.
static inline void triple_transpose(triple to[3], const triple from[3]) {
  triple a = LANES_PICK(from[0], from[1], 0, 4, 2, 6), b = LANES_PICK(from[0], from[1], 1, 5, 3, 7);
  triple c = LANES_PICK(from[2], from[2], 0, 0, 2, 2), e = LANES_PICK(from[2], from[2], 1, 1, 3, 3);
  to[0] = LANES_PICK(a, c, 0, 1, 4, 5);
  to[1] = LANES_PICK(b, e, 0, 1, 4, 5);
  to[2] = LANES_PICK(a, c, 2, 3, 6, 7);
}

#else

typedef struct {
  pair xy;
  mjtNum z;
} triple;

static inline triple triple_of(mjtNum x, mjtNum y, mjtNum z) { return (triple){pair_of(x, y), z}; }
static inline triple triple_all(mjtNum x) { return (triple){pair_all(x), x}; }
static inline triple triple_load(const mjtNum* p) { return (triple){pair_load(p), p[2]}; }
static inline triple triple_load_last(const mjtNum* p) { return triple_load(p); }
static inline triple triple_add(triple a, triple b) { return (triple){a.xy + b.xy, a.z + b.z}; }
static inline triple triple_sub(triple a, triple b) { return (triple){a.xy - b.xy, a.z - b.z}; }
static inline triple triple_axpy(triple a, mjtNum s, triple b) {
  return (triple){a.xy + pair_all(s) * b.xy, a.z + s * b.z};
}
static inline triple triple_scale(mjtNum s, triple a) {
  return (triple){pair_all(s) * a.xy, s * a.z};
}
static inline triple triple_abs(triple a) { return (triple){pair_larger(a.xy, -a.xy), fabs(a.z)}; }
static inline mjtNum triple_get(triple a, int i) { return i < 2 ? a.xy[i] : a.z; }
static inline int triple_within(triple a, triple b) {
  return (a.xy[0] <= b.xy[0]) & (a.xy[1] <= b.xy[1]) & (a.z <= b.z);
}
static inline void triple_transpose(triple to[3], const triple from[3]) {
  to[0] = triple_of(from[0].xy[0], from[1].xy[0], from[2].xy[0]);
  to[1] = triple_of(from[0].xy[1], from[1].xy[1], from[2].xy[1]);
  to[2] = triple_of(from[0].z, from[1].z, from[2].z);
}

#endif
