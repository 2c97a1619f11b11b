#include "collision/multi_contact.h"

#include "base/platform/compiler.h"
#include "math/vec3.h"

enum { MAX_POLYGON = 150 };  // faces at a vertex, vertices of a face

static const mjtNum FACES_ALIGNED = 0.99999872;    // cosine between opposite normals
static const mjtNum EDGE_ALIGNED = 0.00159999931;  // cosine between an edge and a normal

// Vertices that the penetration ended on, in order of appearance, without repetition.
typedef struct {
  int id[3], n;
} feature;

// The normals of the faces around a feature, in the world; the faces they belong to.
typedef struct {
  mjtNum normal[MAX_POLYGON][3];
  int face[MAX_POLYGON];  // box: 2 axis + (negative side); mesh: polygon
  int n;
} face_fan;

// Edges from a vertex: direction and far end, in the world.
typedef struct {
  mjtNum along[MAX_POLYGON][3], end[MAX_POLYGON][3];
  int n;
} edge_fan;

typedef struct {
  mjtNum x[MAX_POLYGON][3];
  int n;
} polygon;

static feature feature_of(const ccd_result* r, int of_b) {
  feature f = {.n = 0};
  for (int i = 0; i < 3; i++) {
    int id = of_b ? r->face[i].id_b : r->face[i].id_a, known = 0;
    for (int k = 0; k < f.n; k++) known |= f.id[k] == id;
    if (!known) f.id[f.n++] = id;
  }
  return f;
}

static void world_point(mjtNum x[3], const convex_shape* s, const mjtNum local[3]) {
  mat3_mul_vec(x, s->mat, local);
  vec3_add(x, x, s->pos);
}

// ----- boxes: corners by bits (set: positive side), faces by 2 axis + (negative side)

static void box_corner(mjtNum x[3], const convex_shape* s, int corner) {
  mjtNum local[3];
  for (int k = 0; k < 3; k++) local[k] = corner >> k & 1 ? s->size[k] : -s->size[k];
  world_point(x, s, local);
}

static void add_box_face(face_fan* fan, const convex_shape* s, int face) {
  mjtNum sign = face & 1 ? -1 : 1;
  int axis = face / 2;
  vec3_set(fan->normal[fan->n], sign * s->mat[axis], sign * s->mat[3 + axis],
           sign * s->mat[6 + axis]);
  fan->face[fan->n++] = face;
}

// The face whose normal is the given direction, if there is one.
static void add_box_face_along(face_fan* fan, const convex_shape* s, const mjtNum out[3]) {
  for (int face = 0; face < 6; face++) {
    add_box_face(fan, s, face);
    if (vec3_dot(fan->normal[fan->n - 1], out) > FACES_ALIGNED) return;
    fan->n--;
  }
}

// All faces that hold the feature.
static void box_faces(face_fan* fan, const convex_shape* s, const feature* f, const mjtNum out[3]) {
  int common = 7;  // axes on which all corners are on the same side
  for (int i = 1; i < f->n; i++) common &= ~(f->id[i] ^ f->id[0]);
  int count = (common & 1) + (common >> 1 & 1) + (common >> 2 & 1);
  fan->n = 0;
  if (count != 4 - f->n) {
    add_box_face_along(fan, s, out);
    return;
  }
  for (int k = 0; k < 3; k++) {
    if (common >> k & 1) add_box_face(fan, s, 2 * k + !(f->id[0] >> k & 1));
  }
}

static void box_edges(edge_fan* fan, const convex_shape* s, int corner) {
  fan->n = 3;
  for (int k = 0; k < 3; k++) box_corner(fan->end[k], s, corner ^ 1 << k);
}

static void box_polygon(polygon* p, const convex_shape* s, int face) {
  static const int corners[6][4] = {{7, 3, 1, 5}, {2, 6, 4, 0}, {2, 6, 7, 3},
                                    {4, 5, 1, 0}, {6, 7, 5, 4}, {3, 2, 0, 1}};
  p->n = 4;
  for (int i = 0; i < 4; i++) box_corner(p->x[i], s, corners[face][i]);
}

// ----- meshes: polygons of the hull

// The polygon lists of one mesh.
typedef struct {
  const int *adr, *num, *vert, *map_adr, *map_num, *map;
  const mjtNum* normal;
} mesh_polygons;

