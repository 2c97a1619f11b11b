#include "constraint/hard/refuse.h"

#include <stdio.h>

#include <engine/hard.h>

#include "constraint/hard/method.h"
#include "model/flags.h"

// Whether any contact may have friction; with pyramidal cones its rows would be edges.
static int has_friction(const mjModel* m) {
  for (int i = 0; i < m->ngeom; i++) {
    if (m->geom_condim[i] > 1) return 1;
  }
  for (int i = 0; i < m->npair; i++) {
    if (m->pair_dim[i] > 1) return 1;
  }
  for (int i = 0; i < m->nflex; i++) {
    if (m->flex_condim[i] > 1) return 1;
  }
  return 0;
}

int hard_refuses(const mjModel* m, char* text, int size) {
  const hard_method* method = hard_method_of(m->opt.solver);
  if (!method) return 0;
  const char* name = method->name;
  if (m->opt.integrator == mjINT_RK4) {
    snprintf(text, size,
             "solver %s finds impulses of one time step, integrator RK4 takes it in four; use "
             "Euler or implicitfast",
             name);
  } else if (m->opt.integrator == mjINT_DISCRETE) {
    snprintf(text, size,
             "solver %s finds hard impulses, integrator discrete makes soft rows softer; use Euler "
             "or implicitfast",
             name);
  } else if (m->opt.integrator == mjINT_IMPLICIT) {
    snprintf(text, size,
             "solver %s needs the symmetric matrix of the step, integrator implicit has another; "
             "use implicitfast",
             name);
  } else if (m->opt.noslip_iterations > 0) {
    snprintf(text, size,
             "solver %s has no slip that NoSlip could take out; set noslip_iterations to 0", name);
  } else if (mjENABLED(mjENBL_FWDINV) && m->opt.solver != engSOL_BARRIER) {
    snprintf(text, size,
             "flag fwdinv compares with an inverse, which solver %s does not have; use solver "
             "barrier or a soft one",
             name);
  } else if (is_pyramidal(m) && has_friction(m)) {
    snprintf(text, size, "solver %s needs round cones of friction; set option cone to elliptic",
             name);
  } else {
    return 0;
  }
  return 1;
}
