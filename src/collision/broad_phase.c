// Bodies fixed to the world are paired with everything they may touch.  Among the others, boxes
// along the axes of the world are swept along the axis on which they are spread most; with many
// bodies the sweep runs separately in strips across the second axis, so that its cost stays near
// linear.
#include "collision/broad_phase.h"

#include <float.h>
#include <engine/model.h>
#include "base/platform/compiler.h"
#include "collision/filter.h"
#include "collision/key_list.h"
#include "math/float_lanes.h"
#include "math/pair.h"
#include "math/vec3.h"
#include "model/level.h"
#include "model/sleep.h"

enum {
  MAX_FILTERED = 8,  // up to this many bodies, the world included, every pair is filtered first
  MAX_DIRECT = 40,   // up to this many boxes every pair is tested: cheaper than sorting
  MAX_SAMPLE = 64,   // boxes looked at to choose the axes
  MAX_STRIPS = 256,
};

// A box in single precision, rounded outwards, with the bodyflex it surrounds.
typedef struct {
  float lo[3], hi[3];
  int id;
  int strip;  // the first that it reaches into
} swept_box;

// Destination of the keys of near pairs, and which bodyflexes are awake (NULL: all): pairs without
// an awake one are left out.
typedef struct {
  key_list keys;
  const mjtByte* awake;
} near_list;

static void list_add(near_list* list, int a, int b) {
  if (list->awake && !list->awake[a] && !list->awake[b]) return;
  key_list_add(&list->keys, pair_key(a, b));
}

static int collides(const mjModel* m, int bf) {
  return can_collide(bodyflex_contype(m, bf), bodyflex_conaffinity(m, bf));
}

static int owns_plane(const mjModel* m, int body) {
  for (int i = 0; i < m->body_geomnum[body]; i++) {
    if (m->geom_type[m->body_geomadr[body] + i] == mjGEOM_PLANE) return 1;
  }
  return 0;
}

// Fixed to the world or to a mocap body.
static int has_no_dofs(const mjModel* m, int body) {
  int weld = m->body_weldid[body];
  return weld == 0 || (level_has(m, engLEVEL_MOCAP) && !m->body_dofnum[weld]);
}

// The world, and bodies with planes, which have no dofs, against everything that can move.
static void pair_with_static(const mjModel* m, near_list* list) {
  for (int b1 = 0; b1 < m->nbody; b1++) {
    if (!has_no_dofs(m, b1) || !m->body_geomnum[b1] || !collides(m, b1)) continue;
    if (b1 != 0 && !owns_plane(m, b1)) continue;
    for (int bf = 0; bf < m->nbody + m->nflex; bf++) {
      if (bf < m->nbody && (has_no_dofs(m, bf) || same_family(m, b1, bf))) continue;
      if (collides(m, bf) && bodyflexes_match(m, b1, bf)) list_add(list, b1, bf);
    }
  }
}

// The lower ends of a box, and the upper ones negated, so that both shrink to grow the box: x and
// y, z and -x, -y and -z.
typedef struct {
  pair p[3];
} open_box;

// Grow the box to hold x with the given reach, unless x is not a number.
static inline void enclose(open_box* box, const mjtNum x[3], mjtNum reach) {
  pair r = pair_all(reach);
  box->p[0] = pair_smaller(pair_load(x) - r, box->p[0]);
  box->p[1] = pair_smaller(pair_of(x[2], -x[0]) - r, box->p[1]);
  box->p[2] = pair_smaller(-pair_load(x + 1) - r, box->p[2]);
}

typedef float float_pair VECTOR(float, 2);

// Rounded down, within the range where single precision is finite.
static inline float_pair round_down(pair x) {
  x = pair_larger(pair_smaller(x, pair_all(1e37)), pair_all(-1e37));
  float_pair f = VECTOR_CONVERT(x, float_pair);
  float_pair size = {fabsf(f[0]), fabsf(f[1])};
  return f - size * FLT_EPSILON - FLT_MIN;
}

// Convert to single precision.  Returns 0 when there is nothing with a valid position in it.
static int box_close(const open_box* open, int bf, swept_box* box) {
  const pair* p = open->p;
  if (!(p[0][0] <= -p[1][1] && p[0][1] <= -p[2][0] && p[1][0] <= -p[2][1])) return 0;
  float_pair end[3] = {round_down(p[0]), round_down(p[1]), round_down(p[2])};
  memcpy(box->lo, end, sizeof box->lo);
  for (int k = 0; k < 3; k++) box->hi[k] = -end[(3 + k) / 2][(3 + k) % 2];
  box->id = bf;
  box->strip = 0;
  return 1;
}

static const open_box nothing = {
    {{INFINITY, INFINITY}, {INFINITY, INFINITY}, {INFINITY, INFINITY}}};

