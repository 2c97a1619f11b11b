#include <engine/collision.h>
#include "collision/ray.h"

static void corner_of(mjtNum x[3], const float* vert, int i) {
  vec3_set(x, vert[3 * i], vert[3 * i + 1], vert[3 * i + 2]);
}

// Whether the ray meets the box around all vertices.
static int meets_box(int nvert, const float* vert, const mjtNum p[3], const mjtNum v[3]) {
  mjtNum lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
  mjtNum half[3], off[3];
  for (int i = 0; i < nvert; i++) {
    for (int k = 0; k < 3; k++) {
      lo[k] = fmin(lo[k], vert[3 * i + k]);
      hi[k] = fmax(hi[k], vert[3 * i + k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    half[k] = (hi[k] - lo[k]) / 2;
    off[k] = p[k] - (hi[k] + lo[k]) / 2;
  }
  return ray_box(half, off, v, NULL) >= 0;
}

mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert, const mjtNum pnt[3],
                   const mjtNum vec[3], int vertid[1]) {
  if (vertid) *vertid = -1;
  if (!meets_box(nvert, vert, pnt, vec)) return -1;
  ray_basis basis;
  ray_basis_make(&basis, vec);
  mjtNum best = -1;
  int hit = -1;
  for (int i = 0; i < nface; i++) {
    mjtNum a[3], b[3], c[3];
    corner_of(a, vert, face[3 * i]);
    corner_of(b, vert, face[3 * i + 1]);
    corner_of(c, vert, face[3 * i + 2]);
    mjtNum t = ray_triangle(&basis, a, b, c, pnt, vec);
    if (t >= 0 && (best < 0 || t < best)) {
      best = t;
      hit = i;
    }
  }

  // the corner of that face nearest to the hit
  if (hit >= 0 && vertid) {
    mjtNum x[3], corner[3], nearest = INFINITY;
    vec3_copy(x, pnt);
    vec3_axpy(x, best, vec);
    for (int k = 0; k < 3; k++) {
      corner_of(corner, vert, face[3 * hit + k]);
      mjtNum away = vec3_distance(x, corner);
      if (away < nearest) {
        nearest = away;
        *vertid = face[3 * hit + k];
      }
    }
  }
  return best;
}
