// Collision detection in a fixed order, which determines the order of constraint rows: pairs of
// bodies by ascending key, explicit pairs before dynamic ones with the same key.
#include <engine/collision.h>

#include <assert.h>
#include <string.h>
#include <engine/base.h>
#include <engine/model.h>
#include "base/need.h"
#include "collision/broad_phase.h"
#include "collision/ccd_legacy.h"
#include "collision/filter.h"
#include "collision/flex_pair.h"
#include "collision/key_list.h"
#include "collision/mid_phase.h"
#include "collision/narrow_phase.h"
#include "model/sleep.h"
#include "model/stack.h"
#include "model/timer.h"

// State while iterating over pairs.  The explicit pairs are sorted by key.
typedef struct {
  int same;             // first explicit pair with the key of the current pair of bodies
  int next;             // first not yet processed
  hull_samples* hulls;  // NULL: there is no room for them
} pair_cursor;

// Whether an explicit pair involves a sleeping side and no awake one.
static int pair_is_left(const mjModel* m, const mjData* d, int pair) {
  return some_asleep(m, d) &&
         bodies_sleep(d, m->geom_bodyid[m->pair_geom1[pair]], m->geom_bodyid[m->pair_geom2[pair]]);
}

// Process the explicit pairs up to this key.
static void advance_pairs(const mjModel* m, mjData* d, pair_cursor* c, uint64_t key) {
  for (; c->next < m->npair && (unsigned)m->pair_signature[c->next] <= key; c->next++) {
    if (!pair_is_left(m, d, c->next)) collide_pair(m, d, c->next, c->hulls);
  }
  c->same = c->next;
  while (c->same > 0 && (unsigned)m->pair_signature[c->same - 1] == key) c->same--;
}

// Collide two geoms unless an explicit pair names them.
static void collide_unpaired(const mjModel* m, mjData* d, pair_cursor* c, int g1, int g2) {
  for (int i = c->same; i < c->next; i++) {
    int p1 = m->pair_geom1[i], p2 = m->pair_geom2[i];
    if ((p1 == g1 && p2 == g2) || (p1 == g2 && p2 == g1)) return;
  }
  collide_geoms(m, d, g1, g2, c->hulls);
}

static void collide_bodies(const mjModel* m, mjData* d, pair_cursor* c, int b1, int b2) {
  int first1 = m->body_geomadr[b1], n1 = m->body_geomnum[b1];
  int first2 = m->body_geomadr[b2], n2 = m->body_geomnum[b2];
  int single = n1 == 1 && n2 == 1;
  int trees = !(m->opt.disableflags & mjDSBL_MIDPHASE) && m->body_bvhadr[b1] >= 0 &&
              m->body_bvhadr[b2] >= 0;

  if (single || !trees) {
    for (int i = 0; i < n1; i++) {
      for (int j = 0; j < n2; j++) collide_unpaired(m, d, c, first1 + i, first2 + j);
    }
    return;
  }

  // no pair of geoms is found twice
  int n, few = (int64_t)n1 * n2 <= KEY_LIST_FEW;
  uint64_t room[KEY_LIST_FEW];
  if (!few) mj_markStack(d);
  key_list near = few ? key_list_few(room) : key_list_make(d);
  mid_phase_bodies(m, d, b1, b2, &near);
  const uint64_t* keys = key_list_sorted(&near, &n);
  for (int i = 0; i < n; i++) {
    collide_unpaired(m, d, c, geom_key_first(keys[i]), geom_key_second(keys[i]));
  }
  if (!few) mj_freeStack(d);
}

// A bodyflex and a flex.
static void collide_with_flex(const mjModel* m, mjData* d, int bf, int flex) {
  if (bf < m->nbody) {
    collide_body_flex(m, d, bf, flex);
  } else {
    collide_flexes(m, d, bf - m->nbody, flex);
  }
}

// Clear the marks of visited boxes of a mesh, which only rays set: a marked box has a marked
// parent, so this takes as long as marking did.
static void clear_mesh_marks(const mjModel* m, mjtByte* active, int mesh) {
  int root = m->mesh_bvhadr[mesh], stack[mjMAXTREEDEPTH + 2];
  stack[0] = 0;
  for (int depth = 1; depth > 0;) {
    int node = root + stack[--depth];
    if (!active[node]) continue;
    active[node] = 0;
    for (int k = 0; k < 2 && depth < mjMAXTREEDEPTH + 2; k++) {
      int child = m->bvh_child[2 * node + k];
      if (child >= 0) stack[depth++] = child;
    }
  }
}

