// Separation tests of oriented bounding boxes.
#pragma once

#include <engine/data_types.h>
#include "math/triple.h"
#include "math/vec3.h"

// A frame in the world.
typedef struct {
  const mjtNum *pos, *mat;
} box_frame;

// Size measure that decides which of two tree nodes is opened first.  The formula is that of half
// the surface of a box given by lower and upper corners; the reference applies it to centres and
// half sizes, which determines the nodes that are marked as visited.
static inline mjtNum box_spread(const mjtNum box[6]) {
  mjtNum x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

// The second of two frames relative to the first: the rotation by rows and by columns, and their
// absolute values.
typedef struct {
  triple row[3], col[3], absrow[3], abscol[3], pos;
} frame_pair;

static inline void frame_pair_make(frame_pair* p, box_frame a, box_frame b) {
  const triple a0 = triple_load(a.mat), a1 = triple_load(a.mat + 3);
  const triple a2 = triple_load_last(a.mat + 6), b0 = triple_load(b.mat);
  const triple b1 = triple_load(b.mat + 3), b2 = triple_load_last(b.mat + 6);
  for (int k = 0; k < 3; k++) {
    triple row = triple_scale(a.mat[k], b0);
    row = triple_axpy(row, a.mat[3 + k], b1);
    p->row[k] = triple_axpy(row, a.mat[6 + k], b2);
    p->absrow[k] = triple_abs(p->row[k]);
  }
  triple_transpose(p->col, p->row);
  for (int k = 0; k < 3; k++) p->abscol[k] = triple_abs(p->col[k]);
  triple pos = triple_scale(b.pos[0] - a.pos[0], a0);
  pos = triple_axpy(pos, b.pos[1] - a.pos[1], a1);
  p->pos = triple_axpy(pos, b.pos[2] - a.pos[2], a2);
}

// Whether boxes overlap along all three axes: off: distance of the centres, h: half sizes of one
// box, abs and other: those of the other box.
static inline int axes_near(triple off, triple h, const triple abs[3], const mjtNum other[3],
                            mjtNum margin) {
  triple reach = triple_axpy(h, other[0], abs[0]);
  reach = triple_axpy(triple_axpy(reach, other[1], abs[1]), other[2], abs[2]);
  // the boxes of planes are so large that their rounding errors count
  return triple_within(triple_abs(off), triple_axpy(triple_all(margin), 1 + 1e-15, reach));
}

// Whether two boxes (centre, half-sizes), each in its frame, are within margin of each other as far
// as the six face normals tell.
static inline int boxes_near_between(const frame_pair* p, const mjtNum box1[6],
                                     const mjtNum box2[6], mjtNum margin) {
  const mjtNum *h1 = box1 + 3, *h2 = box2 + 3;
  triple off = triple_sub(p->pos, triple_load(box1));
  for (int k = 0; k < 3; k++) off = triple_axpy(off, box2[k], p->col[k]);
  if (!axes_near(off, triple_load_last(h1), p->abscol, h2, margin)) return 0;
  triple back = triple_scale(triple_get(off, 0), p->row[0]);
  back = triple_axpy(back, triple_get(off, 1), p->row[1]);
  back = triple_axpy(back, triple_get(off, 2), p->row[2]);
  return axes_near(back, triple_load_last(h2), p->absrow, h1, margin);
}

// The same of two boxes alone.
static inline int boxes_near(box_frame a, const mjtNum box1[6], box_frame b, const mjtNum box2[6],
                             mjtNum margin) {
  frame_pair p;
  frame_pair_make(&p, a, b);
  return boxes_near_between(&p, box1, box2, margin);
}

// Whether the bounding boxes of two geoms are within margin of each other according to that test.
static inline int geom_boxes_near(const mjModel* m, const mjData* d, int g1, int g2,
                                  mjtNum margin) {
  box_frame a = {d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1};
  box_frame b = {d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2};
  return boxes_near(a, m->geom_aabb + 6 * g1, b, m->geom_aabb + 6 * g2, margin);
}
