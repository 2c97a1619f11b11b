// Box against box: separating axes, then the incident face clipped against the reference face, or
// two crossing edges.
#include "collision/box_box_newer.h"
#include "collision/pair.h"
#include "collision/primitive.h"
#include "model/level.h"

enum {
  MAX_POINTS = 24,  // 16 edge crossings, 4 corners of each face
};

// Two boxes and the axis on which they overlap least.
typedef struct {
  const mjtNum *pos[2], *mat[2], *size[2];
  mjtNum rel[9];     // R1' R2: row i, column j is axis i of box 1 times axis j of box 2
  mjtNum off[2][3];  // centre of the other box, in the frame of box 1 and of box 2
  mjtNum margin;

  mjtNum overlap;
  int face;  // 0..2 of box 1, 3..5 of box 2, -1: an edge pair
  int edge1, edge2;
  mjtNum axis[3];  // of the edge pair, unit, in the frame of box 1
} box_pair;

// The rectangle of a reference face, seen from outside: frame, half-sizes, height of the box.
typedef struct {
  mjtNum turn[9];  // rows: the axes of this frame in the frame of the box; z is the outward normal
  mjtNum half[3];
} face_frame;

static face_frame face_frame_make(int axis, int positive, const mjtNum size[3]) {
  static const mjtNum turns[6][9] = {
      {0, 0, -1, 0, 1, 0, 1, 0, 0}, {0, 0, 1, 0, 1, 0, -1, 0, 0},   // x: +, -
      {1, 0, 0, 0, 0, -1, 0, 1, 0}, {1, 0, 0, 0, 0, 1, 0, -1, 0},   // y: +, -
      {1, 0, 0, 0, 1, 0, 0, 0, 1},  {-1, 0, 0, 0, 1, 0, 0, 0, -1},  // z: +, -
  };
  face_frame f;
  mat3_copy(f.turn, turns[2 * axis + !positive]);
  mat3_mul_vec(f.half, f.turn, size);
  for (int k = 0; k < 3; k++) f.half[k] = fabs(f.half[k]);
  return f;
}

// From the face's frame (origin in its centre) to the world.
static void face_to_world(mjtNum x[3], const face_frame* f, const mjtNum pos[3],
                          const mjtNum mat[9]) {
  x[2] += f->half[2];
  mat3_tmul_vec(x, f->turn, x);
  mat3_mul_vec(x, mat, x);
  vec3_add(x, x, pos);
}

// Overlap on the face normals: of box 1 for rows, of box 2 for columns.  0 when separated.
static int test_faces(box_pair* b) {
  const mjtNum *s1 = b->size[0], *s2 = b->size[1];
  for (int i = 0; i < 3; i++) {
    const mjtNum* row = b->rel + 3 * i;
    mjtNum c1 = s1[i] - fabs(b->off[0][i]), c2 = s2[i] - fabs(b->off[1][i]);
    for (int j = 0; j < 3; j++) {
      c1 += fabs(row[j]) * s2[j];
      c2 += fabs(b->rel[3 * j + i]) * s1[j];
    }
    if (!(c1 >= -b->margin && c2 >= -b->margin)) return 0;
    if (c1 < b->overlap) {
      b->overlap = c1;
      b->face = i;
    }
    if (c2 < b->overlap) {
      b->overlap = c2;
      b->face = 3 + i;
    }
  }
  return 1;
}

// Overlap on the cross products of edges.  0 when separated.
static int test_edges(box_pair* b) {
  const mjtNum *s1 = b->size[0], *s2 = b->size[1];
  const mjtNum prefer_face = 1 - 1e-12;
  for (int i = 0; i < 3; i++) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; j++) {
      mjtNum y = b->rel[3 * i1 + j], z = b->rel[3 * i2 + j];
      mjtNum length = sqrt(y * y + z * z);
      if (length < mjMINVAL) continue;
      mjtNum axis[3];
      axis[i] = 0;
      axis[i1] = -z / length;
      axis[i2] = y / length;

      mjtNum c =
          s1[i1] * fabs(axis[i1]) + s1[i2] * fabs(axis[i2]) - fabs(vec3_dot(axis, b->off[0]));
      for (int k = 0; k < 3; k++) {
        if (k != j) c += s2[k] * fabs(b->rel[3 * i + 3 - k - j]) / length;
      }
      if (!(c >= -b->margin)) return 0;
      if (c < b->overlap * prefer_face) {
        b->overlap = c;
        b->face = -1;
        b->edge1 = i;
        b->edge2 = j;
        vec3_copy(b->axis, axis);
      }
    }
  }
  return 1;
}

