// Pairs with one witness on each geom.  A geom is a core with a radius: of a sphere a vertex, of a
// capsule its axis or an end of it, of the others their surface, of which the witness lies on a
// vertex, a curve (direction e, curvature vector k), a plane face or a smooth part (shape operator
// K).  With e_1, e_2 the witnesses, c = n . (e_2 - e_1), P = 1 - n n', and slides x_s of a witness
// over its core, the normal and the slides change by
//   vertex:  x = 0               curve:  x = e t,  e . (dn - w x n) + (n . k) t = 0
//   face:    dn = w x n          smooth: dn - w x n = +-K x  (+ on geom 1)
//   both:    P (u_2(e_2) - u_1(e_1)) + x_2 - x_1 = c dn,
// at most six equations for as many unknowns, singular where the two features are parallel.  Then
//   d dist = n . (u_2 - u_1),   d pos = u_1(e_1) + x_1 + d dist n / 2 + (r_1 + dist / 2) dn.
// Here geom 1 rests: u_1 = w_1 = 0.
//
// All other pairs, and what is singular: collision/contact_difference.h.
#include "collision/contact_slope.h"

#include <engine/base.h>
#include <engine/collision.h>
#include <engine/model.h>

#include "collision/contact_difference.h"
#include "collision/filter.h"
#include "collision/pair.h"
#include "collision/parts.h"
#include "math/dense.h"
#include "math/vec3.h"

// --- features -----------------------------------------------------------------------------------

typedef enum { VERTEX, CURVE, FACE, SMOOTH, UNKNOWN } feature_kind;

typedef struct {
  feature_kind kind;
  mjtNum witness[3], radius;
  mjtNum e[3];       // CURVE
  mjtNum k[3];       // of a rim, else 0
  mjtNum K[9];       // SMOOTH
  mjtNum normal[3];  // FACE, SMOOTH: outward
} feature;

// A geom that touches, and where.
typedef struct {
  const mjModel* m;
  int geom, type;
  const mjtNum *pos, *mat, *size;
  mjtNum out[3];  // the normal, outward
  mjtNum point[3], local[3];
  // How exactly the routine finds witnesses, relative to the sizes of shapes, and the normal: those
  // with a formula to rounding, those that search as well as they happen to converge.
  mjtNum tolerance;
} touched;

static const mjtNum exact = 1e-9;
static const mjtNum searched[] = {1e-7, 1e-5, 1e-3};
static const mjtNum aligned = 1e-5;  // directions that are taken for one

static void axis_of(mjtNum r[3], const mjtNum mat[9], int k) {
  vec3_set(r, mat[k], mat[3 + k], mat[6 + k]);
}

static int is_across(const mjtNum a[3], const touched* x) {
  return fabs(vec3_dot(a, x->out)) < x->tolerance;
}

// Is the normal the direction a?
static int is_along(const mjtNum a[3], const touched* x) {
  mjtNum off[3];
  vec3_sub(off, a, x->out);
  return vec3_norm(off) < fmax(x->tolerance, aligned);
}

static void to_world(const touched* x, mjtNum r[3], const mjtNum local[3]) {
  mat3_mul_vec(r, x->mat, local);
  vec3_add(r, r, x->pos);
}

static void capsule_feature(const touched* x, feature* f) {
  f->kind = CURVE;
  f->radius = x->size[0];
  mjtNum inner[3];
  axis_of(f->e, x->mat, 2);
  vec3_sub(inner, x->point, x->pos);
  vec3_axpy(inner, -x->size[0], x->out);
  mjtNum along = vec3_dot(f->e, inner);
  if (fabs(along) > x->size[1] * (1 - fmax(x->tolerance, 1e-7))) {
    f->kind = VERTEX;
    along = along > 0 ? x->size[1] : -x->size[1];
  }
  vec3_copy(f->witness, x->pos);
  vec3_axpy(f->witness, along, f->e);
}

// The point lies on as many faces as its coordinates are extreme.
static void box_feature(const touched* x, feature* f) {
  f->kind = FACE;
  const mjtNum* size = x->size;
  int faces = 0, inside = 0, face = 0;
  mjtNum at[3];
  for (int k = 0; k < 3; k++) {
    at[k] = x->local[k];
    if (fabs(fabs(at[k]) - size[k]) < x->tolerance * (size[0] + size[1] + size[2])) {
      at[k] = at[k] > 0 ? size[k] : -size[k];
      faces++;
      face = k;
    } else {
      inside = k;
    }
  }
  to_world(x, f->witness, at);
  if (faces == 3) f->kind = VERTEX;
  if (faces == 2) {
    f->kind = CURVE;
    axis_of(f->e, x->mat, inside);
  }
  if (faces <= 1) {
    axis_of(f->normal, x->mat, face);
    vec3_scale(f->normal, f->normal, at[face] > 0 ? 1 : -1);
    if (faces == 0 || !is_along(f->normal, x)) f->kind = UNKNOWN;
  }
}

