// The actuator types newer than 3.3.7 expressed as parameters of the general actuator.
#include <math.h>
#include <string.h>

#include <engine/spec.h>
#include <engine/extension.h>

#include "base/need.h"
#include "spec/element.h"
#include "spec/shortcut.h"

// ------------------------------------------- numbers of controls, activations and outputs

static const engsActuator* more_of(const mjsActuator* a) {
  return &((const spec_actuator*)a->element)->more;
}

int actuator_inputs(const spec_actuator* a) {
  int input = a->more.input;
  switch ((int)a->pub.gaintype) {
    case mjGAIN_PID: return input ? input : engINPUT_POS | engINPUT_VEL;
    case mjGAIN_DCMOTOR: return input ? input : engINPUT_VOLTAGE;
    case mjGAIN_SO3: return input == engINPUT_QUAT ? engCHART_QUAT : engCHART_EXPMAP;
    default: return 0;
  }
}

int actuator_input_count(const spec_actuator* a) {
  int inputs = actuator_inputs(a), n = 0;
  if (a->pub.gaintype == mjGAIN_SO3) return inputs == engCHART_QUAT ? 4 : 3;
  if (!inputs) return 1;
  for (int bit = engINPUT_POS; bit <= engINPUT_VOLTAGE; bit <<= 1) n += (inputs & bit) != 0;
  return n;
}

int actuator_output_count(const spec_actuator* a) { return a->pub.gaintype == mjGAIN_SO3 ? 3 : 1; }

int motor_state_count(const mjsActuator* a) {
  const double *dyn = a->dynprm, *gain = a->gainprm;
  switch ((int)a->gaintype) {
    case mjGAIN_PID: return a->dyntype == mjDYN_PID ? (dyn[1] > 0) + (gain[0] > 0) : 0;
    case mjGAIN_SO3: return a->dyntype == mjDYN_INTEGRATOR ? 3 : 0;
    default: return (dyn[7] > 0) + (gain[5] > 0) + (dyn[2] > 0) + (dyn[5] > 0) + (dyn[0] > 0);
  }
}

// --------------------------------------------------------------------------------- the setters

const char* mjs_setToPID(mjsActuator* a, double kp, double kv[1], double dampratio[1], double ki[1],
                         double imax[1], double slewmax[1], double inheritrange, int ctrlspec) {
  NEED_OR(NULL, a);
  bool fresh = a->gaintype != mjGAIN_PID;
  if (fresh) a->gainprm[0] = 0;
  const char* fault = shortcut_damping(a, kv, dampratio);
  if (*fault) return fault;
  if (ki && *ki < 0) REFUSE_NEGATIVE(ki, "ki");
  bool integrates = (ki ? *ki : a->gainprm[0]) > 0;
  if (integrates && imax && *imax < 0) REFUSE_NEGATIVE(imax, "imax");
  if (slewmax && *slewmax < 0) REFUSE_NEGATIVE(slewmax, "slewmax");
  a->biasprm[1] = -kp;
  if (ki) a->gainprm[0] = *ki;
  if (integrates && (imax || fresh)) a->dynprm[0] = imax ? *imax : 0;
  if (slewmax) a->dynprm[1] = *slewmax;
  bool states = a->gainprm[0] > 0 || a->dynprm[1] > 0;
  a->dyntype = states ? mjDYN_PID : mjDYN_NONE;
  a->gaintype = mjGAIN_PID;
  a->biastype = mjBIAS_AFFINE;
  a->inheritrange = inheritrange;
  if (ctrlspec) eng_actuator(a)->input = ctrlspec;
  if (inheritrange > 0 && (a->ctrlrange[0] != 0 || a->ctrlrange[1] != 0)) {
    REFUSE_BOTH(posrange, inheritrange);
  }
  return "";
}

// The torque constant (equal to the back-EMF constant) from data sheet values; 0 if they do not
// determine it.
static double back_emf(const mjsActuator* a, double R, const double nominal[3]) {
  double V = nominal[0], stall = nominal[1], speed = nominal[2], B = more_of(a)->damping[0];
  if (!(V > 0 && speed > 0)) return 0;
  if (B > 0 && R > 0) {
    double square = V * V - 4 * R * B * speed * speed;
    return square >= 0 ? (V + sqrt(square)) / (2 * speed) : V / speed;
  }
  if (B > 0 && stall > 0) {
    double K = V / speed - V * B / stall;
    return K > 0 ? K : V / speed;
  }
  return V / speed;
}

