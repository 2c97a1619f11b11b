// Real roots of a quartic in an interval.
#pragma once

#include <engine/scalar.h>

// Roots of c[0] + c[1] t + ... + c[4] t^4 with low <= t <= high, ascending, at most 4; a double
// root without a sign change may be missed.  Leading coefficients may be 0.  Returns the number of
// roots.
int quartic_roots(mjtNum root[4], const mjtNum c[5], mjtNum low, mjtNum high);