static int box_of_body(const mjModel* m, const mjData* d, int b, swept_box* box) {
  int first = m->body_geomadr[b], last = first + m->body_geomnum[b];
  int override = m->opt.enableflags & mjENBL_OVERRIDE, gaps = level_has(m, engLEVEL_GAP);
  open_box open = nothing;
  for (int g = first; g < last; g++) {
    mjtNum margin = override ? 0.5 * m->opt.o_margin : m->geom_margin[g];
    if (gaps) margin += m->geom_gap[g];
    enclose(&open, d->geom_xpos + 3 * g, m->geom_rbound[g] + margin);
  }
  return box_close(&open, b, box);
}

static int box_of_flex(const mjModel* m, const mjData* d, int f, swept_box* box) {
  int first = m->flex_vertadr[f], last = first + m->flex_vertnum[f];
  int override = m->opt.enableflags & mjENBL_OVERRIDE, gaps = level_has(m, engLEVEL_GAP);
  mjtNum margin = override ? 0.5 * m->opt.o_margin : m->flex_margin[f];
  if (gaps) margin += m->flex_gap[f];
  open_box open = nothing;
  for (int v = first; v < last; v++) {
    enclose(&open, d->flexvert_xpos + 3 * v, m->flex_radius[f] + margin);
  }
  return box_close(&open, m->nbody + f, box);
}

// The box around a bodyflex.  Returns 0 when there is nothing with a valid position in it.
static int box_of(const mjModel* m, const mjData* d, int bf, swept_box* box) {
  return bf < m->nbody ? box_of_body(m, d, bf, box) : box_of_flex(m, d, bf - m->nbody, box);
}

// Without branches: on which of two sides boxes lie apart is not predictable.
static inline int boxes_overlap(const swept_box* a, const swept_box* b, int axis) {
  return (a->lo[axis] <= b->hi[axis]) & (b->lo[axis] <= a->hi[axis]);
}

// Add the pair unless the filters of bodies keep it apart.
static void add_near(const mjModel* m, near_list* list, int a, int b) {
  if (!bodyflexes_match(m, a, b)) return;
  if (a < m->nbody && b < m->nbody && same_family(m, a, b)) return;
  list_add(list, a, b);
}

_Static_assert(MAX_DIRECT < 64 && MAX_DIRECT % FLOATS == 0, "a bit a box, in whole registers");

// Few boxes as separate arrays of coordinates, so that several are compared at once.
typedef struct {
  float lo[3][MAX_DIRECT], hi[3][MAX_DIRECT];
} box_table;

// Bit mask of the boxes from number `first` on that overlap box a.
static inline uint64_t boxes_overlap_abreast(const box_table* t, const swept_box* a, int first,
                                             int n) {
  floats lo[3], hi[3];
  uint64_t near = 0;
  for (int k = 0; k < 3; k++) {
    lo[k] = floats_all(a->lo[k]);
    hi[k] = floats_all(a->hi[k]);
  }
  for (int j = first / FLOATS * FLOATS; j < n; j += FLOATS) {
    unsigned both = (1u << FLOATS) - 1;
    LANES_UNROLL for (int k = 0; k < 3; k++) {
      both &= floats_reaching(hi[k], floats_load(t->lo[k] + j));
      both &= floats_reaching(floats_load(t->hi[k] + j), lo[k]);
    }
    near |= (uint64_t)both << j;
  }
  return near & (((uint64_t)1 << n) - 1) & (~(uint64_t)0 << first);
}

static void pair_directly(const mjModel* m, near_list* list, const swept_box* box, int n) {
  if (n < 2) return;
  box_table t;
  int end = (n + FLOATS - 1) / FLOATS * FLOATS;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++) {
      t.lo[k][i] = box[i].lo[k];
      t.hi[k][i] = box[i].hi[k];
    }
    for (int i = n; i < end; i++) t.lo[k][i] = t.hi[k][i] = 0;
  }
  for (int i = 0; i + 1 < n; i++) {
    uint64_t near = boxes_overlap_abreast(&t, box + i, i + 1, n);
    for (; near; near &= near - 1) add_near(m, list, box[i].id, box[bits_lowest(near)].id);
  }
}

// The axes in order of decreasing spread, and the range on the second axis that is divided into
// strips.
typedef struct {
  int sweep, across, last;
  float lo, width;  // first strip's lower end, width of a strip
  int nstrip;
} sweep_plan;

// The range of the middle three quarters of the boxes' centres on an axis, from a sample: a few
// distant bodies are ignored.
static void middle_range(const swept_box* box, int n, int axis, float* lo, float* hi) {
  float sample[MAX_SAMPLE];
  int count = mjMIN(n, MAX_SAMPLE);
  for (int i = 0; i < count; i++) {
    const swept_box* b = box + (int)((long long)i * n / count);
    float x = 0.5f * b->lo[axis] + 0.5f * b->hi[axis];
    int j = i;
    for (; j > 0 && sample[j - 1] > x; j--) sample[j] = sample[j - 1];
    sample[j] = x;
  }
  *lo = sample[count / 8];
  *hi = sample[count - 1 - count / 8];
}