// Of the level set of F(x) = sum (x_k / s_k)^2: K = P (hess F) P / |grad F|.
static void bend_ellipsoid(feature* f, const touched* x) {
  mjtNum at[3], n[3], local[9], t[9], level = 0;
  vec3_sub(at, f->witness, x->pos);
  mat3_tmul_vec(at, x->mat, at);
  for (int k = 0; k < 3; k++) level += at[k] / x->size[k] * (at[k] / x->size[k]);
  vec3_scale(at, at, 1 / sqrt(fmax(mjMINVAL, level)));
  to_world(x, f->witness, at);
  for (int k = 0; k < 3; k++) n[k] = at[k] / (x->size[k] * x->size[k]);
  mjtNum length = vec3_normalize(n);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      mjtNum sum = 0;
      for (int c = 0; c < 3; c++) {
        sum += ((i == c) - n[i] * n[c]) * ((k == c) - n[k] * n[c]) / (x->size[c] * x->size[c]);
      }
      local[3 * i + k] = sum / fmax(mjMINVAL, length);
    }
  }
  mat3_mul(t, x->mat, local);
  mat3_mul_t(f->K, t, x->mat);
  mat3_mul_vec(f->normal, x->mat, n);
}

// On the rim (CURVE) or the side (SMOOTH).
static void bend_cylinder(feature* f, const touched* x) {
  mjtNum axis[3], around[3], radial[3], off[3], radius = x->size[0], half = x->size[1];
  axis_of(axis, x->mat, 2);
  vec3_sub(off, f->witness, x->pos);
  mjtNum along = vec3_dot(axis, off);
  vec3_copy(radial, off);
  vec3_axpy(radial, -along, axis);
  vec3_normalize(radial);
  vec3_cross(around, axis, radial);
  if (f->kind == CURVE) along = along > 0 ? half : -half;
  vec3_copy(f->witness, x->pos);
  vec3_axpy(f->witness, along, axis);
  vec3_axpy(f->witness, radius, radial);
  vec3_copy(f->e, around);
  vec3_scale(f->k, radial, -1 / radius);
  vec3_copy(f->normal, radial);
  for (int i = 0; i < 9; i++) f->K[i] = around[i / 3] * around[i % 3] / radius;
}

// What of a feature depends on where the witness is.
static void bend_feature(feature* f, const touched* x) {
  if (f->kind != SMOOTH && f->kind != CURVE) return;
  if (x->type == mjGEOM_ELLIPSOID) bend_ellipsoid(f, x);
  if (x->type == mjGEOM_CYLINDER) bend_cylinder(f, x);
}

static void cylinder_feature(const touched* x, feature* f) {
  const mjtNum *at = x->local, *size = x->size;
  mjtNum axis[3], tolerance = x->tolerance * (size[0] + size[1]), rho = hypot(at[0], at[1]);
  int on_cap = fabs(fabs(at[2]) - size[1]) < tolerance, on_side = fabs(rho - size[0]) < tolerance;
  vec3_copy(f->witness, x->point);
  axis_of(axis, x->mat, 2);
  if (on_cap && on_side) {
    f->kind = CURVE;
    bend_feature(f, x);
    return;
  }
  if (on_side && is_across(axis, x)) {
    f->kind = SMOOTH;
    bend_feature(f, x);
    return;
  }
  mjtNum end = at[2] > 0 ? 1 : -1;
  vec3_axpy(f->witness, end * size[1] - at[2], axis);
  vec3_scale(f->normal, axis, end);
  if (on_cap && is_along(f->normal, x)) f->kind = FACE;
}

// The feature of a triangle on which the point lies, with its normal, all in the frame of the geom;
// its face alone, or also its edges and corners.
static void triangle_feature(const touched* x, const mjtNum t[3][3], const mjtNum out[3],
                             int corners, feature* f) {
  f->kind = UNKNOWN;
  mjtNum side[3][3], off[3];
  for (int i = 0; i < 3; i++) vec3_sub(side[i], t[(i + 1) % 3], t[i]);
  mjtNum tolerance =
      fmax(x->tolerance, 1e-7) * (vec3_norm(side[0]) + vec3_norm(side[1]) + vec3_norm(side[2]));
  vec3_cross(f->normal, side[0], side[1]);
  vec3_normalize(f->normal);
  if (vec3_dot(f->normal, out) < 0) vec3_scale(f->normal, f->normal, -1);
  vec3_sub(off, f->normal, out);
  if (vec3_norm(off) < fmax(x->tolerance, aligned)) f->kind = FACE;
  vec3_copy(f->witness, x->local);
  vec3_sub(off, x->local, t[0]);
  if (!corners) {
    vec3_axpy(f->witness, -vec3_dot(off, f->normal), f->normal);
    return;
  }
  for (int i = 0; i < 3; i++) {
    if (vec3_distance(t[i], x->local) >= tolerance) continue;
    f->kind = VERTEX;
    vec3_copy(f->witness, t[i]);
    return;
  }
  for (int i = 0; i < 3; i++) {
    mjtNum length = vec3_normalize(side[i]);
    vec3_sub(off, x->local, t[i]);
    mjtNum along = vec3_dot(off, side[i]);
    vec3_axpy(off, -along, side[i]);
    if (vec3_norm(off) >= tolerance || along < 0 || along > length) continue;
    f->kind = CURVE;
    vec3_copy(f->e, side[i]);
    vec3_sub(f->witness, x->local, off);
    return;
  }
  vec3_sub(off, x->local, t[0]);
  vec3_axpy(f->witness, -vec3_dot(off, f->normal), f->normal);
}

