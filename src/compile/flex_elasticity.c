// Elastic constants: strain energy of elements, and bending energy of edges between triangles.
#include <math.h>
#include <string.h>

#include "compile/flex.h"
#include "math/vec3.h"

static double triple(const double a[3], const double b[3], const double c[3]) {
  double n[3];
  vec3_cross(n, a, b);
  return vec3_dot(n, c);
}

// along: r = b - a.  The next: r = (b - a) x (c - a).
static void along(double r[3], const double a[3], const double b[3]) { vec3_sub(r, b, a); }

static void area_vector(double r[3], const double a[3], const double b[3], const double c[3]) {
  double e[3], f[3];
  along(e, a, b);
  along(f, a, c);
  vec3_cross(r, e, f);
}

// --- strain of elements -------------------------------------------------------------------------

// s (a b' + b a').
static void symmetric_product(double m[9], const double a[3], const double b[3], double s) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) m[3 * i + k] = s * (a[i] * b[k] + b[i] * a[k]);
  }
}

// Strain of a triangle per unit increase of each squared edge length; returns its area.
static double triangle_strains(double strain[][9], const double* x[3]) {
  double normal[3];
  area_vector(normal, x[0], x[1], x[2]);
  double area = vec3_normalize(normal) / 2;
  for (int e = 0; e < 3; e++) {
    const double *c = x[e], *a = x[(e + 1) % 3], *b = x[(e + 2) % 3];
    double to_a[3], to_b[3], n[3], p[3], q[3];
    along(to_a, c, a);
    along(to_b, c, b);
    area_vector(n, c, a, b);
    vec3_normalize(n);
    vec3_cross(p, n, to_b);
    vec3_cross(q, to_a, n);
    symmetric_product(strain[e], p, q, 1 / (8 * area * area));
  }
  return area;
}

// The same for a tetrahedron; returns its volume.
static double tetrahedron_strains(double strain[][9], const double* x[4]) {
  static const int face[4][3] = {{2, 1, 0}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  static const int opposite[6][2] = {{2, 3}, {1, 3}, {2, 1}, {1, 0}, {0, 2}, {0, 3}};
  double side[3], volume, n[4][3];
  along(side, x[0], x[3]);
  area_vector(n[0], x[0], x[1], x[2]);
  volume = vec3_dot(n[0], side) / 6;
  for (int i = 0; i < 4; i++) area_vector(n[i], x[face[i][0]], x[face[i][1]], x[face[i][2]]);
  for (int e = 0; e < 6; e++) {
    symmetric_product(strain[e], n[opposite[e][0]], n[opposite[e][1]], 1 / (72 * volume * volume));
  }
  return fabs(volume);
}

static double trace(const double m[9]) { return m[0] + m[4] + m[8]; }

// Trace of the product of two symmetric matrices.
static double contract(const double a[9], const double b[9]) {
  double sum = 0;
  for (int i = 0; i < 9; i++) sum += a[i] * b[i];
  return sum;
}

// Write the upper triangle of the metric on squared edge lengths.
static void put_metric(double* out, double strain[][9], int n, lame c) {
  for (int e = 0; e < n; e++) {
    for (int f = e; f < n; f++) {
      *out++ =
          c.mu * contract(strain[e], strain[f]) + c.lambda * trace(strain[e]) * trace(strain[f]);
    }
  }
}

static void set_metrics(build_flex* f, lame material) {
  double strain[6][9], thickness = f->src->pub.thickness;
  const double* x[4];
  for (int i = 0; i < f->nelem; i++) {
    const int* elem = f->elem + i * (f->dim + 1);
    for (int k = 0; k <= f->dim; k++) x[k] = f->vertpos + 3 * elem[k];
    double size =
        f->dim == 3 ? tetrahedron_strains(strain, x) : triangle_strains(strain, x) * thickness / 4;
    lame c = {material.lambda * size, material.mu * size};
    put_metric(f->stiffness + FLEX_ELEMENT_NUMBERS * i, strain, flex_elem_edges(f->dim), c);
  }
}

// --- bending of edges ---------------------------------------------------------------------------

// Cotangent of the angle at p between q and r.
static double cotangent(const double p[3], const double q[3], const double r[3]) {
  double a[3], b[3], n[3];
  along(a, p, q);
  along(b, p, r);
  vec3_cross(n, a, b);
  return vec3_dot(a, b) / sqrt(vec3_dot(n, n));
}

static double triangle_area(const double a[3], const double b[3], const double c[3]) {
  double n[3];
  area_vector(n, a, b, c);
  return sqrt(vec3_dot(n, n)) / 2;
}

// v: the ends of the edge, then the vertices opposite to it.
static void set_edge_bending(double* out, const double* v[4], double mu, double thickness) {
  double a1 = cotangent(v[0], v[1], v[2]), a2 = cotangent(v[0], v[3], v[1]);
  double a3 = cotangent(v[1], v[2], v[0]), a4 = cotangent(v[1], v[0], v[3]);
  double c[4] = {a3 + a4, a1 + a2, -(a1 + a3), -(a2 + a4)};
  double area = triangle_area(v[0], v[1], v[2]) + triangle_area(v[1], v[0], v[3]);
  double k = 3 * mu * thickness * thickness * thickness / (24 * area);

  double e0[3], e1[3], e2[3], e3[3], e4[3], t0[3], t1[3];
  along(e0, v[0], v[1]);
  along(e1, v[0], v[2]);
  along(e2, v[0], v[3]);
  along(e3, v[1], v[2]);
  along(e4, v[1], v[3]);
  for (int i = 0; i < 3; i++) {
    t0[i] = -(a3 * e1[i] + a1 * e3[i]);
    t1[i] = -(a4 * e2[i] + a2 * e4[i]);
  }
  double length2 = vec3_dot(e0, e0);
  double cosine = -vec3_dot(t0, t1) / length2;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) out[4 * i + j] = c[i] * c[j] * cosine * k;
  }
  out[16] = triple(e0, e1, e2) * (a1 - a3) * (a4 - a2) * k / (length2 * sqrt(length2));
}

