#include "collision/epa.h"

#include "math/vec3.h"

enum {
  MAX_STEPS = 300,               // more iterations are not made: bounds the memory
  MAX_VERTICES = MAX_STEPS + 6,  // at most five at the start, one more a step
  MAX_FACES = 2 * MAX_VERTICES,  // of a closed surface of triangles, by Euler
  DEAD = -2,
  UNLISTED = -1,
};

// A triangle of the polytope, counterclockwise seen from outside.  Edge k goes from vertex k to the
// next.  Its plane is n x = offset, with n outward and of any length: square roots are for the few
// faces whose distance is asked for.
typedef struct {
  mjtNum n[3], nn;  // normal and its square; zero for a triangle without area
  mjtNum offset;
  int v[3];
  int next[3];  // face across edge k
  int place;    // in the list of candidates, UNLISTED, or DEAD
} epa_face;

typedef struct {
  minkowski_vertex vert[MAX_VERTICES];
  epa_face face[MAX_FACES];
  int nvert, nface;
  int freed[MAX_FACES], nfreed;  // dead faces to use again
  int list[MAX_FACES], nlist;    // faces that may be the nearest,
  mjtNum list_dist[MAX_FACES];   // their distances squared, with sign
  int horizon_face[MAX_FACES];   // faces just outside the hole made by a new vertex, in order,
  int horizon_edge[MAX_FACES];   // and the edge that borders the hole
  int nhorizon;
  mjtNum rounding;  // of distances
} polytope;

static inline const mjtNum* vertex(const polytope* p, int i) { return p->vert[i].v; }

static inline mjtNum signed_square(mjtNum x) { return x * fabs(x); }

// Plane of a face from its vertices.
static inline void face_plane(const polytope* p, epa_face* f) {
  const mjtNum *a = vertex(p, f->v[0]), *b = vertex(p, f->v[1]), *c = vertex(p, f->v[2]);
  mjtNum ab[3], ac[3];
  vec3_sub(ab, b, a);
  vec3_sub(ac, c, a);
  vec3_cross(f->n, ab, ac);
  f->nn = vec3_dot(f->n, f->n);
  f->offset = vec3_dot(f->n, a);
  mjtNum extent2 = vec3_dot(ab, ab) + vec3_dot(ac, ac);
  if (!(f->nn > 1e-28 * extent2 * extent2)) {
    vec3_zero(f->n);
    f->nn = f->offset = 0;
  }
}

// Distance of the plane from the origin, squared, with sign; infinite without area.
static inline mjtNum face_distance2(const epa_face* f) {
  return f->nn > 0 ? signed_square(f->offset) / f->nn : INFINITY;
}

// A new face; -1 when there is no room.
static inline int face_add(polytope* p, int a, int b, int c) {
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

static inline void face_list(polytope* p, int i, mjtNum dist2) {
  p->face[i].place = p->nlist;
  p->list_dist[p->nlist] = dist2;
  p->list[p->nlist++] = i;
}

// Out of the list, the last of which takes its place, and free.
static inline void face_kill(polytope* p, int i) {
  int place = p->face[i].place;
  if (place >= 0) {
    int last = p->list[--p->nlist];
    p->list[place] = last;
    p->list_dist[place] = p->list_dist[p->nlist];
    p->face[last].place = place;
  }
  p->face[i].place = DEAD;
  p->freed[p->nfreed++] = i;
}

// A closed surface to start from: vertices of its faces, faces across their edges.
typedef struct {
  int n, v[6][3], next[6][3];
} surface;

// Start with these faces.  0 when one of them has no area or the origin is outside of it.
static int start_with(polytope* p, const surface* s) {
  mjtNum extent2 = 0;
  for (int i = 0; i < p->nvert; i++) {
    extent2 = mjMAX(extent2, vec3_dot(vertex(p, i), vertex(p, i)));
  }
  p->rounding = 1e-14 * sqrt(extent2);
  p->nface = p->nfreed = p->nlist = 0;
  for (int i = 0; i < s->n; i++) {
    int f = face_add(p, s->v[i][0], s->v[i][1], s->v[i][2]);
    mjtNum dist2 = face_distance2(p->face + f);
    if (!(dist2 > -p->rounding * p->rounding) || isinf(dist2)) return 0;
    memcpy(p->face[f].next, s->next[i], sizeof s->next[i]);
    face_list(p, f, dist2);
  }
  return 1;
}

static void vertex_add(polytope* p, const epa_query* e, const mjtNum dir[3]) {
  minkowski_support(p->vert + p->nvert++, e->a, e->b, dir);
}

static int start_from_tetrahedron(polytope* p) {
  static const surface left = {4,
                               {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {3, 2, 1}},
                               {{1, 3, 2}, {2, 3, 0}, {0, 3, 1}, {2, 0, 1}}};
  static const surface right = {4,
                                {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {3, 1, 2}},
                                {{2, 3, 1}, {0, 3, 2}, {1, 3, 0}, {1, 0, 2}}};
  mjtNum ab[3], ac[3], ad[3], n[3];
  vec3_sub(ab, vertex(p, 1), vertex(p, 0));
  vec3_sub(ac, vertex(p, 2), vertex(p, 0));
  vec3_sub(ad, vertex(p, 3), vertex(p, 0));
  vec3_cross(n, ab, ac);
  return start_with(p, vec3_dot(n, ad) > 0 ? &right : &left);
}

// A triangle that holds the origin: a bipyramid.
static int start_from_triangle(polytope* p, const epa_query* e) {
  static const surface bipyramid = {
      6,
      {{3, 1, 0}, {3, 0, 2}, {3, 2, 1}, {4, 0, 1}, {4, 2, 0}, {4, 1, 2}},
      {{2, 3, 1}, {0, 4, 2}, {1, 5, 0}, {4, 0, 5}, {5, 1, 3}, {3, 2, 4}}};
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
  return start_with(p, &bipyramid);
}

// A segment that holds the origin: two pyramids on a triangle around its middle.
static int start_from_segment(polytope* p, const epa_query* e) {
  static const surface pyramids = {
      6,
      {{0, 3, 2}, {0, 4, 3}, {0, 2, 4}, {1, 2, 3}, {1, 3, 4}, {1, 4, 2}},
      {{1, 3, 2}, {2, 4, 0}, {0, 5, 1}, {5, 0, 4}, {3, 1, 5}, {4, 2, 3}}};
  static const mjtNum cosine[3] = {1, -0.5, -0.5};
  static const mjtNum sine[3] = {0, 0.86602540378443865, -0.86602540378443865};
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
    mjtNum turned[3];
    vec3_scale(turned, dir, cosine[k]);
    vec3_axpy(turned, sine[k], side);
    vertex_add(p, e, turned);
  }
  return start_with(p, &pyramids);
}

