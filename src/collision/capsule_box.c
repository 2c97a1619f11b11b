// Capsule against box: the nearest feature of the box to the axis, then perhaps a second point
// along the axis, each tested as a sphere.
#include "collision/pair.h"
#include "collision/primitive.h"
#include "math/lanes.h"

enum { FEATURE_NONE, FEATURE_FACE, FEATURE_EDGE };

// The feature of the box nearest to the capsule's axis q(t) = p + t h, t in [-1, 1], in the frame
// of the box.
typedef struct {
  mjtNum p[3], h[3], unit[3];  // centre, half axis and unit axis
  const mjtNum* size;          // of the box
  unsigned forward;            // bit k: h grows along axis k

  int kind;
  int axis;         // FACE: its axis, -1 when an end of the capsule is inside; EDGE: its direction
  unsigned corner;  // EDGE: corner code of its lower end, or of the corner when at an end
  int end;          // EDGE: -1, 1 at a corner, 0 in between
  mjtNum t;         // parameter on the axis of the capsule
  mjtNum x;         // EDGE: parameter on the edge, in [-1, 1]
} capsule_in_box;

// Whether they are certainly separated, along the direction between the nearest point of one and
// the centre of the other.
static int is_apart(const capsule_in_box* c, mjtNum radius, mjtNum margin) {
  const mjtNum *p = c->p, *h = c->h, *s = c->size;
  mjtNum l[3], q[3], reach = radius + margin + 1e-9 * (radius + s[0] + s[1] + s[2]);
  for (int k = 0; k < 3; k++) l[k] = beyond(p[k], s[k]);
  mjtNum gap = vec3_dot(p, l) - fabs(vec3_dot(h, l));
  for (int k = 0; k < 3; k++) gap -= s[k] * fabs(l[k]);

  vec3_copy(q, p);
  vec3_axpy(q, clamp(-vec3_dot(p, h) / vec3_dot(h, h), -1, 1), h);
  mjtNum gap2 = vec3_dot(q, q);
  for (int k = 0; k < 3; k++) gap2 -= s[k] * fabs(q[k]);
  return (int)(gap > reach * vec3_norm(l)) | (int)(gap2 > reach * vec3_norm(q));
}

static void find_near_end(capsule_in_box* c, mjtNum* best) {
  for (int end = -1; end <= 1; end += 2) {
    int outside = 0, axis = -1;
    mjtNum d2 = 0;
    // without branches, since the result is unpredictable
    for (int k = 0; k < 3; k++) {
      mjtNum over = fabs(c->p[k] + end * c->h[k]) - c->size[k];
      int out = over > 0;
      d2 += out ? over * over : 0;
      outside += out;
      axis = out ? k : axis;
    }
    if (outside <= 1 && d2 < *best) {
      *best = d2;
      c->kind = FEATURE_FACE;
      c->axis = axis;
      c->t = end;
    }
  }
}

// The four edges along an axis: parameters of the points of edge and capsule nearest to each other,
// squared distances of these, and the end of the edge that last held its point back (-1, 0, 1).
typedef struct {
  mjtNum x1[4], x2[4], d2[4], end[4];
} edge_points;

// x within [-1, 1].
LANES_INLINE lanes clamp_lanes(lanes x) {
  const lanes one = lanes_all(1);
  return lanes_choose(lanes_more(x, one), one, lanes_choose(lanes_reaches(x, -one), x, -one));
}

// The end of [-1, 1] that x is beyond, 0 within.
LANES_INLINE lanes end_lanes(lanes x) {
  const lanes one = lanes_all(1), none = lanes_all(0);
  return lanes_choose(lanes_more(x, one), one, lanes_choose(lanes_more(-one, x), -one, none));
}

LANES_INLINE lanes_bits beyond_one(lanes x) {
  return lanes_more(x, lanes_all(1)) | lanes_more(lanes_all(-1), x);
}