static void height_field_feature(const touched* x, int corners, feature* f) {
  mjtNum t[2][3][3], out[3];
  mat3_tmul_vec(out, x->mat, x->out);
  if (!height_field_triangles(x->m, x->geom, x->local, t)) return;
  for (int k = 0; k < 2 && f->kind == UNKNOWN; k++) {
    triangle_feature(x, (const mjtNum(*)[3])t[k], out, corners, f);
  }
  to_world(x, f->witness, f->witness);
  mat3_mul_vec(f->e, x->mat, f->e);
  mat3_mul_vec(f->normal, x->mat, f->normal);
}

// Of a convex mesh: what is farthest along its outward normal, one vertex, an edge or a face.
static void mesh_feature(const touched* x, feature* f) {
  const mjModel* m = x->m;
  int mesh = m->geom_dataid[x->geom], first = -1, count = 0;
  const float* vert = m->mesh_vert + 3 * (size_t)m->mesh_vertadr[mesh];
  mjtNum local[3], most = -INFINITY, from[3] = {0}, off[3], longest = 0;
  mjtNum tolerance = fmax(x->tolerance, 1e-7) * m->geom_rbound[x->geom];
  if (geom_parts(m, x->geom, &first)) return;
  mat3_tmul_vec(local, x->mat, x->out);
  for (int i = 0; i < m->mesh_vertnum[mesh]; i++) {
    most = fmax(most,
                local[0] * vert[3 * i] + local[1] * vert[3 * i + 1] + local[2] * vert[3 * i + 2]);
  }
  for (int i = 0; i < m->mesh_vertnum[mesh]; i++) {
    const mjtNum v[3] = {vert[3 * i], vert[3 * i + 1], vert[3 * i + 2]};
    if (vec3_dot(local, v) < most - tolerance) continue;
    mjtNum across[3];
    vec3_sub(off, v, from);
    mjtNum length = vec3_normalize(off);
    if (count++ == 0) {
      vec3_copy(from, v);
      f->kind = VERTEX;
      continue;
    }
    vec3_cross(across, off, f->e);
    if (f->kind == VERTEX && length > tolerance) {
      f->kind = CURVE;
      longest = length;
      vec3_copy(f->e, off);
    } else if (f->kind == CURVE && vec3_norm(across) * fmax(length, longest) > tolerance) {
      f->kind = FACE;
      vec3_normalize(across);
      vec3_scale(f->normal, across, vec3_dot(across, local) < 0 ? -1 : 1);
    }
  }
  vec3_copy(f->witness, from);
  vec3_sub(off, x->local, from);
  if (f->kind == CURVE) vec3_axpy(f->witness, vec3_dot(off, f->e), f->e);
  if (f->kind == FACE) {
    vec3_axpy(off, -vec3_dot(off, f->normal), f->normal);
    vec3_add(f->witness, from, off);
  }
  to_world(x, f->witness, f->witness);
  mat3_mul_vec(f->e, x->mat, f->e);
  mat3_mul_vec(f->normal, x->mat, f->normal);
}

// Features and what touches are found in place: copies of what was stored just before wait for it.
static void find_touched(const mjModel* m, const mjData* d, const mjContact* con, int side,
                         mjtNum tolerance, touched* x) {
  int g = con->geom[side];
  x->m = m;
  x->geom = g;
  x->type = m->geom_type[g];
  x->tolerance = tolerance;
  x->pos = d->geom_xpos + 3 * g;
  x->mat = d->geom_xmat + 9 * g;
  x->size = m->geom_size + 3 * g;
  mjtNum off[3];
  vec3_scale(x->out, con->frame, side ? -1 : 1);
  vec3_copy(x->point, con->pos);
  vec3_axpy(x->point, -con->dist / 2, x->out);
  vec3_sub(off, x->point, x->pos);
  mat3_tmul_vec(x->local, x->mat, off);
}

