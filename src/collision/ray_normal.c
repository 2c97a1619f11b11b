// Normals at the hits of rays.  For primitives: the normal of the surface nearest to the hit, in
// the frame of the geom.
#include <engine/base.h>
#include <engine/collision.h>
#include <engine/extension.h>
#include <engine/model.h>

#include "base/need.h"
#include "collision/ray.h"
#include "collision/sdf.h"

static void of_capsule(const mjtNum size[3], const mjtNum x[3], mjtNum n[3]) {
  vec3_copy(n, x);
  n[2] -= fmax(-size[1], fmin(size[1], x[2]));
}

static void of_ellipsoid(const mjtNum size[3], const mjtNum x[3], mjtNum n[3]) {
  for (int k = 0; k < 3; k++) n[k] = x[k] / (size[k] * size[k]);
}

static void of_cylinder(const mjtNum size[3], const mjtNum x[3], mjtNum n[3]) {
  mjtNum to_side = fabs(sqrt(x[0] * x[0] + x[1] * x[1]) - size[0]);
  int is_side = to_side <= fabs(fabs(x[2]) - size[1]);
  vec3_set(n, is_side ? x[0] : 0, is_side ? x[1] : 0, is_side ? 0 : copysign(1, x[2]));
}

static void of_box(const mjtNum size[3], const mjtNum x[3], mjtNum n[3]) {
  int nearest = 0;
  for (int k = 1; k < 3; k++) {
    if (fabs(fabs(x[k]) - size[k]) < fabs(fabs(x[nearest]) - size[nearest])) nearest = k;
  }
  vec3_zero(n);
  n[nearest] = copysign(1, x[nearest]);
}

static void of_primitive(int type, const mjtNum size[3], const mjtNum x[3], mjtNum n[3]) {
  switch (type) {
    case mjGEOM_PLANE: vec3_set(n, 0, 0, 1); break;
    case mjGEOM_CAPSULE: of_capsule(size, x, n); break;
    case mjGEOM_ELLIPSOID: of_ellipsoid(size, x, n); break;
    case mjGEOM_CYLINDER: of_cylinder(size, x, n); break;
    case mjGEOM_BOX: of_box(size, x, n); break;
    default: vec3_copy(n, x);
  }
  vec3_normalize(n);
}

// (a - c) x (b - a), of unit length.
static void of_triangle(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3], mjtNum n[3]) {
  mjtNum ac[3], ba[3];
  vec3_sub(ac, a, c);
  vec3_sub(ba, b, a);
  vec3_cross(n, ac, ba);
  vec3_normalize(n);
}

static void of_mesh(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                    const mjtNum vec[3], mjtNum n[3]) {
  int mesh = m->geom_dataid[geom], face = ray_mesh_face(m, d, geom, pnt, vec);
  vec3_zero(n);
  if (face < 0) return;
  const int* corner = m->mesh_face + 3 * (m->mesh_faceadr[mesh] + face);
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  mjtNum x[3][3];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) x[i][k] = vert[3 * corner[i] + k];
  }
  of_triangle(x[0], x[1], x[2], n);
}

// The triangle of the grid under x, and how far x is from it; the diagonal of a cell runs from its
// low to its high corner.
static mjtNum of_surface(const mjModel* m, int field, const mjtNum x[3], mjtNum n[3]) {
  const mjtNum* size = m->hfield_size + 4 * field;
  const float* data = m->hfield_data + m->hfield_adr[field];
  int nrow = m->hfield_nrow[field], ncol = m->hfield_ncol[field];
  mjtNum dx = 2 * size[0] / (ncol - 1), dy = 2 * size[1] / (nrow - 1);
  mjtNum u = (x[0] + size[0]) / dx, v = (x[1] + size[1]) / dy;
  int c = (int)fmax(0, fmin(ncol - 2, floor(u))), r = (int)fmax(0, fmin(nrow - 2, floor(v)));
  u -= c;
  v -= r;
  mjtNum low = data[r * ncol + c], high = data[(r + 1) * ncol + c + 1];
  mjtNum third = u > v ? data[r * ncol + c + 1] : data[(r + 1) * ncol + c];
  mjtNum along_x = (u > v ? third - low : high - third) * size[2];
  mjtNum along_y = (u > v ? high - third : third - low) * size[2];
  vec3_set(n, -along_x / dx, -along_y / dy, 1);
  vec3_normalize(n);
  return fabs(x[2] - (low * size[2] + along_x * u + along_y * v)) * n[2];
}

