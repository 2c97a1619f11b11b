#include "collision/epa.h"

#include "math/vec3.h"

enum {
  MAX_STEPS = 300,               // more iterations are not made: bounds the memory
  MAX_VERTICES = MAX_STEPS + 6,  // at most five at the start, one more a step
  MAX_FACES = 2 * MAX_VERTICES,  // of a closed surface of triangles, by Euler
  DEAD = -2,
  UNLISTED = -1,
};

// A triangle of the polytope, counterclockwise seen from outside.  Edge k goes from vertex k to k
// + 1.
typedef struct {
  int v[3];
  int next[3];  // face across edge k
  mjtNum n[3];  // outward unit normal; zero for a triangle without area
  mjtNum dist;  // of its plane from the origin
  int place;    // in the list of candidates, UNLISTED, or DEAD
} epa_face;

typedef struct {
  minkowski_vertex vert[MAX_VERTICES];
  epa_face face[MAX_FACES];
  int nvert, nface;
  int freed[MAX_FACES], nfreed;  // dead faces to use again
  int list[MAX_FACES], nlist;    // faces that may be the nearest
  int horizon_face[MAX_FACES];   // faces just outside the hole made by a new vertex, in order,
  int horizon_edge[MAX_FACES];   // and the edge that borders the hole
  int nhorizon;
  mjtNum rounding;  // of distances
} polytope;

static const mjtNum* vertex(const polytope* p, int i) { return p->vert[i].v; }

// Plane of a face from its vertices.
static void face_plane(const polytope* p, epa_face* f) {
  const mjtNum *a = vertex(p, f->v[0]), *b = vertex(p, f->v[1]), *c = vertex(p, f->v[2]);
  mjtNum ab[3], ac[3];
  vec3_sub(ab, b, a);
  vec3_sub(ac, c, a);
  vec3_cross(f->n, ab, ac);
  mjtNum length = vec3_norm(f->n);
  if (length > 1e-14 * (vec3_dot(ab, ab) + vec3_dot(ac, ac))) {
    vec3_scale(f->n, f->n, 1 / length);
    f->dist = vec3_dot(f->n, a);
  } else {
    vec3_zero(f->n);
    f->dist = INFINITY;
  }
}

// A new face; -1 when there is no room.
static int face_add(polytope* p, int a, int b, int c) {
  int i = p->nfreed ? p->freed[--p->nfreed] : p->nface < MAX_FACES ? p->nface++ : -1;
  if (i < 0) return -1;
  epa_face* f = p->face + i;
  f->v[0] = a;
  f->v[1] = b;
  f->v[2] = c;
  f->place = UNLISTED;
  face_plane(p, f);
  return i;
}

static void face_list(polytope* p, int i) {
  p->face[i].place = p->nlist;
  p->list[p->nlist++] = i;
}

// Out of the list, the last of which takes its place.
static void face_unlist(polytope* p, int i) {
  int place = p->face[i].place;
  if (place >= 0) {
    int last = p->list[--p->nlist];
    p->list[place] = last;
    p->face[last].place = place;
  }
  p->face[i].place = UNLISTED;
}

// Make neighbours of the faces that share an edge: all of them, by search.
static void connect_all(polytope* p) {
  for (int i = 0; i < p->nface; i++) {
    for (int k = 0; k < 3; k++) {
      int a = p->face[i].v[k], b = p->face[i].v[(k + 1) % 3];
      for (int j = 0; j < p->nface; j++) {
        for (int l = 0; l < 3; l++) {
          if (p->face[j].v[l] == b && p->face[j].v[(l + 1) % 3] == a) p->face[i].next[k] = j;
        }
      }
    }
  }
}

// Start with these faces.  0 when one of them has no area or the origin is outside of it.
static int start_with(polytope* p, const int (*faces)[3], int n) {
  mjtNum extent = 0;
  for (int i = 0; i < p->nvert; i++) extent = fmax(extent, vec3_norm(vertex(p, i)));
  p->rounding = 1e-14 * extent;
  p->nface = p->nfreed = p->nlist = 0;
  for (int i = 0; i < n; i++) {
    int f = face_add(p, faces[i][0], faces[i][1], faces[i][2]);
    if (!(p->face[f].dist > -p->rounding) || isinf(p->face[f].dist)) return 0;
    face_list(p, f);
  }
  connect_all(p);
  return 1;
}

static void vertex_add(polytope* p, const epa_query* e, const mjtNum dir[3]) {
  minkowski_support(p->vert + p->nvert++, e->a, e->b, dir);
}

