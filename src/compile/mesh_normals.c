// Normals of vertices out of those of the faces around them, weighted by area.
#include <math.h>
#include <string.h>

#include "compile/mesh.h"
#include "compile/pose.h"

// Faces that deviate from the mean normal by more than this cosine are sharp: they do not count.
static const double sharp = 0.8;

// Unit normal of a face and twice its area; false when it has none.
static bool face_normal(const mesh* m, int i, double normal[3], double* size) {
  const int* f = m->face + 3 * i;
  double a[3], b[3];
  vec3_sub(a, m->vert + 3 * f[1], m->vert + 3 * f[0]);
  vec3_sub(b, m->vert + 3 * f[2], m->vert + 3 * f[0]);
  vec3_cross(normal, a, b);
  *size = pose_unit(normal, 3);
  return *size != 0;
}

static void add(float* sum, const double normal[3], double size) {
  for (int k = 0; k < 3; k++) sum[k] = (float)(sum[k] + normal[k] * size);
}

// The contributions that smoothing over sharp edges would add.
static void sum_sharp(const mesh* m, float* removed) {
  for (int i = 0; i < m->nface; i++) {
    double normal[3], size;
    if (!face_normal(m, i, normal, &size)) continue;
    for (int k = 0; k < 3; k++) {
      int v = m->face[3 * i + k];
      double mean[3] = {m->normal[3 * v], m->normal[3 * v + 1], m->normal[3 * v + 2]};
      pose_unit(mean, 3);
      if (vec3_dot(mean, normal) < sharp) add(removed + 3 * v, normal, size);
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
  for (int i = 0; i < m->nface; i++) {
    double normal[3], size;
    if (!face_normal(m, i, normal, &size)) continue;
    for (int k = 0; k < 3; k++) add(m->normal + 3 * m->face[3 * i + k], normal, size);
  }
  if (!m->options.smoothnormal) {
    float* removed = MESH_NEW(m, float, 3.0 * m->nvert);
    sum_sharp(m, removed);
    for (int i = 0; i < 3 * m->nvert; i++) m->normal[i] -= removed[i];
  }
  for (int i = 0; i < m->nvert; i++) normalize(m->normal + 3 * i);
  m->facenormal = MESH_NEW(m, int, 3.0 * m->nface);
  memcpy(m->facenormal, m->face, sizeof(int) * 3 * m->nface);
}
