// Products with the direction are taken at every number of the list of vertices, of which each
// third begins a vertex: so they need not be sorted into coordinates.
#include "collision/vertex_scan.h"

#include <stdint.h>
#include <string.h>

enum {
  BLOCK = 8,  // numbers side by side
  GROUP = 8,  // vertices of three blocks
};

typedef float block __attribute__((vector_size(BLOCK * sizeof(float))));
typedef int32_t block_mask __attribute__((vector_size(BLOCK * sizeof(int32_t))));

static const block_mask begins[3] = {
    {-1, 0, 0, -1, 0, 0, -1, 0}, {0, -1, 0, 0, -1, 0, 0, -1}, {0, 0, -1, 0, 0, -1, 0, 0}};

// At each of BLOCK numbers from v on, the product of the direction with it and the two after it.
#define PRODUCTS(p, v, w)                  \
  do {                                     \
    block x_, y_, z_;                      \
    memcpy(&x_, (v), sizeof x_);           \
    memcpy(&y_, (v) + 1, sizeof y_);       \
    memcpy(&z_, (v) + 2, sizeof z_);       \
    p = x_ * w[0] + y_ * w[1] + z_ * w[2]; \
  } while (0)

#define CHOOSE(mask, a, b) ((block)(((mask) & (block_mask)(a)) | (~(mask) & (block_mask)(b))))

static inline float product(const float* v, const float w[3]) {
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

// The largest of the elements that begin a vertex and of x; by halves, so that fewer are waited
// for one after the other.
static inline float largest(const block most[3], float x) {
  block top = (block){0} + x;
  for (int k = 0; k < 3; k++) top = CHOOSE(begins[k] & (most[k] > top), most[k], top);
  float t[BLOCK];
  memcpy(t, &top, sizeof t);
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    for (int k = 0; k < half; k++) t[k] = t[k] > t[k + half] ? t[k] : t[k + half];
  }
  return t[0];
}

// The groups of all vertices but the last, whose last numbers they read too; the last group may
// overlap the one before.
static inline int group_start(int group, int n) {
  return GROUP * group < n - 1 - GROUP ? GROUP * group : n - 1 - GROUP;
}

static inline int group_count(int n) { return (n - 1 + GROUP - 1) / GROUP; }

float vertices_reach(const float* vert, int n, const mjtNum along[3]) {
  const float w[3] = {(float)along[0], (float)along[1], (float)along[2]};
  block most[3], p;
  for (int k = 0; k < 3; k++) PRODUCTS(most[k], vert + BLOCK * k, w);
  for (int g = 1; g < group_count(n); g++) {
    const float* v = vert + 3 * group_start(g, n);
    for (int k = 0; k < 3; k++) {
      PRODUCTS(p, v + BLOCK * k, w);
      most[k] = CHOOSE(p > most[k], p, most[k]);
    }
  }
  return largest(most, product(vert + 3 * (n - 1), w));
}
