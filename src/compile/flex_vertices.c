// Vertex equalities of flexes: preserve two invariants of the deformation gradient at each vertex,
// from its edges at rest to the present ones.
#include <math.h>

#include "compile/flex.h"
#include "math/vec3.h"

// Axes of the plane that contains the vertices at rest.
static bool plane_of(build* b, const build_flex* f, double u[3], double v[3]) {
  const int* elem = f->elem;
  double e1[3], e2[3], n[3];
  vec3_sub(e1, f->vertpos + 3 * elem[1], f->vertpos + 3 * elem[0]);
  vec3_sub(e2, f->vertpos + 3 * elem[2], f->vertpos + 3 * elem[0]);
  vec3_cross(n, e1, e2);
  vec3_normalize(n);
  vec3_set(u, 1, 0, 0);
  if (fabs(n[0]) > 0.9) vec3_set(u, 0, 1, 0);
  vec3_axpy(u, -vec3_dot(u, n), n);
  vec3_normalize(u);
  vec3_cross(v, n, u);
  double size = vec3_norm(e1) + vec3_norm(e2);
  for (int i = 0; i < f->nvert; i++) {
    double x[3];
    vec3_sub(x, f->vertpos + 3 * i, f->vertpos + 3 * elem[0]);
    if (fabs(vec3_dot(x, n)) <= 1e-6 * size) continue;
    return build_error(b, &f->src->e,
                       "rows of vertices are for flexes that are flat at rest; vertex %d is not in "
                       "the plane of the others",
                       i);
  }
  return true;
}

static void list_edges(build* b, build_flex* f) {
  f->nvertedge = 2 * f->nedge;
  f->vertedge = BUILD_NEW(b, int, f->nvertedge);
  f->vertedgeadr = BUILD_NEW(b, int, f->nvert);
  f->vertedgenum = BUILD_NEW(b, int, f->nvert);
  for (int i = 0; i < 2 * f->nedge; i++) f->vertedgenum[f->edge[i]]++;
  for (int i = 1; i < f->nvert; i++) {
    f->vertedgeadr[i] = f->vertedgeadr[i - 1] + f->vertedgenum[i - 1];
    f->vertedgenum[i - 1] = 0;
  }
  f->vertedgenum[f->nvert - 1] = 0;
  for (int i = 0; i < 2 * f->nedge; i++) {
    int v = f->edge[i];
    f->vertedge[f->vertedgeadr[v] + f->vertedgenum[v]++] = i / 2;
  }
}

static void invert(double out[4], const double B[4]) {
  double det = B[0] * B[3] - B[1] * B[2];
  if (!(fabs(det) > 1e-12 * B[0] * B[3])) return;
  out[0] = B[3] / det;
  out[1] = -B[1] / det;
  out[2] = -B[2] / det;
  out[3] = B[0] / det;
}

void flex_vertices(build* b, build_flex* f) {
  double u[3], v[3];
  if (f->dim != 2 || f->interpolated) {
    build_error(b, &f->src->e, "rows of vertices are for flexes of dim 2 without nodes");
    return;
  }
  if (!plane_of(b, f, u, v)) return;
  list_edges(b, f);
  f->ncelldata = 2 * f->nvertedge;
  f->celldata = BUILD_NEW(b, double, f->ncelldata);
  f->vertmetric = BUILD_NEW(b, double, 4 * (size_t)f->nvert);
  for (int i = 0; i < f->nvert; i++) {
    double B[4] = {0};
    for (int k = f->vertedgeadr[i]; k < f->vertedgeadr[i] + f->vertedgenum[i]; k++) {
      const int* end = f->edge + 2 * f->vertedge[k];
      int other = end[0] == i ? end[1] : end[0];
      double dx[3], *flat = f->celldata + 2 * (size_t)k;
      vec3_sub(dx, f->vertpos + 3 * other, f->vertpos + 3 * i);
      flat[0] = vec3_dot(dx, u);
      flat[1] = vec3_dot(dx, v);
      double weight = b->body[f->vertbody[other]].mass;
      for (int n = 0; n < 4; n++) B[n] += weight * flat[n / 2] * flat[n % 2];
    }
    invert(f->vertmetric + 4 * (size_t)i, B);
  }
}
