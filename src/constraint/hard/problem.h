// Hard contact: the problem of one time step in the space of the rows.
//
//   v = D f + b        f impulses of the rows, v their velocities after the step,
//                      b those without impulses, with what stabilisation asks for on top
//
// Every block of rows has a set K of impulses, and its velocities must oppose it:
//   bilateral  f any                v = 0
//   box        |f| <= size          v = 0 inside, against f at the bound (dry friction of a joint)
//   ray        f >= 0               v >= 0, f v = 0 (limits, contacts without friction)
//   cone       |f_t| <= size f_n    Coulomb: open, sticking, or sliding against the velocity
// The normal comes first.  With Gamma = (size |v_t|, 0 ...) of a cone, De Saxce's correction:
//   NCP:  f in K,  v + Gamma in the dual cone of K,  the two orthogonal
//   CCP:  the same without Gamma, which is minimise 1/2 f'Df + f'b over K; sliding contacts lift
// Compliance: D + diag(R) instead of D.
//
// Units: rows are scaled so that the diagonal of D is 1, at the largest row of every cone
// (hard_scales): then tolerances and penalties have one meaning.  Tangential rows of a contact with
// several coefficients are scaled first so that its cone is round (see assemble.h).
#pragma once

#include "constraint/operator/multifrontal.h"

typedef enum { HARD_BILATERAL, HARD_BOX, HARD_RAY, HARD_CONE } hard_kind;

// Rows row ... row + dim - 1.  Only bilateral blocks and cones have more than one; at most
// HARD_MOST.
typedef struct {
  hard_kind kind;
  int row, dim;
  mjtNum size;  // half width of a box, coefficient of friction of a cone
} hard_block;

enum { HARD_MOST = 6 };

// Room for one of them: whole registers, so that compilers see kernels in lanes stay inside.
enum { HARD_ROOM = 8 };

// The same rows over the dofs: D = scale J M^-1 J' scale, for (D + S)^-1 through a sparse
// M + J' scale S^-1 scale J.
typedef struct {
  const jacobian* J;
  const mjtNum* scale;  // one a row
  multifrontal H;       // made for M and J
} hard_primal;

// D is known by its numbers, or as Z Z' (Z = J L^-1 of the factored inertia), or both; primal is
// there (else NULL) where a method wants a factor of many rows.
typedef struct {
  int n, nblock;
  const hard_block* block;  // in the order of their rows, without gaps
  const mjtNum* D;          // n x n, or NULL: then Z
  jacobian Z;               // nr = 0: only D is known
  mjtNum* w;                // scratch of products with Z: Z.nc numbers
  const mjtNum* R;
  const mjtNum* b;
  hard_primal* primal;
} hard_problem;

// What a solver may do.
typedef struct {
  int iterations;
  mjtNum tolerance;                // on the natural map
  int inner;                       // most steps of a bisection or line search
  mjtNum omega, decay, omega_min;  // relaxation of sweeps: start, factor, least
  mjtNum rho;                      // penalty to start with
  int rho_rule;                    // hard_rho
  mjtNum eta;                      // proximal weight
  mjtNum kappa;                    // weight of barriers
} hard_options;

typedef enum { HARD_RHO_FIXED, HARD_RHO_LINEAR, HARD_RHO_SPECTRAL } hard_rho;

hard_options hard_default_options(void);

// What it did.
typedef struct {
  int iterations;      // of the outer loop: sweeps, steps of ADMM, Newton steps
  int newton;          // Newton steps among them
  int full;            // of these, taken without a search
  int factorisations;  //
  int evaluations;     // of the residual in searches
  int solved;          // the natural map is within the tolerance
  mjtNum natural_map;  // at the end
  mjSolverStat* stat;  // in: nstat records of iterations to be filled, or NULL
  int nstat;
  unsigned char*
      state;  // in: of each block after the last recorded iteration; NULL without records
} hard_result;

// scale[i] so that scale_i D_ij scale_j has the diagonal the problem wants, from the diagonal of D;
// 0 for rows that move nothing, which so become rows of zeros.
void hard_scales(const hard_block* block, int nblock, const mjtNum* diagonal, mjtNum* scale);

// r = D x
void hard_mul(const hard_problem* p, mjtNum* r, const mjtNum* x);

// v = (D + R) f + b
void hard_velocity(const hard_problem* p, mjtNum* v, const mjtNum* f);

// The block of D + R on the diagonal, dim x dim.
void hard_diagonal_block(const hard_problem* p, const hard_block* b, mjtNum* block);

// Mean diagonal of each block of D + R (1 for a block of zeros), one number a row.
void hard_steps(const hard_problem* p, mjtNum* step);
