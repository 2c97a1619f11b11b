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
// All other pairs, and what is singular: centred differences of the routine of the pair over the
// six motions of geom 2.
#include "collision/contact_slope.h"

#include <engine/base.h>
#include <engine/collision.h>
#include <engine/model.h>

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
  mjtNum e[3];  // CURVE
  mjtNum k[3];
  mjtNum K[9];  // SMOOTH
} feature;

static void axis_of(mjtNum r[3], const mjtNum mat[9], int k) {
  vec3_set(r, mat[k], mat[3 + k], mat[6 + k]);
}

// How exactly a routine finds witnesses, relative to the sizes of shapes, and the normal: those
// with a formula to rounding, those that search to about the square root of their tolerance.
static const mjtNum exact = 1e-9, searched = 1e-5;

static int is_across(const mjtNum a[3], const mjtNum n[3]) {
  return fabs(vec3_dot(a, n)) < searched;
}

// Is n the direction a, or the opposite one?
static int is_along(const mjtNum a[3], const mjtNum n[3]) {
  return fabs(vec3_dot(a, n)) > 1 - searched * searched;
}

static feature capsule_feature(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                               const mjtNum inner[3]) {
  feature f = {.kind = CURVE, .radius = size[0]};
  mjtNum off[3];
  axis_of(f.e, mat, 2);
  vec3_sub(off, inner, pos);
  mjtNum along = vec3_dot(f.e, off);
  if (fabs(along) > size[1] * (1 - 1e-7)) {
    f.kind = VERTEX;
    along = along > 0 ? size[1] : -size[1];
  }
  vec3_copy(f.witness, pos);
  vec3_axpy(f.witness, along, f.e);
  return f;
}

// The point x in the frame of the geom lies on as many faces as its coordinates are extreme.
static feature box_feature(const mjtNum mat[9], const mjtNum size[3], const mjtNum x[3],
                           const mjtNum n[3], mjtNum tolerance) {
  feature f = {.kind = FACE};
  int faces = 0, inside = 0, face = 0;
  for (int k = 0; k < 3; k++) {
    if (fabs(fabs(x[k]) - size[k]) < tolerance * (size[0] + size[1] + size[2])) {
      faces++;
      face = k;
    } else {
      inside = k;
    }
  }
  if (faces == 3) f.kind = VERTEX;
  if (faces == 2) {
    f.kind = CURVE;
    axis_of(f.e, mat, inside);
  }
  if (faces <= 1) {
    mjtNum normal[3];
    axis_of(normal, mat, face);
    if (faces == 0 || !is_along(normal, n)) f.kind = UNKNOWN;
  }
  return f;
}

// Of the level set of F(x) = sum (x_k / s_k)^2: K = P (hess F) P / |grad F|.
static feature ellipsoid_feature(const mjtNum mat[9], const mjtNum size[3], const mjtNum x[3]) {
  feature f = {.kind = SMOOTH};
  mjtNum n[3], local[9], t[9];
  for (int k = 0; k < 3; k++) n[k] = x[k] / (size[k] * size[k]);
  mjtNum length = vec3_normalize(n);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      mjtNum sum = 0;
      for (int c = 0; c < 3; c++) {
        sum += ((i == c) - n[i] * n[c]) * ((k == c) - n[k] * n[c]) / (size[c] * size[c]);
      }
      local[3 * i + k] = sum / fmax(mjMINVAL, length);
    }
  }
  mat3_mul(t, mat, local);
  mat3_mul_t(f.K, t, mat);
  return f;
}

static feature cylinder_feature(const mjtNum mat[9], const mjtNum size[3], const mjtNum x[3],
                                const mjtNum n[3], mjtNum relative) {
  feature f = {.kind = UNKNOWN};
  mjtNum radial[3] = {x[0], x[1], 0}, axis[3], around[3],
         tolerance = relative * (size[0] + size[1]);
  mjtNum rho = vec3_normalize(radial);
  int on_cap = fabs(fabs(x[2]) - size[1]) < tolerance, on_side = fabs(rho - size[0]) < tolerance;
  axis_of(axis, mat, 2);
  mat3_mul_vec(radial, mat, radial);
  vec3_cross(around, axis, radial);
  if (on_cap && on_side) {
    f.kind = CURVE;
    vec3_copy(f.e, around);
    vec3_scale(f.k, radial, -1 / size[0]);
  } else if (on_cap && is_along(axis, n)) {
    f.kind = FACE;
  } else if (on_side && is_across(axis, n)) {
    f.kind = SMOOTH;
    for (int i = 0; i < 9; i++) f.K[i] = around[i / 3] * around[i % 3] / size[0];
  }
  return f;
}

