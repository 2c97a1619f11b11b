// The log-barrier model of contact: convex, smooth, with an inverse.
//
//   forward: minimise 1/2 f'(D + R) f + f'b + F(f) + V(D f + b)
//     V = -kappa sum of log v_n over contacts and limits
//     F = -kappa sum of log f_n + log(size^2 f_n^2 - |f_t|^2) over contacts, log f over limits,
//         log(size - f) + log(size + f) over boxes
//   inverse: the optimality condition  v + R f + F'(f) + D V'(v) = 0  does not contain b, so that f
//     follows from v, contact by contact; then b = v - D f.
//
// Kappa is an energy (scaling of rows does not change it); R is the same for all rows of a contact.
// In the limit kappa -> 0, R -> 0 this is the CCP.  Normal velocities are positive: contacts act
// from a small distance and never penetrate.
#pragma once

#include "constraint/hard/problem.h"

// Newton's method with decreasing kappa; the start may be infeasible.  In the result natural_map is
// the largest entry of the gradient, iterations counts Newton steps, factorisations counts stages;
// solved: the minimum was found with the true logarithms.
void hard_barrier_forward(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                          hard_result* result);

// Impulses for given velocities v, without a matrix.  Needs R > 0 on all rows.  Returns the number
// of normal velocities that were not positive: such a motion is impossible in this model, and they
// are treated as slightly positive.
int hard_barrier_inverse(mjData* d, const hard_problem* p, mjtNum kappa, const mjtNum* v,
                         mjtNum* f);

// H += Hessian of F / kappa of a block (dim x dim); 0 for equalities.
void hard_barrier_block_hessian(const hard_block* b, const mjtNum* f, mjtNum* H);

// One contact of the inverse problem: minimise
//   1/2 R |f|^2 + r'f - kappa [log f_n + log(mu^2 f_n^2 - |f_t|^2)].
// Returns the number of iterations.
typedef struct {
  int dim;
  mjtNum mu, R, kappa;
} hard_barrier_contact;

int hard_barrier_contact_inverse(const hard_barrier_contact* c, const mjtNum* r, mjtNum* f);
