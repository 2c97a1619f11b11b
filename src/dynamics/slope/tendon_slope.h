// Second derivatives of the lengths of tendons: H = d(J')/dq of a row J of their Jacobian.  Where
// balls are involved H is not symmetric.
#pragma once

#include "dynamics/slope/slope.h"
#include "kinematics/tendon_path.h"

// The row of a tendon.
sparse_row tendon_vector(const mjModel* m, const mjData* d, int tendon);

// R_q += the sum of pull_t H_t over the tendons; the parts of it that are wrenches go to the sums.
// keep as in slope_close.
void tendon_slopes(slope* s, const mjtNum* keep);

// rate (nv) += scale d(J x)/dq at fixed x, which is scale H'x.
void tendon_rate(const mjModel* m, mjData* d, int tendon, const carried* x, mjtNum scale,
                 mjtNum* rate);

// The same of a straight part alone, whose ends are fixed to its bodies: as edges of flexes are.
void straight_slope(slope* s, const path_part* part, mjtNum force, const mjtNum* keep);
void straight_rate(const mjModel* m, mjData* d, const path_part* part, const carried* x,
                   mjtNum scale, mjtNum* rate);