static int start(polytope* p, const epa_query* e, const minkowski_vertex* simplex, int n) {
  memcpy(p->vert, simplex, sizeof(minkowski_vertex) * n);
  p->nvert = n;
  return n == 4   ? start_from_tetrahedron(p)
         : n == 3 ? start_from_triangle(p, e)
                  : start_from_segment(p, e);
}

// Whether w is outside of a face: beyond a threshold that is the reference's, 1e-15 over the
// distance of the face, but for faces near the origin the root of slack2.
static inline int sees(const epa_face* f, const mjtNum w[3], mjtNum slack2) {
  mjtNum above = vec3_dot(f->n, w) - f->offset;
  return above > 0 && (above * f->offset > mjMINVAL * f->nn || above * above > slack2 * f->nn);
}

// Remove the faces that w sees, from one that it does see; the border of the hole is the horizon.
// Depth first around each face, so that the horizon comes as one loop in order.
static void make_hole(polytope* p, int seen, const mjtNum w[3], mjtNum slack2) {
  struct {
    int face, edge, left;  // next edge to cross, how many are left
  } stack[MAX_FACES];
  int depth = 1, nhorizon = 0;
  face_kill(p, seen);
  stack[0].face = seen;
  stack[0].edge = 0;
  stack[0].left = 3;
  while (depth > 0) {
    if (stack[depth - 1].left-- == 0) {
      depth--;
      continue;
    }
    int edge = stack[depth - 1].edge, here = stack[depth - 1].face;
    stack[depth - 1].edge = edge == 2 ? 0 : edge + 1;
    int there = p->face[here].next[edge], end = p->face[here].v[edge];
    epa_face* f = p->face + there;
    if (f->place == DEAD) continue;
    // the edge of that face that ends where this one starts
    int back = f->v[1] == end ? 0 : f->v[2] == end ? 1 : 2;
    if (!sees(f, w, slack2)) {
      p->horizon_face[nhorizon] = there;
      p->horizon_edge[nhorizon++] = back;
      continue;
    }
    face_kill(p, there);
    stack[depth].face = there;
    stack[depth].edge = back == 2 ? 0 : back + 1;
    stack[depth++].left = 2;
  }
  p->nhorizon = nhorizon;
}

