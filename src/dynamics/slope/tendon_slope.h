// Second derivatives of tendon lengths: H = d(J')/dq for a row J of the tendon Jacobian.  With ball
// joints H is not symmetric.
#pragma once

#include "dynamics/slope/slope.h"
#include "kinematics/tendon_path.h"

// The row of a tendon.
sparse_row tendon_vector(const mjModel* m, const mjData* d, int tendon);

// The derivative of its length by positions, which is the row but for balls: of these a fixed
// tendon takes the first number w of the quaternion, with dw = -(x, y, z) . dq / 2, and of the
// velocity the first number.  On the stack of d.
sparse_row tendon_gradient(const mjModel* m, mjData* d, int tendon);

// Whether the tendon is a fixed one of balls.
int tendon_of_balls(const mjModel* m, int tendon);

// R_q += sum over tendons of pull_t H_t; contributions that are wrenches go to the sums.  keep as
// in slope_close.
void tendon_slopes(slope* s, const mjtNum* keep);

// rate (nv) += scale d(J x)/dq at fixed x, which is scale H'x.
void tendon_rate(const mjModel* m, mjData* d, int tendon, const carried* x, mjtNum scale,
                 mjtNum* rate);

// The same for one straight part whose ends are fixed to bodies, such as an edge of a flex.
void straight_slope(slope* s, const path_part* part, mjtNum force, const mjtNum* keep);
void straight_rate(const mjModel* m, mjData* d, const path_part* part, const carried* x,
                   mjtNum scale, mjtNum* rate);
