// Sines and cosines of many angles at once.
#pragma once

#include <engine/scalar.h>

// sine[i], cosine[i] of angle[i] for n angles, to within two units in the last place of 1; NaN and
// infinities give NaN.  Outputs do not overlap the input.
void vec_sincos(mjtNum* restrict sine, mjtNum* restrict cosine, const mjtNum* restrict angle,
                int n);
