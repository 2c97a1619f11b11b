#include "asset/mesh_distance.h"

#include <math.h>
#include <string.h>

#include "spec/pose.h"

struct mesh_distance {
  const mesh* m;
  double* face_normal;    // unit
  double* edge_normal;    // per edge of each face; sum over both adjacent faces
  double* vertex_normal;  // angle-weighted sum over the vertex's faces
};

// The nearest point of a triangle, and its kind: 0 to 2 a vertex, 3 to 5 on the edge from vertex k
// - 3, 6 inside the face.
typedef struct {
  double distance2, point[3];
  int face, feature;
} nearest;

// An undirected edge and the sum of its normals, in a hash table.
typedef struct {
  int a, b;
  double normal[3];
} edge_sum;

static edge_sum* find_edge(edge_sum* table, size_t capacity, int a, int b) {
  if (a > b) {
    int spare = a;
    a = b;
    b = spare;
  }
  size_t at = ((size_t)a * 0x9E3779B1u ^ (size_t)b * 0x85EBCA77u) & (capacity - 1);
  while (table[at].b && (table[at].a != a || table[at].b != b)) at = (at + 1) & (capacity - 1);
  table[at].a = a;
  table[at].b = b;  // never 0: b > a >= 0
  return table + at;
}

static void sum_normals(mesh_distance* d, mesh* m) {
  size_t capacity = 16;
  while (capacity < 6 * (size_t)m->nface) capacity *= 2;
  edge_sum* table = MESH_SCRATCH(m, edge_sum, (double)capacity);
  memset(table, 0, sizeof *table * capacity);
  memset(d->vertex_normal, 0, sizeof(double) * 3 * (size_t)m->nvert);
  for (int i = 0; i < m->nface; i++) {
    const int* f = m->face + 3 * i;
    double side[3][3], *normal = d->face_normal + 3 * i;
    for (int k = 0; k < 3; k++) {
      vec3_sub(side[k], m->vert + 3 * f[(k + 1) % 3], m->vert + 3 * f[k]);
    }
    vec3_cross(normal, side[0], side[1]);
    pose_unit(normal, 3);
    for (int k = 0; k < 3; k++) {
      const double *out = side[k], *in = side[(k + 2) % 3];
      double cosine = -vec3_dot(out, in) / fmax(vec3_norm(out) * vec3_norm(in), mjMINVAL);
      double angle = acos(fmax(-1, fmin(1, cosine)));
      vec3_axpy(d->vertex_normal + 3 * f[k], angle, normal);
      edge_sum* e = find_edge(table, capacity, f[k], f[(k + 1) % 3]);
      vec3_add(e->normal, e->normal, normal);
    }
  }
  for (int i = 0; i < 3 * m->nface; i++) {
    int k = i % 3, first = i - k;
    const edge_sum* e = find_edge(table, capacity, m->face[i], m->face[first + (k + 1) % 3]);
    vec3_copy(d->edge_normal + 3 * i, e->normal);
  }
}

mesh_distance* mesh_distance_new(mesh* m) {
  mesh_distance* d = MESH_SCRATCH(m, mesh_distance, 1);
  d->m = m;
  d->face_normal = MESH_SCRATCH(m, double, 3.0 * m->nface);
  d->edge_normal = MESH_SCRATCH(m, double, 9.0 * m->nface);
  d->vertex_normal = MESH_SCRATCH(m, double, 3.0 * m->nvert);
  sum_normals(d, m);
  return d;
}

static void keep_if_nearer(nearest* best, const double p[3], const double q[3], int face,
                           int feature) {
  double offset[3];
  vec3_sub(offset, p, q);
  double distance2 = vec3_dot(offset, offset);
  if (distance2 >= best->distance2) return;
  best->distance2 = distance2;
  best->face = face;
  best->feature = feature;
  vec3_copy(best->point, q);
}

// The nearest point of the edge from a to b: a foot point or a vertex.
static void try_edge(nearest* best, const double p[3], const double* const v[3], int face, int k) {
  const double *a = v[k], *b = v[(k + 1) % 3];
  double side[3], arm[3], q[3];
  vec3_sub(side, b, a);
  vec3_sub(arm, p, a);
  double t = vec3_dot(arm, side) / fmax(vec3_dot(side, side), mjMINVAL * mjMINVAL);
  if (t <= 0) {
    keep_if_nearer(best, p, a, face, k);
  } else if (t >= 1) {
    keep_if_nearer(best, p, b, face, (k + 1) % 3);
  } else {
    vec3_copy(q, a);
    vec3_axpy(q, t, side);
    keep_if_nearer(best, p, q, face, 3 + k);
  }
}

static void try_face(const mesh_distance* d, nearest* best, const double p[3], int face) {
  const mesh* m = d->m;
  const int* f = m->face + 3 * face;
  const double* v[3] = {m->vert + 3 * f[0], m->vert + 3 * f[1], m->vert + 3 * f[2]};
  const double* normal = d->face_normal + 3 * face;
  double arm[3], q[3];
  vec3_sub(arm, p, v[0]);
  double height = vec3_dot(arm, normal);
  vec3_copy(q, p);
  vec3_axpy(q, -height, normal);
  bool inside = true;
  for (int k = 0; k < 3 && inside; k++) {
    double side[3], to[3], across[3];
    vec3_sub(side, v[(k + 1) % 3], v[k]);
    vec3_sub(to, q, v[k]);
    vec3_cross(across, side, to);
    inside = vec3_dot(across, normal) > 0;
  }
  if (inside) {
    keep_if_nearer(best, p, q, face, 6);
  } else {
    for (int k = 0; k < 3; k++) try_edge(best, p, v, face, k);
  }
}

static double box_distance2(const double* aabb, const double p[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double beyond = fabs(p[k] - aabb[k]) - aabb[k + 3];
    if (beyond > 0) sum += beyond * beyond;
  }
  return sum;
}

static void search(const mesh_distance* d, nearest* best, const double p[3], int node) {
  const bvh_nodes* t = &d->m->tree;
  if (bvh_is_leaf(t, node)) {
    try_face(d, best, p, t->fork[node]);
    return;
  }
  int child[2] = {node + 1, bvh_second(t, node)};
  double near[2];
  for (int k = 0; k < 2; k++) near[k] = box_distance2(t->aabb + 6 * child[k], p);
  int first = near[1] < near[0];
  for (int k = 0; k < 2; k++) {
    int which = k ? 1 - first : first;
    if (near[which] < best->distance2) search(d, best, p, child[which]);
  }
}

double mesh_signed_distance(const mesh_distance* d, const double point[3]) {
  nearest best = {.distance2 = INFINITY};
  search(d, &best, point, 0);
  const double* normal;
  if (best.feature < 3) {
    normal = d->vertex_normal + 3 * d->m->face[3 * best.face + best.feature];
  } else if (best.feature < 6) {
    normal = d->edge_normal + 3 * (3 * best.face + best.feature - 3);
  } else {
    normal = d->face_normal + 3 * best.face;
  }
  double offset[3];
  vec3_sub(offset, point, best.point);
  double distance = sqrt(best.distance2);
  return vec3_dot(offset, normal) < 0 ? -distance : distance;
}