static void of_height_field(const mjModel* m, int field, const mjtNum x[3], mjtNum n[3]) {
  const mjtNum* size = m->hfield_size + 4 * field;
  mjtNum nearest = of_surface(m, field, x, n), base = fabs(x[2] + size[3]);
  for (int k = 0; k < 2; k++) {
    mjtNum side = fabs(fabs(x[k]) - size[k]);
    if (side >= nearest) continue;
    nearest = side;
    vec3_zero(n);
    n[k] = copysign(1, x[k]);
  }
  // the base is a box of its own: rays that begin in it leave it by its top too
  mjtNum top = fabs(x[2]);
  if (base < nearest) vec3_set(n, 0, 0, -1);
  if (top < fmin(base, nearest)) vec3_set(n, 0, 0, 1);
}

void ray_normal_of_geom(const mjModel* m, const mjData* d, int geom, ray_end r, mjtNum normal[3]) {
  mjtNum p[3], v[3];
  ray_to_local(p, v, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, r.pnt, r.vec);
  vec3_axpy(p, r.t, v);
  switch (m->geom_type[geom]) {
    case mjGEOM_MESH: of_mesh(m, d, geom, r.pnt, r.vec, normal); break;
    case mjGEOM_HFIELD: of_height_field(m, m->geom_dataid[geom], p, normal); break;
    case mjGEOM_SDF:
      sdf_gradient(m, d, sdf_source_of(m, geom), normal, p);
      vec3_normalize(normal);
      break;
    default: of_primitive(m->geom_type[geom], m->geom_size + 3 * geom, p, normal);
  }
  mat3_mul_vec(normal, d->geom_xmat + 9 * geom, normal);
}

mjtNum eng_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
               const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int geomid[1],
               mjtNum normal[3]) {
  int hit = -1;
  mjtNum t = mj_ray(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, &hit);
  if (geomid) *geomid = hit;
  if (normal) vec3_zero(normal);
  if (normal && hit >= 0) ray_normal_of_geom(m, d, hit, (ray_end){pnt, vec, t}, normal);
  return t;
}

void eng_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec,
                  const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int* geomid,
                  mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff) {
  NEED(m, d, pnt);
  if (nray < 1) return;
  mj_markStack(d);
  int* hit = geomid ? geomid : mj_stackAllocInt(d, nray);
  mj_multiRay(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, hit, dist, nray, cutoff);
  for (int i = 0; normal && i < nray; i++) {
    vec3_zero(normal + 3 * i);
    if (hit[i] < 0) continue;
    ray_normal_of_geom(m, d, hit[i], (ray_end){pnt, vec + 3 * i, dist[i]}, normal + 3 * i);
  }
  mj_freeStack(d);
}

mjtNum eng_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                   const mjtNum pnt[3], const mjtNum vec[3], int geomtype, mjtNum normal[3]) {
  mjtNum t = mju_rayGeom(pos, mat, size, pnt, vec, geomtype), p[3], v[3];
  if (!normal) return t;
  vec3_zero(normal);
  if (t < 0) return t;
  ray_to_local(p, v, pos, mat, pnt, vec);
  vec3_axpy(p, t, v);
  of_primitive(geomtype, size, p, normal);
  mat3_mul_vec(normal, mat, normal);
  return t;
}

mjtNum eng_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                   const mjtNum vec[3], mjtNum normal[3]) {
  mjtNum t = mj_rayMesh(m, d, geomid, pnt, vec);
  if (normal) vec3_zero(normal);
  if (normal && t >= 0) ray_normal_of_geom(m, d, geomid, (ray_end){pnt, vec, t}, normal);
  return t;
}

mjtNum eng_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                     const mjtNum vec[3], mjtNum normal[3]) {
  mjtNum t = mj_rayHfield(m, d, geomid, pnt, vec);
  if (normal) vec3_zero(normal);
  if (normal && t >= 0) ray_normal_of_geom(m, d, geomid, (ray_end){pnt, vec, t}, normal);
  return t;
}
