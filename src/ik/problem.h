// A search as its steps see it: where the targets are, what they cost, its gradient and Hessian.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>
#include <engine/ik.h>

#include "math/sparse.h"

// A target in the frame of the body that carries it.
typedef struct {
  const engIkTarget* want;
  int body;
  mjtNum point[3], quat[4], axis[3];  // those of the object; axis of unit length
  mjtNum goal[4], direction[3];       // what is wanted, of unit length
} ik_target;

// How far a configuration is from the targets.
typedef struct {
  mjtNum cost;             // half the weighted sum of squares, that of the posture included
  mjtNum distance, angle;  // largest of all
} ik_errors;

// Scratch of a search, on the stack of d.  Matrices have the pattern of the kinematic tree: an
// entry for each dof and each of its ancestors.
typedef struct {
  const mjModel* m;
  mjData* d;
  const engIk* ask;
  int ntarget;
  const ik_target* target;
  csr_pattern tree;
  int nentry;        // numbers of a matrix
  mjtNum* axes;      // of the dofs: angular, linear at the origin of the world: nv x 6
  mjtNum* hessian;   // nentry
  mjtNum* gradient;  // nv
  mjtNum pull;       // weight of the posture beside the targets
  mjtNum isotropy;   // least of the targets: 0 singular, 1 moves as easily in all directions
  mjtNum *factor, *diaginv, *step, *right;  // nentry, nv, nv, nv: of the step that is solved for
  mjtNum* apart;                            // from the posture to here: nv
  mjtNum *here, *best;                      // configurations: nq
  mjtByte* held;                            // dofs that the step may not move: nv
} ik_search;

// Take scratch for a search from the stack of d, which the caller marks.
void ik_search_begin(ik_search* s, const mjModel* m, mjData* d, const engIk* ask,
                     const ik_target* target);

// Bring a target into the frame of its body: false when something is wrong with it.
bool ik_target_make(ik_target* t, const mjModel* m, const engIkTarget* want);

// Whether errors are within the tolerance.
bool ik_reached(const ik_search* s, const ik_errors* e);

// Place the bodies at qpos of d and measure.
ik_errors ik_measure(const ik_search* s);

// Gradient, Hessian and isotropy where ik_measure was last.  curved: with second derivatives of the
// poses; else positive semidefinite, that of least squares.
void ik_expand(ik_search* s, bool curved);
