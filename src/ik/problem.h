// The state of a search: target errors, cost, gradient and Hessian.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>
#include <engine/ik.h>

#include "math/sparse.h"

// A target, in the frame of its body.
typedef struct {
  const engIkTarget* want;
  int body;
  mjtNum point[3], quat[4], axis[3];  // pose of the object; axis of unit length
  mjtNum goal[4], direction[3];       // goal orientation and direction, of unit length
} ik_target;

// The errors of a configuration.
typedef struct {
  mjtNum cost;             // half the weighted sum of squares, including the posture term
  mjtNum distance, angle;  // largest errors over all targets
} ik_errors;

// Scratch of a search, on the stack of d.  Matrices have the sparsity of the kinematic tree: an
// entry for each pair of a dof and one of its ancestors.
typedef struct {
  const mjModel* m;
  mjData* d;
  const engIk* ask;
  int ntarget;
  const ik_target* target;
  csr_pattern tree;
  int nentry;        // numbers per matrix
  mjtNum* axes;      // motion axes of the dofs (angular, linear) about the world origin: nv x 6
  mjtNum* hessian;   // nentry
  mjtNum* gradient;  // nv
  mjtNum pull;       // weight of the posture term
  mjtNum isotropy;   // smallest over the targets: 0 singular, 1 equally mobile in all directions
  mjtNum *factor, *diaginv, *step, *right;  // nentry, nv, nv, nv: linear system of the step
  mjtNum* apart;        // difference of the current configuration from the posture: nv
  mjtNum *here, *best;  // configurations: nq
  mjtByte* held;        // nv: dofs that the step must not move
} ik_search;

// Allocate the scratch of a search on the stack of d, which the caller marks.
void ik_search_begin(ik_search* s, const mjModel* m, mjData* d, const engIk* ask,
                     const ik_target* target);

// Convert a target to the frame of its body; false when it is invalid.
bool ik_target_make(ik_target* t, const mjModel* m, const engIkTarget* want);

// Whether the errors are within the tolerance.
bool ik_reached(const ik_search* s, const ik_errors* e);

// Compute the poses of the bodies at d->qpos and the errors.
ik_errors ik_measure(const ik_search* s);

// Gradient, Hessian and isotropy at the configuration of the last ik_measure.  curved: include
// second derivatives of the poses; otherwise the Gauss-Newton Hessian, which is positive
// semidefinite.
void ik_expand(ik_search* s, bool curved);