// What touches that, with types of geoms that are met in vertices alone.
static void find_feature(const touched* x, int other_type, feature* f) {
  *f = (feature){.kind = UNKNOWN};
  vec3_copy(f->witness, x->point);
  switch (x->type) {
    case mjGEOM_PLANE:
      f->kind = FACE;
      axis_of(f->normal, x->mat, 2);
      break;
    case mjGEOM_HFIELD: height_field_feature(x, other_type > mjGEOM_CAPSULE, f); break;
    case mjGEOM_SPHERE:
      f->kind = VERTEX;
      f->radius = x->size[0];
      vec3_copy(f->witness, x->pos);
      break;
    case mjGEOM_CAPSULE: capsule_feature(x, f); break;
    case mjGEOM_BOX: box_feature(x, f); break;
    case mjGEOM_ELLIPSOID:
      f->kind = SMOOTH;
      bend_feature(f, x);
      break;
    case mjGEOM_CYLINDER: cylinder_feature(x, f); break;
    case mjGEOM_MESH:
      if (other_type == mjGEOM_PLANE) {
        f->kind = VERTEX;
      } else {
        mesh_feature(x, f);
      }
      break;
    default: break;
  }
  if (f->kind == CURVE && fabs(vec3_dot(f->e, x->out)) > fmax(x->tolerance, aligned))
    f->kind = UNKNOWN;
}

// --- equations ----------------------------------------------------------------------------------

enum { UNKNOWNS = 6 };

// rows x (unknowns, then the six motions)
typedef struct {
  int rows, n;
  mjtNum a[UNKNOWNS][UNKNOWNS + MOTIONS];
} equations;

// Gaussian elimination with row pivoting; 0 if singular.
static int solve(equations* q) {
  int n = q->n, width = n + MOTIONS;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) best = fabs(q->a[i][k]) > fabs(q->a[best][k]) ? i : best;
    if (fabs(q->a[best][k]) < 1e-9) return 0;
    for (int c = 0; c < width; c++) {
      mjtNum swap = q->a[k][c];
      q->a[k][c] = q->a[best][c];
      q->a[best][c] = swap;
    }
    for (int i = 0; i < n; i++) {
      mjtNum f = q->a[i][k] / q->a[k][k];
      if (i == k || f == 0) continue;
      for (int c = k; c < width; c++) q->a[i][c] -= f * q->a[k][c];
    }
  }
  for (int k = 0; k < n; k++) {
    for (int c = n; c < width; c++) q->a[k][c] /= q->a[k][k];
  }
  return 1;
}

static int slides(feature_kind kind) { return kind == VERTEX ? 0 : kind == CURVE ? 1 : 2; }

typedef struct {
  touched x[2];
  feature f[2];
  int first[2];  // unknown: first slide of a side; the turn of n along t1, t2 comes first
  int unknowns;
  mjtNum frame[9];          // n, t1, t2
  mjtNum apart;             // n . (e_2 - e_1)
  mjtNum turn[MOTIONS][3];  // w x n of geom 2
  mjtNum move[MOTIONS][3];  // velocity of its witness
} witness_pair;

static const mjtNum* tangent(const witness_pair* w, int k) { return w->frame + 3 * (k + 1); }

// What a side demands of the turn of the normal.
static void add_side(const witness_pair* w, int side, equations* q) {
  const feature* f = &w->f[side];
  int n = slides(f->kind), at = w->first[side];
  for (int r = 0; r < n; r++) {
    mjtNum* row = q->a[q->rows++];
    const mjtNum* along = f->kind == CURVE ? f->e : tangent(w, r);
    for (int k = 0; k < 2; k++) row[k] = vec3_dot(along, tangent(w, k));
    if (f->kind == CURVE) row[at] = vec3_dot(w->frame, f->k);
    if (f->kind == SMOOTH) {
      mjtNum Kt[3];
      mat3_mul_vec(Kt, f->K, along);
      for (int k = 0; k < 2; k++) row[at + k] = (side ? 1 : -1) * vec3_dot(Kt, tangent(w, k));
    }
    for (int k = 0; side && k < MOTIONS; k++) row[q->n + k] = vec3_dot(along, w->turn[k]);
  }
}

// The direction of the k-th slide of a side.
static const mjtNum* slide_of(const witness_pair* w, int side, int k) {
  return w->f[side].kind == CURVE ? w->f[side].e : tangent(w, k);
}

static void add_meeting(const witness_pair* w, equations* q) {
  for (int r = 0; r < 2; r++) {
    mjtNum* row = q->a[q->rows++];
    row[r] = w->apart;
    for (int side = 0; side < 2; side++) {
      for (int k = 0; k < slides(w->f[side].kind); k++) {
        row[w->first[side] + k] = (side ? -1 : 1) * vec3_dot(tangent(w, r), slide_of(w, side, k));
      }
    }
    for (int k = 0; k < MOTIONS; k++) row[q->n + k] = vec3_dot(tangent(w, r), w->move[k]);
  }
}

