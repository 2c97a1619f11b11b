// Products with the direction are computed at every number of the list of vertices, although only
// every third begins a vertex: this avoids sorting the numbers into coordinates.
#include "collision/vertex_scan.h"

#include <string.h>

#include "math/float_lanes.h"

enum {
  GROUP = FLOATS,  // vertices in three registers
};

_Static_assert(GROUP < 9, "the fewest that are scanned have a group and the vertex after it");

// For each of FLOATS numbers from v on: the product of the direction with that number and the next
// two.
LANES_INLINE floats products(const float* v, const floats w[3]) {
  return floats_load(v) * w[0] + floats_load(v + 1) * w[1] + floats_load(v + 2) * w[2];
}

static inline float product(const float* v, const float w[3]) {
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

// The largest of the products that begin a vertex and of x.
static inline float largest(const floats most[3], float x) {
  float all[3 * FLOATS];
  memcpy(all, most, sizeof all);
  LANES_UNROLL for (int k = 0; k < 3 * GROUP; k += 3) x = all[k] > x ? all[k] : x;
  return x;
}

// All groups of vertices but the last vertex, whose numbers are read too; the last group may
// overlap the one before.
static inline int group_start(int group, int n) {
  return GROUP * group < n - 1 - GROUP ? GROUP * group : n - 1 - GROUP;
}

static inline int group_count(int n) { return (n - 1 + GROUP - 1) / GROUP; }

float vertices_reach(const float* vert, int n, const mjtNum along[3]) {
  const float w[3] = {(float)along[0], (float)along[1], (float)along[2]};
  const floats all[3] = {floats_all(w[0]), floats_all(w[1]), floats_all(w[2])};
  floats most[3];
  for (int k = 0; k < 3; k++) most[k] = products(vert + FLOATS * k, all);
  for (int g = 1; g < group_count(n); g++) {
    const float* v = vert + 3 * group_start(g, n);
    for (int k = 0; k < 3; k++) most[k] = floats_larger(products(v + FLOATS * k, all), most[k]);
  }
  return largest(most, product(vert + 3 * (n - 1), w));
}