static const char* set_thermal(mjsActuator* a, const double thermal[6]) {
  double RT = thermal[0], C = thermal[1], tau = thermal[2];
  if (RT == 0 && C > 0) RT = tau / C;
  if (C == 0 && RT > 0) C = tau / RT;
  if (!(RT > 0) || !(C > 0)) {
    REFUSE("thermal needs two of resistance, capacity and time constant, positive", {"thermal"},
           NULL);
  }
  a->dynprm[2] = RT;
  a->dynprm[3] = C;
  a->gainprm[2] = thermal[3];
  a->gainprm[3] = thermal[4];
  a->dynprm[4] = thermal[5];
  return "";
}

const char* mjs_setToDCMotor(mjsActuator* a, double motorconst[2], double resistance,
                             double nominal[3], double saturation[3], double inductance[2],
                             double cogging[3], double controller[6], double thermal[6],
                             double lugre[5], int ctrlspec) {
  NEED_OR(NULL, a);
  static const double none[3] = {0};
  const double* data = nominal ? nominal : none;
  if (a->gaintype != mjGAIN_DCMOTOR) {
    memset(a->gainprm, 0, sizeof a->gainprm);
    memset(a->biasprm, 0, sizeof a->biasprm);
    memset(a->dynprm, 0, sizeof a->dynprm);
  }
  a->gaintype = mjGAIN_DCMOTOR;
  a->biastype = mjBIAS_DCMOTOR;
  a->dyntype = mjDYN_DCMOTOR;
  a->actearly = 1;
  a->actlimited = 0;
  if (ctrlspec) eng_actuator(a)->input = ctrlspec;

  // values that are not given are kept, also in default classes
  double Kt = motorconst ? motorconst[0] : a->gainprm[1], Ke = motorconst ? motorconst[1] : 0;
  double R = resistance != 0 ? resistance : a->gainprm[0];
  if (Ke == 0) Ke = back_emf(a, R, data);
  double K = Kt > 0 && Ke > 0 ? sqrt(Kt * Ke) : Kt > 0 ? Kt : Ke;
  if (R == 0 && data[1] > 0) R = K * data[0] / data[1];
  a->gainprm[0] = R;
  a->gainprm[1] = K;
  if (!(a->gainprm[1] > 0))
    REFUSE("the motor constant is not positive; give motorconst or nominal", {NULL}, NULL);
  if (!(a->gainprm[0] > 0))
    REFUSE("the resistance is not positive; give resistance or nominal", {NULL}, NULL);
  if (inductance) {
    if (inductance[0] < 0 || inductance[1] < 0) REFUSE_NEGATIVE(inductance, "inductance");
    a->dynprm[0] = inductance[0] > 0 ? inductance[0] / R : inductance[1];
  }
  if (saturation) {
    double most = saturation[0] != 0 ? saturation[0] : K * saturation[1];
    if (most > 0) {
      a->forcerange[0] = -most;
      a->forcerange[1] = most;
    }
    a->dynprm[1] = saturation[2];
  }
  if (cogging) memcpy(a->biasprm, cogging, 3 * sizeof *cogging);
  if (controller) {
    memcpy(a->gainprm + 4, controller, 3 * sizeof *controller);
    a->dynprm[7] = controller[3];
    a->dynprm[8] = controller[4];
    a->gainprm[7] = controller[5];
  }
  if (lugre) {
    a->dynprm[5] = lugre[0];
    a->dynprm[6] = lugre[1];
    memcpy(a->biasprm + 3, lugre + 2, 3 * sizeof *lugre);
  }
  return thermal ? set_thermal(a, thermal) : "";
}

const char* mjs_setToOrientation(mjsActuator* a, double kp, double kv[1], double dampratio[1],
                                 int ctrlspec) {
  NEED_OR(NULL, a);
  const char* fault = shortcut_damping(a, kv, dampratio);
  if (*fault) return fault;
  a->gainprm[0] = kp;
  a->biasprm[1] = -kp;
  a->gaintype = mjGAIN_SO3;
  a->biastype = mjBIAS_SO3;
  if (ctrlspec) {
    eng_actuator(a)->input = ctrlspec == engCHART_QUAT ? engINPUT_QUAT : engINPUT_EXPMAP;
  }
  return "";
}