static int start_from_tetrahedron(polytope* p) {
  static const int left[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {3, 2, 1}};
  static const int right[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {3, 1, 2}};
  mjtNum ab[3], ac[3], ad[3], n[3];
  vec3_sub(ab, vertex(p, 1), vertex(p, 0));
  vec3_sub(ac, vertex(p, 2), vertex(p, 0));
  vec3_sub(ad, vertex(p, 3), vertex(p, 0));
  vec3_cross(n, ab, ac);
  return start_with(p, vec3_dot(n, ad) > 0 ? right : left, 4);
}

// A triangle that holds the origin: a bipyramid.
static int start_from_triangle(polytope* p, const epa_query* e) {
  static const int faces[6][3] = {{3, 1, 0}, {3, 0, 2}, {3, 2, 1}, {4, 0, 1}, {4, 2, 0}, {4, 1, 2}};
  mjtNum ab[3], ac[3], n[3];
  p->nvert = 3;
  vec3_sub(ab, vertex(p, 1), vertex(p, 0));
  vec3_sub(ac, vertex(p, 2), vertex(p, 0));
  vec3_cross(n, ab, ac);
  if (vec3_normalize(n) < mjMINVAL) return 0;
  vec3_scale(n, n, -1);
  vertex_add(p, e, n);
  vec3_scale(n, n, -1);
  vertex_add(p, e, n);
  return start_with(p, faces, 6);
}

// A segment that holds the origin: two pyramids on a triangle around its middle.
static int start_from_segment(polytope* p, const epa_query* e) {
  static const int faces[6][3] = {{0, 3, 2}, {0, 4, 3}, {0, 2, 4}, {1, 2, 3}, {1, 3, 4}, {1, 4, 2}};
  mjtNum along[3], dir[3] = {0}, side[3];
  p->nvert = 2;
  vec3_sub(along, vertex(p, 1), vertex(p, 0));
  int least = fabs(along[0]) <= fabs(along[1]) ? 0 : 1;
  if (fabs(along[2]) < fabs(along[least])) least = 2;
  if (vec3_normalize(along) < mjMINVAL) return 0;
  dir[least] = 1;
  vec3_cross(dir, dir, along);
  vec3_normalize(dir);
  vec3_cross(side, along, dir);
  for (int k = 0; k < 3; k++) {
    static const mjtNum cosine[3] = {1, -0.5, -0.5};
    static const mjtNum sine[3] = {0, 0.86602540378443865, -0.86602540378443865};
    mjtNum turned[3];
    vec3_scale(turned, dir, cosine[k]);
    vec3_axpy(turned, sine[k], side);
    vertex_add(p, e, turned);
  }
  return start_with(p, faces, 6);
}

static int start(polytope* p, const epa_query* e, const minkowski_vertex* simplex, int n) {
  memcpy(p->vert, simplex, sizeof(minkowski_vertex) * n);
  p->nvert = n;
  return n == 4   ? start_from_tetrahedron(p)
         : n == 3 ? start_from_triangle(p, e)
                  : start_from_segment(p, e);
}

static int sees(const epa_face* f, const mjtNum w[3], mjtNum slack) {
  return vec3_dot(f->n, w) - f->dist > slack;
}

// Remove the faces that w sees, from a face that it does see; the border of the hole is the
// horizon. Depth first around each face, so that the horizon comes as one loop in order.
static void make_hole(polytope* p, int seen, const mjtNum w[3], mjtNum slack) {
  struct {
    int face, edge, left;  // next edge to cross, how many are left
  } stack[MAX_FACES];
  int depth = 0;
  p->nhorizon = 0;
  face_unlist(p, seen);
  p->face[seen].place = DEAD;
  p->freed[p->nfreed++] = seen;
  stack[depth].face = seen;
  stack[depth].edge = 0;
  stack[depth++].left = 3;
  while (depth > 0) {
    if (stack[depth - 1].left-- == 0) {
      depth--;
      continue;
    }
    int edge = stack[depth - 1].edge, here = stack[depth - 1].face;
    stack[depth - 1].edge = (edge + 1) % 3;
    int there = p->face[here].next[edge];
    epa_face* f = p->face + there;
    if (f->place == DEAD) continue;
    int back = f->next[0] == here && f->v[1] == p->face[here].v[edge]   ? 0
               : f->next[1] == here && f->v[2] == p->face[here].v[edge] ? 1
                                                                        : 2;
    if (!sees(f, w, slack)) {
      p->horizon_face[p->nhorizon] = there;
      p->horizon_edge[p->nhorizon++] = back;
      continue;
    }
    face_unlist(p, there);
    f->place = DEAD;
    p->freed[p->nfreed++] = there;
    stack[depth].face = there;
    stack[depth].edge = (back + 1) % 3;
    stack[depth++].left = 2;
  }
}

