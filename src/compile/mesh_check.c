// What a source must satisfy before anything is computed from it.
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compile/mesh.h"
#include "math/vec3.h"

void mesh_set_vertices(mesh* m, const float* vert, int n) {
  m->nvert = n;
  m->vert = MESH_NEW(m, double, 3.0 * n);
  for (int i = 0; i < 3 * n; i++) {
    if (!isfinite(vert[i]))
      mesh_refuse(m, "coordinate %d of vertex %d is not finite", i % 3, i / 3);
    m->vert[i] = vert[i];
  }
}

void mesh_swap_if_mirrored(mesh* m, int* face, int n) {
  const double* s = m->options.scale;
  if (!face || s[0] * s[1] * s[2] > 0) return;
  for (int i = 0; i < n; i++) {
    int spare = face[3 * i + 1];
    face[3 * i + 1] = face[3 * i + 2];
    face[3 * i + 2] = spare;
  }
}

// Bits by which equal vertices are found; -0 and 0 are the same place.
static uint64_t vertex_hash(const float v[3]) {
  uint32_t bits[3];
  for (int k = 0; k < 3; k++) {
    float x = v[k] == 0 ? 0 : v[k];
    memcpy(bits + k, &x, sizeof x);
  }
  uint64_t h = (bits[0] | (uint64_t)bits[1] << 32) * 0x9E3779B97F4A7C15u;
  h = (h ^ h >> 32 ^ bits[2]) * 0xD6E8FEB86659FD93u;
  return h ^ h >> 32;
}

// Open addressing: the number of a vertex, -1 in free slots.
typedef struct {
  int* slot;
  size_t mask;
} vertex_table;

static vertex_table make_table(mesh* m, size_t capacity) {
  vertex_table t = {MESH_SCRATCH(m, int, (double)capacity), capacity - 1};
  memset(t.slot, -1, sizeof(int) * capacity);
  return t;
}

// Where a vertex is, or would be.
static int* find_slot(const vertex_table* t, const float* vert, const float v[3]) {
  size_t at = vertex_hash(v) & t->mask;
  for (; t->slot[at] >= 0; at = (at + 1) & t->mask) {
    const float* known = vert + 3 * (size_t)t->slot[at];
    if (known[0] == v[0] && known[1] == v[1] && known[2] == v[2]) break;
  }
  return t->slot + at;
}

int mesh_merge_vertices(mesh* m, float* vert, int n, int* number) {
  int merged = 0;
  // on a closed surface six triangles meet in a vertex
  size_t capacity = 16;
  while (capacity < (size_t)n / 2) capacity *= 2;
  vertex_table t = make_table(m, capacity);
  for (int i = 0; i < n; i++) {
    float* v = vert + 3 * (size_t)i;
    int* slot = find_slot(&t, vert, v);
    if (*slot < 0) {
      *slot = merged;
      memmove(vert + 3 * (size_t)merged++, v, 3 * sizeof(float));
    }
    number[i] = *slot;
    if (2 * (size_t)merged <= t.mask) continue;
    t = make_table(m, 2 * (t.mask + 1));
    for (int k = 0; k < merged; k++) *find_slot(&t, vert, vert + 3 * (size_t)k) = k;
  }
  return merged;
}

static void check_indices(mesh* m, const int* index, int count, const char* what, int least) {
  for (int i = 0; index && i < 3 * m->nface; i++) {
    if (index[i] >= least && index[i] < count) continue;
    mesh_refuse(m, "in face %d, %s %d does not exist; there are %d", i / 3, what, index[i], count);
  }
}

// Addresses into the model's arrays are ints, and some of them hold this many numbers an item.
enum { MOST = INT_MAX / 16 };

void mesh_check(mesh* m) {
  int most = mjMAX(mjMAX(m->nvert, m->nface), mjMAX(m->nnormal, m->ntexcoord));
  if (most > MOST) {
    mesh_refuse(m, "it has %d vertices, normals, texture coordinates or faces; %d are possible",
                most, MOST);
  }
  if (m->options.maxhullvert != -1 && m->options.maxhullvert < 4) {
    mesh_refuse(m, "maxhullvert must be -1 or larger than 3, not %d", m->options.maxhullvert);
  }
  if (m->nvert < 4) {
    mesh_refuse(m, "it has %d vertices; at least 4 vertices are required", m->nvert);
  }
  if (m->ntexcoord && m->ntexcoord != m->nvert && !m->facetexcoord && !m->indexed_texcoord) {
    mesh_refuse(m, "%d texture coordinates do not fit %d vertices", m->ntexcoord, m->nvert);
  }
  check_indices(m, m->face, m->nvert, "vertex index", 0);
  // a corner may be without normal or texture coordinate
  check_indices(m, m->facenormal, m->nnormal ? m->nnormal : m->nvert, "normal index", -1);
  check_indices(m, m->facetexcoord, m->ntexcoord, "texture coordinate index", -1);
}

// A directed edge of a triangle.
typedef struct {
  int from, to;
} edge;

static int compare_edges(const void* a, const void* b) {
  const edge *p = a, *q = b;
  return p->from != q->from ? (p->from > q->from) - (p->from < q->from)
                            : (p->to > q->to) - (p->to < q->to);
}

void mesh_check_orientation(mesh* m) {
  if (m->options.inertia != mjMESH_INERTIA_EXACT || !m->nface) return;
  edge* e = MESH_SCRATCH(m, edge, 3.0 * m->nface);
  int n = 0;
  for (int i = 0; i < m->nface; i++) {
    const int* f = m->face + 3 * i;
    double a[3], b[3], normal[3];
    vec3_sub(a, m->vert + 3 * f[1], m->vert + 3 * f[0]);
    vec3_sub(b, m->vert + 3 * f[2], m->vert + 3 * f[0]);
    vec3_cross(normal, a, b);
    if (vec3_norm(normal) / 2 <= sqrt(mjMINVAL)) continue;
    for (int k = 0; k < 3; k++) e[n++] = (edge){f[k], f[(k + 1) % 3]};
  }
  qsort(e, n, sizeof *e, compare_edges);
  for (int i = 1; i < n; i++) {
    if (!compare_edges(e + i - 1, e + i)) {
      mesh_refuse(m,
                  "faces disagree about inside and outside along the edge of vertices %d and %d; "
                  "orient them alike, or use inertia=\"legacy\"",
                  e[i].from + 1, e[i].to + 1);
    }
  }
}
