// Finds pairs of flex elements and geoms that are near each other, with bounding volume hierarchies
// or, when the mid-phase is disabled, by testing every pair; also defines the order of contacts.
#include <engine/base.h>
#include <engine/model.h>

#include "collision/box_filter.h"
#include "collision/filter.h"
#include "collision/flex_pair.h"
#include "collision/key_list.h"
#include "math/vec3.h"

enum { MAX_STACK = 2 * mjMAXTREEDEPTH + 2 };

static int uses_trees(const mjModel* m, int adr1, int adr2) {
  return !(m->opt.disableflags & mjDSBL_MIDPHASE) && adr1 >= 0 && adr2 >= 0;
}

// The boxes of a flex's tree; the node of the model that the first one is.
static const mjtNum* boxes_of(const mjModel* m, const mjData* d, int flex) {
  return d->bvh_aabb_dyn + 6 * (m->flex_bvhadr[flex] - m->nbvhstatic);
}

// --- a body and a flex --------------------------------------------------------------------------

// The box round a geom, along the axes of the world.
static void box_of_geom(const mjModel* m, const mjData* d, int geom, mjtNum box[6]) {
  const mjtNum *own = m->geom_aabb + 6 * geom, *mat = d->geom_xmat + 9 * geom;
  mat3_mul_vec(box, mat, own);
  vec3_add(box, box, d->geom_xpos + 3 * geom);
  for (int k = 0; k < 3; k++) {
    box[3 + k] =
        fabs(mat[3 * k]) * own[3] + fabs(mat[3 * k + 1]) * own[4] + fabs(mat[3 * k + 2]) * own[5];
  }
}

// Add the elements within margin of a box.
static void find_elements(const mjModel* m, mjData* d, int flex, const mjtNum box[6], mjtNum margin,
                          key_list* list) {
  const mjtNum* boxes = boxes_of(m, d, flex);
  int adr = m->flex_bvhadr[flex], stack[MAX_STACK] = {0};
  for (int depth = 1; depth > 0;) {
    int n = stack[--depth];
    if (!flex_boxes_near(box, boxes + 6 * n, margin)) continue;
    if (m->vis.global.bvactive) d->bvh_active[adr + n] = 1;
    if (m->bvh_nodeid[adr + n] >= 0) {
      key_list_add(list, (uint64_t)m->bvh_nodeid[adr + n]);
      continue;
    }
    if (depth + 2 > MAX_STACK) {
      mju_error("mj_collision: bounding volume tree is too deep");
      return;
    }
    for (int k = 0; k < 2; k++) stack[depth++] = m->bvh_child[2 * (adr + n) + k];
  }
}

static int geom_matches(const mjModel* m, int geom, int flex) {
  return bits_match(m->geom_contype[geom], m->geom_conaffinity[geom], m->flex_contype[flex],
                    m->flex_conaffinity[flex]);
}

// 0 when there is no more room.
static int collide_geom_by_tree(const mjModel* m, mjData* d, int geom, int flex) {
  mjtNum box[6], margin = geom_flex_reach(m, geom, flex);
  box_of_geom(m, d, geom, box);
  if (!flex_boxes_near(box, boxes_of(m, d, flex), margin)) return 1;
  mj_markStack(d);
  int n, room = 1;
  key_list near = key_list_make(d);
  find_elements(m, d, flex, box, margin, &near);
  const uint64_t* elem = key_list_sorted(&near, &n);
  for (int i = 0; i < n && room; i++) room = collide_geom_element(m, d, geom, flex, (int)elem[i]);
  mj_freeStack(d);
  return room;
}

static int collide_geom_with_all(const mjModel* m, mjData* d, int geom, int flex) {
  mjtNum reach = m->geom_rbound[geom] + geom_flex_reach(m, geom, flex);
  mjtNum box[6] = {0, 0, 0, reach, reach, reach};
  vec3_copy(box, d->geom_xpos + 3 * geom);
  for (int e = 0; e < m->flex_elemnum[flex]; e++) {
    if (!flex_boxes_near(box, flex_element_box(m, d, flex, e), 0)) continue;
    if (!collide_geom_element(m, d, geom, flex, e)) return 0;
  }
  return 1;
}

// With trees, planes need not match the flex bit by bit: their body does.
void collide_body_flex(const mjModel* m, mjData* d, int body, int flex) {
  int trees = uses_trees(m, m->body_bvhadr[body], m->flex_bvhadr[flex]);
  int first = m->body_geomadr[body], end = first + m->body_geomnum[body], room = 1;
  for (int g = first; g < end && room; g++) {
    int plane = m->geom_type[g] == mjGEOM_PLANE, match = geom_matches(m, g, flex);
    if (plane && (match || trees)) {
      room = collide_plane_flex(m, d, g, flex);
    } else if (!plane && match) {
      room = trees ? collide_geom_by_tree(m, d, g, flex) : collide_geom_with_all(m, d, g, flex);
    }
  }
}

// --- two flexes ---------------------------------------------------------------------------------

typedef struct {
  int n1, n2;
} node_pair;

// Two trees under way, or one with itself.
typedef struct {
  const mjModel* m;
  mjData* d;
  const mjtNum *boxes1, *boxes2;
  int adr1, adr2;
  mjtNum margin;
  node_pair stack[MAX_STACK];
  int depth;
} tree_walk;

