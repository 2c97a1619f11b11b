#include "collision/flat_features.h"

#include "math/vec3.h"

flat_feature feature_of(const ccd_result* r, int of_b) {
  flat_feature f = {.n = 0};
  for (int i = 0; i < 3; i++) {
    int id = of_b ? r->face[i].id_b : r->face[i].id_a, known = 0;
    for (int k = 0; k < f.n; k++) known |= f.id[k] == id;
    if (!known) f.id[f.n++] = id;
  }
  return f;
}

void flat_point(mjtNum x[3], const convex_shape* s, const mjtNum local[3]) {
  mat3_mul_vec(x, s->mat, local);
  vec3_add(x, x, s->pos);
}

// ----- boxes: corners by bits (set: positive side), faces by 2 axis + (negative side)

static void box_corner(mjtNum x[3], const convex_shape* s, int corner) {
  mjtNum local[3];
  for (int k = 0; k < 3; k++) local[k] = corner >> k & 1 ? s->size[k] : -s->size[k];
  flat_point(x, s, local);
}

static void add_box_face(face_fan* fan, const convex_shape* s, int face) {
  mjtNum sign = face & 1 ? -1 : 1;
  int axis = face / 2;
  vec3_set(fan->normal[fan->n], sign * s->mat[axis], sign * s->mat[3 + axis],
           sign * s->mat[6 + axis]);
  fan->face[fan->n++] = face;
}

// The face whose normal is the given direction, if there is one.
static void add_box_face_along(face_fan* fan, const convex_shape* s, const mjtNum out[3],
                               mjtNum aligned) {
  for (int face = 0; face < 6; face++) {
    add_box_face(fan, s, face);
    if (vec3_dot(fan->normal[fan->n - 1], out) > aligned) return;
    fan->n--;
  }
}

// All faces that hold the feature.
static void box_faces(face_fan* fan, const convex_shape* s, const flat_feature* f,
                      const mjtNum out[3], mjtNum aligned) {
  int common = 7;  // axes on which all corners are on the same side
  for (int i = 1; i < f->n; i++) common &= ~(f->id[i] ^ f->id[0]);
  int count = (common & 1) + (common >> 1 & 1) + (common >> 2 & 1);
  fan->n = 0;
  if (count != 4 - f->n) {
    add_box_face_along(fan, s, out, aligned);
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

static void box_polygon(flat_polygon* p, const convex_shape* s, int face) {
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
  int mesh = s->mesh, first = m->mesh_polyadr[mesh];
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
  flat_point(x, s, local);
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
                       const flat_feature* f) {
  const int* list = p->map + p->map_adr[f->id[0]];
  int n = p->map_num[f->id[0]], shared = 0;
  fan->n = 0;
  for (int i = 0; i < n && fan->n < fan->room; i++) {
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
  for (int i = 0; i < p->map_num[vertex] && fan->n < fan->room; i++) {
    const int* around = p->vert + p->adr[list[i]];
    int n = p->num[list[i]], k = 0;
    while (k < n && around[k] != vertex) k++;
    if (k < n) mesh_vertex(fan->end[fan->n++], s, around[(k + n - 1) % n]);
  }
}

// Clockwise from outside, as those of boxes are.
static void mesh_polygon(flat_polygon* out, const convex_shape* s, const mesh_polygons* p,
                         int face) {
  int n = p->num[face];
  out->n = mjMIN(n, out->room);
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

void faces_around(face_fan* fan, const mjModel* m, const convex_shape* s, const flat_feature* f,
                  const mjtNum out[3], mjtNum aligned) {
  if (s->type == mjGEOM_BOX) {
    box_faces(fan, s, f, out, aligned);
  } else {
    mesh_polygons p = polygons_of(m, s);
    mesh_faces(fan, s, &p, f);
  }
}

// Edges of the feature; start becomes the vertex that they all have.
void edges_around(edge_fan* fan, mjtNum start[3], const mjModel* m, const convex_shape* s,
                  const flat_feature* f) {
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

void polygon_of_face(flat_polygon* p, const mjModel* m, const convex_shape* s, int face) {
  if (s->type == mjGEOM_BOX) {
    box_polygon(p, s, face);
  } else {
    mesh_polygons lists = polygons_of(m, s);
    mesh_polygon(p, s, &lists, face);
  }
}

int face_corners(const mjModel* m, const convex_shape* s, int face) {
  return s->type == mjGEOM_BOX ? 4 : polygons_of(m, s).num[face];
}

int faces_at(const mjModel* m, const convex_shape* s, const flat_feature* f) {
  return s->type == mjGEOM_BOX ? 3 : polygons_of(m, s).map_num[f->id[0]];
}

int match_faces(const face_fan* a, const face_fan* b, mjtNum aligned, int* i, int* j) {
  for (*i = 0; *i < a->n; ++*i) {
    for (*j = 0; *j < b->n; ++*j) {
      if (vec3_dot(a->normal[*i], b->normal[*j]) < -aligned) return 1;
    }
  }
  return 0;
}

int match_edge(const face_fan* faces, const edge_fan* edges, mjtNum tolerance, int* face,
               int* edge) {
  for (*face = 0; *face < faces->n; ++*face) {
    for (*edge = 0; *edge < edges->n; ++*edge) {
      if (fabs(vec3_dot(faces->normal[*face], edges->along[*edge])) < tolerance) return 1;
    }
  }
  return 0;
}

// ----- clipping

// The part of the subject on the inner side of the plane through p, inner normal n.
static void clip_by_plane(flat_polygon* out, const flat_polygon* subject, const mjtNum p[3],
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
      if (t >= 0 && t <= 1 && out->n < out->room) vec3_copy(out->x[out->n++], cross);
    }
    if (in2 && out->n < out->room) vec3_copy(out->x[out->n++], to);
  }
}

void clip_by_face(flat_polygon* subject, flat_polygon* other, const flat_polygon* face,
                  const mjtNum n[3]) {
  for (int i = 0; i < face->n && subject->n > 0; i++) {
    mjtNum edge[3], inner[3];
    vec3_sub(edge, face->x[(i + 1) % face->n], face->x[i]);
    vec3_cross(inner, edge, n);
    clip_by_plane(other, subject, face->x[i], inner);
    subject->n = other->n;
    memcpy(subject->x, other->x, sizeof(mjtNum) * 3 * (size_t)other->n);
  }
}
