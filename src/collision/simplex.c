// By signed volumes: the weights of the projection of the origin on the span of the simplex are
// ratios of volumes; a vertex whose weight is not positive is dropped, and of the sub-simplices
// that result the nearest is kept.
#include "collision/simplex.h"

#include "math/vec3.h"

static int same_sign(mjtNum a, mjtNum b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

// x = sum of weighted vertices.
static void combine(mjtNum x[3], const mjtNum weight[4], const mjtNum* const v[4]) {
  vec3_zero(x);
  for (int i = 0; i < 4; i++) {
    if (weight[i] != 0) vec3_axpy(x, weight[i], v[i]);
  }
}

// Weights of the point of segment v[i], v[j] nearest to the origin; the others become 0.
static void weigh_segment(mjtNum weight[4], const mjtNum* const v[4], int i, int j) {
  mjtNum along[3], p[3];
  const mjtNum *a = v[i], *b = v[j];
  vec3_sub(along, b, a);
  mjtNum length2 = vec3_dot(along, along);
  mjtNum t = length2 > 0 ? -vec3_dot(a, along) / length2 : 0;
  vec3_copy(p, a);
  vec3_axpy(p, t, along);

  // compare on the axis on which the segment is longest
  int k = fabs(along[0]) >= fabs(along[1]) ? 0 : 1;
  if (fabs(along[2]) > fabs(along[k])) k = 2;
  mjtNum total = a[k] - b[k], wi = p[k] - b[k], wj = a[k] - p[k];
  for (int l = 0; l < 4; l++) weight[l] = 0;
  if (same_sign(total, wi) && same_sign(total, wj)) {
    weight[i] = wi / total;
    weight[j] = 1 - weight[i];
  } else {
    weight[vec3_dot(a, a) < vec3_dot(b, b) ? i : j] = 1;
  }
}

// Weights and squared distance of the best so far.
typedef struct {
  mjtNum weight[4], d2;
} candidate;

static void consider(candidate* best, const mjtNum weight[4], const mjtNum* const v[4]) {
  mjtNum x[3];
  combine(x, weight, v);
  mjtNum d2 = vec3_dot(x, x);
  if (d2 < best->d2) {
    best->d2 = d2;
    memcpy(best->weight, weight, sizeof best->weight);
  }
}

// The triangle of v[id[0..2]].
static void weigh_triangle(mjtNum weight[4], const mjtNum* const v[4], const int id[3],
                           int thorough) {
  const mjtNum *a = v[id[0]], *b = v[id[1]], *c = v[id[2]];
  mjtNum ab[3], ac[3], n[3], w[4] = {0};
  int drop[3] = {1, 1, 1};
  candidate best = {.d2 = INFINITY};
  vec3_sub(ab, b, a);
  vec3_sub(ac, c, a);
  vec3_cross(n, ab, ac);
  mjtNum nn = vec3_dot(n, n);

  if (nn > 0) {
    // areas on the coordinate plane on which the triangle is largest
    int k = fabs(n[0]) >= fabs(n[1]) ? 0 : 1;
    if (fabs(n[2]) > fabs(n[k])) k = 2;
    int x = (k + 1) % 3, y = (k + 2) % 3;
    mjtNum scale = vec3_dot(a, n) / nn, part[3];
    mjtNum px = n[x] * scale, py = n[y] * scale;
    for (int i = 0; i < 3; i++) {
      const mjtNum *s = v[id[(i + 1) % 3]], *t = v[id[(i + 2) % 3]];
      part[i] = (s[x] - px) * (t[y] - py) - (s[y] - py) * (t[x] - px);
      drop[i] = !same_sign(part[i], n[k]);
    }
    if (!drop[0] && !drop[1] && !drop[2]) {
      mjtNum sum = part[0] + part[1] + part[2];
      for (int i = 0; i < 3; i++) w[id[i]] = part[i] / sum;
      consider(&best, w, v);
    }
  }
  for (int i = 0; i < 3; i++) {
    if (!drop[i] && !thorough) continue;
    weigh_segment(w, v, id[(i + 1) % 3], id[(i + 2) % 3]);
    consider(&best, w, v);
  }
  memcpy(weight, best.weight, sizeof best.weight);
}

// The tetrahedron; all weights are positive when the origin is inside beyond doubt.
static void weigh_tetrahedron(mjtNum weight[4], const mjtNum* const v[4], int thorough) {
  mjtNum c01[3], c23[3], part[4];
  vec3_cross(c01, v[0], v[1]);
  vec3_cross(c23, v[2], v[3]);
  part[0] = vec3_dot(v[1], c23);
  part[1] = -vec3_dot(v[0], c23);
  part[2] = vec3_dot(v[3], c01);
  part[3] = -vec3_dot(v[2], c01);
  mjtNum total = part[0] + part[1] + part[2] + part[3];

  int drop[4], inside = 1;
  for (int i = 0; i < 4; i++) {
    drop[i] = !same_sign(part[i], total);
    inside &= !drop[i];
  }
  if (inside) {
    // each volume must stand clear of the rounding errors of the product of its three edges
    mjtNum length[4], product = 1;
    for (int i = 0; i < 4; i++) product *= length[i] = vec3_norm(v[i]);
    for (int i = 0; i < 4; i++) inside &= fabs(part[i]) * length[i] > 1e-15 * product;
    for (int i = 0; i < 4; i++) weight[i] = part[i] / total;
    if (inside) return;
    drop[0] = drop[1] = drop[2] = drop[3] = 1;
  }

  static const int face[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  candidate best = {.d2 = INFINITY};
  for (int i = 0; i < 4; i++) {
    if (!drop[i] && !thorough) continue;
    mjtNum w[4];
    weigh_triangle(w, v, face[i], thorough);
    consider(&best, w, v);
  }
  memcpy(weight, best.weight, sizeof best.weight);
}

int simplex_nearest(mjtNum x[3], mjtNum weight[4], minkowski_vertex* s, int n, int thorough) {
  const mjtNum* v[4];
  static const int first[3] = {0, 1, 2};
  for (int i = 0; i < 4; i++) {
    v[i] = s[i < n ? i : 0].v;
    weight[i] = 0;
  }
  switch (n) {
    case 1: weight[0] = 1; break;
    case 2: weigh_segment(weight, v, 0, 1); break;
    case 3: weigh_triangle(weight, v, first, thorough); break;
    default: weigh_tetrahedron(weight, v, thorough);
  }

  combine(x, weight, v);
  int kept = 0;
  for (int i = 0; i < n; i++) {
    if (weight[i] == 0) continue;
    weight[kept] = weight[i];
    if (kept != i) s[kept] = s[i];
    kept++;
  }
  if (kept == 4) vec3_zero(x);
  return kept;
}
