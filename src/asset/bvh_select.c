#include "asset/bvh_select.h"

#include <stdbool.h>
#include <string.h>

#include "base/platform/compiler.h"

// Up to this many keys, comparing every pair is faster than partitioning.
enum { FEW = 24, ABREAST = 4 };

typedef int64_t lanes VECTOR(int64_t, ABREAST);

// Sort by counting, for each key, how many are smaller.
void sort_keys(key* k, int n) {
  lanes old[SORTED_KEYS / ABREAST];
  int64_t* one = (int64_t*)old;
  int i = 0;
  // converted to signed numbers of the same order
  for (; i < n; i++) one[i] = (int64_t)(k[i] ^ (uint64_t)1 << 63);
  for (; i % ABREAST; i++) one[i] = INT64_MAX;
  for (i = 0; i < n; i += ABREAST) {
    lanes mine = old[i / ABREAST], before = {0};
    for (int j = 0; j < n; j++) before -= one[j] < mine;
    for (int j = 0; j < ABREAST && i + j < n; j++) {
      k[before[j]] = (key)mine[j] ^ (uint64_t)1 << 63;
    }
  }
}

// A pivot near rank `half`: the median of a random sample, larger for more keys.  The sample is
// random so that no input is always slow.
static int choose_pivot(selector* s, const key* k, int n, int half) {
  int drawn[31], size = n < 100 ? 3 : n < 1000 ? 9 : 31;
  for (int i = 0; i < size; i++) {
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    int one = (int)((s->random >> 32) * (uint64_t)n >> 32), at = i;
    for (; at > 0 && k[one] < k[drawn[at - 1]]; at--) drawn[at] = drawn[at - 1];
    drawn[at] = one;
  }
  int at = (int)((long long)size * half / n);
  return drawn[at < size ? at : size - 1];
}

// Partition by the first key, which moves to its final place; returns that.  Written without
// branches and without reading what was just written, either of which would dominate the time.
static int divide(key* restrict k, key* restrict spare, int n) {
  const key pivot = k[0];
  size_t low = 0, high = 0, size = (size_t)n;
  for (size_t i = 1; i < size; i++) {
    const key moved = k[i];
    bool first = moved < pivot;
    k[low] = moved;
    spare[high] = moved;
    low += first;
    high += !first;
  }
  k[low] = pivot;
  memcpy(k + low + 1, spare, sizeof *k * high);
  return (int)low;
}

void select_first(selector* s, key* k, int n, int half) {
  while (n > FEW) {
    int pivot = choose_pivot(s, k, n, half);
    const key spare = k[0];
    k[0] = k[pivot];
    k[pivot] = spare;
    int at = divide(k, s->spare, n);
    if (at >= half) {
      n = at;
    } else {
      k += at + 1;
      n -= at + 1;
      half -= at + 1;
    }
  }
  sort_keys(k, n);
}
