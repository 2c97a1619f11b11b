// Muscles: force from length and velocity, activation from excitation.
#include "dynamics/muscle.h"

#include <math.h>
#include <engine/dynamics.h>
#include <engine/math.h>

// Parameters of a muscle, in the order of gainprm and biasprm.
enum { RANGE0, RANGE1, FORCE, SCALE, LMIN, LMAX, VMAX, FPMAX, FVMAX };

// x, but at least mjMINVAL, for use as a divisor.
static inline mjtNum guard(mjtNum x) { return fmax(mjMINVAL, x); }

static mjtNum peak_force(mjtNum acc0, const mjtNum prm[9]) {
  return prm[FORCE] < 0 ? prm[SCALE] / guard(acc0) : prm[FORCE];
}

// The optimal length, which maps the muscle's operating range to its length range.
static mjtNum optimal_length(const mjtNum lengthrange[2], const mjtNum prm[9]) {
  return (lengthrange[1] - lengthrange[0]) / guard(prm[RANGE1] - prm[RANGE0]);
}

// Length divided by the optimal length.
static mjtNum scaled_length(mjtNum len, const mjtNum lengthrange[2], const mjtNum prm[9]) {
  return prm[RANGE0] + (len - lengthrange[0]) / guard(optimal_length(lengthrange, prm));
}

// Velocity divided by the maximum velocity.
static mjtNum scaled_velocity(mjtNum vel, const mjtNum lengthrange[2], const mjtNum prm[9]) {
  return vel / guard(optimal_length(lengthrange, prm) * prm[VMAX]);
}

// Active force-length curve: a bump of height 1 at L = 1 made of four parabolas.
static mjtNum active_length_curve(mjtNum L, mjtNum lmin, mjtNum lmax) {
  if (L < lmin || L > lmax) return 0;
  mjtNum a = (lmin + 1) / 2, b = (1 + lmax) / 2, x;
  if (L <= a) {
    x = (L - lmin) / guard(a - lmin);
    return x * x / 2;
  }
  if (L <= 1) {
    x = (1 - L) / guard(1 - a);
    return 1 - x * x / 2;
  }
  if (L <= b) {
    x = (L - 1) / guard(b - 1);
    return 1 - x * x / 2;
  }
  x = (lmax - L) / guard(lmax - b);
  return x * x / 2;
}

// Active force-velocity curve: 0 at maximum shortening speed, 1 at rest, up to fvmax.
static mjtNum active_velocity_curve(mjtNum V, mjtNum fvmax) {
  mjtNum y = fvmax - 1;
  if (V <= -1) return 0;
  if (V <= 0) return (V + 1) * (V + 1);
  if (V <= y) return fvmax - (y - V) * (y - V) / guard(y);
  return fvmax;
}

static mjtNum active_velocity_slope(mjtNum V, mjtNum fvmax) {
  mjtNum y = fvmax - 1;
  if (V <= -1) return 0;
  if (V <= 0) return 2 * V + 2;
  if (V <= y) return (2 * y - 2 * V) / guard(y);
  return 0;
}

mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                      const mjtNum prm[9]) {
  mjtNum L = scaled_length(len, lengthrange, prm), V = scaled_velocity(vel, lengthrange, prm);
  return -peak_force(acc0, prm) * active_length_curve(L, prm[LMIN], prm[LMAX]) *
         active_velocity_curve(V, prm[FVMAX]);
}

mjtNum muscle_gain_slope(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                         const mjtNum prm[9]) {
  mjtNum L = scaled_length(len, lengthrange, prm), V = scaled_velocity(vel, lengthrange, prm);
  mjtNum slope =
      active_velocity_slope(V, prm[FVMAX]) / guard(optimal_length(lengthrange, prm) * prm[VMAX]);
  return -peak_force(acc0, prm) * active_length_curve(L, prm[LMIN], prm[LMAX]) * slope;
}

mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0, const mjtNum prm[9]) {
  mjtNum L = scaled_length(len, lengthrange, prm), b = (1 + prm[LMAX]) / 2;
  mjtNum peak = peak_force(acc0, prm) * prm[FPMAX], x;
  if (L <= 1) return 0;
  if (L <= b) {
    x = (L - 1) / guard(b - 1);
    return -peak * x * x / 2;
  }
  x = (L - b) / guard(b - 1);
  return -peak * (0.5 + x);
}

mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]) {
  mjtNum excitation = mju_clip(ctrl, 0, 1), active = mju_clip(act, 0, 1);
  mjtNum rise = prm[0] * (0.5 + 1.5 * active), fall = prm[1] / (0.5 + 1.5 * active);
  mjtNum missing = excitation - act, width = prm[2], tau;
  if (width < mjMINVAL) {
    tau = missing > 0 ? rise : fall;
  } else {
    tau = fall + (rise - fall) * mju_sigmoid(missing / width + 0.5);
  }
  return missing / guard(tau);
}

