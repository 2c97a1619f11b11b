#include "kinematics/wrap.h"

#include "math/real.h"
#include "math/vec3.h"

// Wrapping is solved in a plane whose origin is the centre of the circle: perpendicular to the axis
// of a cylinder, or through the end points and the centre of a sphere.

static inline mjtNum dot2(const mjtNum a[2], const mjtNum b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}

static inline mjtNum cross2(const mjtNum a[2], const mjtNum b[2]) {
  return a[0] * b[1] - a[1] * b[0];
}

static inline mjtNum norm2(const mjtNum a[2]) { return sqrt(dot2(a, a)); }

static void normalize2(mjtNum a[2]) {
  mjtNum n = norm2(a);
  if (n < mjMINVAL) {
    a[0] = 1;
    a[1] = 0;
  } else {
    a[0] /= n;
    a[1] /= n;
  }
}

// Whether the segments p1 p2 and p3 p4 intersect.
static int segments_meet(const mjtNum p1[2], const mjtNum p2[2], const mjtNum p3[2],
                         const mjtNum p4[2]) {
  mjtNum a[2] = {p2[0] - p1[0], p2[1] - p1[1]};
  mjtNum b[2] = {p4[0] - p3[0], p4[1] - p3[1]};
  mjtNum c[2] = {p1[0] - p3[0], p1[1] - p3[1]};
  mjtNum det = cross2(a, b);
  if (fabs(det) < mjMINVAL) return 0;
  mjtNum s = cross2(b, c) / det, t = cross2(a, c) / det;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}

// Tangent points on the circle of a path that goes around it in direction `way` (1 or -1).
static void tangent_points(mjtNum t0[2], mjtNum t1[2], const mjtNum d0[2], const mjtNum d1[2],
                           mjtNum r, mjtNum way) {
  mjtNum sq0 = dot2(d0, d0), sq1 = dot2(d1, d1);
  mjtNum q0 = way * sqrt(sq0 - r * r), q1 = -way * sqrt(sq1 - r * r);
  t0[0] = r * (d0[0] * r + q0 * d0[1]) / sq0;
  t0[1] = r * (d0[1] * r - q0 * d0[0]) / sq0;
  t1[0] = r * (d1[0] * r + q1 * d1[1]) / sq1;
  t1[1] = r * (d1[1] * r - q1 * d1[0]) / sq1;
}

// Angle of the arc from t0 to t1 in direction `way`.  For a straight path that just touches the
// circle both points coincide up to rounding, which must not be taken for a full turn: a path that
// really goes around that far crosses itself, and was rejected before.
static mjtNum arc_angle(const mjtNum t0[2], const mjtNum t1[2], mjtNum way) {
  mjtNum cosine = dot2(t0, t1) / (norm2(t0) * norm2(t1));
  mjtNum angle = acos(real_clip(cosine, -1, 1));
  mjtNum turn = -cross2(t0, t1);
  int other_way = (turn > 0 && way < 0) || (turn < 0 && way > 0);
  int same_place = cosine > 0 && fabs(turn) < 1e-12 * norm2(t0) * norm2(t1);
  return other_way && !same_place ? 2 * mjPI - angle : angle;
}

// Wrap around the outside; `side` (a point on the circle, or NULL) selects one of the two ways.
static mjtNum wrap_outside(mjtNum t0[2], mjtNum t1[2], const mjtNum d0[2], const mjtNum d1[2],
                           const mjtNum* side, mjtNum r) {
  mjtNum delta[2] = {d1[0] - d0[0], d1[1] - d0[1]};
  mjtNum length2 = dot2(delta, delta);
  if (dot2(d0, d0) < r * r || dot2(d1, d1) < r * r || r < mjMINVAL || length2 < mjMINVAL) return -1;

  // a straight path that misses the circle, on the required side
  mjtNum a = real_clip(-dot2(delta, d0) / length2, 0, 1);
  mjtNum nearest[2] = {d0[0] + a * delta[0], d0[1] + a * delta[1]};
  if (dot2(nearest, nearest) > r * r && (!side || dot2(side, nearest) >= 0)) return -1;

  // try both ways; a path whose straight parts intersect is not valid
  mjtNum touch[2][4], good[2];
  int crosses[2];
  for (int i = 0; i < 2; i++) {
    mjtNum* p0 = touch[i];
    mjtNum* p1 = touch[i] + 2;
    tangent_points(p0, p1, d0, d1, r, i ? -1 : 1);
    crosses[i] = segments_meet(d0, p0, d1, p1);
    if (crosses[i]) {
      good[i] = -10000;
    } else if (side) {
      mjtNum mid[2] = {p0[0] + p1[0], p0[1] + p1[1]};
      normalize2(mid);
      good[i] = dot2(mid, side);
    } else {
      mjtNum chord[2] = {p0[0] - p1[0], p0[1] - p1[1]};
      good[i] = -dot2(chord, chord);
    }
  }
  int best = good[0] > good[1] ? 0 : 1;
  if (crosses[best]) return -1;
  memcpy(t0, touch[best], 2 * sizeof(mjtNum));
  memcpy(t1, touch[best] + 2, 2 * sizeof(mjtNum));
  return r * arc_angle(t0, t1, best ? -1 : 1);
}

