// Hard contact: the problem of one time step in the space of the constraint rows.
//
//   v = D f + b        f impulses of the rows, v their velocities after the step,
//                      b velocities without impulses, plus correction velocities
//
// Every block of rows has a set K of admissible impulses, and the velocities satisfy:
//   bilateral  f any                v = 0
//   box        |f| <= size          v = 0 inside, opposed to f at the bound (friction loss)
//   ray        f >= 0               v >= 0, f v = 0 (limits, contacts without friction)
//   cone       |f_t| <= size f_n    Coulomb: separating, sticking, or sliding opposite to f_t
// The normal comes first.  With De Saxce's correction Gamma = (size |v_t|, 0 ...) of a cone:
//   NCP:  f in K,  v + Gamma in the dual cone of K,  the two orthogonal
//   CCP:  without Gamma: minimise 1/2 f'Df + f'b over K; sliding contacts separate slightly
// NCP: nonlinear complementarity problem; CCP: cone complementarity problem (Anitescu and Tasora
// 2010).  Compliance: D + diag(R) replaces D.
//
// Units: rows are scaled so that the diagonal of D is 1, in a cone for its largest row
// (hard_scales), so that tolerances and penalties do not depend on units.  Tangential rows of a
// contact with several coefficients are scaled first to make the cone circular (see assemble.h).
#pragma once

#include "constraint/operator/multifrontal.h"

typedef enum { HARD_BILATERAL, HARD_BOX, HARD_RAY, HARD_CONE } hard_kind;

// Rows row ... row + dim - 1.  Only bilateral blocks and cones have more than one row; at most
// HARD_MOST.
typedef struct {
  hard_kind kind;
  int row, dim;
  mjtNum size;  // half width of a box, coefficient of friction of a cone
} hard_block;

enum { HARD_MOST = 6 };

// Array size for the rows of a block, rounded up to whole registers so that vector kernels stay
// inside.
enum { HARD_ROOM = 8 };

// The primal side, for (D + S)^-1 via a sparse M + J' scale S^-1 scale J, where D = scale J M^-1 J'
// scale.
typedef struct {
  const jacobian* J;
  const mjtNum* scale;  // one per row
  multifrontal H;       // analysed for the sparsity of M and J
} hard_primal;

// The matrix D is given by its entries, or as Z Z' (Z = J L^-1 with the factored inertia), or both.
// primal is NULL unless a method needs a factor for many rows.
typedef struct {
  int n, nblock;
  const hard_block* block;  // in row order, without gaps
  const mjtNum* D;          // n x n, or NULL: then Z
  jacobian Z;               // nr = 0: not available
  mjtNum* w;                // scratch for products with Z: Z.nc numbers
  const mjtNum* R;
  const mjtNum* b;
  hard_primal* primal;
} hard_problem;

// Options of a solver.
typedef struct {
  int iterations;
  mjtNum tolerance;                // on the natural map
  int inner;                       // maximum steps of an inner bisection or line search
  mjtNum omega, decay, omega_min;  // relaxation of sweeps: initial value, factor, minimum
  mjtNum rho;                      // initial penalty
  int rho_rule;                    // hard_rho
  mjtNum eta;                      // proximal weight
  mjtNum kappa;                    // weight of barriers
} hard_options;

typedef enum { HARD_RHO_FIXED, HARD_RHO_LINEAR, HARD_RHO_SPECTRAL } hard_rho;

hard_options hard_default_options(void);

// Result of a solver.
typedef struct {
  int iterations;      // outer iterations: sweeps, ADMM iterations, Newton steps
  int newton;          // Newton steps among them
  int full;            // of these, full steps without a line search
  int factorisations;  //
  int evaluations;     // residual evaluations in line searches
  int solved;          // the natural map is within the tolerance
  mjtNum natural_map;  // at the end
  mjSolverStat* stat;  // in: nstat records to be filled, or NULL
  int nstat;
  unsigned char*
      state;  // in: state of each block after the last recorded iteration; NULL without records
} hard_result;

// scale[i] such that scale_i D_ij scale_j has the required diagonal, from the diagonal of D; 0 for
// rows that move nothing, which then become rows of zeros.
void hard_scales(const hard_block* block, int nblock, const mjtNum* diagonal, mjtNum* scale);

// r = D x
void hard_mul(const hard_problem* p, mjtNum* r, const mjtNum* x);

// v = (D + R) f + b
void hard_velocity(const hard_problem* p, mjtNum* v, const mjtNum* f);

// The diagonal block of D + R for block b, dim x dim.
void hard_diagonal_block(const hard_problem* p, const hard_block* b, mjtNum* block);

// Mean diagonal of each block of D + R (1 for a block of zeros); one number per row.
void hard_steps(const hard_problem* p, mjtNum* step);
