// Capsule against box: the nearest feature of the box to the axis, then perhaps a second point
// along the axis, each tested as a sphere.
#include "collision/pair.h"
#include "collision/primitive.h"

enum { FEATURE_NONE, FEATURE_FACE, FEATURE_EDGE };

// What the axis of the capsule comes nearest to, in the frame of the box.  The axis is
// q(t) = p + t h, t in [-1, 1].
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

static void find_near_end(capsule_in_box* c, mjtNum* best) {
  for (int end = -1; end <= 1; end += 2) {
    int outside = 0, axis = -1;
    mjtNum d2 = 0;
    for (int k = 0; k < 3; k++) {
      mjtNum q = c->p[k] + end * c->h[k];
      if (fabs(q) > c->size[k]) {
        mjtNum over = fabs(q) - c->size[k];
        d2 += over * over;
        outside++;
        axis = k;
      }
    }
    if (outside <= 1 && d2 < *best) {
      *best = d2;
      c->kind = FEATURE_FACE;
      c->axis = axis;
      c->t = end;
    }
  }
}

static void find_near_edge(capsule_in_box* c, mjtNum* best) {
  for (int j = 0; j < 3; j++) {
    for (unsigned i = 0; i < 8; i++) {
      if (i >> j & 1) continue;
      mjtNum mid[3], half[3] = {0}, gap[3], x1, x2;
      for (int k = 0; k < 3; k++) mid[k] = i >> k & 1 ? c->size[k] : -c->size[k];
      mid[j] = 0;
      half[j] = c->size[j];
      segment_pair s = segment_pair_make(mid, half, c->p, c->h);
      // parallel, whatever the lengths: the ends of the edge are those of others
      if (!(fabs(s.det) >= fmin(mjMINVAL, 1e-12 * s.aa * s.bb)) || s.det == 0) continue;
      segment_pair_closest(&s, &x1, &x2);

      vec3_sub(gap, mid, c->p);
      vec3_axpy(gap, -x2, c->h);
      gap[j] += x1 * half[j];
      mjtNum d2 = vec3_dot(gap, gap);
      if (!(d2 < *best - mjMINVAL)) continue;
      *best = d2;
      c->kind = FEATURE_EDGE;
      c->axis = j;
      c->end = x1 >= 1 ? 1 : (x1 <= -1 ? -1 : 0);
      c->corner = i | (c->end == 1 ? 1u << j : 0);
      c->t = x2;
      c->x = x1;
    }
  }
}

static int lone_bit(unsigned c) { return c == 1 ? 0 : (c == 2 ? 1 : (c == 4 ? 2 : -1)); }

// How far the axis runs within the extent of face k, in units of h.
static mjtNum span(const capsule_in_box* c, int k, mjtNum width) { return width / fabs(c->h[k]); }

// The functions below give the way, in units of h, from t to a second point worth testing, or NAN.

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
    if (i == c->axis) continue;
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

  mjtNum best = INFINITY;
  find_near_end(&c, &best);
  find_near_edge(&c, &best);
  if (c.kind == FEATURE_NONE) return 0;

  mjtNum step = c.kind == FEATURE_FACE ? second_at_face(&c)
                : c.end                ? second_at_corner(&c)
                                       : second_at_edge(&c);

  vec3_copy(x, a->pos);
  vec3_axpy(x, c.t * a->half, axis);
  int count = sphere_box(con, margin, x, a->radius, pos2, mat2, c.size);
  if (!isnan(step)) {
    vec3_axpy(x, step * a->half, axis);
    count += sphere_box(con + count, margin, x, a->radius, pos2, mat2, c.size);
  }
  return count;
}

int pair_capsule_box(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                     mjtNum margin) {
  capsule_body a = capsule_of_geom(m, d, g1);
  return capsule_box(con, margin, &a, d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2,
                     m->geom_size + 3 * g2);
}
