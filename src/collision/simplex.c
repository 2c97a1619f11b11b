// By signed volumes: the weights of the projection of the origin on the span of the simplex are
// ratios of volumes; a vertex whose weight is not positive is dropped, and of the sub-simplices
// that result the nearest is kept.
#include "collision/simplex.h"

#include "math/vec3.h"

// The nearest point found so far: weights of the vertices, squared distance.  It is replaced only
// by nearer ones, number by number: copied as a whole, what has just been written would be waited
// for.
typedef struct {
  mjtNum x[3], d2, weight[4];
} nearest_point;

// The point of the segment a, b, vertices i, j of the simplex.
static inline void on_segment(nearest_point* r, const mjtNum a[3], const mjtNum b[3], int i,
                              int j) {
  mjtNum along[3], x[3];
  vec3_sub(along, b, a);
  mjtNum length2 = vec3_dot(along, along), t = length2 > 0 ? -vec3_dot(a, along) / length2 : 0;
  vec3_copy(x, a);
  if (t > 0 && t < 1) {
    vec3_axpy(x, t, along);
  } else {
    t = vec3_dot(a, a) < vec3_dot(b, b) ? 0 : 1;
    if (t == 1) vec3_copy(x, b);
  }
  mjtNum d2 = vec3_dot(x, x);
  if (!(d2 < r->d2)) return;
  vec3_copy(r->x, x);
  r->d2 = d2;
  for (int k = 0; k < 4; k++) r->weight[k] = 0;
  r->weight[i] = 1 - t;
  r->weight[j] = t;
}

// The point of the triangle of vertices id[0..2].
static inline void on_triangle(nearest_point* r, const minkowski_vertex* s, const int id[3],
                               int thorough) {
  const mjtNum *a = s[id[0]].v, *b = s[id[1]].v, *c = s[id[2]].v;
  mjtNum ab[3], ac[3], bc[3], n[3], p[3], ap[3], bp[3], area[3];
  int drop_a = 1, drop_b = 1, drop_c = 1;
  vec3_sub(ab, b, a);
  vec3_sub(ac, c, a);
  vec3_cross(n, ab, ac);
  mjtNum nn = vec3_dot(n, n);
  if (nn > 0) {
    // areas opposite to each vertex with the projection p of the origin, times nn
    mjtNum along = vec3_dot(a, n), scale = along / nn;
    vec3_scale(p, n, scale);
    vec3_sub(ap, p, a);
    vec3_sub(bp, p, b);
    vec3_sub(bc, c, b);
    vec3_cross(area, bc, bp);
    mjtNum wa = vec3_dot(area, n);
    vec3_cross(area, ap, ac);
    mjtNum wb = vec3_dot(area, n);
    vec3_cross(area, ab, ap);
    mjtNum wc = vec3_dot(area, n);
    drop_a = !(wa > 0);
    drop_b = !(wb > 0);
    drop_c = !(wc > 0);
    if (!(drop_a | drop_b | drop_c)) {
      mjtNum sum = 1 / (wa + wb + wc), d2 = along * scale;
      if (d2 < r->d2) {
        vec3_copy(r->x, p);
        r->d2 = d2;
        for (int k = 0; k < 4; k++) r->weight[k] = 0;
        r->weight[id[0]] = wa * sum;
        r->weight[id[1]] = wb * sum;
        r->weight[id[2]] = wc * sum;
      }
      if (!thorough) return;
    }
  }
  if (drop_a | thorough) on_segment(r, b, c, id[1], id[2]);
  if (drop_b | thorough) on_segment(r, c, a, id[2], id[0]);
  if (drop_c | thorough) on_segment(r, a, b, id[0], id[1]);
}

static inline int same_sign(mjtNum a, mjtNum b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

// Whether each of four volumes stands clear of the rounding errors of the product of its three
// edges.
static int surely_inside(const minkowski_vertex* s, const mjtNum volume[4]) {
  mjtNum length[4], product = 1e-15;
  for (int i = 0; i < 4; i++) product *= length[i] = vec3_norm(s[i].v);
  for (int i = 0; i < 4; i++) {
    if (!(fabs(volume[i]) * length[i] > product)) return 0;
  }
  return 1;
}

// Of the tetrahedron; all weights are positive when the origin is inside beyond doubt.
static void on_tetrahedron(nearest_point* r, const minkowski_vertex* s, int thorough) {
  static const int face[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  mjtNum c01[3], c23[3], volume[4];
  vec3_cross(c01, s[0].v, s[1].v);
  vec3_cross(c23, s[2].v, s[3].v);
  volume[0] = vec3_dot(s[1].v, c23);
  volume[1] = -vec3_dot(s[0].v, c23);
  volume[2] = vec3_dot(s[3].v, c01);
  volume[3] = -vec3_dot(s[2].v, c01);
  mjtNum total = volume[0] + volume[1] + volume[2] + volume[3];

  int drop[4], inside = 1;
  for (int i = 0; i < 4; i++) {
    drop[i] = !same_sign(volume[i], total);
    inside &= !drop[i];
  }
  if (inside) {
    if (surely_inside(s, volume)) {
      mjtNum scale = 1 / total;
      for (int i = 0; i < 4; i++) r->weight[i] = volume[i] * scale;
      vec3_zero(r->x);
      r->d2 = 0;
      return;
    }
    thorough = 1;
  }
  for (int i = 0; i < 4; i++) {
    if (drop[i] | thorough) on_triangle(r, s, face[i], thorough);
  }
}

// Number by number: a wide load of what has just been stored so would wait.
static inline void move_vertex(minkowski_vertex* to, const minkowski_vertex* from) {
  vec3_copy(to->v, from->v);
  vec3_copy(to->a, from->a);
  vec3_copy(to->b, from->b);
  to->id_a = from->id_a;
  to->id_b = from->id_b;
  to->last_a = from->last_a;
  to->last_b = from->last_b;
}

int simplex_nearest(mjtNum x[3], mjtNum weight[4], minkowski_vertex* s, int n, int thorough) {
  static const int first[3] = {0, 1, 2};
  nearest_point r = {.d2 = INFINITY};
  switch (n) {
    case 1:
      vec3_copy(r.x, s[0].v);
      r.weight[0] = 1;
      break;
    case 2: on_segment(&r, s[0].v, s[1].v, 0, 1); break;
    case 3: on_triangle(&r, s, first, thorough); break;
    default: on_tetrahedron(&r, s, thorough);
  }

  vec3_copy(x, r.x);
  int kept = 0;
  for (int i = 0; i < n; i++) {
    if (r.weight[i] == 0) continue;
    weight[kept] = r.weight[i];
    if (kept != i) move_vertex(s + kept, s + i);
    kept++;
  }
  return kept;
}