// Clear all marks.  Unmarked parts of meshes, which may have millions of boxes, are skipped; the
// boxes of bodies and flexes are few.
static void clear_marks(const mjModel* m, mjtByte* active) {
  int clear = 0;  // cleared up to this index
  for (int i = 0; i < m->nmesh; i++) {
    int first = m->mesh_bvhadr[i], end = first + m->mesh_bvhnum[i];
    if (first == end) continue;
    if (first > clear) memset(active + clear, 0, (size_t)(first - clear));
    clear_mesh_marks(m, active, i);
    if (end > clear) clear = end;
  }
  memset(active + clear, 0, (size_t)(m->nbvh - clear));
}

// Hull samples, which save work for models with meshes if there is memory for them; they do not
// change results.
static hull_samples* samples_make(const mjModel* m, mjData* d) {
  size_t bytes = sizeof(hull_samples), alignment = _Alignof(hull_samples);
  if (!m->nmesh || stack_room(d) / 4 < bytes + alignment) return NULL;
  hull_samples* hulls = mj_stackAllocByte(d, bytes, alignment);
  if (hulls) hull_samples_clear(hulls);
  return hulls;
}

static void collide(const mjModel* m, mjData* d) {
  mjtNum start = timer_now();
  mj_markStack(d);
  int n;
  const uint64_t* keys = broad_phase(m, d, &n);
  assert(keys_ascend(keys, n));
  mjtNum narrow = timer_now();
  timer_count(d, mjTIMER_COL_BROAD, start);

  pair_cursor pairs;
  pairs.same = pairs.next = 0;
  pairs.hulls = samples_make(m, d);
  for (int i = 0; i < n; i++) {
    int bf1 = key_first(keys[i]), bf2 = key_second(keys[i]);
    if (m->npair) advance_pairs(m, d, &pairs, keys[i]);
    if (bf2 >= m->nbody) {
      collide_with_flex(m, d, bf1, bf2 - m->nbody);
    } else if (!m->nexclude || !excluded(m, keys[i])) {
      collide_bodies(m, d, &pairs, bf1, bf2);
    }
  }
  if (m->npair) advance_pairs(m, d, &pairs, UINT64_MAX);
  for (int f = 0; f < m->nflex; f++) {
    if (!some_asleep(m, d) || !flex_sleeps(m, d, f)) collide_flex_itself(m, d, f);
  }
  mj_freeStack(d);
  timer_count(d, mjTIMER_COL_NARROW, narrow);
}

// Where the lists of what may touch do not fit, the contacts found until then are all there are.
void mj_collision(const mjModel* m, mjData* d) {
  NEED(m, d);
  mjtNum start = timer_now();
  if (d->parena) data_release_arena(d);  // else nothing is there: pointers are NULL or its start
  if (m->vis.global.bvactive) clear_marks(m, d->bvh_active);
  if ((m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT)) || m->nbody + m->nflex < 2) {
    return;
  }
  if ((some_asleep(m, d) && !d->nspan_awake) || !some_may_meet(m)) return;

  if (!CCD_LEGACY && (m->opt.disableflags & mjDSBL_NATIVECCD)) {
    mju_error("mj_collision: flag nativeccd is disabled, which needs libccd; this build has none");
    return;
  }
  if (!stack_try_stage(m, d, collide)) {
    contacts_keep(d, 0);
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  }
  assert(arena_valid(d) && contacts_valid(m, d));
  timer_count(d, mjTIMER_POS_COLLISION, start);
}

int mj_addContact(const mjModel* m, mjData* d, const mjContact* con) {
  NEED_OR(0, m, d, con);
  (void)m;
  data_release_efc(d);
  for (int i = 0; i < d->ncon; i++) d->contact[i].efc_address = -1;
  mjContact* slot = contacts_reserve(d, 1);
  if (!slot) return 1;
  *slot = *con;
  contacts_keep(d, 1);
  return 0;
}
