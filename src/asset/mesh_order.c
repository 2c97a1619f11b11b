// Sorting unit normals in descending order of x, then y, then z.
#include <math.h>
#include <string.h>

#include "asset/mesh_directions.h"

// A key that increases as a coordinate decreases.  Coordinates with equal keys differ by at most
// mjMINVAL.
typedef struct {
  uint64_t key;
  int item;
} item_key;

enum {
  DIGITS = 7,
  FEW = 24
};  // radix sort digits of 8 bits; up to FEW items are sorted by insertion

static uint64_t key_of(double x) { return (uint64_t)((1.5 - x) * 0x1p53); }

static void sort_few(item_key* at, int n) {
  for (int i = 1; i < n; i++) {
    item_key moved = at[i];
    int to = i;
    for (; to > 0 && moved.key < at[to - 1].key; to--) at[to] = at[to - 1];
    at[to] = moved;
  }
}

// Radix sort, least significant digit first; stable.
static void sort(item_key* at, item_key* spare, int n) {
  if (n <= FEW) {
    sort_few(at, n);
    return;
  }
  int count[DIGITS][256] = {{0}};
  for (int i = 0; i < n; i++) {
    for (int d = 0; d < DIGITS; d++) count[d][at[i].key >> 8 * d & 255]++;
  }
  item_key *from = at, *to = spare;
  for (int d = 0; d < DIGITS; d++) {
    int* start = count[d];
    if (start[from[0].key >> 8 * d & 255] == n) continue;
    for (int k = 0, sum = 0; k < 256; k++) {
      int next = sum + start[k];
      start[k] = sum;
      sum = next;
    }
    for (int i = 0; i < n; i++) to[start[from[i].key >> 8 * d & 255]++] = from[i];
    item_key* other = from;
    from = to;
    to = other;
  }
  if (from != at) memcpy(at, from, sizeof *at * (size_t)n);
}

// Sort by a coordinate, then items with equal keys by the next coordinate.  Returns whether having
// equal keys is an equivalence relation.
static bool order(const double* normal, item_key* at, item_key* spare, int n, int axis) {
  for (int i = 0; i < n; i++) at[i].key = key_of(normal[3 * (size_t)at[i].item + (size_t)axis]);
  sort(at, spare, n);
  if (axis == 2) return true;
  for (int from = 0, to; from < n; from = to) {
    double min = normal[3 * (size_t)at[from].item + (size_t)axis], max = min;
    for (to = from + 1; to < n; to++) {
      double x = normal[3 * (size_t)at[to].item + (size_t)axis];
      if (min - x > mjMINVAL) break;
      min = fmin(min, x);
      max = fmax(max, x);
    }
    if (to == from + 1) continue;
    if (max - min > mjMINVAL || !order(normal, at + from, spare, to - from, axis + 1)) return false;
  }
  return true;
}

bool mesh_order(mesh* m, const double* normal, int n, int* rank) {
  item_key *at = MESH_SCRATCH(m, item_key, n), *spare = MESH_SCRATCH(m, item_key, n);
  for (int i = 0; i < n; i++) at[i].item = i;
  if (!order(normal, at, spare, n, 0)) return false;
  for (int i = 0; i < n; i++) rank[at[i].item] = i;
  return true;
}