static void store(const witness_pair* w, const equations* q, contact_slope* out) {
  const mjtNum* n = w->frame;
  mjtNum dist = w->apart - w->f[0].radius - w->f[1].radius;
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum dn[3] = {0}, dp[3] = {0};
    for (int r = 0; r < 2; r++) vec3_axpy(dn, q->a[r][q->n + k], tangent(w, r));
    for (int r = 0; r < slides(w->f[0].kind); r++) {
      vec3_axpy(dp, q->a[w->first[0] + r][q->n + k], slide_of(w, 0, r));
    }
    out->dist[k] = vec3_dot(n, w->move[k]);
    vec3_axpy(dp, out->dist[k] / 2, n);
    vec3_axpy(dp, w->f[0].radius + dist / 2, dn);
    for (int c = 0; c < 3; c++) {
      out->normal[6 * c + k] = dn[c];
      out->pos[6 * c + k] = dp[c];
    }
  }
}

// A point of geom 2 over a plane face of geom 1, which keeps the normal:
//   d pos = u - n (n . u) / 2  with u the velocity of the point.
static void store_point_on_face(const witness_pair* w, contact_slope* out) {
  const mjtNum* n = w->f[0].normal;
  *out = (contact_slope){.turns = 1};
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum u[3];
    vec3_copy(u, w->move[k]);
    out->dist[k] = vec3_dot(n, u);
    vec3_axpy(u, -0.5 * out->dist[k], n);
    for (int c = 0; c < 3; c++) out->pos[6 * c + k] = u[c];
  }
}

static equations equations_of(const witness_pair* w) {
  equations q = {.rows = 0, .n = w->unknowns};
  add_side(w, 0, &q);
  add_side(w, 1, &q);
  add_meeting(w, &q);
  return q;
}

// --- what a search has found nearly -------------------------------------------------------------
//
// The same equations, their residuals in place of motions, are the steps of Newton's method for
//   e . n = 0 on a curve, n = +-N on a face or a smooth part, e_2 - e_1 along n.

static void find_apart(witness_pair* w) {
  mjtNum between[3];
  vec3_sub(between, w->f[1].witness, w->f[0].witness);
  w->apart = vec3_dot(w->frame, between);
}

// In place of the first motion; returns the largest.
static mjtNum put_residuals(const witness_pair* w, equations* q) {
  mjtNum off[3], between[3], most = 0;
  int at = 0;
  for (int side = 0; side < 2; side++) {
    const feature* f = &w->f[side];
    for (int r = 0; r < slides(f->kind); r++, at++) {
      vec3_scale(off, f->normal, side ? -1 : 1);
      vec3_sub(off, off, w->frame);
      q->a[at][q->n] = f->kind == CURVE ? -vec3_dot(f->e, w->frame) : vec3_dot(off, tangent(w, r));
    }
  }
  vec3_sub(between, w->f[1].witness, w->f[0].witness);
  for (int r = 0; r < 2; r++, at++) q->a[at][q->n] = vec3_dot(tangent(w, r), between);
  for (int i = 0; i < at; i++) most = fmax(most, fabs(q->a[i][q->n]));
  return most;
}

static void take_step(witness_pair* w, const equations* q) {
  mjtNum dn[3] = {0};
  for (int r = 0; r < 2; r++) vec3_axpy(dn, q->a[r][q->n], tangent(w, r));
  for (int side = 0; side < 2; side++) {
    mjtNum slide[3] = {0};
    for (int r = 0; r < slides(w->f[side].kind); r++) {
      vec3_axpy(slide, q->a[w->first[side] + r][q->n], slide_of(w, side, r));
    }
    vec3_add(w->f[side].witness, w->f[side].witness, slide);
    bend_feature(&w->f[side], &w->x[side]);
  }
  vec3_add(w->frame, w->frame, dn);
  vec3_normalize(w->frame);
  vec3_axpy(w->frame + 3, -vec3_dot(w->frame, w->frame + 3), w->frame);
  vec3_normalize(w->frame + 3);
  vec3_cross(w->frame + 6, w->frame, w->frame + 3);
  find_apart(w);
}

// 0 unless there is a solution, as near as the routine finds them.
static int polish(witness_pair* w) {
  enum { STEPS = 8 };
  mjtNum normal[3], scale = 0, off[3];
  vec3_copy(normal, w->frame);
  for (int side = 0; side < 2; side++) {
    const touched* x = &w->x[side];
    int bounded = x->type != mjGEOM_PLANE && x->type != mjGEOM_HFIELD;
    if (bounded) scale = fmax(scale, x->m->geom_rbound[x->geom]);
  }
  mjtNum near = 10 * w->x[0].tolerance, small = 1e-13 * fmax(1, scale);
  for (int i = 0;; i++) {
    equations q = equations_of(w);
    if (put_residuals(w, &q) < small) break;
    if (i == STEPS || !solve(&q)) return 0;
    take_step(w, &q);
  }
  vec3_sub(off, normal, w->frame);
  if (vec3_norm(off) > near) return 0;
  for (int side = 0; side < 2; side++) {
    const feature* f = &w->f[side];
    vec3_sub(off, f->witness, w->x[side].point);
    vec3_axpy(off, side ? -f->radius : f->radius, w->frame);
    if (vec3_norm(off) > near * scale) return 0;
  }
  return 1;
}

