// The faces that the expanding polytope algorithm starts with.
#include "collision/polytope.h"
#include "collision/simplex.h"

// A closed surface to start from: the vertices of its n faces and the twins of their half-edges, in
// the layout of the polytope.  Faces without area fill the last block.
typedef struct {
  unsigned n;
  id origin[2 * BLOCK][4], twin[2 * BLOCK][4];
} surface;

// Start with these faces.  0 when one of them has no area or the origin is outside of it.
static int start_with(polytope* p, const surface* s) {
  mjtNum extent2 = 0;
  for (unsigned i = 0; i < p->nvert; i++) {
    extent2 = mjMAX(extent2, vec3_dot(p->point[i], p->point[i]));
  }
  p->rounding = 1e-14 * sqrt(extent2);
  p->nface = 0;
  faces_provide(p, s->n);
  memcpy(p->origin, s->origin, sizeof s->origin);
  memcpy(p->twin, s->twin, sizeof s->twin);
  for (unsigned i = 0; i < s->n; i += BLOCK) {
    const id(*origin)[4] = s->origin + i;
    id face[BLOCK], vertex[3][BLOCK];
    LANES_UNROLL for (unsigned k = 0; k < BLOCK; k++) {
      face[k] = (id)(i + k);
      for (int j = 0; j < 3; j++) vertex[j][k] = origin[k][j];
    }
    LANES_UNROLL for (int g = 0; g < BLOCK; g += LANES) {
      triangles t;
      points_load(t.a, p, vertex[0] + g);
      points_load(t.b, p, vertex[1] + g);
      points_load(t.c, p, vertex[2] + g);
      face_planes(p, face + g, &t, -INFINITY);
    }
  }
  // outside, or without area
  for (unsigned i = 0; i < s->n; i++) {
    if (!(p->key[i] > -p->rounding * p->rounding && p->key[i] < INFINITY)) return 0;
  }
  return 1;
}

static void vertex_add(polytope* p, const epa_query* e, const mjtNum dir[3]) {
  minkowski_support(p->vert + p->nvert, e->a, e->b, dir);
  point_store(p, p->nvert, p->vert[p->nvert].v);
  p->nvert++;
}

static int start_from_tetrahedron(polytope* p) {
  static const surface left = {4,
                               {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {3, 2, 1}},
                               {{6, 13, 8}, {10, 14, 0}, {2, 12, 4}, {9, 1, 5}}};
  static const surface right = {4,
                                {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {3, 1, 2}},
                                {{10, 13, 4}, {2, 12, 8}, {6, 14, 0}, {5, 1, 9}}};
  mjtNum ab[3], ac[3], ad[3], n[3];
  vec3_sub(ab, p->point[1], p->point[0]);
  vec3_sub(ac, p->point[2], p->point[0]);
  vec3_sub(ad, p->point[3], p->point[0]);
  vec3_cross(n, ab, ac);
  return start_with(p, vec3_dot(n, ad) > 0 ? &right : &left);
}

// A triangle that holds the origin: a bipyramid.
static int start_from_triangle(polytope* p, const epa_query* e) {
  static const surface bipyramid = {
      6,
      {{3, 1, 0}, {3, 0, 2}, {3, 2, 1}, {4, 0, 1}, {4, 2, 0}, {4, 1, 2}},
      {{10, 13, 4}, {2, 17, 8}, {6, 21, 0}, {18, 1, 20}, {22, 5, 12}, {14, 9, 16}}};
  mjtNum ab[3], ac[3], n[3];
  p->nvert = 3;
  vec3_sub(ab, p->point[1], p->point[0]);
  vec3_sub(ac, p->point[2], p->point[0]);
  vec3_cross(n, ab, ac);
  if (vec3_normalize(n) < mjMINVAL) return 0;
  vec3_scale(n, n, -1);
  vertex_add(p, e, n);
  vec3_scale(n, n, -1);
  vertex_add(p, e, n);
  return start_with(p, &bipyramid);
}

// A segment that holds the origin: two pyramids on a triangle around its middle.
static int start_from_segment(polytope* p, const epa_query* e) {
  static const surface pyramids = {
      6,
      {{0, 3, 2}, {0, 4, 3}, {0, 2, 4}, {1, 2, 3}, {1, 3, 4}, {1, 4, 2}},
      {{6, 13, 8}, {10, 17, 0}, {2, 21, 4}, {22, 1, 16}, {14, 5, 20}, {18, 9, 12}}};
  static const mjtNum cosine[3] = {1, -0.5, -0.5};
  static const mjtNum sine[3] = {0, 0.86602540378443865, -0.86602540378443865};
  mjtNum along[3], dir[3] = {0}, side[3];
  p->nvert = 2;
  vec3_sub(along, p->point[1], p->point[0]);
  int least = fabs(along[0]) <= fabs(along[1]) ? 0 : 1;
  if (fabs(along[2]) < fabs(along[least])) least = 2;
  if (vec3_normalize(along) < mjMINVAL) return 0;
  dir[least] = 1;
  vec3_cross(dir, dir, along);
  vec3_normalize(dir);
  vec3_cross(side, along, dir);
  for (int k = 0; k < 3; k++) {
    mjtNum turned[3];
    vec3_scale(turned, dir, cosine[k]);
    vec3_axpy(turned, sine[k], side);
    vertex_add(p, e, turned);
  }
  return start_with(p, &pyramids);
}

int polytope_start(polytope* p, const epa_query* e, const minkowski_vertex* simplex, int n) {
  for (int i = 0; i < n; i++) {
    move_vertex(p->vert + i, simplex + i);
    point_store(p, (unsigned)i, simplex[i].v);
  }
  p->nvert = (unsigned)n;
  return n == 4   ? start_from_tetrahedron(p)
         : n == 3 ? start_from_triangle(p, e)
                  : start_from_segment(p, e);
}

int polytope_valid(const polytope* p, unsigned face) {
  char seen[POLYTOPE_FACES(MAX_STEPS) + 1] = {0};
  id stack[4 * POLYTOPE_FACES(MAX_STEPS)];
  int n = 0;
  stack[n++] = (id)face;
  seen[face] = 1;
  while (n) {
    unsigned f = stack[--n];
    for (unsigned k = 0; k < 3; k++) {
      unsigned edge = 4 * f + k, twin = p->twin[edge], next = 4 * f + (k + 1) % 3;
      if ((twin & 3) == 3 || twin / 4 >= p->nface || p->twin[twin] != edge) return 0;
      if (p->origin[twin] != p->origin[next] || p->origin[edge] >= p->nvert) return 0;
      if (!seen[twin / 4]) stack[n++] = (id)(twin / 4);
      seen[twin / 4] = 1;
    }
  }
  return 1;
}
