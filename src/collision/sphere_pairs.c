// Spheres and capsules against each other, spheres against cylinders and boxes.
#include "collision/pair.h"
#include "collision/primitive.h"

int sphere_sphere(mjContact* con, mjtNum margin, const sphere_body* a, const sphere_body* b) {
  mjtNum n[3], pos[3];
  mjtNum reach = margin + a->radius + b->radius;
  vec3_sub(n, b->pos, a->pos);
  if (!(vec3_dot(n, n) <= reach * reach)) return 0;

  mjtNum length = vec3_normalize(n);
  if (length < mjMINVAL) {
    mjtNum z1[3], z2[3];
    frame_z(z1, a->mat);
    frame_z(z2, b->mat);
    vec3_cross(n, z1, z2);
    vec3_normalize(n);
  }
  mjtNum dist = length - a->radius - b->radius;
  vec3_copy(pos, a->pos);
  vec3_axpy(pos, a->radius + dist / 2, n);
  contact_put(con, dist, pos, n);
  return 1;
}

int pair_sphere_sphere(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                       mjtNum margin) {
  sphere_body a = sphere_of_geom(m, d, g1), b = sphere_of_geom(m, d, g2);
  return sphere_sphere(con, margin, &a, &b);
}

int sphere_capsule(mjContact* con, mjtNum margin, const sphere_body* a, const capsule_body* b) {
  mjtNum axis[3], off[3], x[3];
  frame_z(axis, b->mat);
  vec3_sub(off, a->pos, b->pos);
  vec3_copy(x, b->pos);
  vec3_axpy(x, clamp(vec3_dot(axis, off), -b->half, b->half), axis);
  return sphere_sphere(con, margin, a, &(sphere_body){x, b->mat, b->radius});
}

int pair_sphere_capsule(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                        mjtNum margin) {
  sphere_body a = sphere_of_geom(m, d, g1);
  capsule_body b = capsule_of_geom(m, d, g2);
  return sphere_capsule(con, margin, &a, &b);
}

int pair_sphere_cylinder(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                         mjtNum margin) {
  const mjtNum *p2 = d->geom_xpos + 3 * g2, *mat2 = d->geom_xmat + 9 * g2;
  sphere_body a = sphere_of_geom(m, d, g1);
  mjtNum radius = m->geom_size[3 * g2], half = m->geom_size[3 * g2 + 1];
  mjtNum axis[3], off[3], rho[3], x[3];
  frame_z(axis, mat2);
  vec3_sub(off, a.pos, p2);
  mjtNum along = vec3_dot(axis, off);
  vec3_copy(rho, off);
  vec3_axpy(rho, -along, axis);
  mjtNum away2 = vec3_dot(rho, rho);

  int side = fabs(along) < half, cap = away2 < radius * radius;
  if (side && cap) {
    // the centre is inside: the contact is at the nearer surface
    cap = half - fabs(along) < radius - sqrt(away2);
    side = !cap;
  }

  if (side) {
    vec3_copy(x, p2);
    vec3_axpy(x, along, axis);
    return sphere_sphere(con, margin, &a, &(sphere_body){x, mat2, radius});
  }

  mjtNum towards = along > 0 ? 1 : -1;
  vec3_copy(x, p2);
  vec3_axpy(x, towards * half, axis);
  if (cap) {
    mjtNum n[3];
    vec3_scale(n, axis, towards);
    if (!half_space_sphere(con, margin, x, n, a.pos, a.radius)) return 0;
    vec3_scale(con->frame, con->frame, -1);
    return 1;
  }

  // the rim; the centre is off the axis, since neither the side nor the cap is nearest
  if (!(away2 > 0)) return 0;
  vec3_axpy(x, radius / sqrt(away2), rho);
  return sphere_sphere(con, margin, &a, &(sphere_body){x, mat2, 0});
}

int sphere_box(mjContact* con, mjtNum margin, const sphere_body* a, const mjtNum pos2[3],
               const mjtNum mat2[9], const mjtNum size2[3]) {
  mjtNum c[3], nearest[3], n[3], pos[3], r = a->radius;
  vec3_sub(c, a->pos, pos2);
  mat3_tmul_vec(c, mat2, c);
  for (int k = 0; k < 3; k++) {
    nearest[k] = size2[k] > 0 ? clamp(c[k], -size2[k], size2[k]) : c[k];
  }
  vec3_sub(n, nearest, c);
  mjtNum dist = vec3_norm(n);
  if (!(dist - r <= margin)) return 0;

  if (dist > mjMINVAL) {
    vec3_scale(n, n, 1 / dist);
    for (int k = 0; k < 3; k++) pos[k] = (nearest[k] + c[k] + r * n[k]) / 2;
  } else {
    // the centre is inside: the contact is at the nearest face
    mjtNum depth = mjMAXVAL;
    int face = 0;
    for (int i = 0; i < 6; i++) {
      mjtNum to = fabs((i & 1 ? size2[i / 2] : -size2[i / 2]) - c[i / 2]);
      if (to < depth) {
        depth = to;
        face = i;
      }
    }
    vec3_zero(n);
    n[face / 2] = face & 1 ? -1 : 1;
    vec3_copy(pos, c);
    vec3_axpy(pos, (r - depth) / 2, n);
    dist = -depth;
  }

  mat3_mul_vec(n, mat2, n);
  mat3_mul_vec(pos, mat2, pos);
  vec3_add(pos, pos, pos2);
  contact_put(con, dist - r, pos, n);
  return 1;
}

