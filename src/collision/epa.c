#include "collision/epa.h"

#include <stdint.h>
#include "math/vec3.h"

enum {
  MAX_STEPS = 300,               // more iterations are not made: bounds the memory
  MAX_VERTICES = MAX_STEPS + 6,  // at most five at the start, one more a step
  MAX_FACES = 2 * MAX_VERTICES,  // of a closed surface of triangles, by Euler
  DEAD = -2,
  UNLISTED = -1,
  LIST_END = MAX_FACES + 1,  // a place that holds nothing
};

typedef unsigned short id;  // of a vertex, face, or half-edge

// A triangle of the polytope, counterclockwise seen from outside, in one line of the cache.  Its
// plane is n x = offset, with n outward and of any length: square roots are for the few faces whose
// distance is asked for.  Edge k goes from vertex k to the next; as seen from this face it is the
// half-edge 4 face + k.
typedef struct {
  mjtNum n[3], offset;
  mjtNum nn;   // square of n; zero for a triangle without area
  id v[4];     // vertices, the first again at the end
  id twin[3];  // the half-edge that edge k is for the face across it
  int place;   // in the list of candidates, UNLISTED, or DEAD
} epa_face;

typedef struct {
  minkowski_vertex vert[MAX_VERTICES];
  mjtNum point[MAX_VERTICES][4];  // v of each, close together
  uint64_t pair[MAX_VERTICES];    // its ids in one number
  _Alignas(64) epa_face face[MAX_FACES];
  int nvert, nface;
  id freed[MAX_FACES + 1];  // faces to use next
  int nfreed;
  id list[LIST_END + 1];  // faces that may be the nearest,
  int nlist;
  int64_t list_key[LIST_END + 1];  // their distances squared, with sign, as keys
  id horizon[MAX_FACES];  // half-edges just outside the hole made by a new vertex, in order
  int nhorizon, nhole;    // its edges, and the faces that were in the hole
  mjtNum rounding;        // of distances
} polytope;

static inline const mjtNum* vertex(const polytope* p, unsigned i) { return p->point[i]; }

static inline uint64_t pair_of(const minkowski_vertex* w) {
  return (uint64_t)(uint32_t)w->id_a << 32 | (uint32_t)w->id_b;
}

static inline mjtNum signed_square(mjtNum x) { return x * fabs(x); }

// A number with the same order among integers, which are compared and chosen faster.
static inline int64_t key_of(mjtNum x) {
  double number = x;
  int64_t key;
  memcpy(&key, &number, sizeof key);
  return key ^ (key >> 63 & INT64_MAX);
}

// Set the plane through the points a, b and c; returns its distance from the origin, squared, with
// sign.  A triangle without area is infinitely far, and seen from nowhere.
static inline mjtNum face_plane(epa_face* f, const mjtNum a[3], const mjtNum b[3],
                                const mjtNum c[3]) {
  mjtNum ab[3], ac[3];
  vec3_sub(ab, b, a);
  vec3_sub(ac, c, a);
  vec3_cross(f->n, ab, ac);
  mjtNum nn = vec3_dot(f->n, f->n), offset = vec3_dot(f->n, a);
  mjtNum extent2 = vec3_dot(ab, ab) + vec3_dot(ac, ac), dist2 = signed_square(offset) / nn;
  int flat = !(nn > 1e-28 * extent2 * extent2);
  f->nn = flat ? 0 : nn;
  f->offset = flat ? INFINITY : offset;
  return flat ? INFINITY : dist2;
}

static inline void face_vertices(epa_face* f, unsigned a, unsigned b, unsigned c) {
  f->v[0] = f->v[3] = (id)a;
  f->v[1] = (id)b;
  f->v[2] = (id)c;
}

static inline void face_twins(epa_face* f, unsigned t0, unsigned t1, unsigned t2) {
  f->twin[0] = (id)t0;
  f->twin[1] = (id)t1;
  f->twin[2] = (id)t2;
}

// Room for n faces more.
static inline void face_provide(polytope* p, int n) {
  for (int i = 0; i < n; i++) p->freed[p->nfreed++] = (id)p->nface++;
}

// The two below do the same work whether the face is listed or not: that is a toss-up, and a branch
// taken wrongly costs more.

// Make the face a candidate if it is to be listed.
static inline void face_list(polytope* p, unsigned i, mjtNum dist2, int listed) {
  p->face[i].place = (p->nlist | -!listed);
  p->list_key[p->nlist] = key_of(dist2);
  p->list[p->nlist] = (id)i;
  p->nlist += listed;
}

// Out of the list, the last of which takes its place, and free.
static inline void face_kill(polytope* p, int i) {
  int place = p->face[i].place, listed = place >= 0;
  p->nlist -= listed;
  int end = p->list[p->nlist], last = listed ? end : i, to = listed ? place : LIST_END;
  p->list[to] = (id)last;
  p->list_key[to] = p->list_key[p->nlist];
  p->face[last].place = to;
  p->face[i].place = DEAD;
  p->freed[p->nfreed++] = (id)i;
}

