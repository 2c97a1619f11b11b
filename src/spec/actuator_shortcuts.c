// Actuators by what they are, expressed in the general actuator's parameters.  A message, not "",
// says what is wrong; fields may have been written all the same.
#include <stdbool.h>
#include <string.h>

#include <engine/spec.h>

#include "base/need.h"

static void zero(double* v, int n) { memset(v, 0, (size_t)n * sizeof *v); }

const char* mjs_setToMotor(mjsActuator* a) {
  NEED_OR(NULL, a);
  a->gainprm[0] = 1;
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_NONE;
  return "";
}

const char* mjs_setToPosition(mjsActuator* a, double kp, double kv[1], double dampratio[1],
                              double timeconst[1], double inheritrange) {
  NEED_OR(NULL, a);
  a->gainprm[0] = kp;
  a->biasprm[1] = -kp;
  if (kv && dampratio) return "kv and dampratio cannot both be defined";
  if (kv) {
    if (*kv < 0) return "kv cannot be negative";
    a->biasprm[2] = -*kv;
  }
  if (dampratio) {
    if (*dampratio < 0) return "dampratio cannot be negative";
    a->biasprm[2] = *dampratio;  // positive: a ratio, made a damping once the inertia is known
  }
  if (timeconst) {
    if (*timeconst < 0) return "timeconst cannot be negative";
    a->dynprm[0] = *timeconst;
    a->dyntype = *timeconst == 0 ? mjDYN_NONE : mjDYN_FILTEREXACT;
  }
  a->inheritrange = inheritrange;
  if (inheritrange > 0 && (a->ctrlrange[0] != 0 || a->ctrlrange[1] != 0)) {
    return "ctrlrange and inheritrange cannot both be defined";
  }
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_AFFINE;
  return "";
}

const char* mjs_setToIntVelocity(mjsActuator* a, double kp, double kv[1], double dampratio[1],
                                 double timeconst[1], double inheritrange) {
  NEED_OR(NULL, a);
  mjs_setToPosition(a, kp, kv, dampratio, timeconst, inheritrange);
  a->dyntype = mjDYN_INTEGRATOR;
  a->actlimited = 1;
  if (inheritrange > 0 && (a->actrange[0] != 0 || a->actrange[1] != 0)) {
    return "actrange and inheritrange cannot both be defined";
  }
  return "";
}

const char* mjs_setToVelocity(mjsActuator* a, double kv) {
  NEED_OR(NULL, a);
  zero(a->biasprm, mjNBIAS);
  a->gainprm[0] = kv;
  a->biasprm[2] = -kv;
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_AFFINE;
  return "";
}

// Damping and adhesion scale with a control that only makes sense when it is not negative.
static bool negative_control(const mjsActuator* a) {
  return a->ctrlrange[0] < 0 || a->ctrlrange[1] < 0;
}

const char* mjs_setToDamper(mjsActuator* a, double kv) {
  NEED_OR(NULL, a);
  zero(a->gainprm, mjNGAIN);
  a->gainprm[2] = -kv;
  a->ctrllimited = 1;
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_AFFINE;
  a->biastype = mjBIAS_NONE;
  if (kv < 0) return "damping coefficient cannot be negative";
  if (negative_control(a)) return "damper control range cannot be negative";
  return "";
}

const char* mjs_setToCylinder(mjsActuator* a, double timeconst, double bias, double area,
                              double diameter) {
  NEED_OR(NULL, a);
  a->dynprm[0] = timeconst;
  a->biasprm[0] = bias;
  a->gainprm[0] = diameter >= 0 ? mjPI / 4 * diameter * diameter : area;
  a->dyntype = mjDYN_FILTER;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_AFFINE;
  return "";
}

const char* mjs_setToMuscle(mjsActuator* a, double timeconst[2], double tausmooth, double range[2],
                            double force, double scale, double lmin, double lmax, double vmax,
                            double fpmax, double fvmax) {
  NEED_OR(NULL, a, timeconst, range);
  // a value that is still the general actuator's default gives way to the muscle's
  static const double general[9] = {1}, muscle[9] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  if (a->dynprm[0] == 1) a->dynprm[0] = 0.01;
  if (a->dynprm[1] == 0) a->dynprm[1] = 0.04;
  for (int i = 0; i < 9; i++) {
    if (a->gainprm[i] == general[i]) a->gainprm[i] = muscle[i];
  }
  if (tausmooth < 0) return "muscle tausmooth cannot be negative";
  a->dynprm[2] = tausmooth;
  const double given[9] = {range[0], range[1], force, scale, lmin, lmax, vmax, fpmax, fvmax};
  for (int i = 0; i < 2; i++) {
    if (timeconst[i] >= 0) a->dynprm[i] = timeconst[i];
  }
  for (int i = 0; i < 9; i++) {
    if (given[i] >= 0) a->gainprm[i] = given[i];
    a->biasprm[i] = a->gainprm[i];
  }
  a->dyntype = mjDYN_MUSCLE;
  a->gaintype = mjGAIN_MUSCLE;
  a->biastype = mjBIAS_MUSCLE;
  return "";
}

const char* mjs_setToAdhesion(mjsActuator* a, double gain) {
  NEED_OR(NULL, a);
  a->gainprm[0] = gain;
  a->ctrllimited = 1;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_NONE;
  if (gain < 0) return "adhesion gain cannot be negative";
  if (negative_control(a)) return "adhesion control range cannot be negative";
  return "";
}
