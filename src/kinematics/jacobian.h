// Dof chains and Jacobians restricted to them.
//
// The dofs that move a body are the last dof of the body, or of its nearest ancestor that has any,
// and all that dof_parentid leads to from there: its chain.  A chain is ascending.
#pragma once

#include <engine/data_types.h>

#include "math/spatial.h"

// Last dof that moves the body, -1 if nothing does.
static inline int last_dof(const mjModel* m, int body) {
  int b = m->body_weldid[body];
  return m->body_dofnum[b] ? m->body_dofadr[b] + m->body_dofnum[b] - 1 : -1;
}

// Dofs of a chain, ascending.
typedef struct {
  const int* dof;
  int n;
} dof_chain;

// The chain of a body; it points into the model (D_colind), nothing is copied.
static inline dof_chain chain_of_body(const mjModel* m, int body) {
  int last = last_dof(m, body);
  if (last < 0) return (dof_chain){0, 0};
  return (dof_chain){m->D_colind + m->D_rowadr[last], m->D_diag[last] + 1};
}

// Union of the chains of two bodies, common ancestors included; returns its length.
// chain has room for nv dofs.
int chain_of_bodies(const mjModel* m, int body1, int body2, int* chain);

// Add the chain of a body to n dofs, ascending; returns how many there are then.
int chain_add(const mjModel* m, int body, int* dof, int n);

// Where a number that is in a list stands, as a dof in a chain.
static inline int place_in(const int* list, int x) {
  int k = 0;
  while (list[k] != x) k++;
  return k;
}

// r = cdof_dof as a velocity at offset from the centre of the tree: angular part is cdof itself.
static inline void dof_velocity(mjtNum r[3], const mjtNum cdof[6], const mjtNum offset[3]) {
  vec3_cross(r, cdof, offset);
  vec3_add(r, r, cdof + 3);
}

// A point that moves with a body, in the world.
typedef struct {
  int body;
  const mjtNum* pos;
} body_point;

// Jacobian of such a point, of the dofs of a chain only: jacp and jacr are 3 x chain.n, row-major,
// and may be NULL.  The chain must hold all dofs of the body's own chain; the columns of others are
// zero.
void jac_of_chain(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, body_point at,
                  dof_chain chain);

// The wrench (torque, force) about the centre of the tree of a body, of a force and of a torque
// that act on it at a point, in world axes.
static inline void wrench_at(const mjModel* m, const mjData* d, mjtNum wrench[6],
                             const mjtNum force[3], const mjtNum torque[3], body_point at) {
  mjtNum arm[3];
  vec3_sub(arm, at.pos, d->subtree_com + 3 * m->body_rootid[at.body]);
  vec3_cross(wrench, arm, force);
  vec3_add(wrench, wrench, torque);
  vec3_copy(wrench + 3, force);
}

// qfrc[i] += scale (power of wrench along dof i), over the chain of the body.
static inline void add_wrench(const mjModel* m, const mjData* d, mjtNum* qfrc,
                              const mjtNum wrench[6], mjtNum scale, int body) {
  for (int i = last_dof(m, body); i >= 0; i = m->dof_parentid[i]) {
    qfrc[i] += scale * dot6(d->cdof + 6 * i, wrench);
  }
}

// A wrench on a body, about the centre of its tree.
typedef struct {
  int body;
  const mjtNum* wrench;
} wrench_on_body;

// vec += scale (work of b along the dofs of its body - work of a along those of its own), leaving
// out the dofs that move both bodies: what an inner force between two bodies does.
static inline void add_opposite_wrenches(const mjModel* m, const mjData* d, mjtNum* vec,
                                         mjtNum scale, wrench_on_body a, wrench_on_body b) {
  int i = last_dof(m, a.body), j = last_dof(m, b.body);
  while (i != j) {
    if (i > j) {
      vec[i] -= scale * dot6(d->cdof + 6 * i, a.wrench);
      i = m->dof_parentid[i];
    } else {
      vec[j] += scale * dot6(d->cdof + 6 * j, b.wrench);
      j = m->dof_parentid[j];
    }
  }
}
