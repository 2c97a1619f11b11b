#include "collision/epa.h"

#include <assert.h>

#include "base/check.h"
#include "base/platform/compiler.h"
#include "collision/minkowski.h"
#include "collision/polytope.h"
#include "collision/scratch.h"
#include "collision/simplex.h"

// Next and previous edge of a triangle.
static const unsigned char after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

// Whether w is beyond a face by more than a threshold: as in the reference 1e-15 divided by the
// distance of the face, but for faces near the origin the square root of slack2.
static inline int is_outside_face(const mjtNum plane[4], const mjtNum w[3], mjtNum slack2) {
  mjtNum offset = plane[3], along = vec3_dot(plane, w);
  if (!(along > offset)) return 0;
  mjtNum above = along - offset, nn = vec3_dot(plane, plane);
  return above * offset > mjMINVAL * nn || above * above > slack2 * nn;
}

// Remove the faces visible from w, starting at one; the border of the hole is the horizon.  Depth
// first, so that the horizon is one loop in order.
static inline void make_hole(polytope* p, unsigned seen, const mjtNum w[3], mjtNum slack2,
                             unsigned step) {
  id* stack = p->path;  // half-edges to cross into, the next one last
  id *top = stack, *horizon = p->horizon, *hole = p->hole;
  *top++ = 0;  // the end
  *top++ = p->twin[4 * seen + 2];
  *top++ = p->twin[4 * seen + 1];
  size_t back = p->twin[4 * seen];
  p->twin[4 * seen + 3] = (id)step;
  *hole++ = (id)seen;
  do {
    size_t k = back & 3, first = back - k;
    id* twin = p->twin + first;
    if (twin[3] == step) {
      back = *--top;
    } else if (!is_outside_face(p->plane + first, w, slack2)) {
      *horizon++ = (id)back;
      back = *--top;
    } else {
      // the other edges, the next one first
      *top++ = twin[before[k]];
      back = twin[after[k]];
      twin[3] = (id)step;
      *hole++ = (id)(first / 4);
    }
  } while (top > stack);
  p->nhorizon = (unsigned)(horizon - p->horizon);
  p->nhole = (unsigned)(hole - p->hole);
}

// Whether each edge of the horizon ends where the one before starts.
static int is_loop(const polytope* p) {
  unsigned joint = p->origin[p->horizon[p->nhorizon - 1]];
  for (unsigned i = 0; i < p->nhorizon; i++) {
    unsigned h = p->horizon[i];
    if (p->origin[(h & ~3u) + after[h & 3]] != joint) return 0;
    joint = p->origin[h];
  }
  return 1;
}

// Assign numbers to the new faces: those of the removed ones, and two more.  Returns 0 when the
// border is not a simple loop.
static inline int number_faces(polytope* p) {
  unsigned n = p->nhorizon;
  // a simply connected hole has two more border edges than faces; fewer if faces touch elsewhere
  if (n < 3 || (n != p->nhole + 2 && !is_loop(p))) return 0;
  id* room = p->hole;
  room[p->nhole] = (id)p->nface;
  room[p->nhole + 1] = (id)(p->nface + 1);
  faces_provide(p, 2);
  for (unsigned i = n; i < p->nhole + 2; i++) p->key[room[i]] = INFINITY;
  // whole blocks: what is left over are faces without area that nothing leads to
  id end = p->horizon[n - 1];
  for (int i = 0; i < BLOCK - 1; i++) {
    p->horizon[n + i] = end;
    room[n + i] = (id)p->spare;
  }
  return 1;
}

// The planes of the faces between the horizon and the newest vertex w; those whose squared distance
// is at least least2 become candidates.
static inline void close_hole(polytope* p, const mjtNum w[3], mjtNum least2) {
  unsigned n = p->nhorizon, joint = p->origin[p->horizon[n - 1]];
  triangles t;
  LANES_UNROLL for (int k = 0; k < 3; k++) {
    t.b[k] = lanes_all(p->point[joint][k]);
    t.c[k] = lanes_all(w[k]);
  }
  for (unsigned i = 0; i < n; i += BLOCK) {
    id start[BLOCK];
    LANES_UNROLL for (int k = 0; k < BLOCK; k++) start[k] = p->origin[p->horizon[i + k]];
    LANES_UNROLL for (int g = 0; g < BLOCK; g += LANES) {
      lanes b[4];
      points_load(b, p, start + g);
      LANES_UNROLL for (int k = 0; k < 3; k++) {
        t.a[k] = lanes_shift(t.b[k], b[k]);
        t.b[k] = b[k];
      }
      face_planes(p, p->hole + i + g, &t, least2);
    }
  }
}