static mesh_polygons polygons_of(const mjModel* m, const convex_shape* s) {
  int mesh = m->geom_dataid[s->id], first = m->mesh_polyadr[mesh];
  return (mesh_polygons){.adr = m->mesh_polyvertadr + first,
                         .num = m->mesh_polyvertnum + first,
                         .vert = m->mesh_polyvert,
                         .map_adr = m->mesh_polymapadr + m->mesh_vertadr[mesh],
                         .map_num = m->mesh_polymapnum + m->mesh_vertadr[mesh],
                         .map = m->mesh_polymap,
                         .normal = m->mesh_polynormal + 3 * first};
}

static void mesh_vertex(mjtNum x[3], const convex_shape* s, int vertex) {
  const float* v = s->vert + 3 * vertex;
  mjtNum local[3] = {v[0], v[1], v[2]};
  world_point(x, s, local);
}

static void add_mesh_face(face_fan* fan, const convex_shape* s, const mesh_polygons* p, int face) {
  mat3_mul_vec(fan->normal[fan->n], s->mat, p->normal + 3 * face);
  fan->face[fan->n++] = face;
}

static int at_vertex(const mesh_polygons* p, int vertex, int face) {
  const int* list = p->map + p->map_adr[vertex];
  for (int i = 0; i < p->map_num[vertex]; i++) {
    if (list[i] == face) return 1;
  }
  return 0;
}

// All polygons that hold the feature; of those that hold an edge two at most.
static void mesh_faces(face_fan* fan, const convex_shape* s, const mesh_polygons* p,
                       const feature* f) {
  const int* list = p->map + p->map_adr[f->id[0]];
  int n = p->map_num[f->id[0]], shared = 0;
  fan->n = 0;
  for (int i = 0; i < n && fan->n < MAX_POLYGON; i++) {
    if (f->n >= 2) {
      if (!at_vertex(p, f->id[1], list[i])) continue;
      if (shared++ == 2) return;
      if (f->n == 3 && !at_vertex(p, f->id[2], list[i])) continue;
    }
    add_mesh_face(fan, s, p, list[i]);
    if (f->n == 3) return;
  }
}

// In each polygon at the vertex, the edge to the vertex before it.
static void mesh_edges(edge_fan* fan, const convex_shape* s, const mesh_polygons* p, int vertex) {
  const int* list = p->map + p->map_adr[vertex];
  fan->n = 0;
  for (int i = 0; i < p->map_num[vertex] && fan->n < MAX_POLYGON; i++) {
    const int* around = p->vert + p->adr[list[i]];
    int n = p->num[list[i]], k = 0;
    while (k < n && around[k] != vertex) k++;
    if (k < n) mesh_vertex(fan->end[fan->n++], s, around[(k + n - 1) % n]);
  }
}

// Clockwise from outside, as those of boxes are.
static void mesh_polygon(polygon* out, const convex_shape* s, const mesh_polygons* p, int face) {
  int n = p->num[face];
  out->n = mjMIN(n, MAX_POLYGON);
  for (int i = 0; i < out->n; i++) mesh_vertex(out->x[i], s, p->vert[p->adr[face] + n - 1 - i]);
}

// ----- either

static void vertex_of(mjtNum x[3], const convex_shape* s, int id) {
  if (s->type == mjGEOM_BOX) {
    box_corner(x, s, id);
  } else {
    mesh_vertex(x, s, id);
  }
}

static void faces_of(face_fan* fan, const mjModel* m, const convex_shape* s, const feature* f,
                     const mjtNum out[3]) {
  if (s->type == mjGEOM_BOX) {
    box_faces(fan, s, f, out);
  } else {
    mesh_polygons p = polygons_of(m, s);
    mesh_faces(fan, s, &p, f);
  }
}

// Edges of the feature; start becomes the vertex that they all have.
static void edges_of(edge_fan* fan, mjtNum start[3], const mjModel* m, const convex_shape* s,
                     const feature* f) {
  vertex_of(start, s, f->id[0]);
  if (f->n == 2) {
    fan->n = 1;
    vertex_of(fan->end[0], s, f->id[1]);
  } else if (s->type == mjGEOM_BOX) {
    box_edges(fan, s, f->id[0]);
  } else {
    mesh_polygons p = polygons_of(m, s);
    mesh_edges(fan, s, &p, f->id[0]);
  }
  for (int i = 0; i < fan->n; i++) {
    vec3_sub(fan->along[i], fan->end[i], start);
    vec3_normalize(fan->along[i]);
  }
}