// An edge from a corner of a quadrilateral: origin and direction, projected on the reference face.
typedef struct {
  const mjtNum *origin, *along;
} quad_side;

// Parameters, up to four, at which the edge crosses the border of the rectangle.
static int cross_rectangle(mjtNum tau[4], quad_side side, const mjtNum half[2]) {
  int n = 0;
  for (int axis = 0; axis < 2; axis++) {
    mjtNum along = side.along[axis];
    if (!(fabs(along) > mjMINVAL)) continue;
    for (int end = -1; end <= 1; end += 2) {
      mjtNum t = (end * half[axis] - side.origin[axis]) / along;
      if (!(t >= 0 && t <= 1)) continue;
      mjtNum other = side.origin[1 - axis] + t * side.along[1 - axis];
      if (fabs(other) <= half[1 - axis]) tau[n++] = t;
    }
  }
  return n;
}

static int strictly_inside(const mjtNum x[3], const mjtNum half[2]) {
  return fabs(x[0]) < half[0] && fabs(x[1]) < half[1];
}

// The corners of the rectangle in the order (-,-) (-,+) (+,-) (+,+).
static void rectangle_corner(mjtNum c[2], const mjtNum half[2], int i) {
  c[0] = i & 2 ? half[0] : -half[0];
  c[1] = i & 1 ? half[1] : -half[1];
}

// The part of the incident feature (corner p with ne edges) over the rectangle: up to MAX_POINTS.
static int clip_incident(mjtNum points[MAX_POINTS][3], mjtNum p[3], mjtNum e[2][3], int ne,
                         const mjtNum half[2]) {
  int n = 0;
  mjtNum q[2][3] = {{0}}, far[3], tau[4];
  for (int k = 0; k < ne; k++) vec3_add(q[k], p, e[k]);
  quad_side sides[4] = {{p, e[0]}, {p, e[1]}, {q[0], e[1]}, {q[1], e[0]}};
  int nside = ne == 2 ? 4 : ne;

  for (int k = 0; k < nside; k++) {
    int count = cross_rectangle(tau, sides[k], half);
    for (int i = 0; i < count; i++) {
      vec3_copy(points[n], sides[k].origin);
      vec3_axpy(points[n++], tau[i], sides[k].along);
    }
  }

  if (ne == 2) {
    mjtNum det = e[0][0] * e[1][1] - e[0][1] * e[1][0];
    for (int i = 0; i < 4; i++) {
      mjtNum c[2];
      rectangle_corner(c, half, i);
      mjtNum wx = c[0] - p[0], wy = c[1] - p[1];
      mjtNum a = (wx * e[1][1] - wy * e[1][0]) / det, b = (wy * e[0][0] - wx * e[0][1]) / det;
      if (!(a > 0 && a < 1 && b > 0 && b < 1)) continue;
      vec3_set(points[n++], c[0], c[1], p[2] + a * e[0][2] + b * e[1][2]);
    }
  }

  // the deepest corner stands even outside the rectangle
  vec3_copy(points[n++], p);
  for (int k = 0; k < ne; k++) {
    if (strictly_inside(q[k], half)) vec3_copy(points[n++], q[k]);
  }
  if (ne == 2) {
    vec3_add(far, q[0], e[1]);
    if (strictly_inside(far, half)) vec3_copy(points[n++], far);
  }
  return n;
}

