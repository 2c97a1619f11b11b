// Planes against spheres, capsules, cylinders and boxes.
#include "collision/pair.h"
#include "collision/primitive.h"

int half_space_sphere(mjContact* con, mjtNum margin, const mjtNum q[3], const mjtNum n[3],
                      const mjtNum p[3], mjtNum r) {
  mjtNum off[3], pos[3];
  vec3_sub(off, p, q);
  mjtNum dist = vec3_dot(n, off) - r;
  if (!(dist <= margin)) return 0;
  vec3_copy(pos, p);
  vec3_axpy(pos, -(dist / 2 + r), n);
  contact_put(con, dist, pos, n);
  return 1;
}

int pair_plane_sphere(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                      mjtNum margin) {
  mjtNum n[3];
  frame_z(n, d->geom_xmat + 9 * g1);
  return half_space_sphere(con, margin, d->geom_xpos + 3 * g1, n, d->geom_xpos + 3 * g2,
                           m->geom_size[3 * g2]);
}

int pair_plane_capsule(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                       mjtNum margin) {
  const mjtNum* size = m->geom_size + 3 * g2;
  mjtNum n[3], axis[3], end[3];
  frame_z(n, d->geom_xmat + 9 * g1);
  frame_z(axis, d->geom_xmat + 9 * g2);

  int count = 0;
  for (int side = 1; side >= -1; side -= 2) {
    vec3_copy(end, d->geom_xpos + 3 * g2);
    vec3_axpy(end, side * size[1], axis);
    count += half_space_sphere(con + count, margin, d->geom_xpos + 3 * g1, n, end, size[0]);
  }

  // a rolling capsule keeps the same tangent in both contacts
  for (int i = 0; i < count; i++) vec3_copy(con[i].frame + 3, axis);
  return count;
}

// A point at signed distance dist from the plane with normal n.
static int put_plane_point(mjContact* con, mjtNum dist, mjtNum x[3], const mjtNum n[3]) {
  vec3_axpy(x, -dist / 2, n);
  contact_put(con, dist, x, n);
  return 1;
}

int pair_plane_cylinder(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                        mjtNum margin) {
  const mjtNum *p = d->geom_xpos + 3 * g2, *mat = d->geom_xmat + 9 * g2;
  mjtNum radius = m->geom_size[3 * g2], half = m->geom_size[3 * g2 + 1];
  mjtNum n[3], axis[3], off[3], v[3], x[3];

  // the half axis A towards the plane, and the radius v that descends most
  frame_z(n, d->geom_xmat + 9 * g1);
  frame_z(axis, mat);
  mjtNum c = vec3_dot(n, axis);
  if (c > 0) {
    c = -c;
    vec3_scale(axis, axis, -1);
  }
  vec3_scale(v, axis, c);
  vec3_sub(v, v, n);
  mjtNum vv = vec3_dot(v, v);
  if (vv >= mjMINVAL * mjMINVAL) {
    vec3_scale(v, v, radius / sqrt(vv));
  } else {
    vec3_set(v, radius * mat[0], radius * mat[3], radius * mat[6]);
  }
  vec3_sub(off, p, d->geom_xpos + 3 * g1);
  mjtNum h = vec3_dot(n, off), q = vec3_dot(n, v);
  vec3_scale(axis, axis, half);
  c *= half;

  // lowest rim point of the near disc
  mjtNum dist = h + c + q;
  if (!(dist <= margin)) return 0;
  vec3_add(x, p, v);
  vec3_add(x, x, axis);
  int count = put_plane_point(con, dist, x, n);

  // lowest rim point of the far disc
  dist = h - c + q;
  if (dist <= margin) {
    vec3_add(x, p, v);
    vec3_sub(x, x, axis);
    count += put_plane_point(con + count, dist, x, n);
  }

  // together with the first, these form an equilateral triangle on the near disc
  dist = h + c - q / 2;
  if (dist <= margin) {
    mjtNum w[3];
    vec3_cross(w, v, axis);
    vec3_normalize(w);
    for (int side = 1; side >= -1; side -= 2) {
      vec3_add(x, p, axis);
      vec3_axpy(x, -0.5, v);
      vec3_axpy(x, side * radius * sqrt(3) / 2, w);
      count += put_plane_point(con + count, dist, x, n);
    }
  }
  return count;
}

int pair_plane_box(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                   mjtNum margin) {
  const mjtNum *p = d->geom_xpos + 3 * g2, *mat = d->geom_xmat + 9 * g2;
  const mjtNum* size = m->geom_size + 3 * g2;
  mjtNum n[3], off[3], local[3], corner[3], x[3];
  frame_z(n, d->geom_xmat + 9 * g1);
  vec3_sub(off, p, d->geom_xpos + 3 * g1);
  mjtNum height = vec3_dot(n, off);

  // the first four corners on the lower side, not the deepest four: the order of rows depends on it
  int count = 0;
  for (int i = 0; i < 8 && count < 4; i++) {
    for (int k = 0; k < 3; k++) local[k] = i >> k & 1 ? size[k] : -size[k];
    mat3_mul_vec(corner, mat, local);
    mjtNum lift = vec3_dot(n, corner);
    if (!(height + lift <= margin) || lift > 0) continue;
    vec3_add(x, p, corner);
    count += put_plane_point(con + count, height + lift, x, n);
  }
  return count;
}