static void polygon_of(polygon* p, const mjModel* m, const convex_shape* s, int face) {
  if (s->type == mjGEOM_BOX) {
    box_polygon(p, s, face);
  } else {
    mesh_polygons lists = polygons_of(m, s);
    mesh_polygon(p, s, &lists, face);
  }
}

static int match_faces(const face_fan* a, const face_fan* b, int* i, int* j) {
  for (*i = 0; *i < a->n; ++*i) {
    for (*j = 0; *j < b->n; ++*j) {
      if (vec3_dot(a->normal[*i], b->normal[*j]) < -FACES_ALIGNED) return 1;
    }
  }
  return 0;
}

static int match_edge(const face_fan* faces, const edge_fan* edges, int* face, int* edge) {
  for (*face = 0; *face < faces->n; ++*face) {
    for (*edge = 0; *edge < edges->n; ++*edge) {
      if (fabs(vec3_dot(faces->normal[*face], edges->along[*edge])) < EDGE_ALIGNED) return 1;
    }
  }
  return 0;
}

// ----- clipping

// The part of the subject on the inner side of the plane through p, inner normal n.
static void clip_by_plane(polygon* out, const polygon* subject, const mjtNum p[3],
                          const mjtNum n[3]) {
  mjtNum level = vec3_dot(n, p);
  out->n = 0;
  for (int i = 0; i < subject->n; i++) {
    const mjtNum *from = subject->x[i], *to = subject->x[(i + 1) % subject->n];
    mjtNum h1 = vec3_dot(n, from) - level, h2 = vec3_dot(n, to) - level;
    int in1 = h1 > -mjMINVAL, in2 = h2 > -mjMINVAL;
    if (in1 != in2) {
      mjtNum t = h1 / (h1 - h2), cross[3];
      vec3_sub(cross, to, from);
      vec3_scale(cross, cross, t);
      vec3_add(cross, cross, from);
      if (t >= 0 && t <= 1 && out->n < MAX_POLYGON) vec3_copy(out->x[out->n++], cross);
    }
    if (in2 && out->n < MAX_POLYGON) vec3_copy(out->x[out->n++], to);
  }
}

// The part of the subject within the prism over the face with normal n.
NOT_INLINED static void clip_by_face(polygon* subject, const polygon* face, const mjtNum n[3]) {
  polygon other;
  for (int i = 0; i < face->n && subject->n > 0; i++) {
    mjtNum edge[3], inner[3];
    vec3_sub(edge, face->x[(i + 1) % face->n], face->x[i]);
    vec3_cross(inner, edge, n);
    clip_by_plane(&other, subject, face->x[i], inner);
    subject->n = other.n;
    memcpy(subject->x, other.x, sizeof(mjtNum) * 3 * other.n);
  }
}

// ----- choice of points

// Twice the area within the loop a, d, b, c.  For corners in order that is a bow tie and not the
// quadrilateral: a fault of the reference that decides which points are kept.
static mjtNum bow_tie_area(const polygon* p, int a, int b, int c, int d) {
  mjtNum ad[3], db[3], bc[3], ca[3], s[3], t[3];
  vec3_sub(ad, p->x[d], p->x[a]);
  vec3_sub(db, p->x[b], p->x[d]);
  vec3_sub(bc, p->x[c], p->x[b]);
  vec3_sub(ca, p->x[a], p->x[c]);
  vec3_cross(s, ad, db);
  vec3_cross(t, bc, ca);
  vec3_add(s, s, t);
  return vec3_norm(s);
}