static sweep_plan plan_sweep(const swept_box* box, int n) {
  float lo[3], hi[3], extent = 0;
  for (int k = 0; k < 3; k++) middle_range(box, n, k, lo + k, hi + k);
  sweep_plan p = {0};
  for (int k = 1; k < 3; k++) {
    if (hi[k] - lo[k] > hi[p.sweep] - lo[p.sweep]) p.sweep = k;
  }
  int a = (p.sweep + 1) % 3, b = (p.sweep + 2) % 3;
  p.across = hi[a] - lo[a] >= hi[b] - lo[b] ? a : b;
  p.last = 3 - p.sweep - p.across;

  // a strip is at least twice as wide as the mean box, so that few boxes overlap several strips
  for (int i = 0; i < n; i++) {
    extent += fminf(box[i].hi[p.across] - box[i].lo[p.across], hi[p.across] - lo[p.across]) / n;
  }
  float range = (hi[p.across] - lo[p.across]) * 4 / 3;
  p.lo = lo[p.across] - range / 8;
  float strips = range / (2 * extent + FLT_MIN);
  p.nstrip = (int)fminf(fmaxf(strips, 1), MAX_STRIPS);
  if (p.nstrip > n / 8) p.nstrip = mjMAX(1, n / 8);
  p.width = p.nstrip > 1 ? range / p.nstrip + FLT_MIN : 1e30f;
  return p;
}

// The strip of a coordinate; coordinates out of range belong to the first or last strip.
static int strip_of(const sweep_plan* p, float x) {
  float s = (x - p->lo) / p->width;
  return s > 0 ? (s < p->nstrip - 1 ? (int)s : p->nstrip - 1) : 0;
}

// The indices of the boxes in order of their lower ends on an axis.
static int* order_along(mjData* d, const swept_box* box, int n, int axis) {
  int *order = mj_stackAllocInt(d, n), *scratch = mj_stackAllocInt(d, n);
  unsigned* key = mj_stackAllocByte(d, sizeof(unsigned) * n, _Alignof(unsigned));
  for (int i = 0; i < n; i++) {
    // the bits of a float, changed so that unsigned order is the order of numbers
    memcpy(key + i, &box[i].lo[axis], sizeof(float));
    key[i] ^= key[i] >> 31 ? 0xFFFFFFFFu : 0x80000000u;
    order[i] = i;
  }
  keys_sort_order(order, scratch, key, n);
  return order;
}

// The box with its axes permuted by the plan.
static swept_box turned(const swept_box* b, const sweep_plan* p) {
  return (swept_box){.lo = {b->lo[p->sweep], b->lo[p->across], b->lo[p->last]},
                     .hi = {b->hi[p->sweep], b->hi[p->across], b->hi[p->last]},
                     .id = b->id,
                     .strip = b->strip};
}

// Sweep the boxes of a strip, whose axes are permuted by the plan.
static void sweep_strip(const mjModel* m, near_list* list, int strip, const swept_box* box, int n) {
  for (int i = 0; i < n; i++) {
    swept_box a = box[i];
    for (int j = i + 1; j < n && box[j].lo[0] <= a.hi[0]; j++) {
      // a pair that overlaps several strips is reported by the first only
      int first = (a.strip == strip) | (box[j].strip == strip);
      if (boxes_overlap(&a, box + j, 1) & boxes_overlap(&a, box + j, 2) & first) {
        add_near(m, list, a.id, box[j].id);
      }
    }
  }
}

static void pair_by_sweep(const mjModel* m, mjData* d, near_list* list, swept_box* box, int n) {
  sweep_plan p = plan_sweep(box, n);
  const int* order = order_along(d, box, n, p.sweep);

  // sort the boxes into all strips they overlap
  int start[MAX_STRIPS + 1] = {0};
  for (int i = 0; i < n; i++) {
    box[i].strip = strip_of(&p, box[i].lo[p.across]);
    for (int s = box[i].strip; s <= strip_of(&p, box[i].hi[p.across]); s++) start[s]++;
  }
  int total = 0;
  for (int s = 0; s <= p.nstrip; s++) {
    int count = s < p.nstrip ? start[s] : 0;
    start[s] = total;
    total += count;
  }
  swept_box* sorted = mj_stackAllocByte(d, sizeof(swept_box) * total, _Alignof(swept_box));
  for (int i = 0; i < n; i++) {
    swept_box b = turned(box + order[i], &p);
    int last = strip_of(&p, b.hi[1]);
    for (int s = b.strip; s <= last; s++) sorted[start[s]++] = b;
  }
  for (int s = 0, from = 0; s < p.nstrip; from = start[s++]) {
    sweep_strip(m, list, s, sorted + from, start[s] - from);
  }
}

