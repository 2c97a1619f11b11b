// Everything is decided on small integers, which boxes and places are rounded to.  Where these
// cannot tell, the doubles are asked.
#include "compile/bvh.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compile/pose.h"

// A place along an axis, rounded, and the number of the item: unequal, and ordered as they are.
typedef uint64_t key;

// How places are rounded: steps from an origin.
typedef struct {
  double origin, steps;  // a unit of length
  uint64_t apart;        // so many steps between two places tell that one is before the other
} rounding;

// The box of an item in steps: its smallest coordinates, then its largest ones with the sign
// turned, so that boxes are united by taking what is less; the last two are unused.
typedef int16_t small_box __attribute__((vector_size(8 * sizeof(int16_t))));

typedef struct {
  bvh_nodes nodes;  // those of this tree
  const bvh_items* items;
  const small_box* box;
  int box_apart;          // edges of boxes that differ by more steps are surely different
  const uint32_t* place;  // 3 an item
  uint64_t apart;         // of place
  key* spare;
  uint64_t random;
} builder;

static double lower(double a, double b) { return b < a ? b : a; }
static double higher(double a, double b) { return b > a ? b : a; }

static int item_of(key k) { return (int)(k & 0xFFFFFFFFu); }
static uint64_t place_of(key k) { return k >> 32; }

static double point_of(const builder* b, key k, int axis) {
  double point[3];
  b->items->point(b->items->of, item_of(k), point);
  return point[axis];
}

// --- rounding places ----------------------------------------------------------------------------

static rounding make_rounding(double origin, double range) {
  const double most = 4294967295.0;
  double steps = most / fmax(range, 1e-12);
  return (rounding){origin, steps, 2 + (uint64_t)(2 * COMPILE_EPS * steps)};
}

// What is outside the range is all at its ends.
static uint32_t round_place(const rounding* r, double place) {
  const double most = 4294967295.0;
  double x = (place - r->origin) * r->steps;
  return x > 0 ? x < most ? (uint32_t)x : UINT32_MAX : 0;
}

// --- selecting ----------------------------------------------------------------------------------

enum { FEW = 8 };  // keys that are sorted at once

// Sort a few keys by counting how many are before each.
static void sort(key* k, int n) {
  key old[FEW];
  int place[FEW] = {0};
  for (int i = 0; i < n; i++) {
    old[i] = k[i];
    for (int j = 0; j < i; j++) {
      bool first = old[i] < old[j];
      place[j] += first;
      place[i] += !first;
    }
  }
  for (int i = 0; i < n; i++) k[place[i]] = old[i];
}

// One of n keys, near the place `half` if all were in order: by a sample, the larger the more there
// is to save.  It is drawn, so that no order of the keys takes long.
static int choose_pivot(builder* b, const key* k, int n, int half) {
  int drawn[31], size = n < 100 ? 3 : n < 1000 ? 9 : 31;
  for (int i = 0; i < size; i++) {
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    int one = (int)((b->random >> 32) * (uint64_t)n >> 32), at = i;
    for (; at > 0 && k[one] < k[drawn[at - 1]]; at--) drawn[at] = drawn[at - 1];
    drawn[at] = one;
  }
  int at = (int)((long long)size * half / n);
  return drawn[at < size ? at : size - 1];
}

// The first key goes where it belongs: behind those before it.  Returns its place.  Nothing that
// was just written is read, and there are no branches: that would take most of the time.
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

// Bring the first `half` of n keys to the front, the last of them to the end of these, and the
// first of the others to where they begin.
static void select_first(builder* b, key* k, int n, int half) {
  while (n > FEW) {
    int pivot = choose_pivot(b, k, n, half);
    const key spare = k[0];
    k[0] = k[pivot];
    k[pivot] = spare;
    int at = divide(k, b->spare, n);
    if (at >= half) {
      n = at;
    } else {
      k += at + 1;
      n -= at + 1;
      half -= at + 1;
    }
  }
  sort(k, n);
}

// --- where rounding hides the order -------------------------------------------------------------

// Move those of n keys that are not below a place to the end; returns how many are below.
static int split_below(key* k, int n, uint64_t place) {
  int below = 0;
  for (int i = 0; i < n; i++) {
    const key moved = k[i];
    if (place_of(moved) >= place) continue;
    k[i] = k[below];
    k[below++] = moved;
  }
  return below;
}

// The keys around the border between the halves, too near to each other to be told apart; from the
// first of these on, and their number.
static int ambiguous(key* k, int n, int half, uint64_t apart, int* count) {
  uint64_t left = place_of(k[half - 1]), right = place_of(k[half]);
  if (right - left >= apart) return *count = 0;
  int from = split_below(k, half, left > apart ? left - apart : 0);
  *count = half + split_below(k + half, n - half, right + apart + 1) - from;
  return from;
}

