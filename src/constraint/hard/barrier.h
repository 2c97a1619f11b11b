// The log-barrier model of contact: convex, smooth, with an inverse.
//
//   forward: minimise 1/2 f'(D + R) f + f'b + F(f) + V(D f + b)
//     V = -kappa sum of log v_n over contacts and limits
//     F = -kappa sum of log f_n + log(size^2 f_n^2 - |f_t|^2) over contacts, log f over limits,
//         log(size - f) + log(size + f) over boxes
//   inverse: at the minimum  v + R f + F'(f) + D V'(v) = 0  does not know b; so f follows from v,
//     contact by contact, and then b = v - D f.
//
// Kappa is an energy (scaling of rows does not change it), R the same for all rows of a contact.
// For kappa -> 0, R -> 0 it is the CCP.  Normal velocities are positive: contacts act from a small
// distance and are never penetrated.
#pragma once

#include "constraint/hard/problem.h"

// Newton with a falling kappa, from outside of the feasible set if need be.  natural_map becomes
// the largest entry of the gradient, iterations the Newton steps, factorisations the stages; solved
// says that the minimum was found with the true logarithms.
void hard_barrier_forward(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                          hard_result* result);

// The impulses that belong to velocities v, without a matrix.  Needs R > 0 on all rows.  Returns
// how many normal velocities were not positive: no such motion exists in this model, they are taken
// as barely positive.
int hard_barrier_inverse(mjData* d, const hard_problem* p, mjtNum kappa, const mjtNum* v,
                         mjtNum* f);

// The Hessian of F of a block per kappa (dim x dim), added to H; 0 of equalities.
void hard_barrier_block_hessian(const hard_block* b, const mjtNum* f, mjtNum* H);

// One contact of the inverse: minimise 1/2 R |f|^2 + r'f - kappa [log f_n + log(mu^2 f_n^2 -
// |f_t|^2)].  Returns the iterations it took.
typedef struct {
  int dim;
  mjtNum mu, R, kappa;
} hard_barrier_contact;

int hard_barrier_contact_inverse(const hard_barrier_contact* c, const mjtNum* r, mjtNum* f);