// Set the vertices and neighbours of the new faces.
static inline void link_faces(polytope* p) {
  unsigned n = p->nhorizon, newest = p->nvert - 1;
  const id *room = p->hole, *horizon = p->horizon;
  unsigned joint = p->origin[horizon[n - 1]], last = 4u * room[n - 1];
  for (unsigned i = 0; i < n; i++) {
    // from the border the new face looks back: its edge ends where that of the outer face starts
    unsigned border = horizon[i], start = p->origin[border], face = 4u * room[i];
    ids_store(p->origin + face, joint, start, newest);
    ids_store(p->twin + face, border, 4u * room[i + 1] + 2, last + 1);
    p->twin[border] = (id)face;
    joint = start;
    last = face;
  }
  p->twin[last + 1] = (id)(4u * room[0] + 2);
}

static inline uint64_t pair_of(const minkowski_vertex* w) {
  return (uint64_t)(uint32_t)w->id_a << 32 | (uint32_t)w->id_b;
}

// Whether this pair of vertices was a support point before.
static int found_before(const polytope* p, uint64_t pair) {
  int found = 0;
  for (unsigned i = 0; i < p->nvert; i++) found |= p->pair[i] == pair;
  return found;
}

// Start the climb on large meshes at the vertex of the face that is best already: which one that is
// is not predictable, so it is chosen without branches.
static inline void start_climb(const polytope* p, epa_query* e, unsigned face, int big_a,
                               int big_b) {
  const mjtNum* n = p->plane + 4 * face;
  mjtNum most_a = -INFINITY, most_b = -INFINITY;
  int best_a = -1, best_b = -1;
  for (int i = 0; i < 3; i++) {
    const minkowski_vertex* w = p->vert + p->origin[4 * face + (unsigned)i];
    mjtNum along_a = vec3_dot(w->a, n), along_b = -vec3_dot(w->b, n);
    best_a = along_a > most_a ? w->last_a : best_a;
    best_b = along_b > most_b ? w->last_b : best_b;
    most_a = along_a > most_a ? along_a : most_a;
    most_b = along_b > most_b ? along_b : most_b;
  }
  if (big_a) e->a->hint = best_a;
  if (big_b) e->b->hint = best_b;
}

// The key of the face nearest to the origin.  One by one: a wide load over keys that have just been
// stored singly stalls.
static inline mjtNum find_nearest(const polytope* p) {
  mjtNum a = p->key[0], b = p->key[1], c = p->key[2], d = p->key[3];
  const mjtNum* end = p->key + p->nface;
  for (const mjtNum* key = p->key + 4; key < end; key += KEYS) {
    a = mjMIN(key[0], a);
    b = mjMIN(key[1], b);
    c = mjMIN(key[2], c);
    d = mjMIN(key[3], d);
    a = mjMIN(key[4], a);
    b = mjMIN(key[5], b);
    c = mjMIN(key[6], c);
    d = mjMIN(key[7], d);
  }
  a = mjMIN(a, b);
  c = mjMIN(c, d);
  return mjMIN(a, c);
}

static inline unsigned face_of_key(mjtNum key) {
  double number = key;
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return (unsigned)bits & KEY_FACE;
}

// Squared distance beyond which a face cannot be the nearest; a face as far as the upper bound
// itself is kept despite rounding.
static inline mjtNum farthest_candidate(mjtNum upper) { return signed_square(upper) * (1 + 1e-12); }

// Where an expansion ended: the vertices of the nearest face, and the face if nothing is beyond it.
typedef struct {
  id vertex[3];
  unsigned face;  // NO_FACE: steps or faces came to an end before
  id present;     // some face that is part of the surface
} expansion;

enum { NO_FACE = KEY_FACE };