// Places that differ by less are equal, or, where they run on like that, fall into bins.
static rounding make_bins(double origin, double range) {
  return (rounding){origin, range <= COMPILE_EPS ? 0 : 1 / COMPILE_EPS, 0};
}

// Select among the ambiguous ones, rounded within their own range, and so on with what is still
// ambiguous.  Returns whether there were any: their places are changed.
static bool resolve(builder* b, key* k, int n, int half, int axis) {
  double last_range = INFINITY;
  uint64_t apart = b->apart;
  bool changed = false;
  for (int count; apart; n = count) {
    int from = ambiguous(k, n, half, apart, &count);
    if (!count) break;
    changed = true;
    k += from;
    half -= from;
    double min = INFINITY, max = -INFINITY;
    for (int i = 0; i < count; i++) {
      double place = point_of(b, k[i], axis);
      min = lower(min, place);
      max = higher(max, place);
    }
    double range = max - min;
    bool shrinks = range < last_range / 2 && range > 10 * COMPILE_EPS;
    rounding r = shrinks ? make_rounding(min, range) : make_bins(min, range);
    for (int i = 0; i < count; i++) {
      k[i] = (key)round_place(&r, point_of(b, k[i], axis)) << 32 | (key)item_of(k[i]);
    }
    select_first(b, k, count, half);
    apart = r.apart;
    last_range = range;
  }
  return changed;
}

// --- boxes --------------------------------------------------------------------------------------

// Smallest and largest coordinates of two boxes.
static void unite(double sum[6], const double box[6]) {
  for (int k = 0; k < 3; k++) {
    sum[k] = lower(sum[k], box[k]);
    sum[3 + k] = higher(sum[3 + k], box[3 + k]);
  }
}

// Boxes are never flat.
static void thicken(double box[6]) {
  for (int k = 0; k < 3; k++) {
    if (fabs(box[3 + k] - box[k]) < COMPILE_EPS) {
      box[k] -= COMPILE_EPS;
      box[3 + k] += COMPILE_EPS;
    }
  }
}

static void take_box(double box[6], const bvh_items* items, int i) {
  items->box(items->of, i, box);
}

static int longest_exactly(const builder* b, const key* k, int n) {
  double box[6], other[6], edge[3];
  take_box(box, b->items, item_of(k[0]));
  for (int i = 1; i < n; i++) {
    take_box(other, b->items, item_of(k[i]));
    unite(box, other);
  }
  thicken(box);
  for (int i = 0; i < 3; i++) edge[i] = box[3 + i] - box[i];
  int axis = edge[1] >= edge[0] + COMPILE_EPS ? 1 : 0;
  return edge[2] >= edge[axis] + COMPILE_EPS ? 2 : axis;
}

// The axis of the longest edge of the box around n items.
static int longest_edge(const builder* b, const key* k, int n) {
  small_box box = b->box[item_of(k[0])];
  for (int i = 1; i < n; i++) {
    small_box other = b->box[item_of(k[i])], less = other < box;
    box = (other & less) | (box & ~less);
  }
  int edge[3];
  for (int i = 0; i < 3; i++) edge[i] = -box[3 + i] - box[i];
  int axis = edge[1] > edge[0] ? 1 : 0;
  bool clear = abs(edge[1] - edge[0]) > b->box_apart && abs(edge[2] - edge[axis]) > b->box_apart;
  return clear ? edge[2] > edge[axis] ? 2 : axis : longest_exactly(b, k, n);
}

// --- the tree -----------------------------------------------------------------------------------

// The keys tell which items are below the node; their places are those along an axis.
static void build(builder* b, key* k, int n, int depth, int node, int axis) {
  bvh_nodes* t = &b->nodes;
  t->depth[node] = depth;
  if (n == 1) {
    int item = item_of(k[0]);
    t->nodeid[node] = b->items->id(b->items->of, item);
    t->child[2 * node] = t->child[2 * node + 1] = -1;
    take_box(t->aabb + 6 * (size_t)node, b->items, item);
    return;
  }
  int longest = longest_edge(b, k, n), half = n / 2;
  for (int i = 0; i < n && longest != axis; i++) {
    int item = item_of(k[i]);
    k[i] = (key)b->place[3 * item + longest] << 32 | (key)item;
  }
  select_first(b, k, n, half);
  if (resolve(b, k, n, half, longest)) longest = -1;
  // a tree of n leaves has 2n - 1 nodes
  int left = node + 1, right = node + 2 * half;
  t->nodeid[node] = -1;
  t->child[2 * node] = left;
  t->child[2 * node + 1] = right;
  build(b, k, half, depth + 1, left, longest);
  build(b, k + half, n - half, depth + 1, right, longest);
}