// A closed surface to start from: vertices of its faces, half-edges across their edges.
typedef struct {
  int n;
  id v[6][3], twin[6][3];
} surface;

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
    face_vertices(f, s->v[i][0], s->v[i][1], s->v[i][2]);
    mjtNum dist2 = face_plane(f, vertex(p, f->v[0]), vertex(p, f->v[1]), vertex(p, f->v[2]));
    if (!(dist2 > -p->rounding * p->rounding) || isinf(dist2)) return 0;
    face_twins(f, s->twin[i][0], s->twin[i][1], s->twin[i][2]);
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
                               {{6, 13, 8}, {10, 14, 0}, {2, 12, 4}, {9, 1, 5}}};
  static const surface right = {4,
                                {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {3, 1, 2}},
                                {{10, 13, 4}, {2, 12, 8}, {6, 14, 0}, {5, 1, 9}}};
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
      {{10, 13, 4}, {2, 17, 8}, {6, 21, 0}, {18, 1, 20}, {22, 5, 12}, {14, 9, 16}}};
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
      {{6, 13, 8}, {10, 17, 0}, {2, 21, 4}, {22, 1, 16}, {14, 5, 20}, {18, 9, 12}}};
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
static const unsigned char after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

// The face of a half-edge, and the vertex from which it goes.
static inline epa_face* face_of(polytope* p, unsigned h) { return p->face + (h >> 2); }
static inline unsigned start_of(const polytope* p, unsigned h) { return p->face[h >> 2].v[h & 3]; }

// Whether w is outside of a face: beyond a threshold that is the reference's, 1e-15 over the
// distance of the face, but for faces near the origin the root of slack2.
static inline int sees(const epa_face* f, const mjtNum w[3], mjtNum slack2) {
  mjtNum above = vec3_dot(f->n, w) - f->offset;
  return above > 0 && (above * f->offset > mjMINVAL * f->nn || above * above > slack2 * f->nn);
}

// Remove the faces that w sees, from one that it does see; the border of the hole is the horizon.
// Depth first around each face, so that the horizon comes as one loop in order.
static inline void make_hole(polytope* p, int seen, const mjtNum w[3], mjtNum slack2) {
  id stack[2 * MAX_FACES];  // half-edges to cross into, the next one last
  id *top = stack, *horizon = p->horizon;
  *top++ = p->face[seen].twin[2];
  *top++ = p->face[seen].twin[1];
  *top++ = p->face[seen].twin[0];
  int before_hole = p->nfreed;
  face_kill(p, seen);
  while (top > stack) {
    unsigned back = *--top, k = back & 3;
    const epa_face* f = face_of(p, back);
    if (f->place == DEAD) continue;
    if (!sees(f, w, slack2)) {
      *horizon++ = (id)back;
      continue;
    }
    // the other edges, the next one first
    *top++ = f->twin[before[k]];
    *top++ = f->twin[after[k]];
    face_kill(p, (int)(back >> 2));
  }
  p->nhorizon = (int)(horizon - p->horizon);
  p->nhole = p->nfreed - before_hole;
}

// Whether each edge of the horizon ends where the one before starts.
static int is_loop(const polytope* p) {
  unsigned joint = start_of(p, p->horizon[p->nhorizon - 1]);
  for (int i = 0; i < p->nhorizon; i++) {
    unsigned h = p->horizon[i];
    if (p->face[h >> 2].v[(h & 3) + 1] != joint) return 0;
    joint = start_of(p, h);
  }
  return 1;
}

// Close the hole with faces to the newest vertex; those whose squared distance is between the
// bounds become candidates.  0 when the border is not a simple loop.
static inline int close_hole(polytope* p, mjtNum lower2, mjtNum upper2) {
  int n = p->nhorizon;
  unsigned newest = (unsigned)p->nvert - 1;
  // reached from face to face, the hole has two edges more than it had faces; fewer if faces met in
  // other places too
  if (n < 3 || (n != p->nhole + 2 && !is_loop(p))) return 0;
  id* room = p->freed + (p->nfreed -= n);
  unsigned joint = start_of(p, p->horizon[n - 1]), last = room[n - 1], made = room[0];
  const mjtNum *w = vertex(p, newest), *b = vertex(p, joint);
  room[n] = room[0];
  for (int i = 0; i < n; i++) {
    // from the border the new face looks back: its edge ends where that of the outer face starts
    unsigned h = p->horizon[i], k = h & 3, next = room[i + 1];
    epa_face *f = p->face + made, *outer = face_of(p, h);
    unsigned start = outer->v[k];
    const mjtNum* a = vertex(p, start);
    outer->twin[k] = (id)(4 * made);
    face_vertices(f, joint, start, newest);
    face_twins(f, h, 4 * next + 2, 4 * last + 1);
    mjtNum dist2 = face_plane(f, b, a, w);
    // as the quotient would say, which is not there yet
    mjtNum square = signed_square(f->offset);
    face_list(p, made, dist2, (square >= lower2 * f->nn) & (square <= upper2 * f->nn));
    joint = start;
    last = made;
    made = next;
    b = a;
  }
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
  id v[3];
  mjtNum n[3], dist;  // unit normal and distance of the plane
} nearest_face;

// The candidate nearest to the origin, the first of equals; -1: there is none.
static inline int find_nearest(const polytope* p) {
  int64_t least = INT64_MAX;
  int at = -1;
  for (int i = 0; i < p->nlist; i++) {
    int less = p->list_key[i] < least;
    at = less ? i : at;
    least = less ? p->list_key[i] : least;
  }
  return at;
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
    if (at < 0 || p->list_key[at] > key_of(farthest_candidate(upper))) break;
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