static int face_contacts(const box_pair* b, mjContact* con) {
  int ref = b->face >= 3, axis = b->face % 3;
  const mjtNum *off = b->off[ref], *size = b->size[1 - ref];
  face_frame f = face_frame_make(axis, off[axis] >= 0, b->size[ref]);

  // axes of the incident box in the frame of the face, as columns
  mjtNum u[9], p[3], e[2][3] = {{0}};
  if (ref) {
    mat3_mul_t(u, f.turn, b->rel);
  } else {
    mat3_mul(u, f.turn, b->rel);
  }

  // deepest corner, and the edges from it that run along the face
  mat3_mul_vec(p, f.turn, off);
  p[2] -= f.half[2];
  int ne = 0;
  for (int i = 0; i < 3; i++) {
    mjtNum axis_i[3] = {u[i], u[3 + i], u[6 + i]};
    mjtNum side = axis_i[2] < 0 ? size[i] : -size[i];
    vec3_axpy(p, side, axis_i);
    if (fabs(axis_i[2]) < 0.5 && ne < 2) vec3_scale(e[ne++], axis_i, -2 * side);
  }

  mjtNum points[MAX_POINTS][3], n[3], x[3];
  int npoint = clip_incident(points, p, e, ne, f.half);
  mat3_mul_vec(n, b->mat[ref], f.turn + 6);
  if (ref) vec3_scale(n, n, -1);

  // dist is half the distance to the face: so the reference defines it for these contacts
  int count = 0;
  for (int i = 0; i < npoint; i++) {
    if (!(points[i][2] <= b->margin)) continue;
    vec3_set(x, points[i][0], points[i][1], points[i][2] / 2);
    face_to_world(x, &f, b->pos[ref], b->mat[ref]);
    contact_put(con + count++, points[i][2] / 2, x, n);
  }
  return count;
}

// Contact of two crossing edges: the incident face of box 2 is projected along the axis on a face
// of box 1.
typedef struct {
  face_frame f;
  mjtNum p[4][3];                // corners of the incident face in the frame of the reference face
  mjtNum flat[4][3];             // the same, projected along the axis
  mjtNum e[2][3], flat_e[2][3];  // edges 0-1 and 0-2
  mjtNum height;                 // distance along the axis of a point at z = 1
  mjtNum margin;
} edge_crossing;

// The axis other than `own` that is more nearly parallel to the given edge; ties are resolved as in
// the reference.
static int leaning_axis(int own, const mjtNum* along, int stride) {
  static const int first[3] = {1, 0, 1};
  int a = first[own], b = 3 - own - a;
  return fabs(along[a * stride]) >= fabs(along[b * stride]) ? a : b;
}

// 0 when the axis lies in the reference face.
static int edge_crossing_make(edge_crossing* c, const box_pair* b, int opposite) {
  int i = b->edge1, j = b->edge2;
  unsigned bits1 = 0, bits2 = 0;
  for (int k = 0; k < 3; k++) {
    if (k != i && (b->axis[k] > 0) != opposite) bits1 |= 1u << k;
    if (k != j && ((b->rel[3 * i + 3 - k - j] > 0) ^ opposite ^ (k == (j + 1) % 3))) {
      bits2 |= 1u << k;
    }
  }
  int g = leaning_axis(j, b->rel + 3 * i, 1), g2 = 3 - j - g;
  int face = 3 - i - leaning_axis(i, b->rel + j, 3);
  c->f = face_frame_make(face, bits1 >> face & 1, b->size[0]);

  mjtNum u[9], centre[3], axis[3];
  mat3_mul(u, c->f.turn, b->rel);
  mat3_mul_vec(centre, c->f.turn, b->off[0]);
  centre[2] -= c->f.half[2];
  mat3_mul_vec(axis, c->f.turn, b->axis);
  if (fabs(axis[2]) < mjMINVAL) return 0;
  c->height = (opposite ? -1 : 1) / axis[2];

  const mjtNum* s = b->size[1];
  for (int k = 0; k < 4; k++) {
    mjtNum along[3];
    along[j] = k & 1 ? -s[j] : s[j];
    along[g] = ((bits2 >> g & 1) != (unsigned)(k >> 1)) ? s[g] : -s[g];
    along[g2] = bits2 >> g2 & 1 ? s[g2] : -s[g2];
    mat3_mul_vec(c->p[k], u, along);
    vec3_add(c->p[k], c->p[k], centre);
    vec3_copy(c->flat[k], c->p[k]);
    vec3_axpy(c->flat[k], -c->p[k][2] / axis[2], axis);
  }
  for (int k = 0; k < 2; k++) {
    vec3_sub(c->e[k], c->p[k + 1], c->p[0]);
    vec3_sub(c->flat_e[k], c->flat[k + 1], c->flat[0]);
  }
  c->margin = b->margin;
  return 1;
}