// From the corners of the leaves' boxes to centres and half sizes of all.
static void finish_boxes(const bvh_nodes* t) {
  for (int node = t->count - 1; node >= 0; node--) {
    double* box = t->aabb + 6 * (size_t)node;
    const int* child = t->child + 2 * (size_t)node;
    if (child[0] >= 0) {
      memcpy(box, t->aabb + 6 * (size_t)child[0], sizeof(double[6]));
      unite(box, t->aabb + 6 * (size_t)child[1]);
    }
  }
  for (int node = 0; node < t->count; node++) {
    double *box = t->aabb + 6 * (size_t)node, corners[6];
    thicken(box);
    memcpy(corners, box, sizeof corners);
    for (int k = 0; k < 3; k++) {
      box[k] = (corners[k] + corners[3 + k]) / 2;
      box[3 + k] = (corners[3 + k] - corners[k]) / 2;
    }
  }
}

// --- rounding the items -------------------------------------------------------------------------

static int16_t round_coordinate(double x, double steps) {
  double rounded = x * steps;
  return (int16_t)(rounded > -32767 ? rounded < 32767 ? rounded : 32767 : -32767);
}

// The longest edge of the box around all, in steps of which things are rounded.
static double size_of(const bvh_items* items) {
  double size = 0;
  for (int k = 0; k < 3; k++) size = higher(size, items->around[3 + k] - items->around[k]);
  return size;
}

static void round_boxes(builder* b, small_box* box) {
  const bvh_items* items = b->items;
  const double* all = items->around;
  double other[6], size = size_of(items);
  double steps = size > 0 ? 65534 / size : 0;
  // rounding changes the difference of two edges by at most 4
  b->box_apart = 4 + (int)lower(1e6, 8 * COMPILE_EPS * steps);
  for (int i = 0; i < items->n; i++) {
    take_box(other, items, i);
    box[i] = (small_box){0};
    for (int k = 0; k < 3; k++) {
      double middle = (all[k] + all[3 + k]) / 2;
      box[i][k] = round_coordinate(other[k] - middle, steps);
      box[i][3 + k] = round_coordinate(middle - other[3 + k], steps);
    }
  }
  b->box = box;
}

static void round_places(builder* b, uint32_t* place) {
  double size = size_of(b->items);
  rounding r[3];
  // centres of flat triangles may be far away: those need not be precise
  for (int k = 0; k < 3; k++) r[k] = make_rounding(b->items->around[k] - size, 3 * size);
  for (int i = 0; i < b->items->n; i++) {
    double point[3];
    b->items->point(b->items->of, i, point);
    for (int k = 0; k < 3; k++) place[3 * i + k] = round_place(r + k, point[k]);
  }
  b->place = place;
  b->apart = r[0].apart;
}

static void array_box(const void* of, int i, double box[6]) {
  memcpy(box, ((const bvh_item*)of)[i].box, sizeof(double[6]));
}

static void array_point(const void* of, int i, double point[3]) {
  memcpy(point, ((const bvh_item*)of)[i].point, sizeof(double[3]));
}

static int array_id(const void* of, int i) { return ((const bvh_item*)of)[i].id; }

bvh_items bvh_array(const bvh_item* item, int n) {
  bvh_items items = {item, array_box, array_point, array_id, n, {0}};
  for (int i = 0; i < n; i++) {
    if (i == 0) memcpy(items.around, item->box, sizeof item->box);
    unite(items.around, item[i].box);
  }
  return items;
}

double bvh_scratch(int n) {
  return (double)n * (2 * sizeof(key) + sizeof(small_box) + 3 * sizeof(uint32_t));
}

void bvh_build(bvh_nodes* nodes, const bvh_items* items, void* scratch) {
  int n = items->n;
  size_t first = (size_t)nodes->count;
  builder b = {
      .nodes = {nodes->aabb + 6 * first, nodes->child + 2 * first, nodes->nodeid + first,
                nodes->depth + first, 2 * n - 1},
      .items = items,
      .random = 1,
  };
  // in the order of what they must be aligned to
  small_box* box = scratch;
  key* k = (key*)(box + n);
  b.spare = k + n;
  round_boxes(&b, box);
  round_places(&b, (uint32_t*)(b.spare + n));
  for (int i = 0; i < n; i++) k[i] = (key)i;
  build(&b, k, n, 0, 0, -1);
  finish_boxes(&b.nodes);
  nodes->count += b.nodes.count;
}