// Four vertices of a convex polygon that span much of its area: three follow as the first goes
// round.
static void widest_quad(int quad[4], const polygon* p) {
  int n = p->n, b = 1, c = 2, d = 3;
  mjtNum best = -1;
  for (int a = 0; a < n; a++) {
    mjtNum area = bow_tie_area(p, a, b, c, d);
    for (int steps = 0; steps < n; steps++) {
      mjtNum next = bow_tie_area(p, a, b, c, (d + 1) % n);
      if (!(next > area)) break;
      d = (d + 1) % n;
      area = next;
      while ((next = bow_tie_area(p, a, b, (c + 1) % n, d)) > area) {
        c = (c + 1) % n;
        area = next;
      }
      while ((next = bow_tie_area(p, a, (b + 1) % n, c, d)) > area) {
        b = (b + 1) % n;
        area = next;
      }
    }
    if (area > best) {
      best = area;
      quad[0] = a;
      quad[1] = b;
      quad[2] = c;
      quad[3] = d;
    }
    if (b == a) b = (b + 1) % n;
    if (c == b) c = (c + 1) % n;
    if (d == c) d = (d + 1) % n;
  }
}

static int same_point(const mjtNum a[3], const mjtNum b[3]) {
  return fabs(a[0] - b[0]) < mjMINVAL && fabs(a[1] - b[1]) < mjMINVAL &&
         fabs(a[2] - b[2]) < mjMINVAL;
}

// The points to report: at most four, none twice.
static int choose_points(int chosen[MAX_MULTI], const polygon* p) {
  if (p->n > MAX_MULTI) {
    widest_quad(chosen, p);
    return MAX_MULTI;
  }
  int n = 0;
  for (int i = 0; i < p->n; i++) {
    int known = 0;
    for (int k = 0; k < n; k++) known |= same_point(p->x[i], p->x[chosen[k]]);
    if (!known) chosen[n++] = i;
  }
  return n;
}

// The edge from a vertex, of so many that meet there, that lies in one of the faces.  0 when none
// does.  Not inlined: fans and polygons are large, and few of them are needed at a time.
NOT_INLINED static int edge_in_face(polygon* edge, int* face, const mjModel* m,
                                    const convex_shape* s, const feature* f,
                                    const face_fan* faces) {
  edge_fan edges;
  int i;
  edges_of(&edges, edge->x[0], m, s, f);
  if (!match_edge(faces, &edges, face, &i)) return 0;
  vec3_copy(edge->x[1], edges.end[i]);
  edge->n = 2;
  return 1;
}

int multi_contact(const mjModel* m, const convex_shape* a, const convex_shape* b,
                  const ccd_result* r, mjtNum x1[MAX_MULTI][3], mjtNum x2[MAX_MULTI][3]) {
  feature fa = feature_of(r, 0), fb = feature_of(r, 1);
  face_fan faces_a, faces_b;
  mjtNum out[3], back[3];
  vec3_copy(out, r->normal);
  vec3_scale(back, out, -1);
  faces_of(&faces_a, m, a, &fa, out);
  faces_of(&faces_b, m, b, &fb, back);

  // the polygon that is clipped, and the displacement from A to B at each of its points
  polygon subject, clip;
  mjtNum shift[3];
  const mjtNum* clip_normal;
  int i, j;
  if (match_faces(&faces_a, &faces_b, &i, &j)) {
    polygon_of(&clip, m, a, faces_a.face[i]);
    polygon_of(&subject, m, b, faces_b.face[j]);
    clip_normal = faces_a.normal[i];
    vec3_scale(shift, faces_b.normal[j], -r->dist);
  } else {
    int edge_of_b = !(fa.n < 3 && fa.n <= fb.n);
    const convex_shape *edgy = edge_of_b ? b : a, *flat = edge_of_b ? a : b;
    const face_fan* faces = edge_of_b ? &faces_a : &faces_b;
    if (edge_of_b && fb.n == 3) return 0;
    const feature* f = edge_of_b ? &fb : &fa;
    if (!edge_in_face(&subject, &j, m, edgy, f, faces)) return 0;
    polygon_of(&clip, m, flat, faces->face[j]);
    clip_normal = faces->normal[j];
    vec3_scale(shift, clip_normal, edge_of_b ? r->dist : -r->dist);
  }
  if (clip.n < 3) return 0;
  clip_by_face(&subject, &clip, clip_normal);

  int chosen[MAX_MULTI];
  int n = choose_points(chosen, &subject);
  for (int k = 0; k < n; k++) {
    vec3_copy(x2[k], subject.x[chosen[k]]);
    vec3_sub(x1[k], x2[k], shift);
  }
  return n;
}