// As segment_pair_closest, for four parallel edges at once.  Returns 0 when they are parallel to
// the capsule.
static int edges_along(edge_points* e, const capsule_in_box* c, int j) {
  static const mjtNum lower[4] = {-1, 1, -1, 1}, upper[4] = {-1, -1, 1, 1};
  int k1 = j == 0 ? 1 : 0, k2 = j == 2 ? 1 : 2;
  mjtNum half = c->size[j];
  segment_pair s = {half * half, -half * c->h[j], vec3_dot(c->h, c->h), half * c->p[j], 0, 0};
  s.det = s.aa * s.bb - s.ab * s.ab;
  // independent of the lengths, since the ends of these edges are ends of other edges, too
  mjtNum det = fabs(s.det);
  if (!(det >= mjMINVAL || det >= 1e-12 * s.aa * s.bb) || det == 0) return 0;

  for (int g = 0; g < 4; g += LANES) {
    lanes off[3], gap[3];
    off[j] = lanes_all(-c->p[j]);
    off[k1] = lanes_load(lower + g) * c->size[k1] - c->p[k1];
    off[k2] = lanes_load(upper + g) * c->size[k2] - c->p[k2];
    lanes v = c->h[0] * off[0] + c->h[1] * off[1] + c->h[2] * off[2];
    lanes x1 = (s.bb * s.u - s.ab * v) / s.det, x2 = (s.aa * v - s.ab * s.u) / s.det;
    lanes_bits out = beyond_one(x1);
    lanes end = end_lanes(x1);
    x1 = lanes_choose(out, clamp_lanes(x1), x1);
    x2 = lanes_choose(out, (v - s.ab * x1) / s.bb, x2);
    out = beyond_one(x2);
    x2 = lanes_choose(out, clamp_lanes(x2), x2);
    lanes again = (s.u - s.ab * x2) / s.aa;
    x1 = lanes_choose(out, clamp_lanes(again), x1);
    end = lanes_choose(out & beyond_one(again), end_lanes(again), end);

    for (int k = 0; k < 3; k++) gap[k] = off[k] - x2 * c->h[k];
    gap[j] += x1 * half;
    lanes_store(e->d2 + g, gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2]);
    lanes_store(e->x1 + g, x1);
    lanes_store(e->end + g, end);
    lanes_store(e->x2 + g, x2);
  }
  return 1;
}

static void find_near_edge(capsule_in_box* c, mjtNum* best) {
  edge_points points[3];
  int edge = -1;  // 4 for each axis
  for (int j = 0; j < 3; j++) {
    if (!edges_along(points + j, c, j)) continue;
    for (int i = 0; i < 4; i++) {
      if (!(points[j].d2[i] < *best - mjMINVAL)) continue;
      *best = points[j].d2[i];
      edge = 4 * j + i;
    }
  }
  if (edge < 0) return;
  int j = edge / 4, i = edge & 3;
  unsigned above = j == 0 ? 2 * i : (j == 1 ? (i & 1) + 4 * (i >> 1) : i);
  c->x = points[j].x1[i];
  c->t = points[j].x2[i];
  c->kind = FEATURE_EDGE;
  c->axis = j;
  c->end = (int)points[j].end[i];
  c->corner = above | (c->end == 1 ? 1u << j : 0);
}

static int lone_bit(unsigned c) { return c == 1 ? 0 : (c == 2 ? 1 : (c == 4 ? 2 : -1)); }

// Length of the axis within the extent of face k, in units of h.
static mjtNum span(const capsule_in_box* c, int k, mjtNum width) {
  return c->h[k] != 0 ? width / fabs(c->h[k]) : INFINITY;
}

// The functions below return the distance, in units of h, from t to a second point worth testing,
// or NAN.