// Expand until the nearest face is on the boundary of the difference.  Returns 0 when there is
// none.  meshes: constant, whether one of the shapes is a mesh.
LANES_INLINE int expand(polytope* p, epa_query* e, int steps, expansion* x, const int meshes) {
  const int exact = e->exact;
  int hulls = shape_is_polyhedral(e->a) && shape_is_polyhedral(e->b) && !exact;
  mjtNum tolerance = hulls ? mjMINVAL : e->tolerance;
  // avoids the latency of a square root where the length of the direction does not matter
  int any_length = shape_takes_any_length(e->a) && shape_takes_any_length(e->b);
  mjtNum upper = INFINITY;
  for (unsigned i = 0; hulls && i < p->nvert; i++) p->pair[i] = pair_of(p->vert + i);
  int big_a = meshes && shape_climbs_far(e->a), big_b = meshes && shape_climbs_far(e->b);
  int any = 0;
  x->face = NO_FACE;
  x->present = 0;
  for (int k = 0; k < steps; k++) {
    mjtNum key = find_nearest(p);
    if (!(key < INFINITY) || key > farthest_candidate(upper)) break;
    unsigned nearest = face_of_key(key);
    const mjtNum* n = p->plane + 4 * nearest;
    mjtNum nn = vec3_dot(n, n);
    for (int i = 0; i < 3; i++) x->vertex[i] = p->origin[4 * nearest + (unsigned)i];
    any = 1;
    minkowski_vertex* w = p->vert + p->nvert;
    if (big_a | big_b) start_climb(p, e, nearest, big_a, big_b);
    mjtNum dir[3], v[3];
    vec3_copy(dir, n);
    if (!(any_length && nn > 1e-16)) vec3_scale(dir, n, 1 / sqrt(nn));
    if (meshes) {
      minkowski_support(w, e->a, e->b, dir);
    } else {
      find_support(w, e->a, e->b, dir);
    }
    vec3_copy(v, w->v);
    // after the support point: the divider handles one square root at a time, and that of the
    // support is needed first
    mjtNum scale = 1 / sqrt(lanes_not_before(nn, v[0])), lower = n[3] * scale;
    mjtNum reach = scale * vec3_dot(n, v);
    if (exact && reach < upper) vec3_scale(e->upper_normal, n, scale);
    upper = reach < upper ? reach : upper;
    // the depth is known; but a face still far inside says nothing of the way out
    int misleads = !exact && reach - lower > 100 * tolerance;
    if (!(upper - lower >= tolerance) && !misleads) {
      x->face = nearest;
      break;
    }
    if (hulls) {
      uint64_t pair = pair_of(w);
      // vertices of prisms have no ids: one with equal ids may be different
      if (found_before(p, pair) && !(reach - lower > 100 * e->tolerance)) {
        x->face = nearest;
        break;
      }
      p->pair[p->nvert] = pair;
    }
    point_store(p, p->nvert++, v);

    // with the origin on the boundary, faces around it must not be lost by rounding
    mjtNum from = lower < p->rounding ? -p->rounding : lower;
    mjtNum slack = mjMIN(100 * p->rounding, 0.5 * (reach - lower));
    make_hole(p, nearest, v, slack * slack, (unsigned)k + 1);
    if (!number_faces(p)) break;
    close_hole(p, v, signed_square(from));
    link_faces(p);
    x->present = p->hole[0];
  }
  CHECK_FULL(!x->present || polytope_valid(p, x->present));
  e->a->hint = e->b->hint = -1;
  e->upper = upper;
  return any;
}

static int expand_meshes(polytope* p, epa_query* e, int steps, expansion* x) {
  return expand(p, e, steps, x, 1);
}

// Latency-critical, each step needs the result of the one before: support points are inlined.
INLINE_ALL NOT_INLINED static int expand_others(polytope* p, epa_query* e, int steps,
                                                expansion* x) {
  return expand(p, e, steps, x, 0);
}

// Barycentric coordinates of the origin's projection on the plane of a triangle.
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

// Whether the projection is inside the triangle, up to rounding.
static int is_above(const mjtNum weight[3]) {
  const mjtNum least = -1e-6;
  return weight[0] >= least && weight[1] >= least && weight[2] >= least;
}

