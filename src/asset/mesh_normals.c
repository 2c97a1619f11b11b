// Vertex normals: area-weighted means of the adjacent face normals.
#include <math.h>
#include <string.h>

#include "asset/mesh.h"
#include "asset/triple.h"
#include "base/platform/compiler.h"
#include "spec/pose.h"

// Faces whose normal has a smaller cosine with the mean are beyond a sharp edge and are left out.
static const double sharp = 0.8;

// Normals are summed in single precision.
typedef float sum VECTOR(float, 4);

// Unit normal of a face and twice its area; 0 when it is degenerate.
typedef struct {
  double normal[3], size;
} side;

// Normalise a vector; returns its length, 0 for a zero vector.
static double make_unit(triple* v) {
  double square = triple_square(v), length = sqrt(square);
  if (!(square >= COMPILE_EPS)) return 0;
  if (fabs(length - 1) > COMPILE_EPS) *v /= length;
  return length;
}

static void make_side(const mesh* m, const int* f, side* s) {
  const triple p = TRIPLE(m->vert + 3 * (size_t)f[0]), a = TRIPLE(m->vert + 3 * (size_t)f[1]) - p,
               b = TRIPLE(m->vert + 3 * (size_t)f[2]) - p;
  triple normal;
  triple_cross(&normal, &a, &b);
  s->size = make_unit(&normal);
  triple_store(s->normal, &normal);
}

static void add_side(sum* to, const side* s) {
  *to = VECTOR_CONVERT(VECTOR_CONVERT(*to, triple) + TRIPLE(s->normal) * s->size, sum);
}

// Subtract the contributions of faces beyond sharp edges.
static void remove_sharp(mesh* m, const side* sides, sum* sums) {
  sum* removed = MESH_SCRATCH(m, sum, m->nvert);
  double* mean = MESH_SCRATCH(m, double, 3.0 * m->nvert);
  memset(removed, 0, sizeof(sum) * (size_t)m->nvert);
  for (int v = 0; v < m->nvert; v++) {
    triple unit = VECTOR_CONVERT(sums[v], triple);
    make_unit(&unit);
    triple_store(mean + 3 * (size_t)v, &unit);
  }
  for (int i = 0; i < m->nface; i++) {
    if (!sides[i].size) continue;
    for (int k = 0; k < 3; k++) {
      int v = m->face[3 * (size_t)i + k];
      if (vec3_dot(mean + 3 * (size_t)v, sides[i].normal) < sharp) add_side(removed + v, sides + i);
    }
  }
  for (int v = 0; v < m->nvert; v++) sums[v] -= removed[v];
}

static void normalize(float n[3], const sum* from) {
  const sum s = *from;
  float length = sqrtf(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
  bool has_direction = length > (float)mjMINVAL;
  for (int k = 0; k < 3; k++) n[k] = has_direction ? s[k] / length : (float)(k == 2);
}

void mesh_normals(mesh* m) {
  if (m->nnormal) return;
  m->nnormal = m->nvert;
  side* sides = MESH_SCRATCH(m, side, m->nface);
  sum* sums = MESH_SCRATCH(m, sum, m->nvert);
  memset(sums, 0, sizeof(sum) * (size_t)m->nvert);
  for (int i = 0; i < m->nface; i++) {
    const int* f = m->face + 3 * (size_t)i;
    make_side(m, f, sides + i);
    if (!sides[i].size) continue;
    for (int k = 0; k < 3; k++) add_side(sums + f[k], sides + i);
  }
  if (!m->options.smoothnormal) remove_sharp(m, sides, sums);
  m->normal = MESH_NEW(m, float, 3.0 * m->nvert);
  for (int v = 0; v < m->nvert; v++) normalize(m->normal + 3 * (size_t)v, sums + v);
  m->facenormal = m->face;
}
