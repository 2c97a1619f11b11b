#include "collision/epa.h"

#include <stdint.h>
#include "math/vec3.h"

enum {
  MAX_STEPS = 300,               // more iterations are not made: bounds the memory
  MAX_VERTICES = MAX_STEPS + 6,  // at most five at the start, one more a step
  MAX_FACES = 2 * MAX_VERTICES,  // of a closed surface of triangles, by Euler
  DEAD = -2,
  UNLISTED = -1,
  BLOCK = 8,                     // of candidates that are compared at a time
  LIST_END = MAX_FACES + BLOCK,  // a place that holds nothing
};

// A triangle of the polytope, counterclockwise seen from outside.  Its plane is n x = offset, with
// n outward and of any length: square roots are for the few faces whose distance is asked for. Edge
// k goes from vertex k to the next; as seen from this face it is the half-edge 4 face + k.
typedef struct {
  mjtNum n[3], offset;
  mjtNum nn;      // square of n; zero for a triangle without area
  mjtNum scale;   // 1 / sqrt(nn)
  short v[4];     // vertices, the first again at the end
  short twin[3];  // the half-edge that edge k is for the face across it
  short place;    // in the list of candidates, UNLISTED, or DEAD
} epa_face;

typedef struct {
  minkowski_vertex vert[MAX_VERTICES];
  mjtNum point[MAX_VERTICES][4];  // v of each, close together
  uint64_t pair[MAX_VERTICES];    // its ids in one number
  _Alignas(64) epa_face face[MAX_FACES];
  int nvert, nface;
  short freed[MAX_FACES];  // faces to use next
  int nfreed;
  short list[LIST_END + 1];  // faces that may be the nearest,
  int nlist;
  mjtNum list_dist[LIST_END + 1];  // their distances squared, with sign
  short horizon[MAX_FACES];  // half-edges just outside the hole made by a new vertex, in order
  int nhorizon;
  mjtNum rounding;  // of distances
} polytope;

static inline const mjtNum* vertex(const polytope* p, int i) { return p->point[i]; }

static inline uint64_t pair_of(const minkowski_vertex* w) {
  return (uint64_t)(uint32_t)w->id_a << 32 | (uint32_t)w->id_b;
}

static inline mjtNum signed_square(mjtNum x) { return x * fabs(x); }

// Make a face of these vertices; its twins are left to be set.
static inline void face_make(const polytope* p, epa_face* f, int va, int vb, int vc) {
  const mjtNum *a = vertex(p, va), *b = vertex(p, vb), *c = vertex(p, vc);
  mjtNum ab[3], ac[3], n[3];
  vec3_sub(ab, b, a);
  vec3_sub(ac, c, a);
  vec3_cross(n, ab, ac);
  mjtNum nn = vec3_dot(n, n), offset = vec3_dot(n, a);
  mjtNum extent2 = vec3_dot(ab, ab) + vec3_dot(ac, ac);
  if (!(nn > 1e-28 * extent2 * extent2)) {
    vec3_zero(n);
    nn = offset = 0;
  }
  vec3_copy(f->n, n);
  f->offset = offset;
  f->nn = nn;
  f->v[0] = (short)va;
  f->v[1] = (short)vb;
  f->v[2] = (short)vc;
  f->v[3] = (short)va;
}

// Distance of the plane from the origin, squared, with sign; infinite without area.
static inline mjtNum face_distance2(const epa_face* f) {
  mjtNum dist2 = signed_square(f->offset) / f->nn;
  return f->nn > 0 ? dist2 : INFINITY;
}

// Room for a face, of which there must be some.
static inline int face_take(polytope* p) { return p->freed[--p->nfreed]; }

// Make room for n faces more.
static inline void face_provide(polytope* p, int n) {
  for (int i = 0; i < n; i++) p->freed[p->nfreed++] = (short)p->nface++;
}

// The two below do the same work whether the face is listed or not: that is a toss-up, and a branch
// taken wrongly costs more.

// Make the face a candidate if it is to be listed.
static inline void face_list(polytope* p, int i, mjtNum dist2, int listed) {
  p->face[i].place = (short)((p->nlist + 1) * listed + UNLISTED);
  p->list_dist[p->nlist] = dist2;
  p->list[p->nlist] = (short)i;
  p->nlist += listed;
}

// Out of the list, the last of which takes its place, and free.
static inline void face_kill(polytope* p, int i) {
  int place = p->face[i].place, listed = place >= 0;
  p->nlist -= listed;
  int last = listed ? p->list[p->nlist] : i, to = listed ? place : LIST_END;
  p->list[to] = (short)last;
  p->list_dist[to] = p->list_dist[p->nlist];
  p->face[last].place = (short)to;
  p->face[i].place = DEAD;
  p->freed[p->nfreed++] = (short)i;
}

// A closed surface to start from: vertices of its faces, faces across their edges.
typedef struct {
  int n, v[6][3], next[6][3];
} surface;

