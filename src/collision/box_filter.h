// Whether boxes around things, each in its own frame, keep them apart.
#pragma once

#include <engine/data_types.h>
#include "math/vec3.h"

// A frame in the world.
typedef struct {
  const mjtNum *pos, *mat;
} box_frame;

// What decides which of two nodes of trees to open first.  It would be half the surface of a box of
// lower and upper corners; the reference takes it of centres and half-sizes, and which nodes are
// marked follows.
static inline mjtNum box_spread(const mjtNum box[6]) {
  mjtNum x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

// b - a, of boxes' centres in the world.
static inline void center_offset(mjtNum off[3], box_frame a, const mjtNum box1[6], box_frame b,
                                 const mjtNum box2[6]) {
  mjtNum c1[3], c2[3];
  mat3_mul_vec(c1, a.mat, box1);
  mat3_mul_vec(c2, b.mat, box2);
  for (int k = 0; k < 3; k++) off[k] = b.pos[k] - a.pos[k] + (c2[k] - c1[k]);
}

// Column k of a rotation by a vector.
static inline mjtNum along_axis(const mjtNum mat[9], int k, const mjtNum v[3]) {
  return mat[k] * v[0] + mat[3 + k] * v[1] + mat[6 + k] * v[2];
}

// Whether two boxes (centre, half-sizes), each in its frame, are within margin of each other as far
// as the six face normals tell.  What is needed for a normal is found when it is its turn: most
// boxes are apart along one of the first.
static inline int boxes_near(box_frame a, const mjtNum box1[6], box_frame b, const mjtNum box2[6],
                             mjtNum margin) {
  const mjtNum *h1 = box1 + 3, *h2 = box2 + 3;
  mjtNum off[3], abs[9];
  center_offset(off, a, box1, b, box2);
  for (int k = 0; k < 3; k++) {
    const mjtNum axis[3] = {a.mat[k], a.mat[3 + k], a.mat[6 + k]};
    for (int j = 0; j < 3; j++) abs[3 * k + j] = fabs(along_axis(b.mat, j, axis));
    mjtNum reach = h1[k] + vec3_dot(abs + 3 * k, h2);
    // the boxes of planes are so large that their rounding errors count
    if (!(fabs(vec3_dot(axis, off)) <= reach * (1 + 1e-15) + margin)) return 0;
  }
  for (int k = 0; k < 3; k++) {
    mjtNum reach = h2[k] + along_axis(abs, k, h1);
    if (!(fabs(along_axis(b.mat, k, off)) <= reach * (1 + 1e-15) + margin)) return 0;
  }
  return 1;
}

// The second of two frames as the first sees it, for many boxes in each.
typedef struct {
  mjtNum rot[9], abs[9], pos[3];  // abs: of rot, number by number
} frame_pair;

static inline void frame_pair_make(frame_pair* p, box_frame a, box_frame b) {
  mjtNum between[3];
  vec3_sub(between, b.pos, a.pos);
  mat3_tmul_vec(p->pos, a.mat, between);
  mat3_tmul(p->rot, a.mat, b.mat);
  for (int k = 0; k < 9; k++) p->abs[k] = fabs(p->rot[k]);
}

// The same as boxes_near, but for rounding.
static inline int boxes_near_between(const frame_pair* p, const mjtNum box1[6],
                                     const mjtNum box2[6], mjtNum margin) {
  const mjtNum *h1 = box1 + 3, *h2 = box2 + 3;
  mjtNum off[3];
  for (int k = 0; k < 3; k++) {
    off[k] = p->pos[k] + (vec3_dot(p->rot + 3 * k, box2) - box1[k]);
    mjtNum reach = h1[k] + vec3_dot(p->abs + 3 * k, h2);
    if (!(fabs(off[k]) <= reach * (1 + 1e-15) + margin)) return 0;
  }
  for (int k = 0; k < 3; k++) {
    mjtNum reach = h2[k] + along_axis(p->abs, k, h1);
    if (!(fabs(along_axis(p->rot, k, off)) <= reach * (1 + 1e-15) + margin)) return 0;
  }
  return 1;
}

// Whether the boxes around two geoms are within margin of each other, as far as that test tells.
static inline int geom_boxes_near(const mjModel* m, const mjData* d, int g1, int g2,
                                  mjtNum margin) {
  box_frame a = {d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1};
  box_frame b = {d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2};
  return boxes_near(a, m->geom_aabb + 6 * g1, b, m->geom_aabb + 6 * g2, margin);
}