// Which bodyflexes are awake.
static const mjtByte* find_awake(const mjModel* m, mjData* d) {
  mjtByte* awake = mj_stackAllocByte(d, (size_t)m->nbody + m->nflex, 1);
  for (int b = 0; b < m->nbody; b++) awake[b] = d->body_awake[b] == mjS_AWAKE;
  for (int f = 0; f < m->nflex; f++) awake[m->nbody + f] = !flex_sleeps(m, d, f);
  return awake;
}

static const swept_box no_box = {.lo = {INFINITY, INFINITY, INFINITY},
                                 .hi = {-INFINITY, -INFINITY, -INFINITY}};

static void grow(swept_box* all, const swept_box* b) {
  for (int k = 0; k < 3; k++) {
    all->lo[k] = fminf(all->lo[k], b->lo[k]);
    all->hi[k] = fmaxf(all->hi[k], b->hi[k]);
  }
}

static int overlaps_all_axes(const swept_box* all, const swept_box* b) {
  return boxes_overlap(b, all, 0) & boxes_overlap(b, all, 1) & boxes_overlap(b, all, 2);
}

// The boxes of awake bodyflexes, then of others that overlap the bounding box of those.
static int boxes_near_awake(const mjModel* m, const mjData* d, const mjtByte* awake,
                            swept_box* box) {
  swept_box all = no_box;
  int nbodyflex = m->nbody + m->nflex, n = 0;
  for (int bf = 1; bf < nbodyflex; bf++) {
    if (!awake[bf] || !collides(m, bf) || !box_of(m, d, bf, box + n)) continue;
    grow(&all, box + n++);
  }
  for (int bf = 1; bf < nbodyflex; bf++) {
    if (awake[bf] || !collides(m, bf) || !box_of(m, d, bf, box + n)) continue;
    n += overlaps_all_axes(&all, box + n);
  }
  return n;
}

static int is_static(const mjModel* m, int bf) { return bf < m->nbody && m->body_weldid[bf] == 0; }

// Without the boxes fixed to the world that nothing movable comes near: they are kept apart from
// each other by the filters, but only pair by pair (32767 of them in one place: 1.6 s).
static int drop_unreached(const mjModel* m, swept_box* box, int n) {
  swept_box all = no_box;
  int kept = 0;
  for (int i = 0; i < n; i++) {
    if (!is_static(m, box[i].id)) grow(&all, box + i);
  }
  for (int i = 0; i < n; i++) {
    if (is_static(m, box[i].id) && !overlaps_all_axes(&all, box + i)) continue;
    box[kept++] = box[i];
  }
  return kept;
}

static int boxes_of_all(const mjModel* m, const mjData* d, swept_box* box) {
  int n = 0;
  for (int b = 1; b < m->nbody; b++) {
    if (can_collide(m->body_contype[b], m->body_conaffinity[b])) {
      n += box_of_body(m, d, b, box + n);
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    if (can_collide(m->flex_contype[f], m->flex_conaffinity[f])) {
      n += box_of_flex(m, d, f, box + n);
    }
  }
  return n;
}

static int filters_let_meet(const mjModel* m, int b1, int b2) {
  return m->body_geomnum[b2] && bodyflexes_match(m, b1, b2) && !same_family(m, b1, b2);
}

int some_may_meet(const mjModel* m) {
  if (m->nbody > MAX_FILTERED || m->nflex || m->npair) return 1;
  for (int b1 = 0; b1 < m->nbody; b1++) {
    if (!m->body_geomnum[b1] || !collides(m, b1)) continue;
    for (int b2 = b1 + 1; b2 < m->nbody; b2++) {
      if (filters_let_meet(m, b1, b2)) return 1;
    }
  }
  return 0;
}

uint64_t* broad_phase(const mjModel* m, mjData* d, int* n) {
  near_list list = {key_list_make(d), some_asleep(m, d) ? find_awake(m, d) : NULL};
  pair_with_static(m, &list);

  int nbodyflex = m->nbody + m->nflex;
  swept_box* box = mj_stackAllocByte(d, sizeof(swept_box) * nbodyflex, _Alignof(swept_box));
  int nbox = list.awake ? boxes_near_awake(m, d, list.awake, box) : boxes_of_all(m, d, box);
  if (!list.awake && nbox > MAX_DIRECT) nbox = drop_unreached(m, box, nbox);
  if (nbox <= MAX_DIRECT) {
    pair_directly(m, &list, box, nbox);
  } else {
    pair_by_sweep(m, d, &list, box, nbox);
  }

  return key_list_sorted(&list.keys, n);
}