typedef struct {
  mjtNum x[3], dist;
} crossing_point;

static void put_crossing(crossing_point* out, const mjtNum a[3], const mjtNum b[3], mjtNum dist) {
  vec3_add(out->x, a, b);
  vec3_scale(out->x, out->x, 0.5);
  out->dist = dist;
}

// Intersections of the projected incident face's border with the border of the rectangle.
static int cross_borders(const edge_crossing* c, crossing_point* out) {
  const int from[4] = {0, 0, 1, 2}, edge[4] = {0, 1, 1, 0};
  int n = 0;
  for (int k = 0; k < 4; k++) {
    mjtNum tau[4];
    quad_side side = {c->flat[from[k]], c->flat_e[edge[k]]};
    int count = cross_rectangle(tau, side, c->f.half);
    for (int i = 0; i < count; i++) {
      mjtNum above[3], below[3];
      vec3_copy(above, c->p[from[k]]);
      vec3_axpy(above, tau[i], c->e[edge[k]]);
      vec3_copy(below, side.origin);
      vec3_axpy(below, tau[i], side.along);
      below[2] = 0;
      mjtNum dist = above[2] * c->height;
      if (dist <= c->margin) put_crossing(out + n++, above, below, dist);
    }
  }
  return n;
}

// Corners of the rectangle inside the incident face; crossed: whether borders intersect.
static int cross_corners(const edge_crossing* c, crossing_point* out, int crossed) {
  int n = 0;
  mjtNum det = c->flat_e[0][0] * c->flat_e[1][1] - c->flat_e[1][0] * c->flat_e[0][1];
  for (int i = 0; i < 4; i++) {
    mjtNum corner[3] = {0}, touch[3];
    rectangle_corner(corner, c->f.half, i);
    mjtNum wx = corner[0] - c->flat[0][0], wy = corner[1] - c->flat[0][1];
    mjtNum a = (wx * c->flat_e[1][1] - wy * c->flat_e[1][0]) / det;
    mjtNum b = (wy * c->flat_e[0][0] - wx * c->flat_e[0][1]) / det;
    int out_a = !(a >= 0 && a <= 1), out_b = !(b >= 0 && b <= 1);
    if (crossed ? out_a || out_b : out_a && out_b) continue;

    a = clamp(a, 0, 1);
    b = clamp(b, 0, 1);
    vec3_scale(touch, c->p[0], 1 - a - b);
    vec3_axpy(touch, a, c->p[1]);
    vec3_axpy(touch, b, c->p[2]);
    mjtNum dist = vec3_distance(corner, touch);
    // the following corners use this square instead of the determinant: an error of the reference
    // that determines which contacts exist
    det = dist * dist;
    if (touch[2] > 0 && det > c->margin * c->margin) continue;
    put_crossing(out + n++, corner, touch, touch[2] < 0 ? -dist : dist);
  }
  return n;
}

// Corners of the incident face inside the rectangle; found: whether corners of the rectangle were
// used.
static int cross_vertices(const edge_crossing* c, crossing_point* out, int crossed, int found) {
  int n = 0;
  const mjtNum* half = c->f.half;
  for (int k = 0; k < 4; k++) {
    const mjtNum *p = c->p[k], *flat = c->flat[k];
    int out_x = fabs(flat[0]) > half[0], out_y = fabs(flat[1]) > half[1];
    if (crossed ? out_x || out_y : found && out_x && out_y) continue;

    mjtNum on_face[3] = {clamp(flat[0], -half[0], half[0]), clamp(flat[1], -half[1], half[1]), 0};
    mjtNum dx = flat[0] - on_face[0], dy = flat[1] - on_face[1], dz = p[2] * c->height;
    mjtNum dist2 = dx * dx + dy * dy + dz * dz;
    if (p[2] > 0 && dist2 > c->margin * c->margin) continue;
    mjtNum dist = sqrt(dist2);
    put_crossing(out + n++, on_face, p, p[2] < 0 ? -dist : dist);
  }
  return n;
}