// Residual of the tangency condition for wrapping inside, with z = sin of half the angle between
// the two straight parts, and its derivative.
static mjtNum bend_residual(mjtNum z, mjtNum A, mjtNum B, mjtNum G) {
  return asin(A * z) + asin(B * z) - 2 * asin(z) + G;
}

static mjtNum bend_slope(mjtNum z, mjtNum A, mjtNum B) {
  return A / fmax(mjMINVAL, sqrt(1 - z * z * A * A)) + B / fmax(mjMINVAL, sqrt(1 - z * z * B * B)) -
         2 / fmax(mjMINVAL, sqrt(1 - z * z));
}

// Solve by Newton's method from above, where the residual is convex: the iterates decrease
// monotonically to the root.  Returns 0 if they do not.
static int solve_bend(mjtNum* result, mjtNum A, mjtNum B, mjtNum G) {
  enum { MAX_ITERATION = 20 };
  const mjtNum tolerance = 1e-6;
  mjtNum z = 1 - 1e-7, f = bend_residual(z, A, B, G);
  if (f > 0) return 0;
  int iteration = 0;
  for (; iteration < MAX_ITERATION && fabs(f) > tolerance; iteration++) {
    mjtNum slope = bend_slope(z, A, B);
    if (slope > -mjMINVAL) return 0;
    mjtNum next = z - f / slope;
    if (next > z) return 0;
    z = next;
    f = bend_residual(z, A, B, G);
    if (f > tolerance) return 0;
  }
  *result = z;
  return iteration < MAX_ITERATION;
}

// Path through the inside of the circle, bent so that it touches the circle in one point (arc
// length 0).
static mjtNum wrap_inside(mjtNum t0[2], mjtNum t1[2], const mjtNum d0[2], const mjtNum d1[2],
                          mjtNum r) {
  mjtNum L0 = norm2(d0), L1 = norm2(d1);
  if (L0 <= r || L1 <= r || r < mjMINVAL || L0 < mjMINVAL || L1 < mjMINVAL) return -1;

  // the straight path already passes through the circle
  mjtNum delta[2] = {d1[0] - d0[0], d1[1] - d0[1]};
  mjtNum length2 = dot2(delta, delta);
  if (length2 > mjMINVAL) {
    mjtNum a = -dot2(delta, d0) / length2;
    mjtNum nearest[2] = {d0[0] + a * delta[0], d0[1] + a * delta[1]};
    if (a > 0 && a < 1 && norm2(nearest) <= r) return -1;
  }

  // fallback for the touching point if the equation below cannot be solved
  mjtNum middle[2] = {(d0[0] + d1[0]) / 2, (d0[1] + d1[1]) / 2};
  normalize2(middle);
  for (int k = 0; k < 2; k++) t0[k] = t1[k] = r * middle[k];

  mjtNum A = r / L0, B = r / L1;
  mjtNum cosine = (L0 * L0 + L1 * L1 - length2) / (2 * L0 * L1);
  if (cosine < -1 + mjMINVAL) return -1;
  if (cosine > 1 - mjMINVAL) return 0;
  mjtNum z;
  if (!solve_bend(&z, A, B, acos(cosine))) return 0;

  // start from the end point that has the other one on its left
  int left = cross2(d0, d1) > 0;
  mjtNum base[2] = {left ? d0[0] : d1[0], left ? d0[1] : d1[1]};
  normalize2(base);
  mjtNum angle = asin(z) - asin((left ? A : B) * z);
  mjtNum c = cos(angle), s = sin(angle);
  t0[0] = t1[0] = r * (c * base[0] - s * base[1]);
  t0[1] = t1[1] = r * (s * base[0] + c * base[1]);
  return 0;
}