// Close the hole with faces to the newest vertex; those whose squared distance is between the
// bounds become candidates.  0 when there is no room or the border is not a simple loop.
static int close_hole(polytope* p, mjtNum lower2, mjtNum upper2) {
  int w = p->nvert - 1, n = p->nhorizon, first = -1, last = -1;
  if (n < 3) return 0;
  for (int i = 0; i < n; i++) {
    epa_face* outer = p->face + p->horizon_face[i];
    int k = p->horizon_edge[i];
    int a = outer->v[k], b = outer->v[k == 2 ? 0 : k + 1];
    int made = face_add(p, b, a, w);
    if (made < 0) return 0;
    epa_face* f = p->face + made;
    f->next[0] = p->horizon_face[i];
    outer->next[k] = made;
    if (last >= 0) {
      if (p->face[last].v[1] != b) return 0;
      p->face[last].next[1] = made;
      f->next[2] = last;
    } else {
      first = made;
    }
    last = made;
    mjtNum dist2 = face_distance2(f);
    if (dist2 >= lower2 && dist2 <= upper2) face_list(p, made, dist2);
  }
  if (p->face[last].v[1] != p->face[first].v[0]) return 0;
  p->face[last].next[1] = first;
  p->face[first].next[2] = last;
  return 1;
}

// Whether the pair of vertices of w was found before.
static int found_before(const polytope* p, const minkowski_vertex* w) {
  for (int i = 0; i < p->nvert; i++) {
    if (p->vert[i].id_a == w->id_a && p->vert[i].id_b == w->id_b) return 1;
  }
  return 0;
}

// Start the climb on large meshes at the vertex of the face that is best already.
static void start_climb(const polytope* p, epa_query* e, const epa_face* f) {
  int big_a = shape_climbs_far(e->a), big_b = shape_climbs_far(e->b);
  if (!big_a && !big_b) return;
  mjtNum most_a = -INFINITY, most_b = -INFINITY;
  for (int i = 0; i < 3; i++) {
    const minkowski_vertex* w = p->vert + f->v[i];
    mjtNum along_a = vec3_dot(w->a, f->n), along_b = -vec3_dot(w->b, f->n);
    if (big_a && along_a > most_a) {
      most_a = along_a;
      e->a->last = w->last_a;
    }
    if (big_b && along_b > most_b) {
      most_b = along_b;
      e->b->last = w->last_b;
    }
  }
}

// What the expansion ended on.
typedef struct {
  int v[3];
  mjtNum n[3], dist;  // unit normal and distance of the plane
} nearest_face;

// The candidate nearest to the origin, the first of equals; -1: there is none.
static inline int find_nearest(const polytope* p) {
  // four minima at a time, which do not wait for each other
  const mjtNum* d = p->list_dist;
  mjtNum least[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
  int n = p->nlist, i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; k++) least[k] = d[i + k] < least[k] ? d[i + k] : least[k];
  }
  for (; i < n; i++) least[0] = d[i] < least[0] ? d[i] : least[0];
  for (int k = 1; k < 4; k++) least[0] = least[k] < least[0] ? least[k] : least[0];
  for (i = 0; i < n; i++) {
    if (d[i] == least[0]) return i;
  }
  return -1;
}

// Squared distance beyond which a face cannot be the nearest in the end.  That face itself may be
// as far as the bound, with other rounding.
static inline mjtNum farthest_candidate(const epa_query* e) {
  return signed_square(e->upper) * (1 + 1e-12);
}

// Expand until the nearest face is on the boundary of the difference; that face in *found.  0 when
// there is none.
static int expand(polytope* p, epa_query* e, nearest_face* found) {
  int hulls = shape_is_polyhedral(e->a) && shape_is_polyhedral(e->b) && !e->exact;
  mjtNum tolerance = hulls ? mjMINVAL : e->tolerance;
  // where the length of the direction does not matter, its root need not be waited for
  int any_length = shape_takes_any_length(e->a) && shape_takes_any_length(e->b);
  e->upper = INFINITY;
  int any = 0, steps = mjMIN(e->iterations, MAX_STEPS);
  for (int k = 0; k < steps; k++) {
    int at = find_nearest(p);
    if (at < 0 || p->list_dist[at] > farthest_candidate(e)) break;
    int nearest = p->list[at];
    const epa_face* f = p->face + nearest;
    mjtNum scale = 1 / sqrt(f->nn), lower = f->offset * scale;
    minkowski_vertex* w = p->vert + p->nvert;
    vec3_scale(found->n, f->n, scale);
    start_climb(p, e, f);
    minkowski_support(w, e->a, e->b, any_length && f->nn > 1e-16 ? f->n : found->n);
    memcpy(found->v, f->v, sizeof found->v);
    found->dist = lower;
    any = 1;
    mjtNum reach = vec3_dot(found->n, w->v);
    if (reach < e->upper) {
      e->upper = reach;
      vec3_copy(e->upper_normal, found->n);
    }
    if (!(e->upper - lower >= tolerance)) break;
    if (hulls && found_before(p, w)) break;
    p->nvert++;

    // with the origin on the boundary, rounding must not hide the faces around it
    mjtNum from = lower < p->rounding ? -p->rounding : lower;
    mjtNum slack = mjMIN(100 * p->rounding, 0.5 * (reach - lower));
    make_hole(p, nearest, w->v, slack * slack);
    if (!close_hole(p, signed_square(from), farthest_candidate(e))) break;
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
  nearest_face f;
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
