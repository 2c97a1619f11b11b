// M^-1 by articulated body inertias (Featherstone 2008, chapter 7).  From the leaves to the root:
// the articulated inertia A of a body, as seen when the joints of its descendants are free.
// Passing a joint with axis s, with D = s' A s + armature and k = A s / D, it becomes A - k k' D.
// From the root to the leaves: the inverse inertia P of a body within the whole system is (1 - s
// k') P (1 - s k')' + s s' / D, from that of its parent and the joint itself. Velocities and
// matrices of a body are in world axes about its centre of mass, rotation first.
#include "dynamics/polynomial.h"
#include "compile/inverse_inertia.h"

#include <stdlib.h>
#include <string.h>

#include "kinematics/jacobian.h"
#include "math/vec3.h"

// Up to this depth the factor of M is used.  It loses accuracy with depth: 8 of 16 digits in a
// chain of 300 hinges, where this method loses 2.
#define DEEP 64

int inverse_inertia_applies(const mjModel* m) {
  for (int t = 0; t < m->ntendon; t++) {
    if (tendon_armature(m, t) != 0) return 0;
  }
  for (int i = 0; i < m->nv; i++) {
    if (m->D_diag[i] >= DEEP) return 1;
  }
  return 0;
}

typedef struct {
  mjtNum axis[6];  // velocity of its body per unit velocity of the dof
  mjtNum k[6];
  mjtNum inertia;  // D
} joint_dof;

typedef struct {
  const mjModel* m;
  const mjData* d;
  mjtNum (*matrix)[36];  // per body: A, later P
  joint_dof* dof;
} tree;

// -------------------------------------------------------------- changing the reference point

// The velocity at a point displaced by `offset`.
static void move_velocity(mjtNum v[6], const mjtNum offset[3]) {
  mjtNum more[3];
  vec3_cross(more, v, offset);
  vec3_add(v + 3, v + 3, more);
}

// The force about the old point, when given at a point displaced by `offset`.
static void move_force(mjtNum f[6], const mjtNum offset[3]) {
  mjtNum more[3];
  vec3_cross(more, offset, f + 3);
  vec3_add(f, f, more);
}

// X a X', where X is the map `move`.
static void move_matrix(mjtNum a[36], void (*move)(mjtNum[6], const mjtNum[3]),
                        const mjtNum offset[3]) {
  for (int i = 0; i < 6; i++) move(a + 6 * i, offset);
  for (int j = 0; j < 6; j++) {
    mjtNum column[6];
    for (int i = 0; i < 6; i++) column[i] = a[6 * i + j];
    move(column, offset);
    for (int i = 0; i < 6; i++) a[6 * i + j] = column[i];
  }
}

static void offset_to_parent(const tree* t, mjtNum offset[3], int body) {
  int parent = t->m->body_parentid[body];
  vec3_sub(offset, t->d->xipos + 3 * body, t->d->xipos + 3 * parent);
}

// a += s v v'
static void add_square(mjtNum a[36], const mjtNum v[6], mjtNum s) {
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) a[6 * i + j] += s * v[i] * v[j];
  }
}

// -------------------------------------------------------------------- leaves to root

static void set_own_inertia(const tree* t, int body) {
  mjtNum *a = t->matrix[body], turned[9], world[9];
  const mjtNum *ximat = t->d->ximat + 9 * body, *inertia = t->m->body_inertia + 3 * body;
  for (int i = 0; i < 9; i++) turned[i] = ximat[i] * inertia[i % 3];
  mat3_mul_t(world, turned, ximat);
  memset(a, 0, sizeof t->matrix[body]);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) a[6 * i + j] = world[3 * i + j];
    a[7 * (i + 3)] = t->m->body_mass[body];
  }
}

// Eliminate the joints of a body: its articulated inertia is passed to the parent.
static void free_joints(const tree* t, int body) {
  const mjModel* m = t->m;
  mjtNum *a = t->matrix[body], offset[3];
  vec3_sub(offset, t->d->xipos + 3 * body, t->d->subtree_com + 3 * m->body_rootid[body]);
  for (int i = m->body_dofadr[body] + m->body_dofnum[body] - 1; i >= m->body_dofadr[body]; i--) {
    joint_dof* j = t->dof + i;
    const mjtNum* cdof = t->d->cdof + 6 * i;
    vec3_copy(j->axis, cdof);
    dof_velocity(j->axis + 3, cdof, offset);
    for (int k = 0; k < 6; k++) j->k[k] = dot6(a + 6 * k, j->axis);
    j->inertia = mjMAX(mjMINVAL, dot6(j->axis, j->k) + dof_armature(m, i));
    for (int k = 0; k < 6; k++) j->k[k] /= j->inertia;
    add_square(a, j->k, -j->inertia);
  }
}

static void go_to_root(const tree* t) {
  const mjModel* m = t->m;
  for (int b = 1; b < m->nbody; b++) set_own_inertia(t, b);
  for (int b = m->nbody - 1; b > 0; b--) {
    if (m->body_dofnum[b]) free_joints(t, b);
    int parent = m->body_parentid[b];
    if (parent == 0) continue;
    mjtNum a[36], offset[3];
    memcpy(a, t->matrix[b], sizeof a);
    offset_to_parent(t, offset, b);
    move_matrix(a, move_force, offset);
    for (int i = 0; i < 36; i++) t->matrix[parent][i] += a[i];
  }
}

// -------------------------------------------------------------------- root to leaves

// Add the term of a dof to the inverse inertia p; returns the dof's entry of M^-1's diagonal.
static mjtNum add_joint(mjtNum p[36], const joint_dof* j) {
  mjtNum pk[6];
  for (int i = 0; i < 6; i++) pk[i] = dot6(p + 6 * i, j->k);
  mjtNum own = dot6(j->k, pk) + 1 / j->inertia;
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < 6; k++) {
      p[6 * i + k] += own * j->axis[i] * j->axis[k] - j->axis[i] * pk[k] - pk[i] * j->axis[k];
    }
  }
  return own;
}

static void go_to_leaves(const tree* t, mjtNum* body, mjtNum* dof) {
  const mjModel* m = t->m;
  memset(t->matrix[0], 0, sizeof t->matrix[0]);
  memset(body, 0, 6 * sizeof(mjtNum));
  for (int b = 1; b < m->nbody; b++) {
    mjtNum *p = t->matrix[b], offset[3];
    memcpy(p, t->matrix[m->body_parentid[b]], sizeof t->matrix[b]);
    offset_to_parent(t, offset, b);
    move_matrix(p, move_velocity, offset);
    for (int i = m->body_dofadr[b]; i < m->body_dofadr[b] + m->body_dofnum[b]; i++) {
      dof[i] = add_joint(p, t->dof + i);
    }
    for (int i = 0; i < 6; i++) body[6 * b + i] = p[7 * ((i + 3) % 6)];
  }
}

int inverse_inertia(const mjModel* m, const mjData* d, mjtNum* body, mjtNum* dof) {
  tree t = {m, d, malloc(sizeof *t.matrix * (size_t)m->nbody),
            malloc(sizeof *t.dof * ((size_t)m->nv + 1))};
  int good = t.matrix && t.dof;
  if (good) {
    go_to_root(&t);
    go_to_leaves(&t, body, dof);
  }
  free(t.matrix);
  free(t.dof);
  return good;
}