// The half-edge that edge k of a face is for the face across it.
static short twin_of(const surface* s, int face, int k) {
  int other = s->next[face][k], end = s->v[face][k], back = 0;
  while (s->v[other][(back + 1) % 3] != end) back++;
  return (short)(4 * other + back);
}

// Start with these faces.  0 when one of them has no area or the origin is outside of it.
static int start_with(polytope* p, const surface* s) {
  mjtNum extent2 = 0;
  for (int i = 0; i < p->nvert; i++) {
    extent2 = mjMAX(extent2, vec3_dot(vertex(p, i), vertex(p, i)));
  }
  p->rounding = 1e-14 * sqrt(extent2);
  p->nface = s->n;
  p->nfreed = p->nlist = 0;
  for (int i = 0; i < s->n; i++) {
    epa_face* f = p->face + i;
    face_make(p, f, s->v[i][0], s->v[i][1], s->v[i][2]);
    mjtNum dist2 = face_distance2(f);
    if (!(dist2 > -p->rounding * p->rounding) || isinf(dist2)) return 0;
    for (int k = 0; k < 3; k++) f->twin[k] = twin_of(s, i, k);
    face_list(p, i, dist2, 1);
  }
  return 1;
}

static void vertex_add(polytope* p, const epa_query* e, const mjtNum dir[3]) {
  minkowski_support(p->vert + p->nvert, e->a, e->b, dir);
  vec3_copy(p->point[p->nvert], p->vert[p->nvert].v);
  p->nvert++;
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
  for (int i = 0; i < n; i++) vec3_copy(p->point[i], simplex[i].v);
  p->nvert = n;
  return n == 4   ? start_from_tetrahedron(p)
         : n == 3 ? start_from_triangle(p, e)
                  : start_from_segment(p, e);
}

// Edges of a triangle in turn.
static const unsigned char next[3] = {1, 2, 0}, previous[3] = {2, 0, 1};

// Whether w is outside of a face: beyond a threshold that is the reference's, 1e-15 over the
// distance of the face, but for faces near the origin the root of slack2.
static inline int sees(const epa_face* f, const mjtNum w[3], mjtNum slack2) {
  mjtNum above = vec3_dot(f->n, w) - f->offset;
  return above > 0 && (above * f->offset > mjMINVAL * f->nn || above * above > slack2 * f->nn);
}

// Remove the faces that w sees, from one that it does see; the border of the hole is the horizon.
// Depth first around each face, so that the horizon comes as one loop in order.
static inline void make_hole(polytope* p, int seen, const mjtNum w[3], mjtNum slack2) {
  short stack[2 * MAX_FACES];  // half-edges to cross into, the next one last
  int depth = 3, nhorizon = 0;
  stack[0] = p->face[seen].twin[2];
  stack[1] = p->face[seen].twin[1];
  stack[2] = p->face[seen].twin[0];
  face_kill(p, seen);
  while (depth > 0) {
    int back = stack[--depth], there = back >> 2, k = back & 3;
    const epa_face* f = p->face + there;
    if (f->place == DEAD) continue;
    if (!sees(f, w, slack2)) {
      p->horizon[nhorizon++] = (short)back;
      continue;
    }
    stack[depth] = f->twin[previous[k]];
    stack[depth + 1] = f->twin[next[k]];
    depth += 2;
    face_kill(p, there);
  }
  p->nhorizon = nhorizon;
}

// Close the hole with faces to the newest vertex; those whose squared distance is between the
// bounds become candidates.  0 when the border is not a simple loop.
static inline int close_hole(polytope* p, mjtNum lower2, mjtNum upper2) {
  int w = p->nvert - 1, n = p->nhorizon, first = -1, last = -1, joint = -1;
  // the hole has been reached from face to face: it has two edges more than it had faces at most
  if (n < 3) return 0;
  for (int i = 0; i < n; i++) {
    int k = p->horizon[i] & 3;
    epa_face* outer = p->face + (p->horizon[i] >> 2);
    int a = outer->v[k], b = outer->v[k + 1];
    int made = face_take(p);
    epa_face* f = p->face + made;
    face_make(p, f, b, a, w);
    f->twin[0] = p->horizon[i];
    outer->twin[k] = (short)(4 * made);
    if (last >= 0) {
      if (joint != b) return 0;
      p->face[last].twin[1] = (short)(4 * made + 2);
      f->twin[2] = (short)(4 * last + 1);
    } else {
      first = made;
    }
    last = made;
    joint = a;
    mjtNum dist2 = face_distance2(f);
    face_list(p, made, dist2, (dist2 >= lower2) & (dist2 <= upper2));
  }
  if (joint != p->face[first].v[0]) return 0;
  p->face[last].twin[1] = (short)(4 * first + 2);
  p->face[first].twin[2] = (short)(4 * last + 1);
  return 1;
}