// The feature of a triangle on which x lies, with the outward normal n, all in its frame; its face
// alone, or also its edges and corners.
static feature triangle_feature(const mjtNum t[3][3], const mjtNum x[3], const mjtNum n[3],
                                int corners) {
  feature f = {.kind = UNKNOWN};
  mjtNum side[3][3], normal[3];
  for (int i = 0; i < 3; i++) vec3_sub(side[i], t[(i + 1) % 3], t[i]);
  mjtNum tolerance = searched * (vec3_norm(side[0]) + vec3_norm(side[1]));
  vec3_cross(normal, side[0], side[1]);
  vec3_normalize(normal);
  if (is_along(normal, n)) f.kind = FACE;
  if (!corners) return f;
  for (int i = 0; i < 3; i++) {
    if (vec3_distance(t[i], x) >= tolerance) continue;
    f.kind = VERTEX;
    return f;
  }
  for (int i = 0; i < 3; i++) {
    mjtNum off[3], length = vec3_normalize(side[i]);
    vec3_sub(off, x, t[i]);
    mjtNum along = vec3_dot(off, side[i]);
    vec3_axpy(off, -along, side[i]);
    if (vec3_norm(off) >= tolerance || along < 0 || along > length) continue;
    f.kind = CURVE;
    vec3_copy(f.e, side[i]);
    return f;
  }
  return f;
}

// Of a height field, in axes of the world.
static feature height_field_feature(const mjModel* m, int geom, const mjtNum mat[9],
                                    const mjtNum x[3], const mjtNum n[3], int corners) {
  feature f = {.kind = UNKNOWN};
  mjtNum t[2][3][3], local[3];
  mat3_tmul_vec(local, mat, n);
  if (!height_field_triangles(m, geom, x, t)) return f;
  for (int k = 0; k < 2 && f.kind == UNKNOWN; k++) {
    f = triangle_feature((const mjtNum(*)[3])t[k], x, local, corners);
  }
  mat3_mul_vec(f.e, mat, f.e);
  return f;
}

// Of a convex mesh: what is farthest along its outward normal, one vertex, an edge or a face.
static feature mesh_feature(const mjModel* m, int geom, const mjtNum mat[9], const mjtNum n[3]) {
  feature f = {.kind = UNKNOWN};
  int mesh = m->geom_dataid[geom], first = -1, count = 0;
  const float* vert = m->mesh_vert + 3 * (size_t)m->mesh_vertadr[mesh];
  mjtNum local[3], most = -INFINITY, from[3] = {0}, longest = 0;
  mjtNum tolerance = 1e-7 * m->geom_rbound[geom];
  if (geom_parts(m, geom, &first)) return f;
  mat3_tmul_vec(local, mat, n);
  for (int i = 0; i < m->mesh_vertnum[mesh]; i++) {
    most = fmax(most,
                local[0] * vert[3 * i] + local[1] * vert[3 * i + 1] + local[2] * vert[3 * i + 2]);
  }
  for (int i = 0; i < m->mesh_vertnum[mesh]; i++) {
    const mjtNum x[3] = {vert[3 * i], vert[3 * i + 1], vert[3 * i + 2]};
    if (vec3_dot(local, x) < most - tolerance) continue;
    mjtNum off[3], across[3];
    vec3_sub(off, x, from);
    mjtNum length = vec3_normalize(off);
    if (count++ == 0) {
      vec3_copy(from, x);
      f.kind = VERTEX;
      continue;
    }
    vec3_cross(across, off, f.e);
    if (f.kind == VERTEX && length > tolerance) {
      f.kind = CURVE;
      longest = length;
      vec3_copy(f.e, off);
    } else if (f.kind == CURVE && vec3_norm(across) * fmax(length, longest) > tolerance) {
      f.kind = FACE;
    }
  }
  mat3_mul_vec(f.e, mat, f.e);
  return f;
}