static mjtNum active_length_slope(mjtNum L, mjtNum lmin, mjtNum lmax) {
  if (L < lmin || L > lmax) return 0;
  mjtNum a = (lmin + 1) / 2, b = (1 + lmax) / 2;
  if (L <= a) return (L - lmin) / (guard(a - lmin) * guard(a - lmin));
  if (L <= 1) return (1 - L) / (guard(1 - a) * guard(1 - a));
  if (L <= b) return -(L - 1) / (guard(b - 1) * guard(b - 1));
  return -(lmax - L) / (guard(lmax - b) * guard(lmax - b));
}

static mjtNum active_velocity_curvature(mjtNum V, mjtNum fvmax) {
  mjtNum y = fvmax - 1;
  return V <= -1 || V > y ? 0 : V <= 0 ? 2 : -2 / guard(y);
}

muscle_curve muscle_gain_curve(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                               const mjtNum prm[9]) {
  mjtNum L = scaled_length(len, lengthrange, prm), V = scaled_velocity(vel, lengthrange, prm);
  mjtNum L0 = guard(optimal_length(lengthrange, prm));
  mjtNum V0 = guard(optimal_length(lengthrange, prm) * prm[VMAX]), F = -peak_force(acc0, prm);
  mjtNum FL = active_length_curve(L, prm[LMIN], prm[LMAX]);
  mjtNum dFL = active_length_slope(L, prm[LMIN], prm[LMAX]) / L0;
  mjtNum FV = active_velocity_curve(V, prm[FVMAX]);
  mjtNum dFV = active_velocity_slope(V, prm[FVMAX]) / V0;
  return (muscle_curve){
      .value = F * FL * FV,
      .by_length = F * dFL * FV,
      .by_velocity = F * FL * dFV,
      .by_velocity_length = F * dFL * dFV,
      .by_velocity_velocity = F * FL * active_velocity_curvature(V, prm[FVMAX]) / (V0 * V0)};
}

muscle_curve muscle_bias_curve(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0,
                               const mjtNum prm[9]) {
  mjtNum L = scaled_length(len, lengthrange, prm), b = (1 + prm[LMAX]) / 2;
  mjtNum L0 = guard(optimal_length(lengthrange, prm)), width = guard(b - 1);
  mjtNum peak = peak_force(acc0, prm) * prm[FPMAX];
  mjtNum slope = L <= 1 ? 0 : L <= b ? (L - 1) / (width * width) : 1 / width;
  return (muscle_curve){.value = mju_muscleBias(len, lengthrange, acc0, prm),
                        .by_length = -peak * slope / L0};
}

// With e the excitation, a the activation, both within 0..1: rate = (e - a) / t.  The time constant
// t is between t_fall = prm[1] / g and t_rise = prm[0] g, with g = 1/2 + 3/2 a, blended by a
// sigmoid of e - a.
void muscle_dynamics_slope(mjtNum ctrl, mjtNum act, const mjtNum prm[3], mjtNum* by_ctrl,
                           mjtNum* by_act) {
  mjtNum excitation = mju_clip(ctrl, 0, 1), active = mju_clip(act, 0, 1);
  mjtNum g = 0.5 + 1.5 * active, dg = act > 0 && act < 1 ? 1.5 : 0;
  mjtNum rise = prm[0] * g, fall = prm[1] / g, drise = prm[0] * dg, dfall = -fall * dg / g;
  mjtNum missing = excitation - act, width = prm[2], tau, by_state, by_missing = 0;
  if (width < mjMINVAL) {
    tau = missing > 0 ? rise : fall;
    by_state = missing > 0 ? drise : dfall;
  } else {
    mjtNum x = missing / width + 0.5, blend = mju_sigmoid(x);
    mjtNum slope = x > 0 && x < 1 ? 30 * x * x * (1 - x) * (1 - x) : 0;
    tau = fall + (rise - fall) * blend;
    by_state = dfall + (drise - dfall) * blend;
    by_missing = (rise - fall) * slope / width;
  }
  if (tau < mjMINVAL) {
    tau = mjMINVAL;
    by_state = by_missing = 0;
  }
  mjtNum by_gap = 1 / tau - missing / (tau * tau) * by_missing;
  *by_ctrl = ctrl >= 0 && ctrl <= 1 ? by_gap : 0;
  *by_act = -by_gap - missing / (tau * tau) * by_state;
}
