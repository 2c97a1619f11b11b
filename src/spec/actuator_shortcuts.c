// Actuator shortcuts (motor, position, ...) expressed as parameters of the general actuator.  A
// returned message other than "" says what is wrong; fields may have been changed even then.
#include <stdbool.h>
#include <string.h>

#include <engine/spec.h>

#include "base/need.h"
#include "spec/shortcut.h"

static void zero(double* v, int n) { memset(v, 0, (size_t)n * sizeof *v); }

static void set_types(mjsActuator* a, mjtDyn dyn, mjtGain gain, mjtBias bias) {
  a->dyntype = dyn;
  a->gaintype = gain;
  a->biastype = bias;
}

static bool any(const double range[2]) { return range[0] != 0 || range[1] != 0; }

const char* mjs_setToMotor(mjsActuator* a) {
  NEED_OR(NULL, a);
  a->gainprm[0] = 1;
  set_types(a, mjDYN_NONE, mjGAIN_FIXED, mjBIAS_NONE);
  return "";
}

const char* shortcut_damping(mjsActuator* a, const double* kv, const double* dampratio) {
  if (kv && dampratio) REFUSE_BOTH(kv, dampratio);
  if (kv && *kv < 0) REFUSE_NEGATIVE(kv, "kv");
  if (dampratio && *dampratio < 0) REFUSE_NEGATIVE(dampratio, "dampratio");
  if (kv) a->biasprm[2] = -*kv;
  if (dampratio) a->biasprm[2] = *dampratio;  // positive: a damping ratio, see mj_setConst
  return "";
}

const char* mjs_setToPosition(mjsActuator* a, double kp, double kv[1], double dampratio[1],
                              double timeconst[1], double inheritrange) {
  NEED_OR(NULL, a);
  a->gainprm[0] = kp;
  a->biasprm[1] = -kp;
  const char* fault = shortcut_damping(a, kv, dampratio);
  if (*fault) return fault;
  if (timeconst && *timeconst < 0) REFUSE_NEGATIVE(timeconst, "timeconst");
  if (timeconst) a->dynprm[0] = *timeconst;
  if (timeconst) a->dyntype = *timeconst == 0 ? mjDYN_NONE : mjDYN_FILTEREXACT;
  a->inheritrange = inheritrange;
  if (inheritrange > 0 && any(a->ctrlrange)) REFUSE_BOTH(ctrlrange, inheritrange);
  set_types(a, a->dyntype, mjGAIN_FIXED, mjBIAS_AFFINE);
  return "";
}

const char* mjs_setToIntVelocity(mjsActuator* a, double kp, double kv[1], double dampratio[1],
                                 double timeconst[1], double inheritrange) {
  NEED_OR(NULL, a);
  mjs_setToPosition(a, kp, kv, dampratio, timeconst, inheritrange);
  a->dyntype = mjDYN_INTEGRATOR;
  a->actlimited = 1;
  if (inheritrange > 0 && any(a->actrange)) REFUSE_BOTH(actrange, inheritrange);
  return "";
}

const char* mjs_setToVelocity(mjsActuator* a, double kv) {
  NEED_OR(NULL, a);
  zero(a->biasprm, mjNBIAS);
  a->gainprm[0] = kv;
  a->biasprm[2] = -kv;
  set_types(a, mjDYN_NONE, mjGAIN_FIXED, mjBIAS_AFFINE);
  return "";
}

// Whether the control range includes negative values, which damping and adhesion actuators must
// not.
static bool negative_control(const mjsActuator* a) {
  return a->ctrlrange[0] < 0 || a->ctrlrange[1] < 0;
}

const char* mjs_setToDamper(mjsActuator* a, double kv) {
  NEED_OR(NULL, a);
  zero(a->gainprm, mjNGAIN);
  a->gainprm[2] = -kv;
  a->ctrllimited = 1;
  set_types(a, mjDYN_NONE, mjGAIN_AFFINE, mjBIAS_NONE);
  if (kv < 0) REFUSE_NEGATIVE(kv, "damping coefficient");
  if (negative_control(a)) REFUSE_NEGATIVE(ctrlrange, "damper control range");
  return "";
}

const char* mjs_setToCylinder(mjsActuator* a, double timeconst, double bias, double area,
                              double diameter) {
  NEED_OR(NULL, a);
  a->dynprm[0] = timeconst;
  a->biasprm[0] = bias;
  a->gainprm[0] = diameter >= 0 ? mjPI / 4 * diameter * diameter : area;
  set_types(a, mjDYN_FILTER, mjGAIN_FIXED, mjBIAS_AFFINE);
  return "";
}

const char* mjs_setToMuscle(mjsActuator* a, double timeconst[2], double tausmooth, double range[2],
                            double force, double scale, double lmin, double lmax, double vmax,
                            double fpmax, double fvmax) {
  NEED_OR(NULL, a, timeconst, range);
  // values that are still the defaults of the general actuator are replaced by those of a muscle
  static const double general[9] = {1}, muscle[9] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  if (a->dynprm[0] == 1) a->dynprm[0] = 0.01;
  if (a->dynprm[1] == 0) a->dynprm[1] = 0.04;
  for (int i = 0; i < 9; i++) {
    if (a->gainprm[i] == general[i]) a->gainprm[i] = muscle[i];
  }
  if (tausmooth < 0) REFUSE_NEGATIVE(tausmooth, "muscle tausmooth");
  a->dynprm[2] = tausmooth;
  const double given[9] = {range[0], range[1], force, scale, lmin, lmax, vmax, fpmax, fvmax};
  for (int i = 0; i < 2; i++) {
    if (timeconst[i] >= 0) a->dynprm[i] = timeconst[i];
  }
  for (int i = 0; i < 9; i++) {
    if (given[i] >= 0) a->gainprm[i] = given[i];
    a->biasprm[i] = a->gainprm[i];
  }
  set_types(a, mjDYN_MUSCLE, mjGAIN_MUSCLE, mjBIAS_MUSCLE);
  return "";
}

const char* mjs_setToAdhesion(mjsActuator* a, double gain) {
  NEED_OR(NULL, a);
  a->gainprm[0] = gain;
  a->ctrllimited = 1;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_NONE;
  if (gain < 0) REFUSE_NEGATIVE(gain, "adhesion gain");
  if (negative_control(a)) REFUSE_NEGATIVE(ctrlrange, "adhesion control range");
  return "";
}