// Unit axes of the plane through p0, p1 and the centre of the sphere; the first axis points to p0.
static void sphere_plane(mjtNum axis0[3], mjtNum axis1[3], const mjtNum p0[3], const mjtNum p1[3]) {
  mjtNum normal[3];
  vec3_copy(axis0, p0);
  vec3_normalize(axis0);
  vec3_cross(normal, p0, p1);
  if (vec3_normalize(normal) < mjMINVAL) {
    // collinear: any plane through the line; choose one away from the largest component
    int largest = 0;
    if (fabs(axis0[1]) > fabs(axis0[0]) && fabs(axis0[1]) > fabs(axis0[2])) largest = 1;
    if (fabs(axis0[2]) > fabs(axis0[0]) && fabs(axis0[2]) > fabs(axis0[1])) largest = 2;
    mjtNum other[3] = {1, 1, 1};
    other[largest] = 0;
    vec3_cross(normal, axis0, other);
    vec3_normalize(normal);
  }
  vec3_cross(axis1, normal, axis0);
  vec3_normalize(axis1);
}

static void to_local(mjtNum p[3], const wrap_geom* geom, const mjtNum x[3]) {
  vec3_sub(p, x, geom->xpos);
  mat3_tmul_vec(p, geom->xmat, p);
}

// Heights of the two tangent points on a cylinder: the path climbs at a constant rate along its
// length. Returns the length of the arc, which is a helix.
static mjtNum climb(mjtNum z[2], const mjtNum p0[3], const mjtNum p1[3], const mjtNum t0[2],
                    const mjtNum t1[2], mjtNum arc) {
  mjtNum before = hypot(p0[0] - t0[0], p0[1] - t0[1]);
  mjtNum after = hypot(p1[0] - t1[0], p1[1] - t1[1]);
  mjtNum rise = (p1[2] - p0[2]) / (before + arc + after);
  z[0] = p0[2] + rise * before;
  z[1] = p0[2] + rise * (before + arc);
  return hypot(arc, z[1] - z[0]);
}

mjtNum wrap_around(const wrap_geom* geom, const mjtNum x0[3], const mjtNum x1[3],
                   const mjtNum* side, mjtNum touch[6]) {
  mjtNum p0[3], p1[3], axis0[3] = {1, 0, 0}, axis1[3] = {0, 1, 0};
  to_local(p0, geom, x0);
  to_local(p1, geom, x1);
  if (vec3_norm(p0) < mjMINVAL || vec3_norm(p1) < mjMINVAL) return -1;
  if (!geom->is_cylinder) sphere_plane(axis0, axis1, p0, p1);

  mjtNum d0[2] = {vec3_dot(p0, axis0), vec3_dot(p0, axis1)};
  mjtNum d1[2] = {vec3_dot(p1, axis0), vec3_dot(p1, axis1)};
  mjtNum t0[2], t1[2], arc;
  if (side) {
    mjtNum s[3];
    to_local(s, geom, side);
    mjtNum s2[2] = {vec3_dot(s, axis0), vec3_dot(s, axis1)};
    normalize2(s2);
    s2[0] *= geom->radius;
    s2[1] *= geom->radius;
    int inside = vec3_norm(s) < geom->radius;
    arc = inside ? wrap_inside(t0, t1, d0, d1, geom->radius)
                 : wrap_outside(t0, t1, d0, d1, s2, geom->radius);
  } else {
    arc = wrap_outside(t0, t1, d0, d1, NULL, geom->radius);
  }
  if (!(arc >= 0)) return -1;

  mjtNum z[2] = {0};
  if (geom->is_cylinder) arc = climb(z, p0, p1, t0, t1, arc);
  for (int k = 0; k < 3; k++) {
    touch[k] = t0[0] * axis0[k] + t0[1] * axis1[k];
    touch[3 + k] = t1[0] * axis0[k] + t1[1] * axis1[k];
  }
  touch[2] += z[0];
  touch[5] += z[1];
  for (int k = 0; k < 2; k++) {
    mat3_mul_vec(touch + 3 * k, geom->xmat, touch + 3 * k);
    vec3_add(touch + 3 * k, touch + 3 * k, geom->xpos);
  }
  return arc;
}
