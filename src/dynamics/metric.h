// The integrator "discrete" (3.13): semi-implicit Euler in which springs, dampers, servos, the
// medium and constraints act as they will at the end of the step.
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
  csr_pattern tree;  // lower; of M, or full within trees that terms tie together
  mjtNum* M;         // M + sum s J'J
  mjtNum* LD;        // and its factor
  mjtNum* diaginv;
  mjtNum* force;  // qfrc_smooth - sum k J'v
  mjtNum* sdiag;  // the diagonal of sum s J'J
  mjtNum* dry;    // the same without what the medium adds
  mjtNum* wet;    // M with what the medium adds, in its pattern; NULL: there is none
} metric;

static inline int is_discrete(const mjModel* m) { return m->opt.integrator == mjINT_DISCRETE; }

// On the stack of d; needs the stages up to actuation.  Forces that sit on the end of their range,
// and those of disabled springs, dampers and actuators, have no terms.
metric metric_make(const mjModel* m, mjData* d);

// Free bodies without rows turn with their gyroscopic term too: x of these is solved again.
void metric_turn_free_bodies(const mjModel* m, mjData* d, const metric* g, mjtNum* x);
