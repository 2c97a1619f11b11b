// Filters that decide which objects may collide, before any geometry; and bounding sphere tests.
//
// A bodyflex is a body (below nbody) or a flex (nbody + its id).
#pragma once

#include <engine/data_types.h>

#include "math/vec3.h"
#include "model/level.h"

// The key of a pair of bodyflexes, of which there are at most 65536: lower id in the high half.
static inline unsigned pair_key(int a, int b) {
  return a < b ? ((unsigned)a << 16) + (unsigned)b : ((unsigned)b << 16) + (unsigned)a;
}
static inline int key_first(uint64_t key) { return (int)(key >> 16); }
static inline int key_second(uint64_t key) { return (int)(key & 0xFFFF); }

// The contype and conaffinity of a bodyflex.
static inline int bodyflex_contype(const mjModel* m, int bf) {
  return bf < m->nbody ? m->body_contype[bf] : m->flex_contype[bf - m->nbody];
}
static inline int bodyflex_conaffinity(const mjModel* m, int bf) {
  return bf < m->nbody ? m->body_conaffinity[bf] : m->flex_conaffinity[bf - m->nbody];
}

// Any of its bits set.
static inline int can_collide(int contype, int conaffinity) { return contype || conaffinity; }

// Whether the bits of two objects let them collide.
static inline int bits_match(int contype1, int conaffinity1, int contype2, int conaffinity2) {
  return (contype1 & conaffinity2) || (contype2 & conaffinity1);
}

// Whether the bits of two bodyflexes let them collide.
static inline int bodyflexes_match(const mjModel* m, int bf1, int bf2) {
  return bits_match(bodyflex_contype(m, bf1), bodyflex_conaffinity(m, bf1),
                    bodyflex_contype(m, bf2), bodyflex_conaffinity(m, bf2));
}

// Whether two bodies are kept apart for belonging together: welded to each other, or (unless that
// filter is off) parent and child, in terms of weld groups, neither of them fixed to the world.
int same_family(const mjModel* m, int b1, int b2);

// Whether an <exclude> names these two bodies.
int excluded(const mjModel* m, uint64_t key);

// Whether the bounding sphere of one geom is within margin of the other as a plane, if that is one.
static inline int plane_near(const mjModel* m, const mjData* d, int g1, int g2, mjtNum margin) {
  int plane, other;
  if (m->geom_type[g1] == mjGEOM_PLANE && m->geom_rbound[g2] > 0) {
    plane = g1, other = g2;
  } else if (m->geom_type[g2] == mjGEOM_PLANE && m->geom_rbound[g1] > 0) {
    plane = g2, other = g1;
  } else {
    return 1;
  }
  const mjtNum *mat = d->geom_xmat + 9 * plane, normal[3] = {mat[2], mat[5], mat[8]};
  mjtNum off[3];
  vec3_sub(off, d->geom_xpos + 3 * other, d->geom_xpos + 3 * plane);
  return vec3_dot(normal, off) <= margin + m->geom_rbound[other];
}

// Whether the bounding spheres of two geoms (plane and sphere) are within margin of each other.
static inline int spheres_near(const mjModel* m, const mjData* d, int g1, int g2, mjtNum margin) {
  const mjtNum r1 = m->geom_rbound[g1], r2 = m->geom_rbound[g2];
  if (!(r1 > 0 && r2 > 0)) return plane_near(m, d, g1, g2, margin);
  mjtNum off[3], reach = r1 + r2 + margin;
  vec3_sub(off, d->geom_xpos + 3 * g2, d->geom_xpos + 3 * g1);
  return vec3_dot(off, off) <= reach * reach;
}

// Margins, and gaps, of two objects: the larger, or since 3.5 the sum.
static inline mjtNum mixed(const mjModel* m, mjtNum a, mjtNum b) {
  if (level_has(m, engLEVEL_MARGINSUM)) return a + b;
  return a > b ? a : b;
}

// The margin of a pair of geoms under the options of the model.
static inline mjtNum mixed_margin(const mjModel* m, mjtNum margin1, mjtNum margin2) {
  return m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin : mixed(m, margin1, margin2);
}

// The distance below which contacts are found: the margin, and since 3.9 the gap on top of it.
static inline mjtNum geom_reach(const mjModel* m, int g1, int g2) {
  mjtNum margin = mixed_margin(m, m->geom_margin[g1], m->geom_margin[g2]);
  if (!level_has(m, engLEVEL_GAP)) return margin;
  return margin + mixed(m, m->geom_gap[g1], m->geom_gap[g2]);
}
static inline mjtNum geom_flex_reach(const mjModel* m, int geom, int flex) {
  mjtNum margin = mixed_margin(m, m->geom_margin[geom], m->flex_margin[flex]);
  if (!level_has(m, engLEVEL_GAP)) return margin;
  return margin + mixed(m, m->geom_gap[geom], m->flex_gap[flex]);
}
static inline mjtNum flex_reach(const mjModel* m, int f1, int f2) {
  mjtNum margin = mixed_margin(m, m->flex_margin[f1], m->flex_margin[f2]);
  if (!level_has(m, engLEVEL_GAP)) return margin;
  return margin + mixed(m, m->flex_gap[f1], m->flex_gap[f2]);
}
// No less than that of any two geoms of two bodies.
static inline mjtNum bodies_reach(const mjModel* m, int b1, int b2) {
  mjtNum reach = mixed_margin(m, m->body_margin[b1], m->body_margin[b2]);
  bool override = m->opt.enableflags & mjENBL_OVERRIDE;
  if (!override || !level_has(m, engLEVEL_GAP)) return reach;
  return reach + m->body_margin[b1] + m->body_margin[b2];
}
static inline mjtNum pair_margin(const mjModel* m, int pair) {
  return m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin : m->pair_margin[pair];
}
static inline mjtNum pair_reach(const mjModel* m, int pair) {
  return pair_margin(m, pair) + (level_has(m, engLEVEL_GAP) ? m->pair_gap[pair] : 0);
}
