// Dof chains, and Jacobians restricted to them.
//
// The chain of a body is the ascending list of dofs that move it: the last dof of the body (or of
// its nearest ancestor with dofs) and everything reached from there by dof_parentid.
#pragma once

#include <engine/data_types.h>

#include "math/spatial.h"

// The last dof that moves the body, -1 if it is static.
static inline int last_dof(const mjModel* m, int body) {
  int b = m->body_weldid[body];
  return m->body_dofnum[b] ? m->body_dofadr[b] + m->body_dofnum[b] - 1 : -1;
}

// A chain: dofs, ascending.
typedef struct {
  const int* dof;
  int n;
} dof_chain;

// The chain of a body, without copying: it points to D_colind of the model.
static inline dof_chain chain_of_body(const mjModel* m, int body) {
  int last = last_dof(m, body);
  if (last < 0) return (dof_chain){0, 0};
  return (dof_chain){m->D_colind + m->D_rowadr[last], m->D_diag[last] + 1};
}

// Union of the chains of two bodies, including common ancestors; returns its length.  `chain` has
// room for nv dofs.
int chain_of_bodies(const mjModel* m, int body1, int body2, int* chain);

// Add the chain of a body to a sorted list of n dofs; returns the new length.
int chain_add(const mjModel* m, int body, int* dof, int n);

// Index of a number that is in a list, such as a dof in a chain.
static inline int place_in(const int* list, int x) {
  int k = 0;
  while (list[k] != x) k++;
  return k;
}

// r = linear velocity that cdof causes at `offset` from the tree's centre; the angular part is
// cdof's own.
static inline void dof_velocity(mjtNum r[3], const mjtNum cdof[6], const mjtNum offset[3]) {
  vec3_cross(r, cdof, offset);
  vec3_add(r, r, cdof + 3);
}

// A point fixed to a body, in world coordinates.
typedef struct {
  int body;
  const mjtNum* pos;
} body_point;

// Jacobian of a point, for the dofs of a chain only: jacp and jacr are 3 x chain.n, row-major, and
// may be NULL.  The chain must include the body's own chain; columns of its other dofs are set to
// zero.
void jac_of_chain(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, body_point at,
                  dof_chain chain);

// The wrench (torque, force) about the centre of the body's tree that is equivalent to a force and
// a torque acting at a point, in world axes.
static inline void wrench_at(const mjModel* m, const mjData* d, mjtNum wrench[6],
                             const mjtNum force[3], const mjtNum torque[3], body_point at) {
  mjtNum arm[3], w[6];
  vec3_sub(arm, at.pos, d->subtree_com + 3 * m->body_rootid[at.body]);
  vec3_cross(w, arm, force);
  vec3_add(w, w, torque);
  vec3_copy(w + 3, force);
  put6(wrench, w);
}

// qfrc[i] += scale * (cdof of dof i) . wrench, for the dofs of the body's chain.
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

// vec += scale * (generalised force of wrench b - that of wrench a), for an internal force between
// two bodies; dofs that move both bodies are skipped.
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
