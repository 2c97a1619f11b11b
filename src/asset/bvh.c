// Boxes and positions are rounded to small integers, on which all decisions are based.  Only where
// rounding leaves the order undecided are the doubles compared.
#include "asset/bvh_parts.h"
#include "base/platform/compiler.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// How positions are rounded: steps from an origin.
typedef struct {
  double origin, steps;  // steps per unit of length
  uint64_t apart;        // positions at least this many steps apart are surely ordered
} rounding;

static void unite_small(small_box* sum, const small_box* other) {
#ifdef __SSE2__
  __m128i *to = (__m128i*)sum->edge, from = *(const __m128i*)other->edge;
  *to = _mm_min_epi16(*to, from);
#else
  for (int k = 0; k < 8; k++) {
    sum->edge[k] = other->edge[k] < sum->edge[k] ? other->edge[k] : sum->edge[k];
  }
#endif
}

static double lower(double a, double b) { return b < a ? b : a; }
static double higher(double a, double b) { return b > a ? b : a; }

// --- rounding positions -------------------------------------------------------------------------

static rounding make_rounding(double origin, double range) {
  const double most = 4294967295.0;
  double steps = most / fmax(range, 1e-12);
  return (rounding){origin, steps, 2 + (uint64_t)(2 * COMPILE_EPS * steps)};
}

// Values outside the range are clipped to its ends; NaN becomes 0.
static uint32_t round_place(const rounding* r, double place) {
  const double most = 4294967295.0;
  double x = (place - r->origin) * r->steps;
  return (uint32_t)(int64_t)lower(higher(0, x), most);
}

// --- where rounding hides the order -------------------------------------------------------------

// Move those of n keys that are not below a position to the end; returns the number of those below.
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

// The keys around the border between the halves that are too close to be ordered: returns the first
// and their number.
static int ambiguous(key* k, int n, int half, uint64_t apart, int* count) {
  uint64_t left = place_of(k[half - 1]), right = place_of(k[half]);
  if (right - left >= apart) return *count = 0;
  int from = split_below(k, half, left > apart ? left - apart : 0);
  *count = half + split_below(k + half, n - half, right + apart + 1) - from;
  return from;
}

// Closer positions count as equal or, where they form a chain, are assigned to bins.
static rounding make_bins(double origin, double range) {
  return (rounding){origin, range <= COMPILE_EPS ? 0 : 1 / COMPILE_EPS, 0};
}

// Order the ambiguous keys by rounding within their own range, recursively while some are
// ambiguous.  Returns whether there were any, in which case their positions in the keys have
// changed.
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
      double place = point_of(b, item_of(k[i]), axis);
      min = lower(min, place);
      max = higher(max, place);
    }
    double range = max - min;
    bool shrinks = range < last_range / 2 && range > 10 * COMPILE_EPS;
    rounding r = shrinks ? make_rounding(min, range) : make_bins(min, range);
    for (int i = 0; i < count; i++) {
      k[i] = (key)round_place(&r, point_of(b, item_of(k[i]), axis)) << 32 | (key)item_of(k[i]);
    }
    select_first(&b->select, k, count, half);
    apart = r.apart;
    last_range = range;
  }
  return changed;
}

// --- boxes --------------------------------------------------------------------------------------

static int longest_exactly(const builder* b, const key* k, int n) {
  box around, other;
  take_box(&around, b->items, item_of(k[0]));
  for (int i = 1; i < n; i++) {
    take_box(&other, b->items, item_of(k[i]));
    unite(&around, &other);
  }
  thicken(&around);
  return longest(&around);
}

// The axis of the longest edge of the bounding box of n items.
static int longest_edge(const builder* b, const key* k, int n) {
  small_box around = b->item[item_of(k[0])].box;
  for (int i = 1; i < n; i++) unite_small(&around, &b->item[item_of(k[i])].box);
  int edge[3];
  for (int i = 0; i < 3; i++) edge[i] = -around.edge[3 + i] - around.edge[i];
  int axis = edge[1] > edge[0], other = edge[2] - mjMAX(edge[0], edge[1]);
  bool clear = abs(edge[1] - edge[0]) > b->box_apart && abs(other) > b->box_apart;
  return clear ? other > 0 ? 2 : axis : longest_exactly(b, k, n);
}

// --- the tree -----------------------------------------------------------------------------------

// Prefetch boxes that will soon be read one after the other, each from its own place in memory.
static void expect_boxes(const bvh_items* items, const key* k, int n) {
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < items->corners; c++) {
      WILL_READ(items->place + 3 * corner_of(items, item_of(k[i]), c));
    }
  }
}

// The keys are the items below the node, with their positions along `axis`; around: the bounding
// box of all.
static void build(builder* b, key* k, int n, int depth, int node, int axis, box* around) {
  if (n <= FEW_ITEMS && build_few(b, k, n, depth, node, around)) return;
  if (n <= 2 * FEW_ITEMS) expect_boxes(b->items, k, n);
  int along = longest_edge(b, k, n), half = n / 2;
  for (int i = 0; i < n && along != axis; i++) {
    int item = item_of(k[i]);
    k[i] = (key)b->item[item].place[along] << 32 | (key)item;
  }
  select_first(&b->select, k, n, half);
  if (resolve(b, k, n, half, along)) along = -1;
  // a tree of n leaves has 2n - 1 nodes
  int right = node + 2 * half;
  box other;
  build(b, k, half, depth + 1, node + 1, along, around);
  build(b, k + half, n - half, depth + 1, right, along, &other);
  unite(around, &other);
  box thick = *around;
  thicken(&thick);
  write_node(b->nodes, node, depth, node - right, &thick);
}