int pair_sphere_box(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                    mjtNum margin) {
  sphere_body a = sphere_of_geom(m, d, g1);
  return sphere_box(con, margin, &a, d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2,
                    m->geom_size + 3 * g2);
}

segment_pair segment_pair_make(const mjtNum p1[3], const mjtNum a1[3], const mjtNum p2[3],
                               const mjtNum a2[3]) {
  mjtNum off[3];
  segment_pair s;
  vec3_sub(off, p1, p2);
  s.aa = vec3_dot(a1, a1);
  s.ab = -vec3_dot(a1, a2);
  s.bb = vec3_dot(a2, a2);
  s.u = -vec3_dot(a1, off);
  s.v = vec3_dot(a2, off);
  s.det = s.aa * s.bb - s.ab * s.ab;
  return s;
}

mjtNum segment_pair_best1(const segment_pair* s, mjtNum x2) {
  return s->aa > 0 ? clamp((s->u - s->ab * x2) / s->aa, -1, 1) : 0;
}

mjtNum segment_pair_best2(const segment_pair* s, mjtNum x1) {
  return s->bb > 0 ? clamp((s->v - s->ab * x1) / s->bb, -1, 1) : 0;
}

void segment_pair_closest(const segment_pair* s, mjtNum* x1, mjtNum* x2) {
  mjtNum a = (s->bb * s->u - s->ab * s->v) / s->det;
  mjtNum b = (s->aa * s->v - s->ab * s->u) / s->det;
  if (a > 1 || a < -1) {
    a = a > 1 ? 1 : -1;
    b = (s->v - s->ab * a) / s->bb;
  }
  if (b > 1 || b < -1) {
    b = b > 1 ? 1 : -1;
    a = segment_pair_best1(s, b);
  }
  *x1 = a;
  *x2 = b;
}

// The axes of two capsules as segments, with the poses and radii of the capsules.
typedef struct {
  const mjtNum *p1, *mat1, *p2, *mat2;
  const mjtNum *a1, *a2;  // half axes
  mjtNum r1, r2, margin;
} capsule_pair;

static int test_points(mjContact* con, const capsule_pair* c, mjtNum x1, mjtNum x2) {
  mjtNum e1[3], e2[3];
  vec3_copy(e1, c->p1);
  vec3_axpy(e1, x1, c->a1);
  vec3_copy(e2, c->p2);
  vec3_axpy(e2, x2, c->a2);
  return sphere_sphere(con, c->margin, &(sphere_body){e1, c->mat1, c->r1},
                       &(sphere_body){e2, c->mat2, c->r2});
}

int capsule_capsule(mjContact* con, mjtNum margin, const capsule_body* a, const capsule_body* b) {
  mjtNum a1[3], a2[3];
  capsule_pair c = {.p1 = a->pos,
                    .mat1 = a->mat,
                    .p2 = b->pos,
                    .mat2 = b->mat,
                    .a1 = a1,
                    .a2 = a2,
                    .r1 = a->radius,
                    .r2 = b->radius,
                    .margin = margin};
  frame_z(a1, c.mat1);
  vec3_scale(a1, a1, a->half);
  frame_z(a2, c.mat2);
  vec3_scale(a2, a2, b->half);
  segment_pair s = segment_pair_make(c.p1, a1, c.p2, a2);

  if (fabs(s.det) >= mjMINVAL) {
    mjtNum x1, x2;
    segment_pair_closest(&s, &x1, &x2);
    return test_points(con, &c, x1, x2);
  }

  // parallel: each end of the first, then of the second, until two are found
  int count = 0;
  for (int end = 1; end >= -1; end -= 2) {
    count += test_points(con + count, &c, end, segment_pair_best2(&s, end));
  }
  for (int end = 1; end >= -1 && count < 2; end -= 2) {
    count += test_points(con + count, &c, segment_pair_best1(&s, end), end);
  }
  return count;
}

int pair_capsule_capsule(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                         mjtNum margin) {
  capsule_body a = capsule_of_geom(m, d, g1), b = capsule_of_geom(m, d, g2);
  return capsule_capsule(con, margin, &a, &b);
}
