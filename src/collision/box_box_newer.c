// Box against box as since 3.12: the axis of largest separation, then either two crossing edges, or
// the face of one box clipped against the face of the other.
//
// The separation along a unit axis is the gap between the projections of the boxes, negative where
// they overlap. Computations are in the frame of box 1, clipping in that of the box with the
// reference face.
#include "collision/box_box_newer.h"

#include "collision/primitive.h"

typedef struct {
  const mjtNum *pos, *mat, *size;
} placed_box;

typedef struct {
  placed_box a, b;
  mjtNum rel[9];   // Ra' Rb: row i, column j is axis i of a times axis j of b
  mjtNum to_b[3];  // centre of b in the frame of a
  mjtNum to_a[3];  // and that of a in the frame of b
  mjtNum margin;
  mjtNum tolerance;  // the margin and what rounding may add to it
} posed_boxes;

typedef struct {
  mjtNum separation;
  int axis;          // 0..2 of box a, 3..5 of box b; 3 i + j of the product of edges i and j
  mjtNum normal[3];  // of an edge pair, unit, in the frame of a
} best_axis;

enum { MAX_CORNERS = 8 };  // a quadrilateral cut by four lines

// The separation on the normals of faces; 0 when the boxes are apart.
static int test_faces(const posed_boxes* p, best_axis* best) {
  best->separation = -HUGE_VAL;
  best->axis = 0;
  for (int i = 0; i < 6; i++) {
    int k = i % 3;
    const placed_box *own = i < 3 ? &p->a : &p->b, *other = i < 3 ? &p->b : &p->a;
    mjtNum s = fabs((i < 3 ? p->to_b : p->to_a)[k]) - own->size[k];
    for (int j = 0; j < 3; j++) {
      s -= fabs(i < 3 ? p->rel[3 * k + j] : p->rel[3 * j + k]) * other->size[j];
    }
    if (!(s <= p->tolerance)) return 0;
    if (s > best->separation) {
      best->separation = s;
      best->axis = i;
    }
  }
  return 1;
}

// The same for cross products of edges; only separations larger than that of the faces count.
static int test_edges(const posed_boxes* p, mjtNum face, best_axis* best) {
  const mjtNum parallel = 1e-16, tie = 1e-6;
  best->separation = -1e10;
  best->axis = -1;
  for (int i = 0; i < 3; i++) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; j++) {
      mjtNum n[3] = {0}, x = -p->rel[3 * i2 + j], y = p->rel[3 * i1 + j];
      mjtNum square = x * x + y * y;
      if (square < parallel) continue;
      n[i1] = x / sqrt(square);
      n[i2] = y / sqrt(square);
      mjtNum s = fabs(vec3_dot(p->to_b, n)), shadow[3];
      mat3_tmul_vec(shadow, p->rel, n);
      for (int k = 0; k < 3; k++) s -= p->a.size[k] * fabs(n[k]) + p->b.size[k] * fabs(shadow[k]);
      if (!(s <= p->tolerance)) return 0;
      if (s - tie * fabs(s) > best->separation && s > face) {
        best->separation = s;
        best->axis = 3 * i + j;
        vec3_copy(best->normal, n);
      }
    }
  }
  return 1;
}

// An edge axis that is nearly parallel to the face normal and hardly better is not used, since a
// face gives more contacts.
static int edge_wins(const posed_boxes* p, const best_axis* face, const best_axis* edge) {
  if (edge->axis < 0) return 0;
  const mjtNum same_direction = 0.99, hardly = 0.05;
  int k = face->axis % 3;
  mjtNum along = edge->normal[k];
  if (face->axis >= 3) {
    const mjtNum column[3] = {p->rel[k], p->rel[3 + k], p->rel[6 + k]};
    along = vec3_dot(edge->normal, column);
  }
  mjtNum enough = face->separation + hardly * fabs(face->separation) + mjMINVAL;
  return !(fabs(along) > same_direction && edge->separation < enough);
}

// --- edges --------------------------------------------------------------------------------------

// Midpoints of the edges parallel to an axis that are extreme along n: two where n is nearly
// orthogonal to a face.
typedef struct {
  mjtNum middle[2][3];
  int n;
} edge_choice;

