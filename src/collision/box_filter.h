// Whether boxes around things, each in its own frame, keep them apart.
#pragma once

#include <engine/data_types.h>
#include "math/vec3.h"

// A frame seen from another: rotation and its absolute values, position.
typedef struct {
  mjtNum rot[9], abs[9], pos[3];
} relative_frame;

static inline relative_frame relative_frame_make(const mjtNum pos1[3], const mjtNum mat1[9],
                                                 const mjtNum pos2[3], const mjtNum mat2[9]) {
  relative_frame f;
  mat3_tmul(f.rot, mat1, mat2);
  for (int i = 0; i < 9; i++) f.abs[i] = fabs(f.rot[i]);
  vec3_sub(f.pos, pos2, pos1);
  mat3_tmul_vec(f.pos, mat1, f.pos);
  return f;
}

// What decides which of two nodes of trees to open first.  It would be half the surface of a box of
// lower and upper corners; the reference takes it of centres and half-sizes, and which nodes are
// marked follows.
static inline mjtNum box_spread(const mjtNum box[6]) {
  mjtNum x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

// Whether two boxes (centre, half-sizes), each in its frame, are within margin of each other as far
// as the six face normals tell.
static inline int boxes_near(const relative_frame* f, const mjtNum box1[6], const mjtNum box2[6],
                             mjtNum margin) {
  const mjtNum *h1 = box1 + 3, *h2 = box2 + 3;
  mjtNum off[3];
  mat3_mul_vec(off, f->rot, box2);
  for (int k = 0; k < 3; k++) {
    off[k] += f->pos[k] - box1[k];
    mjtNum reach =
        h1[k] + f->abs[3 * k] * h2[0] + f->abs[3 * k + 1] * h2[1] + f->abs[3 * k + 2] * h2[2];
    // the boxes of planes are so large that their rounding errors count
    if (!(fabs(off[k]) <= reach * (1 + 1e-15) + margin)) return 0;
  }
  for (int k = 0; k < 3; k++) {
    mjtNum along = f->rot[k] * off[0] + f->rot[3 + k] * off[1] + f->rot[6 + k] * off[2];
    mjtNum reach = h2[k] + f->abs[k] * h1[0] + f->abs[3 + k] * h1[1] + f->abs[6 + k] * h1[2];
    if (!(fabs(along) <= reach * (1 + 1e-15) + margin)) return 0;
  }
  return 1;
}

// Whether the boxes around two geoms are within margin of each other, as far as that test tells.
static inline int geom_boxes_near(const mjModel* m, const mjData* d, int g1, int g2,
                                  mjtNum margin) {
  relative_frame f = relative_frame_make(d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1,
                                         d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2);
  return boxes_near(&f, m->geom_aabb + 6 * g1, m->geom_aabb + 6 * g2, margin);
}