// --- rounding items -----------------------------------------------------------------------------

static int16_t round_coordinate(double x, double steps) {
  double rounded = x * steps;
  return (int16_t)(rounded > -32767 ? rounded < 32767 ? rounded : 32767 : -32767);
}

// The longest edge of the bounding box of all items, to which the rounding step is relative.
static double size_of(const bvh_items* items) {
  double size = 0;
  for (int k = 0; k < 3; k++) size = higher(size, items->around[3 + k] - items->around[k]);
  return size;
}

// corner: scratch, one per position.
static void round_boxes(builder* b, small_item* restrict item, small_box* restrict corner) {
  const bvh_items* items = b->items;
  const double* all = items->around;
  double size = size_of(items), steps = size > 0 ? 65534 / size : 0;
  // rounding changes the difference of two edges by at most 4 steps
  b->box_apart = 4 + (int)lower(1e6, 8 * COMPILE_EPS * steps);
  for (int i = 0; i < items->nplace; i++) {
    int16_t* edge = corner[i].edge;
    for (int k = 0; k < 3; k++) {
      double middle = (all[k] + all[3 + k]) / 2;
      edge[k] = round_coordinate(items->place[3 * (size_t)i + (size_t)k] - middle, steps);
      edge[3 + k] = (int16_t)-edge[k];
    }
    edge[6] = edge[7] = 0;
  }
  for (int i = 0; i < items->n; i++) {
    small_box around = corner[corner_of(items, i, 0)];
    for (int c = 1; c < items->corners; c++) unite_small(&around, corner + corner_of(items, i, c));
    item[i].box = around;
  }
}

static void round_places(builder* b, small_item* restrict item) {
  double size = size_of(b->items);
  rounding r[3];
  // centres of circumscribed circles of flat triangles may be far away: they need no precision
  for (int k = 0; k < 3; k++) r[k] = make_rounding(b->items->around[k] - size, 3 * size);
  for (int i = 0; i < b->items->n; i++) {
    const double* point = b->items->point + 3 * (size_t)i;
    for (int k = 0; k < 3; k++) item[i].place[k] = round_place(r + k, point[k]);
  }
  b->apart = r[0].apart;
}

bvh_items bvh_boxes(const mjtNum* box, const mjtNum* point, const int* id, int n) {
  bvh_items items = {.place = box, .nplace = 2 * n, .corners = 2, .point = point, .id = id, .n = n};
  for (int i = 0; i < n; i++) {
    const double* next = box + 6 * (size_t)i;
    if (i == 0) memcpy(items.around, next, sizeof items.around);
    for (int k = 0; k < 3; k++) {
      items.around[k] = lower(items.around[k], next[k]);
      items.around[3 + k] = higher(items.around[3 + k], next[3 + k]);
    }
  }
  return items;
}

double bvh_scratch(int n, int nplace) {
  return (double)n * (2 * sizeof(key) + sizeof(small_item)) + (double)nplace * sizeof(small_box);
}

void bvh_build(bvh_nodes* nodes, const bvh_items* items, void* scratch) {
  int n = items->n;
  // ordered by decreasing alignment
  small_item* item = scratch;
  small_box* corner = (small_box*)(item + n);
  key* k = (key*)(corner + items->nplace);
  builder b = {
      .nodes = nodes,
      .items = items,
      .item = item,
      .select = {k + n, 1},
  };
  round_boxes(&b, item, corner);
  round_places(&b, item);
  for (int i = 0; i < n; i++) k[i] = (key)i;
  box around;
  build(&b, k, n, 0, 0, -1, &around);
  nodes->count = 2 * n - 1;
  assert(bvh_valid(nodes));
}

// Whether box a lies in box b (centre, half sizes), up to single precision.  Boxes that are not
// finite are not checked.
static bool lies_in(const mjtNum a[6], const mjtNum b[6]) {
  for (int k = 0; k < 3; k++) {
    mjtNum slack = 1e-5 * (fabs(b[k]) + fabs(b[3 + k]) + fabs(a[k]));
    if (fabs(a[k] - b[k]) + a[3 + k] > b[3 + k] + slack) return false;
  }
  return true;
}

bool bvh_valid(const bvh_nodes* t) {
  int reached = t->count > 0;
  for (int i = 0; i < t->count; i++) {
    if (bvh_is_leaf(t, i)) continue;
    int child[2] = {i + 1, bvh_second(t, i)};
    if (child[1] <= child[0] || child[1] >= t->count) return false;
    for (int k = 0; k < 2; k++, reached++) {
      if (t->depth[child[k]] != t->depth[i] + 1) return false;
      if (!lies_in(t->aabb + 6 * child[k], t->aabb + 6 * i)) return false;
    }
  }
  return reached == t->count;
}

void bvh_write(const bvh_nodes* t, size_t first, size_t last, int* restrict child,
               int* restrict nodeid, int* restrict depth) {
  const int* restrict fork = t->fork;
  for (size_t i = first; i < last; i++) {
    int node = (int)i, leaf = fork[i] >= 0;
    child[2 * i] = leaf ? -1 : node + 1;
    child[2 * i + 1] = leaf ? -1 : node - fork[i];
    nodeid[i] = leaf ? fork[i] : -1;
    depth[i] = t->depth[i];
  }
}
