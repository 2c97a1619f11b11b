// Rays against single features of a flex, of which mju_rayFlex is composed.
#pragma once

#include <engine/data_types.h>
#include "collision/ray.h"

// A flex and the box around its vertices, each a sphere of the radius of the flex.
typedef struct {
  const mjtNum* vert;  // in the world
  mjtNum radius;
  mjtNum half[3], center[3];
} ray_flex;

void ray_flex_make(ray_flex* f, const mjModel* m, const mjData* d, int flexid);

// Whether a ray meets the box; if not, it misses the flex.
int ray_meets_flex(const ray_flex* f, const mjtNum pnt[3], const mjtNum vec[3]);

// An edge, which is a capsule between two vertices of the flex.
mjtNum ray_flex_edge(const ray_flex* f, const int edge[2], const mjtNum pnt[3],
                     const mjtNum vec[3]);

// The corners of the k-th face of an element of dimension 2 or 3, which has 1 or 4.
static inline void flex_face(int corner[3], const int* element, int k) {
  static const int faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  for (int i = 0; i < 3; i++) corner[i] = element[faces[k][i]];
}

// A face, without thickness.
mjtNum ray_flex_face(const ray_flex* f, const ray_basis* basis, const int corner[3],
                     const mjtNum pnt[3], const mjtNum vec[3]);
