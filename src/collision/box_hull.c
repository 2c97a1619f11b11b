// The difference of two convex polyhedra has three kinds of faces: a face of the one with a vertex
// of the other, the other way round, and an edge of each.  Two edges make a face when the normals
// beside one lie on different sides of the arc between those beside the other, on the sphere of
// directions.  Beside the four edges of a box along an axis these arcs lead all around, so it is
// enough that the normals beside the edge of the hull lie on different sides along that axis.
//
// All of them are looked at in single precision, several side by side, and known from below; the
// one that is least is computed with all digits, and is the answer if no other can be less.
#include "collision/box_hull.h"

#include "base/platform/compiler.h"
#include "math/float_lanes.h"
#include "math/vec3.h"

// Depths in single precision are wrong by less than this part of the lengths that are added up.
static const mjtNum ROUNDING = 3e-6;

// An edge and an axis whose directions differ by less (the square of the sine) make a face so thin
// that single precision cannot judge it.
static const float PARALLEL = 1e-4f;

// Fourth powers of lengths must be numbers of single precision with all their digits.
static const mjtNum LEAST_REACH = 1e-7, MOST_LENGTH = 1e8;

enum { MAX_WAYS = SHELL_FACETS + 3 * SHELL_EDGES };

// A box, and a hull as seen from it.  A way is a direction in which the two may leave each other;
// what is known of it is its score: minus the square, with the sign, of the depth at least, so that
// the shortest way has the highest and no root is waited for.
typedef struct {
  const hull_shell* shell;
  mjtNum half[3], turn[9], middle[3];  // of the hull its axes, as columns, and its middle
  mjtNum slack;                        // of depths
  float half_f[3], turn_f[9], middle_f[3], slack_f;
  _Alignas(32) float score[MAX_WAYS];  // facets, then edges: FLOATS along x, along y, along z
  float lo[3], hi[3];                  // extent of the hull
} box_and_hull;

// ----- in single precision

// Vectors in the axes of the hull, turned into those of the box.
LANES_INLINE void turn_floats(floats r[3], const float turn[9], const float* x, const float* y,
                              const float* z) {
  floats a = floats_load(x), b = floats_load(y), c = floats_load(z);
  LANES_UNROLL for (int k = 0; k < 3; k++) {
    r[k] = a * floats_all(turn[3 * k]) + b * floats_all(turn[3 * k + 1]) +
           c * floats_all(turn[3 * k + 2]);
  }
}

LANES_INLINE floats score_of(floats depth) { return -depth * floats_abs(depth); }