// Two curves of which one bounds a face across the normal are cut off by it, not touching.
static int is_cut_off(const mjData* d, const mjContact* con, const witness_pair* w) {
  if (w->x[0].type != mjGEOM_CAPSULE || w->x[1].type != mjGEOM_BOX) return 0;
  if (w->f[0].kind != CURVE) return 0;
  for (int k = 0; k < 3; k++) {
    mjtNum face[3];
    axis_of(face, d->geom_xmat + 9 * con->geom[1], k);
    if (fabs(vec3_dot(face, con->frame)) > 1 - 1e-9) return 1;
  }
  return 0;
}

// 0 when the features are not known or parallel.
static int find_witnesses(const mjModel* m, const mjData* d, const mjContact* con, mjtNum tolerance,
                          witness_pair* w) {
  w->unknowns = 2;
  for (int side = 0; side < 2; side++) {
    find_touched(m, d, con, side, tolerance, w->x + side);
    find_feature(w->x + side, m->geom_type[con->geom[!side]], w->f + side);
    if (w->f[side].kind == UNKNOWN) return 0;
    w->first[side] = w->unknowns;
    w->unknowns += slides(w->f[side].kind);
  }
  vec_copy(w->frame, con->frame, 9);
  find_apart(w);
  if (is_cut_off(d, con, w)) return 0;
  if (w->f[0].kind == FACE && w->f[1].kind == VERTEX) return 1;
  return !uses_search(m, con) || polish(w);
}

// Of the witness of geom 2, turning about the contact's position.
static void put_motions(const mjContact* con, witness_pair* w) {
  mjtNum arm[3];
  vec3_sub(arm, w->f[1].witness, con->pos);
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum unit[3] = {0};
    unit[k % 3] = 1;
    vec3_zero(w->turn[k]);
    vec3_copy(w->move[k], unit);
    if (k >= 3) continue;
    vec3_cross(w->turn[k], unit, w->frame);
    vec3_cross(w->move[k], unit, arm);
  }
}

static int by_features(const mjModel* m, const mjData* d, const mjContact* con,
                       contact_slope* out) {
  witness_pair w;
  int found = 0;
  if (uses_search(m, con)) {
    for (size_t i = 0; !found && i < sizeof searched / sizeof *searched; i++) {
      found = find_witnesses(m, d, con, searched[i], &w);
    }
  } else {
    found = find_witnesses(m, d, con, exact, &w);
  }
  if (!found) return 0;
  put_motions(con, &w);
  if (w.f[0].kind == FACE && w.f[1].kind == VERTEX) {
    store_point_on_face(&w, out);
    return 1;
  }
  equations q = equations_of(&w);
  if (!solve(&q)) return 0;
  store(&w, &q, out);
  return 1;
}

int contact_pair(const mjModel* m, const mjContact* con) {
  for (int i = 0; i < m->npair; i++) {
    int g1 = m->pair_geom1[i], g2 = m->pair_geom2[i];
    if ((g1 == con->geom[0] && g2 == con->geom[1]) || (g1 == con->geom[1] && g2 == con->geom[0])) {
      return i;
    }
  }
  return -1;
}

// Pairs whose contact is given by the nearest points of two features.
static int has_features(const mjModel* m, const mjContact* con) {
  static const mjfCollision formulas[] = {
      pair_plane_sphere,  pair_plane_capsule,   pair_plane_box,
      pair_sphere_sphere, pair_sphere_capsule,  pair_sphere_cylinder,
      pair_sphere_box,    pair_capsule_capsule, pair_capsule_box};
  int a = m->geom_type[con->geom[0]], b = m->geom_type[con->geom[1]];
  mjfCollision routine = mjCOLLISIONFUNC[a][b];
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    if (routine == formulas[i]) return 1;
  }
  if (routine == pair_plane_convex) return b != mjGEOM_SDF;
  // the search between shapes with flat faces is exact, and so are its differences; that for curved
  // surfaces ends with errors that differences enlarge, as that from a point to a mesh does
  int curved = a == mjGEOM_ELLIPSOID || a == mjGEOM_CYLINDER || b == mjGEOM_ELLIPSOID ||
               b == mjGEOM_CYLINDER;
  if (routine == pair_height_field) {
    // shapes are grown by the margin there
    return b == mjGEOM_SPHERE || b == mjGEOM_CAPSULE || routine_margin(m, con) == 0;
  }
  // these meet in one point, unless several are asked for
  int several = mjENABLED(mjENBL_MULTICCD) && a != mjGEOM_ELLIPSOID && b != mjGEOM_ELLIPSOID;
  int outside = a == mjGEOM_SPHERE && con->dist > -m->geom_size[3 * con->geom[0]];
  int known = b <= mjGEOM_BOX || (b == mjGEOM_MESH && (curved || outside));
  return routine == pair_convex && known && !several;
}