// The ends of an edge are ordered as in its first triangle.
static void set_bending(build* b, build_flex* f, lame material) {
  f->bending = BUILD_NEW(b, double, FLEX_EDGE_NUMBERS*(size_t)f->nedge);
  bool* done = BUILD_NEW(b, bool, f->nedge);
  for (int i = 0; i < 3 * f->nelem; i++) {
    int edge = f->elemedge[i];
    const int *elem = f->elem + i / 3 * 3, *local = flex_local_edge(2, i % 3);
    const int* flap = f->flap + 2 * edge;
    if (done[edge] || flap[1] < 0) continue;
    done[edge] = true;
    int vertex[4] = {elem[local[0]], elem[local[1]], flap[0], flap[1]};
    const double* v[4];
    for (int k = 0; k < 4; k++) v[k] = f->vertpos + 3 * vertex[k];
    set_edge_bending(f->bending + FLEX_EDGE_NUMBERS * edge, v, material.mu, f->src->pub.thickness);
  }
}

// ------------------------------------------------------------------------------------------------

void flex_elasticity(build* b, build_flex* f) {
  const mjsFlex* pub = &f->src->pub;
  if (!(pub->young > 0)) return;
  lame material = flex_lame(pub->young, pub->poisson);
  f->stiffness = BUILD_NEW(b, double, FLEX_ELEMENT_NUMBERS*(size_t)f->nelem);
  if (f->interpolated) {
    if (!flex_has_cells(f))
      flex_cell_matrix_make(f, 0, (flex_material){material, false}, f->stiffness);
  } else if (f->dim == 3 || (f->dim == 2 && pub->elastic2d >= 2 && pub->thickness > 0)) {
    set_metrics(f, material);
  }
  bool bends = f->dim == 2 && (pub->elastic2d == 1 || pub->elastic2d == 3);
  if (bends) set_bending(b, f, material);
}
