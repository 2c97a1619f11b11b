// The bounding volume hierarchy over the faces, for rays and distances.
#include <math.h>

#include "asset/mesh.h"
#include "math/vec3.h"

// Centre of the circumscribed circle of a face; the centroid if the face is degenerate.
static void circumcenter(const double p[3], const double q[3], const double r[3],
                         double center[3]) {
  double a[3], b[3], normal[3], mixed[3];
  vec3_sub(a, p, r);
  vec3_sub(b, q, r);
  vec3_cross(normal, a, b);
  double aa = vec3_dot(a, a), bb = vec3_dot(b, b), nn = vec3_dot(normal, normal);
  for (int k = 0; k < 3; k++) mixed[k] = aa * b[k] - bb * a[k];
  vec3_cross(center, mixed, normal);
  bool finite = nn > 0;
  for (int k = 0; k < 3 && finite; k++) {
    center[k] = r[k] + center[k] / (2 * nn);
    finite = isfinite(center[k]);
  }
  for (int k = 0; k < 3 && !finite; k++) center[k] = (p[k] + q[k] + r[k]) / 3;
}

void mesh_tree(mesh* m) {
  int n = m->nface, nodes = 2 * n - 1;
  // one allocation for all arrays, since larger blocks consist of large pages more often
  double* aabb = mesh_alloc(m, nodes, 6 * sizeof *aabb + sizeof(int) + 1);
  int* fork = (int*)(aabb + 6 * (size_t)nodes);
  m->tree = (bvh_nodes){aabb, fork, (signed char*)(fork + nodes), 0};
  double* center = MESH_SCRATCH(m, double, 3.0 * n);
  for (int i = 0; i < n; i++) {
    const int* f = m->face + 3 * (size_t)i;
    circumcenter(m->vert + 3 * f[0], m->vert + 3 * f[1], m->vert + 3 * f[2],
                 center + 3 * (size_t)i);
  }
  bvh_items faces = {.place = m->vert,
                     .nplace = m->nvert,
                     .corner = m->face,
                     .corners = 3,
                     .point = center,
                     .n = n};
  vec3_copy(faces.around, m->min);
  vec3_copy(faces.around + 3, m->max);
  bvh_build(&m->tree, &faces, mesh_scratch(m, 1, bvh_scratch(n, m->nvert)));
}