static edge_choice choose_edge(int axis, const mjtNum size[3], const mjtNum n[3]) {
  const mjtNum undecided = 1e-9;
  edge_choice c = {.n = 1};
  int doubt = -1;
  for (int k = 1; k < 3; k++) {
    int i = (axis + k) % 3;
    c.middle[0][i] = n[i] > 0 ? size[i] : -size[i];
    if (doubt < 0 && fabs(n[i]) < undecided) doubt = i;
  }
  vec3_copy(c.middle[1], c.middle[0]);
  if (doubt < 0) return c;
  c.n = 2;
  c.middle[1][doubt] = -c.middle[0][doubt];
  return c;
}

typedef struct {
  mjtNum middle[3], along[3], half;
} box_edge;

// The points of two segments that are closest to each other; returns their distance.
static mjtNum closest_points(const box_edge* p, const box_edge* q, mjtNum at_p[3], mjtNum at_q[3]) {
  mjtNum e[3], b = vec3_dot(p->along, q->along), s = 0, t;
  vec3_sub(e, q->middle, p->middle);
  mjtNum pe = vec3_dot(p->along, e), qe = vec3_dot(q->along, e);
  if (1 - b * b >= mjMINVAL) s = (pe - b * qe) / (1 - b * b);
  s = clamp(s, -p->half, p->half);
  t = clamp(b * s - qe, -q->half, q->half);
  s = clamp(pe + b * t, -p->half, p->half);
  vec3_copy(at_p, p->middle);
  vec3_axpy(at_p, s, p->along);
  vec3_copy(at_q, q->middle);
  vec3_axpy(at_q, t, q->along);
  return vec3_distance(at_p, at_q);
}

static int edge_contact(const posed_boxes* p, const best_axis* best, mjContact* con) {
  int i = best->axis / 3, j = best->axis % 3;
  mjtNum n[3], in_b[3], nearest = INFINITY, w[2][3] = {{0}};
  vec3_scale(n, best->normal, vec3_dot(best->normal, p->to_b) < 0 ? -1 : 1);
  mat3_tmul_vec(in_b, p->rel, n);
  vec3_scale(in_b, in_b, -1);
  edge_choice of_a = choose_edge(i, p->a.size, n), of_b = choose_edge(j, p->b.size, in_b);
  box_edge first = {.half = p->a.size[i]}, second = {.half = p->b.size[j]};
  first.along[i] = 1;
  vec3_set(second.along, p->rel[j], p->rel[3 + j], p->rel[6 + j]);
  for (int k = 0; k < of_a.n * of_b.n; k++) {
    mjtNum x[3], y[3];
    vec3_copy(first.middle, of_a.middle[k / of_b.n]);
    mat3_mul_vec(second.middle, p->rel, of_b.middle[k % of_b.n]);
    vec3_add(second.middle, second.middle, p->to_b);
    mjtNum distance = closest_points(&first, &second, x, y);
    if (!(distance < nearest)) continue;
    nearest = distance;
    vec3_copy(w[0], x);
    vec3_copy(w[1], y);
  }
  mjtNum between[3], pos[3], normal[3];
  vec3_sub(between, w[1], w[0]);
  mjtNum dist = vec3_dot(between, n);
  if (!(dist <= p->tolerance)) return 0;
  vec3_add(pos, w[0], w[1]);
  vec3_scale(pos, pos, 0.5);
  mat3_mul_vec(pos, p->a.mat, pos);
  vec3_add(pos, pos, p->a.pos);
  mat3_mul_vec(normal, p->a.mat, n);
  contact_put(con, dist, pos, normal);
  return 1;
}

// --- faces --------------------------------------------------------------------------------------

typedef struct {
  int n;
  mjtNum x[MAX_CORNERS][3];  // in the reference face, and height above it
} polygon;

// Keep the part of the polygon where sign x[axis] <= limit.
static void cut(polygon* p, int axis, mjtNum sign, mjtNum limit) {
  polygon out = {0};
  for (int i = 0; i < p->n; i++) {
    const mjtNum *u = p->x[i], *v = p->x[(i + 1) % p->n];
    mjtNum du = sign * u[axis] - limit, dv = sign * v[axis] - limit;
    if (du <= 0 && out.n < MAX_CORNERS) vec3_copy(out.x[out.n++], u);
    if (((du < 0 && dv > 0) || (du > 0 && dv < 0)) && out.n < MAX_CORNERS) {
      mjtNum t = du / (du - dv);
      for (int k = 0; k < 3; k++) out.x[out.n][k] = u[k] + t * (v[k] - u[k]);
      out.n++;
    }
  }
  *p = out;
}

