// A flex with itself, by a sweep along an axis: an element meets those that are open where it
// begins.  The open ones stand side by side in the order in which they began, which is the order of
// contacts; those that have ended stay as gaps until there are many.
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>

#include "base/platform/compiler.h"
#include "collision/flex_pair.h"
#include "collision/key_list.h"
#include "math/dense.h"
#include "math/lanes.h"

// Bodies that carry the vertices of an element; a vertex that does not exist has a number that is
// no body.
typedef struct {
  int body[4];
} carriers;

enum { NOBODY = -1, NOBODY_ELSE = -2, BLOCK = 32 };

typedef struct {
  int n, gaps;
  mjtNum *centre[3], *half[3];  // boxes, with room to read beyond the last; gaps are near nothing
  carriers* carried;
  int *elem, *place;  // element at a place, place of an element
} open_list;

static open_list open_make(mjData* d, int n) {
  open_list o = {0};
  for (int k = 0; k < 3; k++) {
    o.centre[k] = mj_stackAllocNum(d, n + LANES);
    o.half[k] = mj_stackAllocNum(d, n + LANES);
    // the last block of lanes is compared as a whole: nothing in it may trap
    vec_zero(o.centre[k], n + LANES);
    vec_zero(o.half[k], n + LANES);
  }
  o.carried = mj_stackAllocByte(d, sizeof(carriers) * n, _Alignof(carriers));
  o.elem = mj_stackAllocInt(d, n);
  o.place = mj_stackAllocInt(d, n);
  return o;
}

static carriers carriers_of(const mjModel* m, int flex, int elem) {
  const int* vertex = flex_element_vertices(m, flex, elem);
  const int* bodies = m->flex_vertbodyid + m->flex_vertadr[flex];
  carriers c = {{NOBODY, NOBODY, NOBODY, NOBODY}};
  for (int i = 0; i <= m->flex_dim[flex]; i++) c.body[i] = mjMAX(bodies[vertex[i]], NOBODY);
  return c;
}

static int share_a_body(const carriers* a, const carriers* b) {
  int same = 0;
  LANES_UNROLL for (int i = 0; i < 4; i++) {
    LANES_UNROLL for (int k = 0; k < 4; k++) same |= a->body[i] == b->body[k];
  }
  return same;
}

static void open_move(open_list* o, int to, int from) {
  for (int k = 0; k < 3; k++) {
    o->centre[k][to] = o->centre[k][from];
    o->half[k][to] = o->half[k][from];
  }
  o->carried[to] = o->carried[from];
  o->elem[to] = o->elem[from];
  o->place[o->elem[to]] = to;
}

static void open_add(open_list* o, int elem, const mjtNum box[6], const carriers* carried) {
  int at = o->n++;
  for (int k = 0; k < 3; k++) {
    o->centre[k][at] = box[k];
    o->half[k][at] = box[3 + k];
  }
  o->carried[at] = *carried;
  o->elem[at] = elem;
  o->place[elem] = at;
}

static void open_remove(open_list* o, int elem) {
  o->half[0][o->place[elem]] = -INFINITY;
  o->elem[o->place[elem]] = -1;
  if (2 * ++o->gaps < o->n || o->gaps < BLOCK) return;
  int n = 0;
  for (int i = 0; i < o->n; i++) {
    if (o->elem[i] >= 0) open_move(o, n++, i);
  }
  o->n = n;
  o->gaps = 0;
}

// Whether boxes are near this one along each axis, of the open elements from `at` on as many as
// fit.
static inline lanes_bits near_abreast(const open_list* o, int at, const mjtNum box[6]) {
  lanes_bits near = lanes_reaches(lanes_all(0), lanes_all(0));
  LANES_UNROLL for (int k = 0; k < 3; k++) {
    lanes apart = lanes_abs(lanes_load(o->centre[k] + at) - lanes_all(box[k]));
    near &= lanes_reaches(lanes_load(o->half[k] + at) + lanes_all(box[3 + k]), apart);
  }
  return near;
}

// Which of the open elements from `first` on, a block at most, have boxes near this one: bits of
// their numbers from there.
static uint64_t near_open(const open_list* o, int first, const mjtNum box[6]) {
  int size = mjMIN(BLOCK, o->n - first);
  uint64_t near = 0;
  for (int i = 0; i < size; i += LANES) {
    near |= (uint64_t)lanes_mask(near_abreast(o, first + i, box)) << i;
  }
  return near & (((uint64_t)1 << size) - 1);
}

// An element that begins, with all that are open.  0 when there is no room for contacts.
static int collide_with_open(const mjModel* m, mjData* d, flex_part begins, const mjtNum box[6],
                             const carriers* carried, const open_list* o) {
  carriers other = *carried;
  for (int i = 0; i < 4; i++) {
    if (other.body[i] == NOBODY) other.body[i] = NOBODY_ELSE;
  }
  for (int first = 0; first < o->n; first += BLOCK) {
    for (uint64_t near = near_open(o, first, box); near; near &= near - 1) {
      int at = first + bits_lowest(near);
      if (share_a_body(o->carried + at, &other)) continue;
      if (!collide_strangers(m, d, (flex_part){begins.flex, o->elem[at]}, begins, 0)) return 0;
    }
  }
  return 1;
}

// The bits of a float, changed so that unsigned order is the order of numbers.
static unsigned order_of(mjtNum x) {
  float f = (float)x;
  unsigned key;
  memcpy(&key, &f, sizeof key);
  return key ^ (key >> 31 ? 0xFFFFFFFFu : 0x80000000u);
}

void collide_by_sweep(const mjModel* m, mjData* d, int flex, int axis) {
  int all = m->flex_elemnum[flex], n = 0;
  mj_markStack(d);
  int *active = mj_stackAllocInt(d, all), *order = mj_stackAllocInt(d, 2 * (size_t)all);
  int* scratch = mj_stackAllocInt(d, 2 * (size_t)all);
  unsigned* key = mj_stackAllocByte(d, 2 * sizeof(unsigned) * all, _Alignof(unsigned));
  open_list open = open_make(d, all);
  for (int e = 0; e < all; e++) {
    if (!flex_element_active(m, flex, e)) continue;
    const mjtNum* box = flex_element_box(m, d, flex, e);
    mjtNum begin = box[axis] - box[3 + axis], end = box[axis] + box[3 + axis];
    if (!(begin <= end)) continue;  // nowhere: one of its vertices is at no number
    key[2 * n] = order_of(begin);
    key[2 * n + 1] = order_of(end);
    order[2 * n] = 2 * n;
    order[2 * n + 1] = 2 * n + 1;
    active[n++] = e;
  }
  keys_sort_order(order, scratch, key, 2 * n);
  for (int i = 0; i < 2 * n; i++) {
    int e = active[order[i] / 2];
    if (order[i] % 2) {
      open_remove(&open, e);
      continue;
    }
    const mjtNum* box = flex_element_box(m, d, flex, e);
    carriers carried = carriers_of(m, flex, e);
    if (!collide_with_open(m, d, (flex_part){flex, e}, box, &carried, &open)) break;
    open_add(&open, e, box, &carried);
  }
  mj_freeStack(d);
}
