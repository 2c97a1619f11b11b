// Muscles beyond the API.
#pragma once

#include <engine/scalar.h>

// Derivative of mju_muscleGain with respect to velocity.
mjtNum muscle_gain_slope(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                         const mjtNum prm[9]);
