// Hard contact: additional solvers for mjOption.solver.
//
// They work on velocities at the end of a time step: contacts do not penetrate, and friction holds
// without slip.  Each solves Coulomb's law (the NCP) or its convex relaxation (the CCP, in which
// sliding contacts separate slightly).
#pragma once

#include <engine/data_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Values of mjOption.solver; the names on the right are those of option/solver in MJCF.
typedef enum engSolver_ {
  engSOL_PGS_CCP = 100,       // PGS-CCP: projected Gauss-Seidel, CCP
  engSOL_PGS_NCP = 101,       // PGS-NCP: the same, NCP
  engSOL_NBGS = 102,          // NBGS: Gauss-Seidel, least energy for every contact
  engSOL_RAISIM = 103,        // RAISIM: the same by bisection
  engSOL_RAISIM_DS = 104,     // RAISIM-DS: with De Saxce's correction, NCP
  engSOL_RAISIM_DS_ES = 105,  // RAISIM-DS-ES: stops when the energy no longer changes
  engSOL_NBGS_X = 106,        // NBGS-X: Gauss-Seidel with the exact solution of every contact, NCP
  engSOL_ADMM_CCP = 110,      // ADMM-CCP: alternating directions, CCP
  engSOL_ADMM_NCP = 111,      // ADMM-NCP: the same, NCP
  engSOL_IMPLICIT = 120,      // implicit: non-smooth Newton on implicit complementarity, NCP
  engSOL_NCP = 121,           // NCP: Newton's method combined with ADMM: the recommended one
  engSOL_BARRIER = 130        // barrier: convex, smooth and invertible
} engSolver;

// A value of mjOption.integrator, "midpoint": Moreau's scheme, for every solver.  A step moves half
// its time with the initial velocity, evaluates forces and contacts there, and moves the other half
// with the new velocity: second order where forces and inertia do not depend on velocities, exact
// in free fall.  mj_forward is the same as with Euler; d->time is that of the beginning of the
// step.
enum { engINT_MIDPOINT = 100 };

// The accuracy of the solution in d, in units of the problem (impulses of a step, velocities).
typedef struct engHardReport_ {
  int nrow;           // number of constraint rows
  int nactive;        // rows with nonzero force
  int ncp;            // judged by Coulomb's law; 0: as a convex problem (soft solvers, CCP)
  mjtNum naturalmap;  // largest entry of f - P(f - v - Gamma), rows scaled to inverse mass 1: 0
                      // exactly where the problem is solved.  For soft solvers the KKT residual
  mjtNum primal;      // largest distance of an impulse from its admissible set (N s)
  mjtNum dual;        // largest inadmissible velocity (m/s, rad/s)
  mjtNum complementarity;  // largest |f' v| of a block (J)
  mjtNum configuration;    // violation after the step (m, rad), 0 for soft solvers
  mjtNum objective;        // 1/2 f'Df + f'b (J)
} engHardReport;

// Computed from efc_force and the state after mj_forward, also for soft solvers; all zero without
// rows, NaN where the arena has no room for computing it.  The barrier model is compared with the
// convex problem that it approximates.
MJAPI void eng_hardReport(const mjModel* m, mjData* d, engHardReport* report);

#ifdef __cplusplus
}
#endif
