#include "collision/mid_phase.h"

#include <stdbool.h>

#include <engine/base.h>
#include <engine/model.h>
#include "collision/box_filter.h"
#include "collision/filter.h"

enum { MAX_STACK = 2 * mjMAXTREEDEPTH + 2 };

// Whether margins are combined by the maximum (else by the sum); constant during a step.
static bool takes_larger_margin(const mjModel* m) {
  return !(m->opt.enableflags & mjENBL_OVERRIDE) && !level_has(m, engLEVEL_MARGINSUM) &&
         !level_has(m, engLEVEL_GAP);
}

// Whether two geoms are near each other, by their spheres and boxes.
static inline int geoms_near(const mjModel* m, const mjData* d, int g1, int g2, bool larger) {
  mjtNum a = m->geom_margin[g1], b = m->geom_margin[g2];
  mjtNum margin = larger ? (a > b ? a : b) : geom_reach(m, g1, g2);
  return spheres_near(m, d, g1, g2, margin) && geom_boxes_near(m, d, g1, g2, margin);
}

void mid_phase_bodies(const mjModel* m, mjData* d, int b1, int b2, key_list* list) {
  int adr1 = m->body_bvhadr[b1], adr2 = m->body_bvhadr[b2];
  mjtNum margin = bodies_reach(m, b1, b2);
  const bool larger = takes_larger_margin(m);
  box_frame frame1 = {d->xipos + 3 * b1, d->ximat + 9 * b1};
  box_frame frame2 = {d->xipos + 3 * b2, d->ximat + 9 * b2};
  // most bodies are separated as a whole
  int single = m->bvh_nodeid[adr1] >= 0 && m->bvh_nodeid[adr2] >= 0;
  frame_pair frames;
  frame_pair_make(&frames, frame1, frame2);
  if (!single &&
      !boxes_near_between(&frames, m->bvh_aabb + 6 * adr1, m->bvh_aabb + 6 * adr2, margin)) {
    return;
  }
  struct {
    int n1, n2;
  } stack[MAX_STACK];  // not initialised, since it is large and mostly unused
  stack[0].n1 = adr1;
  stack[0].n2 = adr2;

  int known = !single;  // whether the boxes of the pair are known to be near
  for (int depth = 1; depth > 0; known = 0) {
    int n1 = stack[depth - 1].n1, n2 = stack[--depth].n2;
    const mjtNum *box1 = m->bvh_aabb + 6 * n1, *box2 = m->bvh_aabb + 6 * n2;
    int g1 = m->bvh_nodeid[n1], g2 = m->bvh_nodeid[n2], leaf1 = g1 >= 0, leaf2 = g2 >= 0;
    // of leaves the geoms decide
    if (leaf1 && leaf2) {
      if (!geoms_near(m, d, g1, g2, larger)) continue;
    } else if (!known && !boxes_near_between(&frames, box1, box2, margin)) {
      continue;
    }
    if (m->vis.global.bvactive) d->bvh_active[n1] = d->bvh_active[n2] = 1;
    if (leaf1 && leaf2) {
      key_list_add(list, geom_key(m, g1, g2));
      continue;
    }

    int open1 = leaf2 || (!leaf1 && box_spread(box1) > box_spread(box2));
    for (int k = 0; k < 2; k++) {
      int child = m->bvh_child[2 * (open1 ? n1 : n2) + k];
      if (child < 0) continue;
      if (depth == MAX_STACK) {
        mju_error("mj_collision: bounding volume tree is too deep");
        return;
      }
      stack[depth].n1 = open1 ? adr1 + child : n1;
      stack[depth++].n2 = open1 ? n2 : adr2 + child;
    }
  }
}