// The faces of the box: how far the hull extends along its axes.
static void find_extent(box_and_hull* p) {
  const hull_shell* s = p->shell;
  floats least[3], most[3];  // least with its sign changed
  LANES_UNROLL for (int k = 0; k < 3; k++) least[k] = most[k] = floats_all(-INFINITY);
  for (int i = 0; i < s->nvert; i += FLOATS) {
    floats x[3];
    turn_floats(x, p->turn_f, s->vert[0] + i, s->vert[1] + i, s->vert[2] + i);
    LANES_UNROLL for (int k = 0; k < 3; k++) {
      most[k] = floats_larger(x[k], most[k]);
      least[k] = floats_larger(-x[k], least[k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    p->lo[k] = p->middle_f[k] - floats_first(floats_largest(least[k]));
    p->hi[k] = p->middle_f[k] + floats_first(floats_largest(most[k]));
  }
}

// The facets of the hull.  Returns the highest scores.
static floats score_facets(box_and_hull* p) {
  const hull_shell* s = p->shell;
  floats best = floats_all(-INFINITY);
  for (int i = 0; i < s->nfacet; i += FLOATS) {
    floats n[3], depth = floats_load(s->offset + i) - floats_all(p->slack_f);
    turn_floats(n, p->turn_f, s->normal[0] + i, s->normal[1] + i, s->normal[2] + i);
    LANES_UNROLL for (int k = 0; k < 3; k++) {
      depth += n[k] * floats_all(p->middle_f[k]) + floats_abs(n[k]) * floats_all(p->half_f[k]);
    }
    floats score = score_of(depth);
    floats_store(p->score + i, score);
    best = floats_larger(score, best);
  }
  return best;
}

LANES_INLINE void cross_floats(floats r[3], const floats a[3], const floats b[3]) {
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}

// The edges of the hull with those of the box along each axis.  Returns the highest scores.
static floats score_edges(box_and_hull* p) {
  const hull_shell* s = p->shell;
  floats best = floats_all(-INFINITY), middle[3];
  LANES_UNROLL for (int k = 0; k < 3; k++) middle[k] = floats_all(p->middle_f[k]);
  float* to = p->score + s->nfacet;
  for (int i = 0; i < s->nedge; i += FLOATS, to += 3 * FLOATS) {
    floats e[3], w[3], left[3], right[3], out[3], off[3], size[3], square[3];
    turn_floats(e, p->turn_f, s->along[0] + i, s->along[1] + i, s->along[2] + i);
    turn_floats(w, p->turn_f, s->start[0] + i, s->start[1] + i, s->start[2] + i);
    turn_floats(left, p->turn_f, s->left[0] + i, s->left[1] + i, s->left[2] + i);
    turn_floats(right, p->turn_f, s->right[0] + i, s->right[1] + i, s->right[2] + i);
    // component k: e x axis k times where the edge is, as seen from the middle, and where that is
    cross_floats(out, w, e);
    cross_floats(off, middle, e);
    LANES_UNROLL for (int k = 0; k < 3; k++) {
      size[k] = floats_abs(e[k]);
      square[k] = e[k] * e[k];
    }
    floats slack = (size[0] + size[1] + size[2]) * floats_all(p->slack_f);
    floats thin = (square[0] + square[1] + square[2]) * floats_all(PARALLEL);
    LANES_UNROLL for (int k = 0; k < 3; k++) {
      const int l = (k + 1) % 3, m = (k + 2) % 3;
      // the way leads out of the hull
      floats depth = floats_abs(out[k]) + floats_flip(off[k], out[k]) - slack +
                     size[m] * floats_all(p->half_f[l]) + size[l] * floats_all(p->half_f[m]);
      floats length2 = square[l] + square[m];
      floats score = score_of(depth) / length2;
      score = floats_where_negative(length2 - thin, floats_all(INFINITY), score);
      score = floats_where_negative(left[k] * right[k], score, floats_all(-INFINITY));
      floats_store(to + FLOATS * k, score);
      best = floats_larger(score, best);
    }
  }
  return best;
}

// ----- with all digits, in the frame of the box

static void place_vertex(const box_and_hull* p, mjtNum r[3], int vertex) {
  mat3_mul_vec(r, p->turn, p->shell->place[vertex]);
  vec3_add(r, r, p->middle);
}

// The way along the normal n from the hull, of this depth; the point of either.
static void take_way(ccd_result* r, const mjtNum n[3], mjtNum depth, const mjtNum of_box[3],
                     const mjtNum of_hull[3]) {
  r->dist = -depth;
  vec3_scale(r->normal, n, -1);
  vec3_copy(r->x1, of_box);
  vec3_copy(r->x2, of_hull);
}

// A face of the box, on the side of its axis, with the vertex that is farthest behind it.
static void box_face(const box_and_hull* p, ccd_result* r, int axis, mjtNum side) {
  const mjtNum* row = p->turn + 3 * axis;
  mjtNum least = INFINITY, n[3] = {0}, x1[3], x2[3];
  int lowest = 0;
  for (int i = 0; i < p->shell->nplace; i++) {
    mjtNum x = side * vec3_dot(row, p->shell->place[i]);
    lowest = x < least ? i : lowest;
    least = x < least ? x : least;
  }
  place_vertex(p, x2, lowest);
  vec3_copy(x1, x2);
  x1[axis] = side * p->half[axis];
  n[axis] = -side;
  take_way(r, n, p->half[axis] - side * x2[axis], x1, x2);
}

// Whether a way across is so near to a right angle to n that which corner is farthest is a toss-up.
static int is_across(mjtNum n) { return fabs(n) < 1e-5; }

// The farthest coordinate of the box against n.
static mjtNum against(const box_and_hull* p, int k, mjtNum n) {
  return n > 0 ? -p->half[k] : p->half[k];
}

// A facet of the hull with a corner of the box.  0 when the corner is not sure.
static int hull_facet(const box_and_hull* p, ccd_result* r, int facet) {
  const shell_id* corner = p->shell->facet[facet];
  mjtNum a[3], b[3], c[3], n[3], x1[3], x2[3];
  place_vertex(p, a, corner[0]);
  place_vertex(p, b, corner[1]);
  place_vertex(p, c, corner[2]);
  vec3_sub(b, b, a);
  vec3_sub(c, c, a);
  vec3_cross(n, b, c);
  vec3_normalize(n);
  for (int k = 0; k < 3; k++) x1[k] = against(p, k, n[k]);
  mjtNum depth = vec3_dot(n, a) - vec3_dot(n, x1);
  vec3_copy(x2, x1);
  vec3_axpy(x2, depth, n);
  take_way(r, n, depth, x1, x2);
  return !is_across(n[0]) && !is_across(n[1]) && !is_across(n[2]);
}

// An edge of the hull with one of the box.  0 when it is not sure that they make a face.
static int two_edges(const box_and_hull* p, ccd_result* r, int edge, int axis) {
  const hull_shell* s = p->shell;
  const int l = (axis + 1) % 3, m = (axis + 2) % 3;
  mjtNum a[3], e[3], n[3], out[3], x1[3], x2[3];
  place_vertex(p, a, s->edge[edge][0]);
  place_vertex(p, e, s->edge[edge][1]);
  vec3_sub(e, e, a);
  vec3_sub(out, a, p->middle);
  n[axis] = 0;
  n[l] = e[m];
  n[m] = -e[l];
  vec3_normalize(n);
  if (vec3_dot(n, out) < 0) vec3_scale(n, n, -1);
  mjtNum at_l = against(p, l, n[l]), at_m = against(p, m, n[m]);
  mjtNum depth = vec3_dot(n, a) - n[l] * at_l - n[m] * at_m;
  // where the edge, moved along the way, meets that of the box
  int by_l = fabs(e[l]) > fabs(e[m]);
  mjtNum t = by_l ? (at_l + depth * n[l] - a[l]) / e[l] : (at_m + depth * n[m] - a[m]) / e[m];
  vec3_copy(x2, a);
  vec3_axpy(x2, t, e);
  vec3_copy(x1, x2);
  vec3_axpy(x1, -depth, n);
  take_way(r, n, depth, x1, x2);
  // whether the two make a face must not be a matter of rounding
  const mjtNum* row = p->turn + 3 * axis;
  mjtNum left = 0, right = 0;
  for (int k = 0; k < 3; k++) {
    left += row[k] * s->left[k][edge];
    right += row[k] * s->right[k][edge];
  }
  return !is_across(n[l]) && !is_across(n[m]) && !is_across(left) && !is_across(right);
}

// ----- the shortest way

// 0 for poses that are no numbers, and sizes that single precision does not hold.
static int see_from_box(box_and_hull* p, const convex_shape* box, const convex_shape* mesh,
                        const hull_shell* shell) {
  p->shell = shell;
  vec3_copy(p->half, box->size);
  mat3_tmul(p->turn, box->mat, mesh->mat);
  mat3_mul_vec(p->middle, mesh->mat, shell->middle);
  vec3_add(p->middle, p->middle, mesh->pos);
  vec3_sub(p->middle, p->middle, box->pos);
  mat3_tmul_vec(p->middle, box->mat, p->middle);
  mjtNum length = vec3_norm(p->half) + vec3_norm(p->middle) + shell->reach;
  if (!(shell->reach > LEAST_REACH && length < MOST_LENGTH)) return 0;
  p->slack = ROUNDING * length;
  for (int k = 0; k < 3; k++) {
    p->half_f[k] = (float)p->half[k];
    p->middle_f[k] = (float)p->middle[k];
  }
  for (int k = 0; k < 9; k++) p->turn_f[k] = (float)p->turn[k];
  p->slack_f = (float)p->slack;
  return 1;
}

// The ways out of which a depth is known, at least, up to a limit: how many, and the last of them.
typedef struct {
  int n, last;
} ways;

static ways ways_within(const box_and_hull* p, int n, float limit) {
  ways w = {0, 0};
  floats all = floats_all(limit);
  for (int i = 0; i < n; i += FLOATS) {
    unsigned found = floats_reaching(floats_load(p->score + i), all);
    if (!found) continue;
    w.n += bits_count(found);
    w.last = i + bits_lowest(found);
  }
  return w;
}

static float square_with_sign(float x) { return x * fabsf(x); }

box_hull_state box_hull(const convex_shape* box, const convex_shape* mesh, const hull_shell* shell,
                        ccd_result* r) {
  box_and_hull p;
  if (!see_from_box(&p, box, mesh, shell)) return BOX_HULL_UNSURE;
  float slack = p.slack_f, face_depth[6], least = INFINITY;
  find_extent(&p);
  for (int k = 0; k < 3; k++) {
    face_depth[2 * k] = p.half_f[k] - p.lo[k] - slack;
    face_depth[2 * k + 1] = p.half_f[k] + p.hi[k] - slack;
    least = fminf(least, fminf(face_depth[2 * k], face_depth[2 * k + 1]));
  }
  if (least < -2 * slack) return BOX_HULL_APART;

  floats best = score_facets(&p);
  if (floats_first(floats_largest(best)) > 4 * slack * slack) return BOX_HULL_APART;
  float top = floats_first(floats_largest(floats_larger(score_edges(&p), best)));
  if (!(top < INFINITY)) return BOX_HULL_UNSURE;
  least = fminf(least, top > 0 ? -sqrtf(top) : sqrtf(-top));

  float limit = least + 4 * slack;
  ways w = ways_within(&p, shell->nfacet + 3 * shell->nedge, -square_with_sign(limit));
  int face = -1;
  for (int k = 0; k < 6; k++) {
    if (face_depth[k] > limit) continue;
    w.n++;
    face = k;
  }
  if (w.n != 1) return BOX_HULL_UNSURE;
  int edge = w.last - shell->nfacet, sure = 1;
  if (face >= 0) {
    box_face(&p, r, face / 2, face & 1 ? -1 : 1);
  } else if (edge < 0) {
    sure = hull_facet(&p, r, w.last);
  } else {
    int group = edge / (3 * FLOATS), rest = edge % (3 * FLOATS);
    sure = two_edges(&p, r, FLOATS * group + rest % FLOATS, rest / FLOATS);
  }
  if (!sure || !(-r->dist <= limit)) return BOX_HULL_UNSURE;
  if (r->dist > p.slack) return BOX_HULL_APART;
  if (!(-r->dist > p.slack)) return BOX_HULL_UNSURE;
  shape_point_out(r->x1, box);
  shape_point_out(r->x2, box);
  shape_direction_out(r->normal, box);
  return BOX_HULL_OVERLAP;
}
