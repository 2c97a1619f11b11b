// Chains of dofs: those that move a body, from the root to it.
#pragma once

#include <engine/engine.h>

#include "math/lanes.h"
#include "math/vec3.h"

// The last dof that moves the body, -1 if nothing does.  The others are its ancestors: follow
// dof_parentid.
static inline int chain_end(const mjModel* m, int body) {
  int b = m->body_weldid[body];
  return m->body_dofnum[b] ? m->body_dofadr[b] + m->body_dofnum[b] - 1 : -1;
}

// Number of dofs in the chain that ends at this dof.  The rows of qM hold just these.
static inline int chain_depth(const mjModel* m, int dof) {
  if (dof < 0) return 0;
  return (int)((dof + 1 < m->nv ? m->dof_Madr[dof + 1] : m->nM) - m->dof_Madr[dof]);
}

// Number of dofs in the union of two chains.
static inline int chain_union_depth(const mjModel* m, int end1, int end2) {
  if (end1 < 0 || end2 < 0 || m->dof_treeid[end1] != m->dof_treeid[end2]) {
    return chain_depth(m, end1) + chain_depth(m, end2);
  }
  int n = 0;
  while (end1 != end2) {
    if (end1 > end2) {
      end1 = m->dof_parentid[end1];
    } else {
      end2 = m->dof_parentid[end2];
    }
    n++;
  }
  return n + chain_depth(m, end1);
}

enum { CHAIN_FIRST = 1, CHAIN_SECOND = 2 };  // which chains a dof belongs to

// Take the last dof off the union of two chains, both given by their ends.  Returns the dof and
// puts the chains it belongs to into *side.  Not to be called when both chains are empty.
static inline int chain_pop(const mjModel* m, int* end1, int* end2, int* side) {
  int dof = *end1 > *end2 ? *end1 : *end2;
  *side = 0;
  if (*end1 == dof) {
    *side |= CHAIN_FIRST;
    *end1 = m->dof_parentid[dof];
  }
  if (*end2 == dof) {
    *side |= CHAIN_SECOND;
    *end2 = m->dof_parentid[dof];
  }
  return dof;
}

// Velocity of a point moving with a dof: offset is the point relative to the centre of mass of the
// dof's tree.  The product is that which made cdof, so that points on the axis have no velocity.
static inline void chain_point_velocity(mjtNum v[3], const mjtNum cdof[6], const mjtNum offset[3]) {
  vec3_cross(v, cdof, offset);
  vec3_add(v, v, cdof + 3);
}

// How one thing moves relative to another with each of n dofs: 3 x n velocities of a point, and
// 3 x n angular velocities.
typedef struct {
  int n;
  int* column;  // the dofs, ascending; NULL for all dofs, n = nv
  mjtNum* translation;
  mjtNum* rotation;  // may be NULL
  uint64_t touched;  // the registers of columns that are not all zeros, see below
} chain_motion;

// The bit of chain_motion.touched for a dof.  Registers share bits when there are many of them: a
// bit that is not set tells of zeros, one that is set of nothing.
static inline uint64_t chain_register_bit(int dof) {
  return (uint64_t)1 << ((unsigned)dof / LANES & 63);
}

// Motion of a point of the first body relative to one of the second.  Of a motion with columns, n
// is to be the chain_union_depth of the bodies; of one with all dofs, the numbers of those that
// move neither body are left alone.
void chain_difference(const mjModel* m, const mjData* d, const int body[2],
                      const mjtNum* const point[2], chain_motion* v);