// Close the hole with faces to the newest vertex; those between the bounds become candidates.
// 0 when there is no room or the border is not a simple loop.
static int close_hole(polytope* p, mjtNum lower, mjtNum upper) {
  int w = p->nvert - 1, n = p->nhorizon, made[MAX_FACES];
  if (n < 3) return 0;
  for (int i = 0; i < n; i++) {
    int f = p->horizon_face[i], k = p->horizon_edge[i];
    int a = p->face[f].v[k], b = p->face[f].v[(k + 1) % 3];
    made[i] = face_add(p, b, a, w);
    if (made[i] < 0) return 0;
    p->face[made[i]].next[0] = f;
    p->face[f].next[k] = made[i];
  }
  for (int i = 0; i < n; i++) {
    epa_face *f = p->face + made[i], *g = p->face + made[(i + 1) % n];
    if (f->v[1] != g->v[0]) return 0;
    f->next[1] = made[(i + 1) % n];
    g->next[2] = made[i];
  }
  for (int i = 0; i < n; i++) {
    mjtNum dist = p->face[made[i]].dist;
    if (dist >= lower && dist <= upper) face_list(p, made[i]);
  }
  return 1;
}

// Whether the pair of vertices of w was found before.
static int found_before(const polytope* p, const minkowski_vertex* w) {
  for (int i = 0; i < p->nvert; i++) {
    if (p->vert[i].id_a == w->id_a && p->vert[i].id_b == w->id_b) return 1;
  }
  return 0;
}

// Expand until the nearest face is on the boundary of the difference; that face in *found.  0 when
// there is none.
static int expand(polytope* p, epa_query* e, epa_face* found) {
  int hulls = shape_is_polyhedral(e->a) && shape_is_polyhedral(e->b) && !e->exact;
  mjtNum tolerance = hulls ? mjMINVAL : e->tolerance;
  e->upper = INFINITY;
  int any = 0, steps = mjMIN(e->iterations, MAX_STEPS);
  for (int k = 0; k < steps; k++) {
    int nearest = -1;
    mjtNum lower = INFINITY;
    for (int i = 0; i < p->nlist; i++) {
      if (p->face[p->list[i]].dist < lower) {
        nearest = p->list[i];
        lower = p->face[nearest].dist;
      }
    }
    if (nearest < 0 || lower > e->upper) break;
    *found = p->face[nearest];
    any = 1;

    minkowski_vertex* w = p->vert + p->nvert;
    minkowski_support(w, e->a, e->b, found->n);
    mjtNum reach = vec3_dot(found->n, w->v);
    if (reach < e->upper) {
      e->upper = reach;
      vec3_copy(e->upper_normal, found->n);
    }
    if (!(e->upper - lower >= tolerance)) break;
    if (hulls && found_before(p, w)) break;
    p->nvert++;

    // the threshold of the reference, but never so wide that the nearest face itself is not seen
    mjtNum slack = lower > mjMINVAL ? mjMINVAL / lower : 1;
    make_hole(p, nearest, w->v, fmin(slack, 0.5 * (reach - lower)));
    // with the origin on the boundary, rounding must not hide the faces around it
    mjtNum from = lower < p->rounding ? -p->rounding : lower;
    if (!close_hole(p, from, e->upper)) break;
  }
  return any;
}

// Weights of the vertices of a triangle for the projection of the origin on its plane.
static void project_origin(mjtNum weight[3], const mjtNum* const v[3], const mjtNum n[3],
                           mjtNum dist) {
  int k = fabs(n[0]) >= fabs(n[1]) ? 0 : 1;
  if (fabs(n[2]) > fabs(n[k])) k = 2;
  int x = (k + 1) % 3, y = (k + 2) % 3;
  mjtNum px = n[x] * dist, py = n[y] * dist, sum = 0;
  for (int i = 0; i < 3; i++) {
    const mjtNum *s = v[(i + 1) % 3], *t = v[(i + 2) % 3];
    weight[i] = (s[x] - px) * (t[y] - py) - (s[y] - py) * (t[x] - px);
    sum += weight[i];
  }
  for (int i = 0; i < 3; i++) weight[i] /= sum;
}

int epa_solve(epa_query* e, const minkowski_vertex* simplex, int n) {
  polytope p;
  if (n < 2 || !start(&p, e, simplex, n)) return 0;
  epa_face f;
  if (!expand(&p, e, &f) || !(f.dist > (e->exact ? -p.rounding : 0))) return 0;
  mjtNum weight[3];
  const mjtNum* v[3];
  for (int i = 0; i < 3; i++) {
    e->face[i] = p.vert[f.v[i]];
    v[i] = e->face[i].v;
  }
  project_origin(weight, v, f.n, f.dist);
  e->depth = f.dist;
  vec3_copy(e->normal, f.n);
  vec3_zero(e->x1);
  vec3_zero(e->x2);
  for (int i = 0; i < 3; i++) {
    vec3_axpy(e->x1, weight[i], e->face[i].a);
    vec3_axpy(e->x2, weight[i], e->face[i].b);
  }
  return 1;
}
