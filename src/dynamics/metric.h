// The integrator "discrete" (3.13): semi-implicit Euler in which springs, dampers, servos, the
// fluid and constraints act with their values at the end of the step.
//
// A force -kappa x - beta v along x = J q, kappa and beta at the present state and not negative, is
// at the end of a step of length h, where v becomes v + h J a and x becomes x + h v + h^2 J a,
//   -kappa x - beta v - h kappa v - (h beta + h^2 kappa) J a,
// so that accelerations solve
//   (M + sum s J'J) a = force - sum k J' v,   s = h beta + h^2 kappa,  k = h kappa.
#pragma once

#include <engine/data_types.h>

#include "math/sparse.h"

typedef struct {
  csr_pattern pattern;  // lower; that of M, unless `coupled`
  int coupled;          // whether terms couple dofs that M does not, or might
  int elastic;          // whether that of flexes is among them
  mjtNum* M;            // M + sum s J'J
  mjtNum* force;        // qfrc_smooth - sum k J'v
  mjtNum* sdiag;        // the diagonal of sum s J'J
  mjtNum* dry;          // the same without the fluid's contribution
  int* tied;            // of every tree: whether terms along tendons or actuators act on it
  mjtNum* wet;          // M plus the fluid's contribution, on the pattern of M; NULL: none
} metric;

static inline int is_discrete(const mjModel* m) { return m->opt.integrator == mjINT_DISCRETE; }

// Allocated on the stack of d; needs all stages up to actuation.  Clamped forces and disabled
// springs, dampers and actuators have no terms.
metric metric_make(const mjModel* m, mjData* d);

// r = G x
void metric_mul(const metric* g, mjtNum* r, const mjtNum* x);

// Solves again for free bodies without constraint rows and terms along tendons and actuators, now
// including their gyroscopic term.
void metric_turn_free_bodies(const mjModel* m, mjData* d, const metric* g, mjtNum* x);

// The inverse operation: the entries of these bodies in force become those that x results from.
void metric_multiply_free_bodies(const mjModel* m, mjData* d, const metric* g, mjtNum* force,
                                 const mjtNum* x);