// The feature of one side; out is 1 for geom 1, whose outside the normal points to, -1 for geom 2.
static feature feature_of(const mjModel* m, const mjData* d, const mjContact* con, int side) {
  int g = con->geom[side], type = m->geom_type[g];
  const mjtNum *pos = d->geom_xpos + 3 * g, *mat = d->geom_xmat + 9 * g, *n = con->frame;
  const mjtNum* size = m->geom_size + 3 * g;
  mjtNum out = side ? -1 : 1, surface[3], inner[3], local[3];
  vec3_copy(surface, con->pos);
  vec3_axpy(surface, -out * con->dist / 2, n);
  vec3_sub(local, surface, pos);
  mat3_tmul_vec(local, mat, local);
  mjfCollision routine = mjCOLLISIONFUNC[m->geom_type[con->geom[0]]][m->geom_type[con->geom[1]]];
  int searches = routine == pair_convex || routine == pair_height_field;
  mjtNum tolerance = searches ? searched : exact;
  feature f = {.kind = UNKNOWN};
  switch (type) {
    case mjGEOM_PLANE: f.kind = FACE; break;
    case mjGEOM_HFIELD:
      // shapes without curved surfaces are differenced where they touch edges, see has_features
      f = height_field_feature(m, g, mat, local, n, m->geom_type[con->geom[1]] > mjGEOM_CAPSULE);
      break;
    case mjGEOM_SPHERE:
      f.kind = VERTEX;
      f.radius = size[0];
      vec3_copy(f.witness, pos);
      return f;
    case mjGEOM_CAPSULE:
      vec3_copy(inner, surface);
      vec3_axpy(inner, -out * size[0], n);
      f = capsule_feature(pos, mat, size, inner);
      if (f.kind == CURVE && !is_across(f.e, n)) f.kind = UNKNOWN;
      return f;
    case mjGEOM_BOX: f = box_feature(mat, size, local, n, tolerance); break;
    case mjGEOM_ELLIPSOID: f = ellipsoid_feature(mat, size, local); break;
    case mjGEOM_CYLINDER: f = cylinder_feature(mat, size, local, n, tolerance); break;
    // a plane meets vertices of meshes
    case mjGEOM_MESH:
      if (m->geom_type[con->geom[0]] == mjGEOM_PLANE) {
        f.kind = VERTEX;
      } else {
        mjtNum outward[3];
        vec3_scale(outward, n, out);
        f = mesh_feature(m, g, mat, outward);
      }
      break;
    default: break;
  }
  if (f.kind == CURVE && !is_across(f.e, n)) f.kind = UNKNOWN;
  vec3_copy(f.witness, surface);
  return f;
}

// --- equations ----------------------------------------------------------------------------------

enum { UNKNOWNS = 6, MOTIONS = 6 };

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
  const mjContact* con;
  feature f[2];
  int first[2];  // unknown: first slide of a side; the turn of n along t1, t2 comes first
  mjtNum turn[MOTIONS][3];  // w x n of geom 2
  mjtNum move[MOTIONS][3];  // velocity of its witness
} witness_pair;

static const mjtNum* tangent(const witness_pair* w, int k) { return w->con->frame + 3 * (k + 1); }

// What a side demands of the turn of the normal.
static void add_side(const witness_pair* w, int side, equations* q) {
  const feature* f = &w->f[side];
  int n = slides(f->kind), at = w->first[side];
  for (int r = 0; r < n; r++) {
    mjtNum* row = q->a[q->rows++];
    const mjtNum* along = f->kind == CURVE ? f->e : tangent(w, r);
    for (int k = 0; k < 2; k++) row[k] = vec3_dot(along, tangent(w, k));
    if (f->kind == CURVE) row[at] = vec3_dot(w->con->frame, f->k);
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

static void add_meeting(const witness_pair* w, mjtNum apart, equations* q) {
  for (int r = 0; r < 2; r++) {
    mjtNum* row = q->a[q->rows++];
    row[r] = apart;
    for (int side = 0; side < 2; side++) {
      for (int k = 0; k < slides(w->f[side].kind); k++) {
        row[w->first[side] + k] = (side ? -1 : 1) * vec3_dot(tangent(w, r), slide_of(w, side, k));
      }
    }
    for (int k = 0; k < MOTIONS; k++) row[q->n + k] = vec3_dot(tangent(w, r), w->move[k]);
  }
}

static void store(const witness_pair* w, const equations* q, contact_slope* out) {
  const mjContact* con = w->con;
  const mjtNum* n = con->frame;
  vec3_zero(out->dist);
  vec3_copy(out->dist + 3, n);
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum dn[3] = {0}, dp[3] = {0};
    for (int r = 0; r < 2; r++) vec3_axpy(dn, q->a[r][q->n + k], tangent(w, r));
    for (int r = 0; r < slides(w->f[0].kind); r++) {
      vec3_axpy(dp, q->a[w->first[0] + r][q->n + k], slide_of(w, 0, r));
    }
    vec3_axpy(dp, out->dist[k] / 2, n);
    vec3_axpy(dp, w->f[0].radius + con->dist / 2, dn);
    for (int c = 0; c < 3; c++) {
      out->normal[6 * c + k] = dn[c];
      out->pos[6 * c + k] = dp[c];
    }
  }
}

// A point of geom 2 over a plane face of geom 1, which keeps the normal:
//   d pos = u - n (n . u) / 2  with u the velocity of the point.
static void store_point_on_face(const mjContact* con, const mjtNum point[3], contact_slope* out) {
  const mjtNum* n = con->frame;
  mjtNum arm[3];
  vec3_sub(arm, point, con->pos);
  *out = (contact_slope){0};
  vec3_copy(out->dist + 3, n);
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum unit[3] = {0}, u[3];
    unit[k % 3] = 1;
    vec3_copy(u, unit);
    if (k < 3) vec3_cross(u, unit, arm);
    vec3_axpy(u, -0.5 * vec3_dot(n, u), n);
    for (int c = 0; c < 3; c++) out->pos[6 * c + k] = u[c];
  }
}