// The axis comes nearest to a corner: follow the edge or the faces that it runs along.
static mjtNum second_at_corner(const capsule_in_box* c) {
  unsigned code = c->forward ^ c->corner;
  if (code == 0 || code == 7) return NAN;
  mjtNum sign = 1, same = 1 - c->t, other = 1 + c->t;
  int k = lone_bit(code);
  if (k < 0) {
    k = lone_bit(7 - code);
    sign = -1;
    same = 1 + c->t;
    other = 1 - c->t;
  }
  if (c->unit[k] * c->unit[k] > 0.5) return sign * fmin(same, span(c, k, 2 * c->size[k]));
  int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  return -sign * fmin(other, fmin(span(c, k1, 2 * c->size[k1]), span(c, k2, 2 * c->size[k2])));
}

// The axis crosses an edge: go on over the face that it is more nearly parallel to.
static mjtNum second_at_edge(const capsule_in_box* c) {
  int j = c->axis;
  unsigned code = (c->forward ^ c->corner) & ~(1u << j);
  if (lone_bit(code) < 0) return NAN;
  int k1 = (j + 1) % 3, k2 = (j + 2) % 3;
  int w = fabs(c->unit[k1]) > fabs(c->unit[k2]) ? k1 : k2;
  int onward = code >> w & 1;
  mjtNum room = onward ? 1 - c->t : 1 + c->t;
  mjtNum edge = (int)(c->forward >> j & 1) == onward ? 1 - c->x : 1 + c->x;
  mjtNum step = fmin(room, fmin(span(c, w, 2 * c->size[w]), span(c, j, c->size[j] * edge)));
  return onward ? step : -step;
}

// An end lies over a face: go on until the axis leaves the face's prism.
static mjtNum second_at_face(const capsule_in_box* c) {
  if (c->axis < 0) return NAN;
  mjtNum sign = c->t < 0 ? 1 : -1, step = 2;
  for (int i = 0; i < 3; i++) {
    if (i == c->axis || c->h[i] == 0) continue;
    mjtNum q = c->p[i] + c->t * c->h[i];
    for (int side = -1; side <= 1; side += 2) {
      mjtNum tau = sign * (side * c->size[i] - q) / c->h[i];
      if (tau > 0 && tau < step) step = tau;
    }
  }
  return sign * step;
}

int capsule_box(mjContact* con, mjtNum margin, const capsule_body* a, const mjtNum pos2[3],
                const mjtNum mat2[9], const mjtNum size2[3]) {
  mjtNum axis[3], x[3];
  capsule_in_box c = {.size = size2};
  frame_z(axis, a->mat);
  mat3_tmul_vec(c.unit, mat2, axis);
  vec3_scale(c.h, c.unit, a->half);
  vec3_sub(c.p, a->pos, pos2);
  mat3_tmul_vec(c.p, mat2, c.p);
  for (int k = 0; k < 3; k++) c.forward |= (unsigned)(c.h[k] > 0) << k;

  if (is_apart(&c, a->radius, margin)) return 0;
  mjtNum best = INFINITY;
  find_near_end(&c, &best);
  find_near_edge(&c, &best);
  if (c.kind == FEATURE_NONE) return 0;

  mjtNum step = c.kind == FEATURE_FACE ? second_at_face(&c)
                : c.end                ? second_at_corner(&c)
                                       : second_at_edge(&c);

  vec3_copy(x, a->pos);
  vec3_axpy(x, c.t * a->half, axis);
  const sphere_body ball = {x, a->mat, a->radius};
  int count = sphere_box(con, margin, &ball, pos2, mat2, c.size);
  if (!isnan(step)) {
    vec3_axpy(x, step * a->half, axis);
    count += sphere_box(con + count, margin, &ball, pos2, mat2, c.size);
  }
  // if the distance is too short one contact is enough
  mjtNum same = 1e-9 * (a->radius + a->half);
  if (count == 2 && vec3_distance(con[0].pos, con[1].pos) < same) count = 1;
  return count;
}

int pair_capsule_box(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                     mjtNum margin) {
  capsule_body a = capsule_of_geom(m, d, g1);
  return capsule_box(con, margin, &a, d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2,
                     m->geom_size + 3 * g2);
}
