// Normals of vertices out of those of the faces around them, weighted by area.
#include <math.h>
#include <string.h>

#include "compile/mesh.h"
#include "compile/pose.h"

// Faces that deviate from the mean normal by more than this cosine are sharp: they do not count.
static const double sharp = 0.8;

// Unit normal of a face and twice its area, 0 when it has none.
typedef struct {
  double normal[3], size;
} side;

static side make_side(const mesh* m, int i) {
  const int* f = m->face + 3 * i;
  side s;
  double a[3], b[3];
  vec3_sub(a, m->vert + 3 * f[1], m->vert + 3 * f[0]);
  vec3_sub(b, m->vert + 3 * f[2], m->vert + 3 * f[0]);
  vec3_cross(s.normal, a, b);
  s.size = pose_unit(s.normal, 3);
  return s;
}

static void add(float* sum, const side* s) {
  for (int k = 0; k < 3; k++) sum[k] = (float)(sum[k] + s->normal[k] * s->size);
}

// The contributions that smoothing over sharp edges would add.
static void sum_sharp(mesh* m, const side* sides, float* removed) {
  memset(removed, 0, sizeof(float) * 3 * (size_t)m->nvert);
  double* mean = MESH_SCRATCH(m, double, 3.0 * m->nvert);
  for (int i = 0; i < 3 * m->nvert; i++) mean[i] = m->normal[i];
  for (int v = 0; v < m->nvert; v++) pose_unit(mean + 3 * v, 3);
  for (int i = 0; i < m->nface; i++) {
    if (!sides[i].size) continue;
    for (int k = 0; k < 3; k++) {
      int v = m->face[3 * i + k];
      if (vec3_dot(mean + 3 * v, sides[i].normal) < sharp) add(removed + 3 * v, sides + i);
    }
  }
}

static void normalize(float n[3]) {
  float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (length > (float)mjMINVAL) {
    for (int k = 0; k < 3; k++) n[k] /= length;
  } else {
    n[0] = n[1] = 0;
    n[2] = 1;
  }
}

void mesh_normals(mesh* m) {
  if (m->nnormal) return;
  m->nnormal = m->nvert;
  m->normal = MESH_NEW(m, float, 3.0 * m->nvert);
  memset(m->normal, 0, sizeof(float) * 3 * (size_t)m->nvert);
  side* sides = MESH_SCRATCH(m, side, m->nface);
  for (int i = 0; i < m->nface; i++) {
    sides[i] = make_side(m, i);
    if (!sides[i].size) continue;
    for (int k = 0; k < 3; k++) add(m->normal + 3 * m->face[3 * i + k], sides + i);
  }
  if (!m->options.smoothnormal) {
    float* removed = MESH_SCRATCH(m, float, 3.0 * m->nvert);
    sum_sharp(m, sides, removed);
    for (int i = 0; i < 3 * m->nvert; i++) m->normal[i] -= removed[i];
  }
  for (int i = 0; i < m->nvert; i++) normalize(m->normal + 3 * i);
  m->facenormal = MESH_NEW(m, int, 3.0 * m->nface);
  memcpy(m->facenormal, m->face, sizeof(int) * 3 * m->nface);
}