// With the origin on the boundary, the planes of faces all over one side of the difference, and of
// slivers at its edges, pass through it as far as rounding tells; the projection on such a plane
// may be far from the face, and what is seen of the shapes there far from both.  The face that
// holds the origin is told by its distance as a triangle, among all.  Sets the vertices and weights
// of its nearest point, of which none is negative; returns how many there are.
static int nearest_triangle(polytope* p, id present, minkowski_vertex s[3], mjtNum weight[3]) {
  enum { SEEN = 0xFFFF };
  id* stack = p->path;
  id *top = stack, best[3] = {0};
  nearest_point nearest = {.d2 = INFINITY};
  *top++ = present;
  p->twin[4 * present + 3] = SEEN;
  while (top > stack) {
    unsigned first = 4u * *--top;
    nearest_point r;
    for (unsigned k = 0; k < 3; k++) {
      move_vertex(s + k, p->vert + p->origin[first + k]);
      id other = p->twin[first + k] / 4;
      if (p->twin[4 * other + 3] == SEEN) continue;
      p->twin[4 * other + 3] = SEEN;
      *top++ = other;
    }
    simplex_nearest_thorough(&r, s, 3);
    if (!(r.d2 < nearest.d2)) continue;
    nearest = r;
    memcpy(best, p->origin + first, sizeof best);
  }
  for (int k = 0; k < 3; k++) move_vertex(s + k, p->vert + best[k]);
  int n = simplex_keep(s, nearest.kept);
  simplex_weights(weight, s, n);
  return n;
}

static inline void add_witness(epa_query* e, const minkowski_vertex* w, mjtNum weight) {
  vec3_axpy(e->x1, weight, w->a);
  vec3_axpy(e->x2, weight, w->b);
}

// A query and its initial simplex.
typedef struct {
  epa_query* e;
  const minkowski_vertex* simplex;
  int n;
} epa_start;

// Solve with a polytope for the given number of steps in `memory`.
static int solve_in(const epa_start* start, int steps, char* memory) {
  epa_query* e = start->e;
  polytope p;
  polytope_place(&p, steps, memory);
  if (!polytope_start(&p, e, start->simplex, start->n)) return 0;
  expansion x;
  int meshes = e->a->vert || e->b->vert;
  if (!(meshes ? expand_meshes(&p, e, steps, &x) : expand_others(&p, e, steps, &x))) return 0;
  const mjtNum* v[3];
  for (int i = 0; i < 3; i++) {
    if (e->face) move_vertex(e->face + i, p.vert + x.vertex[i]);
    v[i] = p.vert[x.vertex[i]].v;
  }
  mjtNum ab[3], ac[3], weight[3];
  vec3_sub(ab, v[1], v[0]);
  vec3_sub(ac, v[2], v[0]);
  vec3_cross(e->normal, ab, ac);
  vec3_scale(e->normal, e->normal, 1 / vec3_norm(e->normal));
  e->depth = vec3_dot(e->normal, v[0]);
  if (!(e->depth > (e->exact ? -p.rounding : 0))) return 0;
  project_origin(weight, v, e->normal, e->depth);
  vec3_zero(e->x1);
  vec3_zero(e->x2);
  if (is_above(weight)) {
    for (int i = 0; i < 3; i++) add_witness(e, p.vert + x.vertex[i], weight[i]);
    return 1;
  }
  minkowski_vertex s[3];
  int held = nearest_triangle(&p, x.present, s, weight);
  for (int i = 0; i < held; i++) add_witness(e, s + i, weight[i]);
  return 1;
}

// Steps for which there is room on the C stack: those that the iterations of a model usually allow.
enum { FEW_STEPS = 48 };

NOT_INLINED static int solve_few(const epa_start* start, int steps) {
  _Alignas(32) char memory[15 * 1024];
  assert(polytope_bytes(FEW_STEPS) <= sizeof memory);
  return solve_in(start, mjMIN(steps, FEW_STEPS), memory);
}

// Without memory, solve with few steps.
static int solve_many(const epa_start* start, int steps) {
  scratch room = scratch_open(start->e->d, polytope_bytes(steps));
  if (!room.memory) return solve_few(start, steps);
  int found = solve_in(start, steps, room.memory);
  scratch_close(&room);
  return found;
}

int epa_solve(epa_query* e, const minkowski_vertex* simplex, int n) {
  if (n < 2) return 0;
  epa_start start = {e, simplex, n};
  int steps = mjMAX(0, mjMIN(e->iterations, MAX_STEPS));
  return steps <= FEW_STEPS ? solve_few(&start, steps) : solve_many(&start, steps);
}
