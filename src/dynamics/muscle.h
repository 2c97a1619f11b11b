// Derivatives of muscle functions.
#pragma once

#include <engine/scalar.h>

// Derivative of mju_muscleGain with respect to velocity.
mjtNum muscle_gain_slope(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                         const mjtNum prm[9]);

// mju_muscleGain and mju_muscleBias with their derivatives by length and velocity, and the
// derivative by velocity of these derivatives.
typedef struct {
  mjtNum value, by_length, by_velocity, by_velocity_length, by_velocity_velocity;
} muscle_curve;

muscle_curve muscle_gain_curve(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                               const mjtNum prm[9]);
muscle_curve muscle_bias_curve(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0,
                               const mjtNum prm[9]);

// Derivatives of mju_muscleDynamics.  At act = ctrl without smoothing they are those for falling
// activation; at the ends of the control range, those from inside the range.
void muscle_dynamics_slope(mjtNum ctrl, mjtNum act, const mjtNum prm[3], mjtNum* by_ctrl,
                           mjtNum* by_act);
