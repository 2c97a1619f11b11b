// Pose and mass of a mesh: the user's transform, volume, centre, inertia, principal frame.
#include <float.h>
#include <math.h>
#include <string.h>

#include "asset/mesh.h"
#include "asset/triple.h"
#include "spec/inertia_tensor.h"
#include "spec/pose.h"

static const double bound =
    1e10;  // initial bounds of boxes; larger coordinates are not supported by the API

// Normalise in single precision, in which normals are stored; a zero vector becomes (0, 0, 1).
static void normalize(float n[3]) {
  float square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  if (!(square > (float)mjMINVAL) || isinf(square)) {
    n[0] = n[1] = 0;
    n[2] = 1;
    return;
  }
  float scale = 1 / sqrtf(square);
  for (int k = 0; k < 3; k++) n[k] *= scale;
}

// Apply the inverse of refpos and refquat, then the scale.
static void apply_user_transform(mesh* m) {
  const mesh_options* o = &m->options;
  double quat[4], mat[9];
  quat_copy(quat, o->refquat);
  bool turned = !quat_is_unit(quat);
  if (!pose_unit(quat, 4)) mesh_refuse(m, "refquat must not be zero");
  quat_to_mat3(mat, quat);
  for (int i = 0; i < m->nvert; i++) {
    double* v = m->vert + 3 * i;
    vec3_sub(v, v, o->refpos);
    if (turned) mat3_tmul_vec(v, mat, v);
    for (int k = 0; k < 3; k++) {
      v[k] *= o->scale[k];
      if (!(fabs(v[k]) <= FLT_MAX)) {
        mesh_refuse(m, "refpos, refquat and scale bring vertex %d to %g: too far", i, v[k]);
      }
    }
  }
  for (int i = 0; i < m->nnormal; i++) {
    float* f = m->normal + 3 * i;
    double n[3] = {f[0], f[1], f[2]};
    if (turned) mat3_tmul_vec(n, mat, n);
    for (int k = 0; k < 3; k++) f[k] = (float)((float)n[k] * o->scale[k]);
    normalize(f);
  }
}

// Divides instead of multiplying with the inverse, to get the same bits as the reference.
static void divide(double v[3], double x) {
  for (int k = 0; k < 3; k++) v[k] /= x;
}

// A triangle: unit normal, centre and area (0 when degenerate).
typedef struct {
  double normal[3], center[3], area;
} mesh_triangle;

static void measure(const mesh* m, const int* f, mesh_triangle* t) {
  const triple p = TRIPLE(m->vert + 3 * (size_t)f[0]), q = TRIPLE(m->vert + 3 * (size_t)f[1]),
               r = TRIPLE(m->vert + 3 * (size_t)f[2]), a = q - p, b = r - p,
               center = (p + q + r) / 3;
  triple normal;
  triple_cross(&normal, &a, &b);
  double length = triple_norm(&normal);
  bool degenerate = length < mjMINVAL;
  if (!degenerate) normal /= length;
  triple_store(t->center, &center);
  triple_store(t->normal, &normal);
  t->area = degenerate ? 0 : length / 2;
}

static mesh_triangle* measure_all(mesh* m, const int* face, int n) {
  mesh_triangle* all = MESH_SCRATCH(m, mesh_triangle, n);
  for (int i = 0; i < n; i++) measure(m, face + 3 * (size_t)i, all + i);
  return all;
}

// The domain over which mass is integrated.
typedef struct {
  const int* face;
  const mesh_triangle* triangle;
  int n;
  mjtMeshInertia mode;
} domain;

// faces: those of the mesh.  A shell always uses the faces, a solid possibly the hull.
static domain make_domain(mesh* m, const mesh_triangle* faces) {
  mjtMeshInertia mode = m->options.inertia;
  if (mode == mjMESH_INERTIA_CONVEX && m->graph) {
    return (domain){m->hullface, measure_all(m, m->hullface, m->nhullface), m->nhullface, mode};
  }
  return (domain){m->face, faces, m->nface, mode};
}

// Weight of a triangle: volume of the tetrahedron with a given point or, for a shell, its area.
static double weight(const domain* d, double area, const double normal[3], const double center[3],
                     const double from[3]) {
  if (d->mode == mjMESH_INERTIA_SHELL) return area;
  double arm[3];
  vec3_sub(arm, center, from);
  double volume = vec3_dot(arm, normal) * area / 3;
  return d->mode == mjMESH_INERTIA_LEGACY ? fabs(volume) : volume;
}

// Area-weighted mean of the face centres.
static void face_center(mesh* m, const mesh_triangle* faces, double mean[3]) {
  double total = 0;
  vec3_zero(mean);
  for (int i = 0; i < m->nface; i++) {
    vec3_axpy(mean, faces[i].area, faces[i].center);
    total += faces[i].area;
  }
  if (!(total >= mjMINVAL)) mesh_refuse(m, "its surface area is too small (%g)", total);
  divide(mean, total);
}

static void check_size(mesh* m, const domain* d, double size) {
  if (d->mode == mjMESH_INERTIA_SHELL) {
    if (!(size >= mjMINVAL)) mesh_refuse(m, "its surface area is too small (%g)", size);
  } else if (size < 0) {
    mesh_refuse(m,
                "its volume is negative (%g): the triangles are oriented inwards; reverse them, or "
                "use inertia=\"legacy\"",
                size);
  } else if (!(size >= mjMINVAL)) {
    mesh_refuse(m,
                "its volume is too small (%g): scale it up if its units are not metres; if it is a "
                "surface, use inertia=\"shell\"",
                size);
  }
}