// --- a plane and a cylinder ---------------------------------------------------------------------
//
// The routine takes points of two discs: with a the axis on its way down to the plane, half its
// half length, r the radius, and b the unit vector along -(n - (n . a) a), which descends most,
//   x = p +- half a + r (y b + z b x a),  (y, z) = (1, 0) on both discs, (-1/2, +-sqrt(3)/2) on the
// lower one.  a turns with the cylinder, db = (1 - b b') d((n . a) a) / |n - (n . a) a|.

typedef struct {
  mjtNum along, y, z;  // multiples of half a, r b and r b x a
} disc_point;

typedef struct {
  mjtNum a[3], b[3], w[3], n[3], half, radius, sine;
} tilted_disc;

static tilted_disc tilted_disc_of(const mjModel* m, const mjData* d, const mjContact* con) {
  int g = con->geom[1];
  const mjtNum* mat = d->geom_xmat + 9 * g;
  tilted_disc t = {.half = m->geom_size[3 * g + 1], .radius = m->geom_size[3 * g]};
  vec3_copy(t.n, con->frame);
  axis_of(t.a, mat, 2);
  if (vec3_dot(t.n, t.a) > 0) vec3_scale(t.a, t.a, -1);
  vec3_scale(t.b, t.a, vec3_dot(t.n, t.a));
  vec3_sub(t.b, t.b, t.n);
  t.sine = sqrt(vec3_dot(t.b, t.b));
  if (t.sine >= mjMINVAL) {
    vec3_scale(t.b, t.b, 1 / t.sine);
  } else {
    // it lies flat: the routine takes an axis of the cylinder
    t.sine = 0;
    axis_of(t.b, mat, 0);
  }
  vec3_cross(t.w, t.b, t.a);
  return t;
}

static void disc_point_offset(const tilted_disc* t, const disc_point* x, mjtNum off[3]) {
  vec3_scale(off, t->a, x->along * t->half);
  vec3_axpy(off, x->y * t->radius, t->b);
  vec3_axpy(off, x->z * t->radius, t->w);
}

// How the offset turns with the cylinder's angular velocity w.
static void disc_point_turn(const tilted_disc* t, const disc_point* x, const mjtNum w[3],
                            mjtNum out[3]) {
  mjtNum da[3], db[3], dw[3], part[3], c = vec3_dot(t->n, t->a);
  vec3_cross(da, w, t->a);
  vec3_cross(db, w, t->b);
  if (t->sine > 0) {
    vec3_scale(db, t->a, vec3_dot(t->n, da));
    vec3_axpy(db, c, da);
    vec3_axpy(db, -vec3_dot(db, t->b), t->b);
    vec3_scale(db, db, 1 / t->sine);
  }
  vec3_cross(dw, db, t->a);
  vec3_cross(part, t->b, da);
  vec3_add(dw, dw, part);
  vec3_scale(out, da, x->along * t->half);
  vec3_axpy(out, x->y * t->radius, db);
  vec3_axpy(out, x->z * t->radius, dw);
}

static void plane_cylinder_slope(const mjModel* m, const mjData* d, const mjContact* con,
                                 contact_slope* out) {
  const mjtNum root = sqrt(3) / 2;
  const disc_point points[] = {{1, 1, 0}, {-1, 1, 0}, {1, -0.5, root}, {1, -0.5, -root}};
  const mjtNum *p = d->geom_xpos + 3 * con->geom[1], *n = con->frame;
  tilted_disc t = tilted_disc_of(m, d, con);
  mjtNum arm[3], off[3], least = INFINITY;
  const disc_point* x = points;
  // the contact lies halfway between the point and the plane
  vec3_sub(arm, con->pos, p);
  for (int i = 0; i < 4; i++) {
    disc_point_offset(&t, points + i, off);
    vec3_axpy(off, -con->dist / 2, n);
    mjtNum away = vec3_distance(off, arm);
    if (away >= least) continue;
    least = away;
    x = points + i;
  }
  vec3_scale(arm, arm, -1);
  *out = (contact_slope){.turns = 1};
  for (int k = 0; k < 6; k++) {
    mjtNum unit[3] = {0}, dx[3], turn[3];
    unit[k % 3] = 1;
    vec3_copy(dx, unit);
    if (k < 3) {
      vec3_cross(dx, unit, arm);
      disc_point_turn(&t, x, unit, turn);
      vec3_add(dx, dx, turn);
    }
    out->dist[k] = vec3_dot(n, dx);
    for (int c = 0; c < 3; c++) out->pos[6 * c + k] = dx[c] - 0.5 * out->dist[k] * n[c];
  }
}

