// Unions of the chains of two bodies (kinematics/jacobian.h), and relative motion along them.
#pragma once

#include <engine/engine.h>

#include "kinematics/jacobian.h"
#include "math/lanes.h"
#include "math/vec3.h"

// Length of the chain that ends at this dof, from the layout of qM.
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

enum { CHAIN_FIRST = 1, CHAIN_SECOND = 2 };  // which of the two chains a dof belongs to

// Remove the last dof from the union of two chains, given by their last dofs.  Returns it; *side
// says which chains it belongs to.  At least one chain must not be empty.
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

// Relative motion of two objects by each of n dofs: 3 x n velocities of a point, and 3 x n angular
// velocities.
typedef struct {
  int n;
  int* column;  // the dofs, ascending; NULL for all dofs, n = nv
  mjtNum* translation;
  mjtNum* rotation;  // may be NULL
} chain_motion;

// Motion of a point fixed to body[1] relative to the same point fixed to body[0].  If `to` has
// columns, n must be the chain_union_depth of the bodies; if it has all dofs, columns of dofs that
// move neither body are not written.
void chain_difference(const mjModel* m, const mjData* d, const int body[2],
                      const mjtNum* const point[2], chain_motion* v);