// Centre of mass; rejects a mesh without mass.
static void mass_center(mesh* m, const domain* d, const double from[3], double com[3]) {
  double total = 0;
  vec3_zero(com);
  for (int i = 0; i < d->n; i++) {
    const mesh_triangle* t = d->triangle + i;
    double w = weight(d, t->area, t->normal, t->center, from);
    for (int k = 0; k < 3; k++) com[k] += w * (0.75 * t->center[k] + 0.25 * from[k]);
    total += w;
  }
  check_size(m, d, total);
  divide(com, total);
}

// Second moments about com, as inertia tensor at unit density; returns the volume or area.
static double moments(const mesh* m, const domain* d, const double com[3], double tensor[6]) {
  static const double origin[3] = {0, 0, 0};
  const triple from = TRIPLE(com);
  triple square = {0}, mixed = {0};  // xx, yy, zz and xy, yz, zx
  double total = 0, denominator = d->mode == mjMESH_INERTIA_SHELL ? 12 : 20;
  for (int i = 0; i < d->n; i++) {
    const int* f = d->face + 3 * (size_t)i;
    const mesh_triangle* t = d->triangle + i;
    double center[3];
    vec3_sub(center, t->center, com);
    double w = weight(d, t->area, t->normal, center, origin);
    total += w;
    w /= denominator;
    const triple p = TRIPLE(m->vert + 3 * (size_t)f[0]) - from,
                 q = TRIPLE(m->vert + 3 * (size_t)f[1]) - from,
                 r = TRIPLE(m->vert + 3 * (size_t)f[2]) - from, sum = p + q + r;
    // 2 (DD + EE + FF) + the mixed products = sum of squares + square of the sum
    square += w * (p * p + q * q + r * r + sum * sum);
    mixed +=
        w * (p * TRIPLE_NEXT(p) + q * TRIPLE_NEXT(q) + r * TRIPLE_NEXT(r) + sum * TRIPLE_NEXT(sum));
  }
  tensor[0] = square[1] + square[2];
  tensor[1] = square[0] + square[2];
  tensor[2] = square[0] + square[1];
  tensor[3] = -mixed[0];
  tensor[4] = -mixed[2];
  tensor[5] = -mixed[1];
  return total;
}

static void check_moments(mesh* m, const double moment[3]) {
  // rounding errors may violate the triangle inequality by this much
  double slack = moment[0] * 1e-6 + 1e-9;
  if (!isfinite(moment[0] + moment[1] + moment[2])) {
    mesh_refuse(m, "it is too large: its moments of inertia are not finite");
  }
  if (!(moment[2] > 0)) {
    mesh_refuse(m, "its smallest moment of inertia is not positive (%g)", moment[2]);
  }
  if (moment[1] + moment[2] < moment[0] - slack || moment[0] + moment[1] < moment[2] - slack ||
      moment[0] + moment[2] < moment[1] - slack) {
    mesh_refuse(
        m,
        "its moments of inertia %g, %g, %g violate A + B >= C: the surface is not closed or "
        "crosses itself",
        moment[0], moment[1], moment[2]);
  }
}

// Transform to the principal frame; compute the bounding box in it.
static void enter_frame(mesh* m, const double pos[3], const double quat[4]) {
  double mat[9];
  quat_to_mat3(mat, quat);
  for (int k = 0; k < 3; k++) {
    m->min[k] = bound;
    m->max[k] = -bound;
  }
  for (int i = 0; i < m->nvert; i++) {
    double* v = m->vert + 3 * i;
    vec3_sub(v, v, pos);
    mat3_tmul_vec(v, mat, v);
    for (int k = 0; k < 3; k++) {
      m->min[k] = v[k] < m->min[k] ? v[k] : m->min[k];
      m->max[k] = v[k] > m->max[k] ? v[k] : m->max[k];
    }
  }
  for (int i = 0; i < m->nnormal; i++) {
    float* f = m->normal + 3 * i;
    double n[3] = {f[0], f[1], f[2]};
    mat3_tmul_vec(n, mat, n);
    for (int k = 0; k < 3; k++) f[k] = (float)n[k];
  }
}

void mesh_place(mesh* m) {
  double center[3], com[3], tensor[6], moment[3];
  apply_user_transform(m);
  const mesh_triangle* faces = measure_all(m, m->face, m->nface);
  face_center(m, faces, center);
  domain d = make_domain(m, faces);
  mass_center(m, &d, center, com);
  m->volume = moments(m, &d, com, tensor);
  tensor_principal(tensor, m->quat, moment, m->options.rest_of_axes);
  check_moments(m, moment);
  vec3_copy(m->pos, com);
  double sum = moment[0] + moment[1] + moment[2];
  // of a flat mesh the thickness is 0, up to rounding
  for (int k = 0; k < 3; k++) {
    m->box[k] = sqrt(fmax(0, 6 * (sum - 2 * moment[k]) / m->volume)) / 2;
  }
  if (m->options.keep_frame) {
    vec3_zero(m->pos);
    quat_unit(m->quat);
  }
  enter_frame(m, m->pos, m->quat);
}