static tree_walk walk_begin(const mjModel* m, mjData* d, int f1, int f2) {
  tree_walk w = {.m = m,
                 .d = d,
                 .boxes1 = boxes_of(m, d, f1),
                 .boxes2 = boxes_of(m, d, f2),
                 .adr1 = m->flex_bvhadr[f1],
                 .adr2 = m->flex_bvhadr[f2],
                 .margin = flex_reach(m, f1, f2),
                 .depth = 1};
  w.stack[0] = (node_pair){0, 0};
  return w;
}

// The next pair of elements whose boxes are near; 0 at the end.  Of a tree with itself, each pair
// comes once.
static int walk_next(tree_walk* w, int* e1, int* e2) {
  const mjModel* m = w->m;
  while (w->depth > 0) {
    node_pair p = w->stack[--w->depth];
    if (w->adr1 == w->adr2 && p.n1 > p.n2) continue;
    const mjtNum *box1 = w->boxes1 + 6 * p.n1, *box2 = w->boxes2 + 6 * p.n2;
    if (!flex_boxes_near(box1, box2, w->margin)) continue;
    int node1 = w->adr1 + p.n1, node2 = w->adr2 + p.n2;
    if (m->vis.global.bvactive) w->d->bvh_active[node1] = w->d->bvh_active[node2] = 1;
    *e1 = m->bvh_nodeid[node1];
    *e2 = m->bvh_nodeid[node2];
    if (*e1 >= 0 && *e2 >= 0) return 1;
    int open1 = *e2 >= 0 || (*e1 < 0 && box_spread(box1) > box_spread(box2));
    for (int k = 0; k < 2; k++) {
      if (w->depth == MAX_STACK) {
        mju_error("mj_collision: bounding volume tree is too deep");
        return 0;
      }
      int child = m->bvh_child[2 * (open1 ? node1 : node2) + k];
      w->stack[w->depth++] = (node_pair){open1 ? child : p.n1, open1 ? p.n2 : child};
    }
  }
  return 0;
}

static void collide_flexes_by_tree(const mjModel* m, mjData* d, int f1, int f2) {
  mj_markStack(d);
  int n, e1, e2, room = 1;
  key_list near = key_list_make(d);
  tree_walk w = walk_begin(m, d, f1, f2);
  while (walk_next(&w, &e1, &e2)) key_list_add(&near, (uint64_t)e1 << 32 | (unsigned)e2);
  const uint64_t* key = key_list_sorted(&near, &n);
  for (int i = 0; i < n && room; i++) {
    room = collide_elements(m, d, (flex_part){f1, (int)(key[i] >> 32)},
                            (flex_part){f2, (int)(key[i] & 0xFFFFFFFFu)});
  }
  mj_freeStack(d);
}

void collide_flexes(const mjModel* m, mjData* d, int f1, int f2) {
  if (uses_trees(m, m->flex_bvhadr[f1], m->flex_bvhadr[f2])) {
    collide_flexes_by_tree(m, d, f1, f2);
    return;
  }
  for (int e1 = 0; e1 < m->flex_elemnum[f1]; e1++) {
    for (int e2 = 0; e2 < m->flex_elemnum[f2]; e2++) {
      if (!collide_elements(m, d, (flex_part){f1, e1}, (flex_part){f2, e2})) return;
    }
  }
}

// --- a flex with itself -------------------------------------------------------------------------

static void collide_neighbours(const mjModel* m, mjData* d, int flex) {
  const int* pair = m->flex_evpair + 2 * m->flex_evpairadr[flex];
  for (int i = 0; i < m->flex_evpairnum[flex]; i++) {
    if (!collide_vertex_element(m, d, flex, pair[2 * i + 1], pair[2 * i])) return;
  }
  if (m->flex_dim[flex] == 3) collide_tetrahedra(m, d, flex);
}

static void collide_by_tree(const mjModel* m, mjData* d, int flex) {
  int e1, e2;
  tree_walk w = walk_begin(m, d, flex, flex);
  while (walk_next(&w, &e1, &e2)) {
    if (!collide_elements(m, d, (flex_part){flex, e1}, (flex_part){flex, e2})) return;
  }
}

static void collide_all(const mjModel* m, mjData* d, int flex) {
  for (int e1 = 0; e1 < m->flex_elemnum[flex]; e1++) {
    if (!flex_element_active(m, flex, e1)) continue;
    for (int e2 = e1 + 1; e2 < m->flex_elemnum[flex]; e2++) {
      if (!flex_element_active(m, flex, e2)) continue;
      if (!collide_elements(m, d, (flex_part){flex, e1}, (flex_part){flex, e2})) return;
    }
  }
}

// The axis along which the flex is longest.
static int longest_axis(const mjtNum box[6]) {
  if (box[3] > box[4] && box[3] > box[5]) return 0;
  return box[4] > box[5] ? 1 : 2;
}

void collide_flex_itself(const mjModel* m, mjData* d, int flex) {
  if (m->flex_rigid[flex] || !(m->flex_contype[flex] & m->flex_conaffinity[flex])) return;
  if (m->flex_internal[flex]) collide_neighbours(m, d, flex);
  int mode = m->flex_selfcollide[flex];
  if (mode == mjFLEXSELF_NONE) return;
  if (mode == mjFLEXSELF_NARROW || !uses_trees(m, m->flex_bvhadr[flex], m->flex_bvhadr[flex])) {
    collide_all(m, d, flex);
  } else if (mode == mjFLEXSELF_BVH || (mode == mjFLEXSELF_AUTO && m->flex_dim[flex] == 3)) {
    collide_by_tree(m, d, flex);
  } else {
    collide_by_sweep(m, d, flex, longest_axis(boxes_of(m, d, flex)));
  }
}