// 0 when the features are not known or parallel.
static int by_features(const mjModel* m, const mjData* d, const mjContact* con,
                       contact_slope* out) {
  witness_pair w = {.con = con};
  equations q = {.rows = 0, .n = 2};
  for (int side = 0; side < 2; side++) {
    w.f[side] = feature_of(m, d, con, side);
    if (w.f[side].kind == UNKNOWN) return 0;
    w.first[side] = q.n;
    q.n += slides(w.f[side].kind);
  }
  if (w.f[0].kind == FACE && w.f[1].kind == VERTEX) {
    store_point_on_face(con, w.f[1].witness, out);
    return 1;
  }
  // two curves of which one bounds a face across the normal are cut off by it, not touching
  int capsule_on_box =
      m->geom_type[con->geom[1]] == mjGEOM_BOX && m->geom_type[con->geom[0]] == mjGEOM_CAPSULE;
  if (capsule_on_box && w.f[0].kind == CURVE) {
    for (int k = 0; k < 3; k++) {
      mjtNum face[3];
      axis_of(face, d->geom_xmat + 9 * con->geom[1], k);
      if (fabs(vec3_dot(face, con->frame)) > 1 - 1e-9) return 0;
    }
  }
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum unit[3] = {0}, arm[3];
    unit[k % 3] = 1;
    vec3_sub(arm, w.f[1].witness, con->pos);
    vec3_zero(w.turn[k]);
    if (k < 3) {
      vec3_cross(w.turn[k], unit, con->frame);
      vec3_cross(w.move[k], unit, arm);
    } else {
      vec3_copy(w.move[k], unit);
    }
  }
  add_side(&w, 0, &q);
  add_side(&w, 1, &q);
  add_meeting(&w, con->dist + w.f[0].radius + w.f[1].radius, &q);
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

// The margin that the pipeline gives the routine: shapes may be inflated by it.
static mjtNum routine_margin(const mjModel* m, const mjContact* con) {
  int pair = contact_pair(m, con);
  return pair >= 0 ? pair_reach(m, pair) : geom_reach(m, con->geom[0], con->geom[1]);
}

// Pairs whose routine finds just that: the witnesses of two features.
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
    return b == mjGEOM_SPHERE || b == mjGEOM_CAPSULE || (curved && routine_margin(m, con) == 0);
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
  *out = (contact_slope){0};
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

// --- differences --------------------------------------------------------------------------------

static mjfCollision routine_of(const mjModel* m, const mjContact* con) {
  return mjCOLLISIONFUNC[m->geom_type[con->geom[0]]][m->geom_type[con->geom[1]]];
}

// Whether the witness on a geom slides over a smooth surface.
static int is_smooth(const mjModel* m, int geom) {
  int type = m->geom_type[geom];
  return type == mjGEOM_ELLIPSOID || type == mjGEOM_CYLINDER;
}

typedef struct {
  const mjModel* m;
  mjData* d;
  const mjContact* con;
  mjContact* room;  // mjMAXCONPAIR
  mjtNum margin, reach;
} prober;