// A face of the reference box (`axis`, `side`), and the face of the other box that faces it.
typedef struct {
  const placed_box *own, *other;
  mjtNum rel[9];  // axes of the other in the frame of the own, as columns
  mjtNum to[3];   // centre of the other there
  int axis;
  mjtNum side;  // 1 or -1
} face_pair;

// The corners of the incident face in the frame of the reference face.
static polygon incident_face(const face_pair* f) {
  int best = 0, u = (f->axis + 1) % 3, v = (f->axis + 2) % 3;
  const mjtNum* row = f->rel + 3 * f->axis;
  for (int j = 1; j < 3; j++) {
    if (fabs(row[j]) > fabs(row[best])) best = j;
  }
  int j1 = (best + 1) % 3, j2 = (best + 2) % 3;
  static const int sign[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  polygon p = {.n = 4};
  for (int k = 0; k < 4; k++) {
    mjtNum local[3], x[3];
    local[best] = (f->side * row[best] > 0 ? -1 : 1) * f->other->size[best];
    local[j1] = sign[k][0] * f->other->size[j1];
    local[j2] = sign[k][1] * f->other->size[j2];
    mat3_mul_vec(x, f->rel, local);
    vec3_add(x, x, f->to);
    vec3_set(p.x[k], x[u], x[v], f->side * x[f->axis] - f->own->size[f->axis]);
  }
  return p;
}

static int is_repeated(const polygon* p, const int* kept, int n, int i, mjtNum square) {
  for (int k = 0; k < n; k++) {
    mjtNum dx = p->x[i][0] - p->x[kept[k]][0], dy = p->x[i][1] - p->x[kept[k]][1];
    if (dx * dx + dy * dy <= square) return 1;
  }
  return 0;
}

static int face_contacts(const posed_boxes* p, int axis, mjContact* con) {
  face_pair f = {.axis = axis % 3};
  int first = axis < 3;
  f.own = first ? &p->a : &p->b;
  f.other = first ? &p->b : &p->a;
  vec3_copy(f.to, first ? p->to_b : p->to_a);
  for (int k = 0; k < 9; k++) f.rel[k] = p->rel[first ? k : 3 * (k % 3) + k / 3];
  f.side = f.to[f.axis] < 0 ? -1 : 1;

  int u = (f.axis + 1) % 3, v = (f.axis + 2) % 3, kept[MAX_CORNERS], n = 0;
  const mjtNum* size = f.own->size;
  polygon face = incident_face(&f);
  for (int side = 0; side < 4; side++) {
    cut(&face, side / 2, side % 2 ? -1 : 1, size[side < 2 ? u : v]);
  }
  // corners that are equal up to rounding
  mjtNum same = 1e-14 * (size[u] * size[u] + size[v] * size[v]);
  mjtNum normal[3] = {0};
  normal[f.axis] = first ? f.side : -f.side;
  mat3_mul_vec(normal, f.own->mat, normal);
  for (int i = 0; i < face.n; i++) {
    const mjtNum* x = face.x[i];
    if (!(x[2] <= p->margin) || is_repeated(&face, kept, n, i, same)) continue;
    mjtNum pos[3];
    pos[u] = x[0];
    pos[v] = x[1];
    pos[f.axis] = f.side * (size[f.axis] + x[2] / 2);
    mat3_mul_vec(pos, f.own->mat, pos);
    vec3_add(pos, pos, f.own->pos);
    contact_put(con + n, x[2], pos, normal);
    kept[n++] = i;
  }
  return n;
}

int box_box_newer(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                  mjtNum margin) {
  const mjtNum rounding = 1e-13;
  posed_boxes p = {.margin = margin, .tolerance = margin};
  p.a = (placed_box){d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1, m->geom_size + 3 * g1};
  p.b = (placed_box){d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, m->geom_size + 3 * g2};
  for (int k = 0; k < 3; k++) p.tolerance += rounding * (p.a.size[k] + p.b.size[k]);
  mjtNum off[3];
  vec3_sub(off, p.b.pos, p.a.pos);
  mat3_tmul_vec(p.to_b, p.a.mat, off);
  vec3_scale(off, off, -1);
  mat3_tmul_vec(p.to_a, p.b.mat, off);
  mat3_tmul(p.rel, p.a.mat, p.b.mat);

  best_axis face, edge;
  if (!test_faces(&p, &face) || !test_edges(&p, face.separation, &edge)) return 0;
  if (edge_wins(&p, &face, &edge)) return edge_contact(&p, &edge, con);
  return face_contacts(&p, face.axis, con);
}
