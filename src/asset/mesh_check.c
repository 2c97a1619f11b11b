// Checks of mesh sources before anything is computed.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "asset/mesh.h"
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

// Hash of a vertex; -0 and 0 are equal.
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

// A hash table with open addressing: index of a vertex, -1 in free slots.
typedef struct {
  int* slot;
  size_t mask;
} vertex_table;

static vertex_table make_table(mesh* m, size_t capacity) {
  vertex_table t = {MESH_SCRATCH(m, int, (double)capacity), capacity - 1};
  memset(t.slot, -1, sizeof(int) * capacity);
  return t;
}

// The slot of a vertex, or the free one where it belongs.
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
  // on a closed surface about six triangles meet at a vertex
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

// Addresses into the model's arrays are ints, and some arrays hold this many numbers per item.
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
  if (!m->nvert && !m->nface) {
    mesh_refuse(m, "it has no vertices; give it a file, vertices or a builtin shape");
  }
  if (m->nvert < 4) {
    mesh_refuse(m, "it has %d vertices; at least 4 vertices are required", m->nvert);
  }
  if (m->ntexcoord && m->ntexcoord != m->nvert && !m->facetexcoord && !m->indexed_texcoord) {
    mesh_refuse(m, "%d texture coordinates do not fit %d vertices", m->ntexcoord, m->nvert);
  }
  check_indices(m, m->face, m->nvert, "vertex index", 0);
  // a corner may have no normal or texture coordinate (-1)
  check_indices(m, m->facenormal, m->nnormal ? m->nnormal : m->nvert, "normal index", -1);
  check_indices(m, m->facetexcoord, m->ntexcoord, "texture coordinate index", -1);
}

// The directed edges of the triangles, sorted by start vertex: those from v end at to[start[v]] to
// to[start[v + 1]], ascending.
typedef struct {
  int *start, *to;
} edges;

// Degenerate triangles are ignored: they have no orientation.
static bool has_area(const mesh* m, const int f[3]) {
  double a[3], b[3], normal[3];
  vec3_sub(a, m->vert + 3 * f[1], m->vert + 3 * f[0]);
  vec3_sub(b, m->vert + 3 * f[2], m->vert + 3 * f[0]);
  vec3_cross(normal, a, b);
  return vec3_norm(normal) / 2 > sqrt(mjMINVAL);
}

// Stable counting sort of n items by keys below nkey; start[k]: where key k begins.
static void distribute(const int* key, const int* item, int n, int nkey, int* start, int* sorted) {
  memset(start, 0, sizeof(int) * (size_t)(nkey + 2));
  for (int i = 0; i < n; i++) start[key[i] + 2]++;
  for (int k = 2; k <= nkey; k++) start[k] += start[k - 1];
  for (int i = 0; i < n; i++) sorted[start[key[i] + 1]++] = item[i];
}

static edges make_edges(mesh* m) {
  int *from = MESH_SCRATCH(m, int, 3.0 * m->nface), *to = MESH_SCRATCH(m, int, 3.0 * m->nface);
  int n = 0;
  for (int i = 0; i < m->nface; i++) {
    const int* f = m->face + 3 * i;
    if (!has_area(m, f)) continue;
    for (int k = 0; k < 3; k++, n++) {
      from[n] = f[k];
      to[n] = f[(k + 1) % 3];
    }
  }
  // sort by end, then by start vertex
  edges e = {MESH_SCRATCH(m, int, m->nvert + 2.0), MESH_SCRATCH(m, int, n)};
  int *order = MESH_SCRATCH(m, int, n), *number = MESH_SCRATCH(m, int, n);
  for (int i = 0; i < n; i++) number[i] = i;
  distribute(to, number, n, m->nvert, e.start, order);
  for (int i = 0; i < n; i++) number[i] = from[order[i]];
  for (int i = 0; i < n; i++) from[i] = to[order[i]];
  distribute(number, from, n, m->nvert, e.start, e.to);
  return e;
}

// Whether there is an edge between two vertices.
static bool has_edge(const edges* e, int from, int to) {
  int low = e->start[from], high = e->start[from + 1];
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (e->to[middle] == to) return true;
    if (e->to[middle] < to) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return false;
}

void mesh_check_orientation(mesh* m) {
  if (m->options.inertia != mjMESH_INERTIA_EXACT || !m->nface) return;
  edges e = make_edges(m);
  int open = 0, open_from = 0, open_to = 0;
  for (int v = 0; v < m->nvert; v++) {
    for (int i = e.start[v]; i < e.start[v + 1]; i++) {
      if (i > e.start[v] && e.to[i] == e.to[i - 1]) {
        mesh_refuse(m,
                    "faces disagree about inside and outside along the edge from vertex %d to %d "
                    "(counted from 1); orient them alike, or use inertia=\"legacy\"",
                    v + 1, e.to[i] + 1);
      }
      if (has_edge(&e, e.to[i], v) || open++) continue;
      open_from = v + 1;
      open_to = e.to[i] + 1;
    }
  }
  if (!open) return;
  snprintf(m->warning, sizeof m->warning,
           "its surface is open along %d edges, as from vertex %d to %d (counted from 1), so it "
           "has no exact mass; close it, or use inertia=\"convex\" or \"shell\"",
           open, open_from, open_to);
}