// Whether the pair of vertices of w was found before.
static int found_before(const polytope* p, uint64_t pair) {
  int found = 0;
  for (int i = 0; i < p->nvert; i++) found |= p->pair[i] == pair;
  return found;
}

// Start the climb on large meshes at the vertex of the face that is best already.
static void start_climb(const polytope* p, epa_query* e, const epa_face* f, int big_a, int big_b) {
  mjtNum most_a = -INFINITY, most_b = -INFINITY;
  for (int i = 0; i < 3; i++) {
    const minkowski_vertex* w = p->vert + f->v[i];
    mjtNum along_a = vec3_dot(w->a, f->n), along_b = -vec3_dot(w->b, f->n);
    if (big_a && along_a > most_a) {
      most_a = along_a;
      e->a->hint = w->last_a;
    }
    if (big_b && along_b > most_b) {
      most_b = along_b;
      e->b->hint = w->last_b;
    }
  }
}

// What the expansion ended on.
typedef struct {
  short v[3];
  mjtNum n[3], dist;  // unit normal and distance of the plane
} nearest_face;

// The candidate nearest to the origin, the first of equals; -1: there is none.
static inline int find_nearest(const polytope* p) {
  // two at a time, which do not wait for each other
  mjtNum even = INFINITY, odd = INFINITY;
  int n = p->nlist, at_even = -1, at_odd = -1;
  const mjtNum* d = p->list_dist;
  for (int i = 0; i < n - 1; i += 2) {
    at_even = d[i] < even ? i : at_even;
    even = d[i] < even ? d[i] : even;
    at_odd = d[i + 1] < odd ? i + 1 : at_odd;
    odd = d[i + 1] < odd ? d[i + 1] : odd;
  }
  if (n & 1) {
    at_even = d[n - 1] < even ? n - 1 : at_even;
    even = d[n - 1] < even ? d[n - 1] : even;
  }
  return (odd < even) | ((odd == even) & (at_odd < at_even)) ? at_odd : at_even;
}

// Squared distance beyond which a face cannot be the nearest in the end.  That face itself may be
// as far as the bound, with other rounding.
static inline mjtNum farthest_candidate(mjtNum upper) { return signed_square(upper) * (1 + 1e-12); }

// Expand until the nearest face is on the boundary of the difference; that face in *found.  0 when
// there is none.
static int expand(polytope* p, epa_query* e, nearest_face* found) {
  int hulls = shape_is_polyhedral(e->a) && shape_is_polyhedral(e->b) && !e->exact;
  mjtNum tolerance = hulls ? mjMINVAL : e->tolerance;
  // where the length of the direction does not matter, its root need not be waited for
  int any_length = shape_takes_any_length(e->a) && shape_takes_any_length(e->b);
  mjtNum upper = INFINITY;
  for (int i = 0; i < p->nvert; i++) p->pair[i] = pair_of(p->vert + i);
  int big_a = shape_climbs_far(e->a), big_b = shape_climbs_far(e->b);
  int any = 0, steps = mjMIN(e->iterations, MAX_STEPS);
  for (int k = 0; k < steps; k++) {
    int at = find_nearest(p);
    if (at < 0 || p->list_dist[at] > farthest_candidate(upper)) break;
    int nearest = p->list[at];
    const epa_face* f = p->face + nearest;
    mjtNum scale = 1 / sqrt(f->nn), lower = f->offset * scale;
    minkowski_vertex* w = p->vert + p->nvert;
    vec3_scale(found->n, f->n, scale);
    if (big_a | big_b) start_climb(p, e, f, big_a, big_b);
    minkowski_support(w, e->a, e->b, any_length && f->nn > 1e-16 ? f->n : found->n);
    memcpy(found->v, f->v, sizeof found->v);
    found->dist = lower;
    any = 1;
    mjtNum reach = vec3_dot(found->n, w->v);
    if (e->exact && reach < upper) vec3_copy(e->upper_normal, found->n);
    upper = reach < upper ? reach : upper;
    // the depth is known; but a face still far inside says nothing of the way out
    int misleads = !e->exact && reach - lower > 100 * tolerance;
    if (!(upper - lower >= tolerance) && !misleads) break;
    if (hulls) {
      uint64_t pair = pair_of(w);
      // vertices of prisms are not told apart: one of the other hull may come again before the end
      if (found_before(p, pair) && !(reach - lower > 100 * e->tolerance)) break;
      p->pair[p->nvert] = pair;
    }
    vec3_copy(p->point[p->nvert], w->v);
    p->nvert++;

    // with the origin on the boundary, rounding must not hide the faces around it
    mjtNum from = lower < p->rounding ? -p->rounding : lower;
    mjtNum slack = mjMIN(100 * p->rounding, 0.5 * (reach - lower));
    face_provide(p, 2);
    make_hole(p, nearest, w->v, slack * slack);
    if (!close_hole(p, signed_square(from), farthest_candidate(upper))) break;
  }
  e->a->hint = e->b->hint = -1;
  e->upper = upper;
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