// --- coinciding centres ------------------------------------------------------------------------
//
// Points e_1 = e_2 = e of the cores have no direction between them: pairs of spheres, capsules and
// cylinders take n = z_1 x z_2 / |z_1 x z_2| of the axes of the two geoms, or where these are
// parallel the x axis of the world, which does not turn with anything.  With r = r_1 + dist / 2
//   dist = n . (e_2 - e_1) - r_1 - r_2,   pos = e_1 + r n.
// Apart, the points have a direction of their own: a step is only smooth along motions that keep
// them together.

// 0 unless the contact is one of those.
static int by_axes(const mjModel* m, const mjData* d, const mjContact* con, contact_slope* out) {
  const mjtNum* n = con->frame;
  int g1 = con->geom[0], g2 = con->geom[1];
  mjtNum r1 = m->geom_size[3 * g1], radii = r1 + m->geom_size[3 * g2], z1[3], z2[3], axis[3];
  if (m->geom_type[g1] != mjGEOM_SPHERE && m->geom_type[g1] != mjGEOM_CAPSULE) return 0;
  if (m->geom_type[g2] > mjGEOM_CYLINDER || fabs(con->dist + radii) > 1e-12 * radii) return 0;
  axis_of(z1, d->geom_xmat + 9 * g1, 2);
  axis_of(z2, d->geom_xmat + 9 * g2, 2);
  vec3_cross(axis, z1, z2);
  mjtNum sine = vec3_normalize(axis), reach = r1 + con->dist / 2;
  if (vec3_distance(axis, n) > 1e-9) return 0;
  *out = (contact_slope){.turns = sine >= mjMINVAL};
  if (!out->turns) out->lead = -reach;
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum dn[3] = {0}, unit[3] = {0};
    unit[k % 3] = 1;
    if (k >= 3) out->dist[k] = n[k - 3];
    if (k < 3 && out->turns) {
      vec3_cross(dn, unit, z2);
      vec3_cross(dn, z1, dn);
      vec3_axpy(dn, -vec3_dot(n, dn), n);
      vec3_scale(dn, dn, 1 / sine);
    }
    for (int c = 0; c < 3; c++) {
      out->normal[6 * c + k] = dn[c];
      out->pos[6 * c + k] = reach * dn[c] + 0.5 * out->dist[k] * n[c];
    }
  }
  return 1;
}

// --- all ----------------------------------------------------------------------------------------

// Whether the witness on a geom slides over a smooth surface.
static int is_smooth(const mjModel* m, int geom) {
  int type = m->geom_type[geom];
  return type == mjGEOM_ELLIPSOID || type == mjGEOM_CYLINDER;
}

static void copy_motion(contact_slope* out, int k, const contact_slope* from) {
  out->dist[k] = from->dist[k];
  for (int c = 0; c < 3; c++) {
    out->pos[6 * c + k] = from->pos[6 * c + k];
    out->normal[6 * c + k] = from->normal[6 * c + k];
  }
}

void contact_slope_of(const mjModel* m, mjData* d, const mjContact* con, contact_slope* out) {
  enum { ALL = (1 << MOTIONS) - 1 };
  *out = (contact_slope){.turns = 1};
  if (routine_of(m, con) == pair_plane_cylinder) {
    plane_cylinder_slope(m, d, con, out);
    return;
  }
  int has_form = has_features(m, con);
  // on curved shapes a search ends near the witnesses, and moves as it happens to end
  if (uses_search(m, con) && (is_smooth(m, con->geom[0]) || is_smooth(m, con->geom[1]))) {
    contact_slope form;
    int doubtful = contact_by_differences(m, d, con, ALL, out);
    int known = doubtful && has_form && by_features(m, d, con, &form);
    for (int k = 0; known && k < MOTIONS; k++) {
      if (doubtful & (1 << k)) copy_motion(out, k, &form);
    }
    out->differenced = !known;
    return;
  }
  out->differenced = !has_form || (!by_features(m, d, con, out) && !by_axes(m, d, con, out));
  if (out->differenced) contact_by_differences(m, d, con, ALL, out);
}

void contact_hint(const mjModel* m, const mjData* d, const mjContact* con, mjtNum hint[3],
                  int* turns) {
  const mjtNum* n = con->frame;
  *turns = 0;
  if (con->geom[0] >= 0 && con->geom[1] >= 0 && m->geom_type[con->geom[0]] == mjGEOM_PLANE &&
      m->geom_type[con->geom[1]] == mjGEOM_CAPSULE) {
    axis_of(hint, d->geom_xmat + 9 * con->geom[1], 2);
    // along the normal it is of no use
    if (fabs(vec3_dot(hint, n)) < 1 - mjMINVAL) {
      *turns = 1;
      return;
    }
  }
  int mostly_y = !(n[1] > -0.5 && n[1] < 0.5);
  vec3_set(hint, 0, !mostly_y, mostly_y);
}
