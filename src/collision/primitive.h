// Formulas shared by several pairs of shapes.
#pragma once

#include <engine/data_types.h>
#include "math/vec3.h"

// The z axis of a frame.
static inline void frame_z(mjtNum z[3], const mjtNum mat[9]) {
  vec3_set(z, mat[2], mat[5], mat[8]);
}

// x within [lo, hi]; lo where x is not a number.
static inline mjtNum clamp(mjtNum x, mjtNum lo, mjtNum hi) {
  return x > hi ? hi : (x >= lo ? x : lo);
}

// x minus its projection on [-half, half].
static inline mjtNum beyond(mjtNum x, mjtNum half) {
  mjtNum over = fabs(x) - half;
  return over > 0 ? copysign(over, x) : 0;
}

// A contact with normal n and no tangent hint.
static inline void contact_put(mjContact* con, mjtNum dist, const mjtNum pos[3],
                               const mjtNum n[3]) {
  con->dist = dist;
  vec3_copy(con->pos, pos);
  vec3_copy(con->frame, n);
  vec3_zero(con->frame + 3);
}

// A sphere, and the orientation of its geom.
typedef struct {
  const mjtNum *pos, *mat;
  mjtNum radius;
} sphere_body;

static inline sphere_body sphere_of_geom(const mjModel* m, const mjData* d, int geom) {
  return (sphere_body){d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, m->geom_size[3 * geom]};
}

// Two spheres; the z axes of their frames give the normal when the centres coincide.  0 or 1
// contact.
int sphere_sphere(mjContact* con, mjtNum margin, const sphere_body* a, const sphere_body* b);

// A capsule: its centre, a frame whose z axis is its axis, its radius and half length.
typedef struct {
  const mjtNum *pos, *mat;
  mjtNum radius, half;
} capsule_body;

static inline capsule_body capsule_of_geom(const mjModel* m, const mjData* d, int geom) {
  return (capsule_body){d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, m->geom_size[3 * geom],
                        m->geom_size[3 * geom + 1]};
}

// A sphere and a capsule.  0 or 1 contact.
int sphere_capsule(mjContact* con, mjtNum margin, const sphere_body* a, const capsule_body* b);

// Two capsules; capsule against box.  Up to 2 contacts.
int capsule_capsule(mjContact* con, mjtNum margin, const capsule_body* a, const capsule_body* b);
int capsule_box(mjContact* con, mjtNum margin, const capsule_body* a, const mjtNum pos2[3],
                const mjtNum mat2[9], const mjtNum size2[3]);

// A sphere, whose orientation does not matter, and the box at pos2, mat2.  0 or 1 contact.
int sphere_box(mjContact* con, mjtNum margin, const sphere_body* a, const mjtNum pos2[3],
               const mjtNum mat2[9], const mjtNum size2[3]);

// Sphere of radius r at p against the half-space through q with unit normal n.  The normal of the
// contact is n.  0 or 1 contact.
int half_space_sphere(mjContact* con, mjtNum margin, const mjtNum q[3], const mjtNum n[3],
                      const mjtNum p[3], mjtNum r);

// The quadratic form of the distance between two segments p1 + x1 a1 and p2 + x2 a2, x in [-1, 1].
typedef struct {
  mjtNum aa, ab, bb;  // a1.a1, -a1.a2, a2.a2
  mjtNum u, v;        // -a1.(p1 - p2), a2.(p1 - p2)
  mjtNum det;
} segment_pair;

segment_pair segment_pair_make(const mjtNum p1[3], const mjtNum a1[3], const mjtNum p2[3],
                               const mjtNum a2[3]);

// The closest parameters of two segments that are not parallel, x1 clamped first.
void segment_pair_closest(const segment_pair* s, mjtNum* x1, mjtNum* x2);

// Best parameter of one segment for a given one of the other.
mjtNum segment_pair_best1(const segment_pair* s, mjtNum x2);
mjtNum segment_pair_best2(const segment_pair* s, mjtNum x1);