// What the routine makes of the contact as the geoms are now: dist, pos, normal.  0 when it has
// gone.
static int probe(const prober* p, mjtNum out[7]) {
  const mjModel* m = p->m;
  const mjContact* con = p->con;
  int g1 = con->geom[0], g2 = con->geom[1], best = -1;
  mjfCollision routine = routine_of(m, con);
  int n = routine(m, p->d, p->room, g1, g2, p->margin);
  if (routine == pair_box_box && n) n = box_box_filter(m, p->d, p->room, n, con->geom, p->margin);
  mjtNum least = p->reach;
  for (int i = 0; i < n; i++) {
    mjtNum away =
        vec3_distance(p->room[i].pos, con->pos) + vec3_distance(p->room[i].frame, con->frame);
    if (away < least) {
      least = away;
      best = i;
    }
  }
  if (best < 0) return 0;
  out[0] = p->room[best].dist;
  vec3_copy(out + 1, p->room[best].pos);
  vec3_copy(out + 4, p->room[best].frame);
  vec3_normalize(out + 4);
  return 1;
}

// Turn geom 2 about the contact's position, or move it, by eps along motion k.
static void nudge(const prober* p, int k, mjtNum eps, const mjtNum pos[3], const mjtNum mat[9]) {
  int g = p->con->geom[1];
  mjtNum *x = p->d->geom_xpos + 3 * g, *R = p->d->geom_xmat + 9 * g;
  mjtNum unit[3] = {0}, turn[9], arm[3];
  unit[k % 3] = 1;
  if (k >= 3) {
    vec3_copy(x, pos);
    vec3_axpy(x, eps, unit);
    return;
  }
  mjtNum c = cos(eps), s = sin(eps);
  int i = (k + 1) % 3, j = (k + 2) % 3;
  mat3_unit(turn);
  turn[4 * i] = turn[4 * j] = c;
  turn[3 * i + j] = -s;
  turn[3 * j + i] = s;
  mat3_mul(R, turn, mat);
  vec3_sub(arm, pos, p->con->pos);
  mat3_mul_vec(x, turn, arm);
  vec3_add(x, x, p->con->pos);
}

// The change of dist, pos and normal with motion k, by a centred quotient.
static void quotient(const prober* p, int k, mjtNum eps, mjtNum out[7]) {
  const mjContact* con = p->con;
  mjtNum *x = p->d->geom_xpos + 3 * con->geom[1], *R = p->d->geom_xmat + 9 * con->geom[1];
  mjtNum pos[3], mat[9], plus[7], minus[7];
  vec3_copy(pos, x);
  mat3_copy(mat, R);
  nudge(p, k, eps, pos, mat);
  int forward = probe(p, plus);
  nudge(p, k, -eps, pos, mat);
  int backward = probe(p, minus);
  vec3_copy(x, pos);
  mat3_copy(R, mat);
  mjtNum now[7] = {con->dist}, scale = 1 / ((forward + backward ? forward + backward : 1) * eps);
  vec3_copy(now + 1, con->pos);
  vec3_copy(now + 4, con->frame);
  if (!forward) memcpy(plus, now, sizeof now);
  if (!backward) memcpy(minus, now, sizeof now);
  for (int c = 0; c < 7; c++) out[c] = (plus[c] - minus[c]) * scale;
}

// Half of the digits go to the nudge.  The search for witnesses on smooth shapes leaves errors of
// 1e-9 to 1e-7 in the normal, against which it must be large: then the error of second order is
// taken out.
static void by_differences(const mjModel* m, mjData* d, const mjContact* con, contact_slope* out) {
  mj_markStack(d);
  mjfCollision routine = routine_of(m, con);
  int searches = routine == pair_convex || routine == pair_height_field;
  int smooth = searches && (is_smooth(m, con->geom[0]) || is_smooth(m, con->geom[1]));
  prober p = {m,
              d,
              con,
              mj_stackAllocByte(d, sizeof(mjContact) * mjMAXCONPAIR, _Alignof(mjContact)),
              routine_margin(m, con),
              1e-2};
  for (int k = 0; k < MOTIONS; k++) {
    mjtNum s[7], wide[7];
    if (smooth) {
      quotient(&p, k, 4e-4, wide);
      quotient(&p, k, 2e-4, s);
      for (int c = 0; c < 7; c++) s[c] += (s[c] - wide[c]) / 3;
    } else {
      quotient(&p, k, 1e-6, s);
    }
    out->dist[k] = s[0];
    for (int c = 0; c < 3; c++) {
      out->pos[6 * c + k] = s[1 + c];
      out->normal[6 * c + k] = s[4 + c];
    }
  }
  mj_freeStack(d);
}

void contact_slope_of(const mjModel* m, mjData* d, const mjContact* con, contact_slope* out) {
  if (routine_of(m, con) == pair_plane_cylinder) {
    plane_cylinder_slope(m, d, con, out);
    return;
  }
  out->differenced = !has_features(m, con) || !by_features(m, d, con, out);
  if (out->differenced) by_differences(m, d, con, out);
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
