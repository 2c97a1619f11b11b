#include "collision/epa.h"

#include "collision/polytope.h"

// Edges of a triangle in turn.
static const unsigned char after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

// Room for n faces more.
static inline void face_provide(polytope* p, int n) {
  for (int i = 0; i < n; i++) p->freed[p->nfreed++] = (id)p->nface++;
}

// Whether w is outside of a face: beyond a threshold that is the reference's, 1e-15 over the
// distance of the face, but for faces near the origin the root of slack2.
static inline int sees(const polytope* p, unsigned face, const mjtNum w[3], mjtNum slack2) {
  mjtNum offset = p->plane[face][3], above = vec3_dot(p->plane[face], w) - offset;
  if (!(above > 0)) return 0;
  mjtNum nn = p->nn[face];
  return above * offset > mjMINVAL * nn || above * above > slack2 * nn;
}

// Remove the faces that w sees, from one that it does see; the border of the hole is the horizon.
// Depth first around each face, so that the horizon comes as one loop in order.
static inline void make_hole(polytope* p, unsigned seen, const mjtNum w[3], mjtNum slack2) {
  id stack[2 * MAX_FACES];  // half-edges to cross into, the next one last
  id *top = stack, *horizon = p->horizon;
  *top++ = 0;  // the end
  *top++ = p->twin[4 * seen + 2];
  *top++ = p->twin[4 * seen + 1];
  unsigned back = p->twin[4 * seen], before_hole = p->nfreed;
  face_kill(p, seen);
  do {
    unsigned face = back >> 2, k = back & 3;
    if (p->place[face] == DEAD) {
      back = *--top;
    } else if (!sees(p, face, w, slack2)) {
      *horizon++ = (id)back;
      back = *--top;
    } else {
      // the other edges, the next one first
      *top++ = p->twin[4 * face + before[k]];
      back = p->twin[4 * face + after[k]];
      face_kill(p, face);
    }
  } while (top > stack);
  p->nhorizon = (unsigned)(horizon - p->horizon);
  p->nhole = p->nfreed - before_hole;
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

// Close the hole with faces to the newest vertex; those whose squared distance is between the
// bounds become candidates.  0 when the border is not a simple loop.
static inline int close_hole(polytope* p, mjtNum lower2, mjtNum upper2) {
  unsigned n = p->nhorizon, newest = p->nvert - 1;
  // reached from face to face, the hole has two edges more than it had faces; fewer if faces met in
  // other places too
  if (n < 3 || (n != p->nhole + 2 && !is_loop(p))) return 0;
  id* room = p->freed + (p->nfreed -= n);
  unsigned end = p->horizon[n - 1], joint = p->origin[end], last = room[n - 1];
  // whole blocks: what is left over are faces without area that nothing leads to
  for (int i = 0; i < BLOCK - 1; i++) {
    p->horizon[n + i] = (id)end;
    room[n + i] = SPARE;
  }
  triangles t;
  LANES_UNROLL for (int k = 0; k < 3; k++) {
    t.b[k] = lanes_all(p->point[joint][k]);
    t.c[k] = lanes_all(p->point[newest][k]);
  }
  for (unsigned i = 0; i < n; i += BLOCK) {
    id face[BLOCK], start[BLOCK];
    face_distances d;
    LANES_UNROLL for (int k = 0; k < BLOCK; k++) {
      // from the border the new face looks back: its edge ends where that of the outer face starts
      unsigned h = p->horizon[i + k], made = room[i + k], next = room[i + k + 1];
      face[k] = (id)made;
      start[k] = p->origin[h];
      p->twin[h] = (id)(4 * made);
      face_vertices(p, made, joint, start[k], newest);
      face_twins(p, made, h, 4 * next + 2, 4 * last + 1);
      joint = start[k];
      last = made;
    }
    LANES_UNROLL for (int g = 0; g < BLOCK; g += LANES) {
      lanes b[4];
      points_load(b, p, start + g);
      LANES_UNROLL for (int k = 0; k < 3; k++) {
        t.a[k] = lanes_shift(t.b[k], b[k]);
        t.b[k] = b[k];
      }
      face_planes(p, face + g, &t, lower2, upper2, &d, g);
    }
    LANES_UNROLL for (int k = 0; k < BLOCK; k++) {
      face_list(p, face[k], d.key[k], (int)d.listed[k]);
    }
  }
  p->twin[end] = (id)(4 * room[n - 1]);
  p->twin[4 * room[n - 1] + 1] = (id)(4 * room[0] + 2);
  return 1;
}

static inline uint64_t pair_of(const minkowski_vertex* w) {
  return (uint64_t)(uint32_t)w->id_a << 32 | (uint32_t)w->id_b;
}

// Whether the pair of vertices of w was found before.
static int found_before(const polytope* p, uint64_t pair) {
  int found = 0;
  for (unsigned i = 0; i < p->nvert; i++) found |= p->pair[i] == pair;
  return found;
}

// Start the climb on large meshes at the vertex of the face that is best already.
static void start_climb(const polytope* p, epa_query* e, unsigned face, int big_a, int big_b) {
  mjtNum most_a = -INFINITY, most_b = -INFINITY;
  for (int i = 0; i < 3; i++) {
    const minkowski_vertex* w = p->vert + p->origin[4 * face + (unsigned)i];
    const mjtNum* n = p->plane[face];
    mjtNum along_a = vec3_dot(w->a, n), along_b = -vec3_dot(w->b, n);
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
  for (int i = 0; i < (int)p->nlist; i++) {
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
  for (unsigned i = 0; i < p->nvert; i++) p->pair[i] = pair_of(p->vert + i);
  int big_a = shape_climbs_far(e->a), big_b = shape_climbs_far(e->b);
  int any = 0, steps = mjMIN(e->iterations, MAX_STEPS);
  for (int k = 0; k < steps; k++) {
    int at = find_nearest(p);
    if (at < 0 || p->list_key[at] > key_of(farthest_candidate(upper))) break;
    unsigned nearest = p->list[at];
    const mjtNum* n = p->plane[nearest];
    mjtNum scale = 1 / sqrt(p->nn[nearest]), lower = n[3] * scale;
    minkowski_vertex* w = p->vert + p->nvert;
    vec3_scale(found->n, n, scale);
    if (big_a | big_b) start_climb(p, e, nearest, big_a, big_b);
    minkowski_support(w, e->a, e->b, any_length && p->nn[nearest] > 1e-16 ? n : found->n);
    for (int i = 0; i < 3; i++) found->v[i] = p->origin[4 * nearest + (unsigned)i];
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
  if (n < 2 || !polytope_start(&p, e, simplex, n)) return 0;
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