static int edge_contacts(const box_pair* b, mjContact* con) {
  int opposite = vec3_dot(b->off[0], b->axis) < 0;
  edge_crossing c;
  if (!edge_crossing_make(&c, b, opposite)) return 0;

  crossing_point points[MAX_POINTS];
  int crossed = cross_borders(&c, points);
  int found = crossed + cross_corners(&c, points + crossed, crossed);
  int count = found + cross_vertices(&c, points + found, crossed, found);

  mjtNum n[3];
  mat3_mul_vec(n, b->mat[0], b->axis);
  if (opposite) vec3_scale(n, n, -1);
  for (int i = 0; i < count; i++) {
    face_to_world(points[i].x, &c.f, b->pos[0], b->mat[0]);
    contact_put(con + i, points[i].dist, points[i].x, n);
  }
  return count;
}

int pair_box_box(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin) {
  if (level_has(m, engLEVEL_BOXBOX)) return box_box_newer(m, d, con, g1, g2, margin);
  const int geom[2] = {g1, g2};
  box_pair b = {.margin = margin, .face = -1};
  mjtNum off[3], reach = 0;
  for (int k = 0; k < 2; k++) {
    b.pos[k] = d->geom_xpos + 3 * geom[k];
    b.mat[k] = d->geom_xmat + 9 * geom[k];
    b.size[k] = m->geom_size + 3 * geom[k];
    reach += b.size[k][0] + b.size[k][1] + b.size[k][2];
  }
  vec3_sub(off, b.pos[1], b.pos[0]);
  mat3_tmul_vec(b.off[0], b.mat[0], off);
  vec3_scale(off, off, -1);
  mat3_tmul_vec(b.off[1], b.mat[1], off);
  mat3_tmul(b.rel, b.mat[0], b.mat[1]);
  b.overlap = margin + 3 * reach;

  if (!test_faces(&b) || !test_edges(&b)) return 0;
  return b.face >= 0 ? face_contacts(&b, con) : edge_contacts(&b, con);
}

enum { OUTSIDE, BETWEEN, INSIDE };

// Classifies x relative to the box enlarged by margin, with a tolerance of one percent.
static int classify(const mjtNum x[3], const mjtNum pos[3], const mjtNum mat[9],
                    const mjtNum size[3], mjtNum margin) {
  const mjtNum ratio = 1.01;
  mjtNum local[3];
  vec3_sub(local, x, pos);
  mat3_tmul_vec(local, mat, local);
  int inside = 1;
  for (int k = 0; k < 3; k++) {
    mjtNum half = size[k] + margin, r = fabs(local[k]);
    if (r > ratio * half) return OUTSIDE;
    if (!(r < half / ratio)) inside = 0;
  }
  return inside ? INSIDE : BETWEEN;
}

int box_box_filter(const mjModel* m, const mjData* d, mjContact* con, int ncon, const int geom[2],
                   mjtNum margin) {
  if (level_has(m, engLEVEL_BOXBOX)) return ncon;
  unsigned char drop[mjMAXCONPAIR] = {0};
  int g1 = geom[0], g2 = geom[1];
  for (int i = 0; i < ncon; i++) {
    int at1 = classify(con[i].pos, d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1,
                       m->geom_size + 3 * g1, margin);
    int at2 = classify(con[i].pos, d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2,
                       m->geom_size + 3 * g2, margin);
    drop[i] = (at1 == OUTSIDE && at2 != INSIDE) || (at2 == OUTSIDE && at1 != INSIDE);
  }
  for (int i = 0; i < ncon; i++) {
    for (int j = i + 1; j < ncon && !drop[i]; j++) {
      drop[i] = !drop[j] && con[i].pos[0] == con[j].pos[0] && con[i].pos[1] == con[j].pos[1] &&
                con[i].pos[2] == con[j].pos[2];
    }
  }
  int count = 0;
  for (int i = 0; i < ncon; i++) {
    if (drop[i]) continue;
    if (i != count) con[count] = con[i];
    count++;
  }
  return count;
}
