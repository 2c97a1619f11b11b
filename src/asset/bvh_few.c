// The bottom of the tree, for few items: they are ranked along each axis only once, and a set of
// items is a bit mask.
#include <string.h>

#include "asset/bvh_parts.h"
#include "base/platform/compiler.h"

typedef uint32_t set;

// Items are renumbered here in ascending order of their indices.
typedef struct {
  const builder* b;
  int n;
  int item[FEW_ITEMS];
  box box[FEW_ITEMS];
  bool ranked[3];             // per axis: whether the ranking has been computed; then
  set rank[3][FEW_ITEMS];     // rank of an item, as a bit
  set of_rank[3][FEW_ITEMS];  // item of a rank, as a bit
} few;

static int lowest(set s) { return bits_lowest(s); }

static double exact_place(const few* f, key k, int axis) {
  return point_of(f->b, f->item[item_of(k)], axis);
}

// Order keys each of which is too close to the next: if all positions are equal, by index.  Returns
// false if more than two positions are not equal.
static bool order_near(const few* f, key* k, int n, int axis) {
  double first = exact_place(f, k[0], axis), min = first, max = first;
  for (int i = 1; i < n; i++) {
    double place = exact_place(f, k[i], axis);
    min = place < min ? place : min;
    max = place > max ? place : max;
  }
  if (max - min <= COMPILE_EPS) {
    for (int i = 0; i < n; i++) k[i] = (key)item_of(k[i]);
    sort_keys(k, n);
    return true;
  }
  if (n > 2) return false;
  if (first > min) {
    key later = k[0];
    k[0] = k[1];
    k[1] = later;
  }
  return true;
}

static bool order_all_near(const few* f, key* k, int axis) {
  for (int from = 0, to; from < f->n; from = to) {
    uint64_t last = place_of(k[from]);
    for (to = from + 1; to < f->n && place_of(k[to]) - last < f->b->apart; to++) {
      last = place_of(k[to]);
    }
    if (to > from + 1 && !order_near(f, k + from, to - from, axis)) return false;
  }
  return true;
}

// Returns whether the order could be determined.
static bool rank_along(few* f, int axis) {
  key k[FEW_ITEMS];
  for (int i = 0; i < f->n; i++) k[i] = (key)f->b->item[f->item[i]].place[axis] << 32 | (key)i;
  sort_keys(k, f->n);
  bool near = false;
  for (int i = 1; i < f->n; i++) near |= place_of(k[i]) - place_of(k[i - 1]) < f->b->apart;
  if (near && !order_all_near(f, k, axis)) return false;
  for (int i = 0; i < f->n; i++) {
    int item = item_of(k[i]);
    f->rank[axis][item] = (set)1 << i;
    f->of_rank[axis][i] = (set)1 << item;
  }
  return f->ranked[axis] = true;
}

static set first_of(const few* f, set items, int count, int axis) {
  set ranks = 0, first = 0;
  for (; items; items &= items - 1) ranks |= f->rank[axis][lowest(items)];
  for (int i = 0; i < count; i++, ranks &= ranks - 1) first |= f->of_rank[axis][lowest(ranks)];
  return first;
}

static void unite_set(box* around, const few* f, set items) {
  box sum = f->box[lowest(items)];
  while (items &= items - 1) unite(&sum, &f->box[lowest(items)]);
  *around = sum;
}

static void put_one(const few* f, set items, int depth, int node) {
  int i = lowest(items);
  box thick = f->box[i];
  thicken(&thick);
  write_leaf(f->b, node, depth, f->item[i], &thick);
}

// Make the node of two items and its leaves; false where their order cannot be determined.
static bool build_two(few* f, set items, int depth, int node) {
  set first = items & -items, second = items & ~first;
  int i = lowest(first), j = lowest(second);
  box thick = f->box[i];
  unite(&thick, &f->box[j]);
  thicken(&thick);
  int axis = longest(&thick);
  if (!f->ranked[axis] && !rank_along(f, axis)) return false;
  bool swap = f->rank[axis][j] < f->rank[axis][i];
  write_node(f->b->nodes, node, depth, -2, &thick);
  put_one(f, first, depth + 1, node + 1 + swap);
  put_one(f, second, depth + 1, node + 2 - swap);
  return true;
}

// The same for more items.
static bool build(few* f, set items, int n, int depth, int node) {
  if (n == 2) return build_two(f, items, depth, node);
  box thick;
  unite_set(&thick, f, items);
  thicken(&thick);
  int axis = longest(&thick), half = n / 2, right = node + 2 * half;
  if (!f->ranked[axis] && !rank_along(f, axis)) return false;
  set first = first_of(f, items, half, axis);
  write_node(f->b->nodes, node, depth, node - right, &thick);
  if (half == 1) {
    put_one(f, first, depth + 1, node + 1);
  } else if (!build(f, first, half, depth + 1, node + 1)) {
    return false;
  }
  return build(f, items & ~first, n - half, depth + 1, right);
}

bool build_few(const builder* b, const key* k, int n, int depth, int node, box* around) {
  few f;  // only the part for n items is initialised
  f.b = b;
  f.n = n;
  memset(f.ranked, 0, sizeof f.ranked);
  key order[FEW_ITEMS];
  for (int i = 0; i < n; i++) order[i] = (key)item_of(k[i]);
  sort_keys(order, n);
  for (int i = 0; i < n; i++) {
    f.item[i] = item_of(order[i]);
    take_box(f.box + i, b->items, f.item[i]);
  }
  set all = (set)-1 >> (FEW_ITEMS - n);
  unite_set(around, &f, all);
  if (n > 1) return build(&f, all, n, depth, node);
  put_one(&f, all, depth, node);
  return true;
}
