// The tree of bounding boxes over the faces, for rays and distances.
#include <math.h>
#include <stdio.h>

#include <engine/data_types.h>

#include "compile/mesh.h"
#include "math/vec3.h"

// Centre of the circle through the corners of a face; its centroid when there is none.
static void circumcenter(const double p[3], const double q[3], const double r[3],
                         double center[3]) {
  double a[3], b[3], normal[3], mixed[3];
  vec3_sub(a, p, r);
  vec3_sub(b, q, r);
  vec3_cross(normal, a, b);
  double aa = vec3_dot(a, a), bb = vec3_dot(b, b), nn = vec3_dot(normal, normal);
  for (int k = 0; k < 3; k++) mixed[k] = aa * b[k] - bb * a[k];
  vec3_cross(center, mixed, normal);
  bool finite = true;
  for (int k = 0; k < 3; k++) {
    center[k] = r[k] + center[k] / (2 * nn);
    finite = finite && isfinite(center[k]);
  }
  for (int k = 0; k < 3 && !finite; k++) center[k] = (p[k] + q[k] + r[k]) / 3;
}

void mesh_tree(mesh* m) {
  int n = m->nface, nodes = 2 * n - 1;
  bvh_item* item = MESH_SCRATCH(m, bvh_item, n);
  bvh_key* key = MESH_SCRATCH(m, bvh_key, 2.0 * n);
  m->tree = (bvh_nodes){MESH_NEW(m, double, 6.0 * nodes), MESH_NEW(m, int, 2.0 * nodes),
                        MESH_NEW(m, int, nodes), MESH_NEW(m, int, nodes), 0};
  for (int i = 0; i < n; i++) {
    const int* f = m->face + 3 * i;
    const double *p = m->vert + 3 * f[0], *q = m->vert + 3 * f[1], *r = m->vert + 3 * f[2];
    for (int k = 0; k < 3; k++) {
      double low = p[k] < q[k] ? p[k] : q[k], high = p[k] < q[k] ? q[k] : p[k];
      item[i].min[k] = low < r[k] ? low : r[k];
      item[i].max[k] = high > r[k] ? high : r[k];
    }
    circumcenter(p, q, r, item[i].point);
    item[i].id = i;
  }
  int depth = bvh_build(&m->tree, item, key, n);
  if (depth > mjMAXTREEDEPTH) {
    snprintf(m->warning, sizeof m->warning, "its tree of boxes is %d deep; rays go %d deep", depth,
             mjMAXTREEDEPTH);
  }
}
