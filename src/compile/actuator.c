#include <limits.h>
#include <string.h>

#include "compile/element_fill.h"
#include "compile/lists.h"
#include "model/joint_type.h"

// -------------------------------------------------------------------------------- transmission

static bool check_orientation(build* b, const spec_actuator* a) {
  const mjsActuator* pub = &a->pub;
  const element* e = &a->e;
  bool site = pub->trntype == mjTRN_SITE && !string_empty(&a->own.refsite);
  if (pub->trntype != mjTRN_JOINT && !site) {
    return build_error(b, e, "an orientation needs a ball joint, or a site with a refsite");
  }
  const element* joint = element_find(b->s, mjOBJ_JOINT, string_text(&a->own.target));
  if (!site && joint && !joint_is_ball(((const spec_joint*)joint)->pub.type)) {
    return build_error(b, e, "an orientation acts on ball joints, not on others");
  }
  if (pub->biastype != mjBIAS_SO3 || pub->gainprm[0] != -pub->biasprm[1]) {
    return build_error(b, e, "gaintype so3 needs biastype so3 and biasprm[1] = -gainprm[0]");
  }
  if (pub->dyntype != mjDYN_NONE && pub->dyntype != mjDYN_INTEGRATOR) {
    return build_error(b, e, "gaintype so3 needs dyntype none or integrator");
  }
  if (pub->dyntype != mjDYN_NONE && a->more.input == engINPUT_QUAT) {
    return build_error(b, e, "quaternions cannot be integrated; input must be expmap");
  }
  if (pub->actdim >= 0 && pub->actdim != motor_state_count(pub)) {
    return build_error(b, e, "actdim of an orientation is %d here, not %d", motor_state_count(pub),
                       pub->actdim);
  }
  return pub->forcerange[0] == 0 ||
         build_error(b, e, "forcerange of an orientation must begin with 0");
}

static bool check_pid(build* b, const spec_actuator* a) {
  const mjsActuator* pub = &a->pub;
  const element* e = &a->e;
  int inputs = actuator_inputs(a);
  if (pub->dyntype == mjDYN_PID && pub->gaintype != mjGAIN_PID) {
    return build_error(b, e, "dyntype pid needs gaintype pid");
  }
  if (pub->gaintype != mjGAIN_PID) return true;
  if (pub->dyntype != mjDYN_PID && pub->dyntype != mjDYN_NONE) {
    return build_error(b, e, "gaintype pid needs dyntype none or pid");
  }
  if (pub->dyntype != mjDYN_PID && pub->gainprm[0] != 0) {
    return build_error(b, e, "ki, gainprm[0] of gaintype pid, needs dyntype pid");
  }
  if (pub->biastype != mjBIAS_AFFINE)
    return build_error(b, e, "gaintype pid needs biastype affine");
  if (inputs & ~(engINPUT_POS | engINPUT_VEL | engINPUT_FF)) {
    return build_error(b, e, "inputs of a pid are pos, vel and ff");
  }
  if (motor_state_count(pub) && !(inputs & engINPUT_POS)) {
    return build_error(b, e, "ki and slewmax need the input pos");
  }
  return pub->trntype != mjTRN_BODY || build_error(b, e, "a pid cannot act on a body");
}

static bool check_dcmotor(build* b, const spec_actuator* a) {
  const mjsActuator* pub = &a->pub;
  const element* e = &a->e;
  int n = (pub->gaintype == mjGAIN_DCMOTOR) + (pub->biastype == mjBIAS_DCMOTOR) +
          (pub->dyntype == mjDYN_DCMOTOR);
  if (n == 0) return true;
  if (n < 3)
    return build_error(b, e, "gaintype, biastype and dyntype must all be dcmotor, or none");
  if (!pub->actearly) return build_error(b, e, "actearly of a dcmotor cannot be false");
  if (!(pub->gainprm[0] > 0) || !(pub->gainprm[1] > 0)) {
    return build_error(b, e, "resistance and motor constant of a dcmotor must be positive");
  }
  int inputs = actuator_inputs(a);
  bool gains = pub->gainprm[4] != 0 || pub->gainprm[5] != 0 || pub->gainprm[6] != 0;
  bool follows = inputs & (engINPUT_POS | engINPUT_VEL | engINPUT_FF);
  if (gains && !follows) {
    return build_error(b, e, "gains of the controller need an input that it follows: pos, vel, ff");
  }
  if (pub->gainprm[5] > 0 && !(inputs & engINPUT_POS)) {
    return build_error(b, e, "ki of the controller needs the input pos");
  }
  return !(pub->dynprm[7] > 0) || follows ||
         build_error(b, e, "slewmax of the controller needs an input that it follows");
}

#define MAX_SAMPLES (1 << 24)

bool check_history(build* b, const element* e, int nsample, double delay) {
  if (delay > 0 && nsample <= 0) return build_error(b, e, "a delay needs a positive nsample");
  return nsample <= MAX_SAMPLES ||
         build_error(b, e, "nsample is %d; %d are the most", nsample, MAX_SAMPLES);
}

static bool tendon_wraps(const spec_tendon* t) {
  for (int i = 0; i < t->wraps.size; i++) {
    const spec_wrap* w = (const spec_wrap*)(const void*)t->wraps.data[i];
    if (w->type == mjWRAP_SPHERE) return true;
  }
  return false;
}

// Check the attributes of newer versions that every actuator may have.
static bool check_newer(build* b, const spec_actuator* a, int target) {
  const engsActuator* more = &a->more;
  bool reflects = more->armature != 0;
  for (int k = 0; k < 3; k++) reflects = reflects || more->damping[k] != 0;
  mjtTrn type = a->pub.trntype;
  if (reflects && type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT && type != mjTRN_TENDON) {
    return build_error(b, &a->e,
                       "damping and armature of an actuator need a joint, jointinparent or tendon");
  }
  if (more->armature != 0 && type == mjTRN_TENDON &&
      tendon_wraps((const spec_tendon*)list_at(b, mjOBJ_TENDON, target))) {
    return build_error(b, &a->e, "armature on a tendon that wraps around a geom is not supported");
  }
  if (!check_history(b, &a->e, more->nsample, more->delay)) return false;
  if (more->nsample > 0 && !actuator_input_count(a)) {
    return build_error(b, &a->e, "an actuator without controls has no history");
  }
  int gain = a->pub.gaintype;
  if (a->pub.biastype == mjBIAS_SO3 && gain != mjGAIN_SO3) {
    return build_error(b, &a->e, "biastype so3 needs gaintype so3");
  }
  if (more->input && gain != mjGAIN_PID && gain != mjGAIN_DCMOTOR && gain != mjGAIN_SO3) {
    return build_error(b, &a->e, "input is for gaintype pid, dcmotor and so3 only");
  }
  return check_pid(b, a) && check_dcmotor(b, a);
}

static bool resolve_target(build* b, const spec_actuator* a, int id[2]) {
  const element* e = &a->e;
  static const mjtObj target_type[] = {
      [mjTRN_JOINT] = mjOBJ_JOINT,      [mjTRN_JOINTINPARENT] = mjOBJ_JOINT,
      [mjTRN_SLIDERCRANK] = mjOBJ_SITE, [mjTRN_TENDON] = mjOBJ_TENDON,
      [mjTRN_SITE] = mjOBJ_SITE,        [mjTRN_BODY] = mjOBJ_BODY,
  };
  mjtTrn type = a->pub.trntype;
  if (a->pub.gaintype == mjGAIN_SO3 && !check_orientation(b, a)) return false;
  if (type < mjTRN_JOINT || type > mjTRN_BODY) {
    return build_error(b, e,
                       "it acts on nothing; give it a joint, jointinparent, tendon, cranksite, "
                       "site or body");
  }
  static const char* const attribute[] = {
      [mjTRN_JOINT] = "joint",
      [mjTRN_JOINTINPARENT] = "jointinparent",
      [mjTRN_SLIDERCRANK] = "cranksite",
      [mjTRN_TENDON] = "tendon",
      [mjTRN_SITE] = "site",
      [mjTRN_BODY] = "body",
  };
  const element* target =
      build_find(b, e, attribute[type], target_type[type], &a->own.target, true);
  if (!target) return false;
  id[0] = target->id;
  id[1] = -1;
  if (type == mjTRN_SLIDERCRANK) {
    const element* slider = build_find(b, e, "slidersite", mjOBJ_SITE, &a->own.slidersite, true);
    if (!slider) return false;
    id[1] = slider->id;
    if (!(a->pub.cranklength > 0)) return build_error(b, e, "cranklength must be positive");
  }
  if (type == mjTRN_SITE && !string_empty(&a->own.refsite)) {
    const element* site = build_find(b, e, "refsite", mjOBJ_SITE, &a->own.refsite, true);
    if (!site) return false;
    id[1] = site->id;
  }
  return true;
}

// -------------------------------------------------------------------------------------- ranges

// The range of a position servo, derived from that of its target and scaled by inheritrange.  The
// result is the control or activation range, whichever the position command comes from.
static bool inherit_range(build* b, const spec_actuator* a, int target, double ctrl[2],
                          double act[2]) {
  const mjsActuator* pub = &a->pub;
  const element* e = &a->e;
  const mjModel* m = b->m;
  bool pid = pub->gaintype == mjGAIN_PID;
  bool servo = pub->gaintype == mjGAIN_FIXED && pub->biastype == mjBIAS_AFFINE &&
               pub->gainprm[0] == -pub->biasprm[1];
  if (!(pub->inheritrange > 0) || !(servo || pid)) return true;
  double* to = pid ? ctrl : NULL;
  if (pub->dyntype == mjDYN_NONE || pub->dyntype == mjDYN_FILTEREXACT) to = ctrl;
  if (pub->dyntype == mjDYN_INTEGRATOR) to = act;
  if (!to) {
    return build_error(b, e, "inheritrange needs dyntype none, filterexact or integrator");
  }
  const mjtNum* range = NULL;
  if (pub->trntype == mjTRN_TENDON) range = m->tendon_range + 2 * target;
  if (pub->trntype == mjTRN_JOINT && joint_is_scalar(m->jnt_type[target])) {
    range = m->jnt_range + 2 * target;
  }
  if (!range) return build_error(b, e, "inheritrange needs a hinge or slide joint or a tendon");
  if (range[0] == range[1]) {
    return build_error(b, e, "inheritrange, but its target has no range to inherit");
  }
  double mean = (range[0] + range[1]) / 2, radius = (range[1] - range[0]) / 2 * pub->inheritrange;
  to[0] = mean - radius;
  to[1] = mean + radius;
  return true;
}

static bool check_dynamics(build* b, const spec_actuator* a, bool actlimited) {
  const mjsActuator* pub = &a->pub;
  const element* e = &a->e;
  if (actlimited && pub->dyntype == mjDYN_NONE && !pub->plugin.active) {
    return build_error(b, e, "actrange limits an activation, but dyntype none has none");
  }
  if (pub->plugin.active) return true;
  // motors may say the number that follows from what they are
  bool motor =
      pub->gaintype == mjGAIN_DCMOTOR || pub->gaintype == mjGAIN_PID || pub->gaintype == mjGAIN_SO3;
  if (pub->actdim >= 0 && motor) {
    int n = motor_state_count(pub);
    return pub->actdim == n || build_error(b, e, "actdim is %d here, not %d", n, pub->actdim);
  }
  if (pub->actdim > 1 && pub->dyntype != mjDYN_USER) {
    return build_error(b, e, "actdim is %d; only dyntype user can have more than one activation",
                       pub->actdim);
  }
  if (pub->actdim == 1 && pub->dyntype == mjDYN_NONE) {
    return build_error(b, e, "actdim is 1, but dyntype none has no activation");
  }
  if (pub->actdim == 0 && pub->dyntype != mjDYN_NONE) {
    return build_error(b, e, "actdim is 0, but its dyntype has an activation");
  }
  return true;
}

static bool check_muscle(build* b, const element* e, const double* prm) {
  if (!(prm[0] < prm[1])) {
    return build_error(b, e, "muscle range: %g must be less than %g", prm[0], prm[1]);
  }
  if (!(prm[4] < 1 && 1 < prm[5])) {
    return build_error(b, e, "muscle lmin %g and lmax %g must be below and above 1", prm[4],
                       prm[5]);
  }
  static const struct {
    int index;
    const char* name;
  } positive[] = {{3, "scale"}, {6, "vmax"}, {7, "fpmax"}, {8, "fvmax"}};
  for (int k = 0; k < 4; k++) {
    if (!(prm[positive[k].index] > 0)) {
      return build_error(b, e, "muscle %s must be positive", positive[k].name);
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------- fill

// Addresses of an actuator's controls and outputs, and the ranges of its controls: those of the
// actuator, except for velocity and force inputs.
static void fill_controls(mjModel* m, const spec_actuator* a, int i, const double ctrl[2],
                          bool limited) {
  int before = i - 1;
  m->actuator_ctrladr[i] = i ? m->actuator_ctrladr[before] + m->actuator_ctrlnum[before] : 0;
  m->actuator_outadr[i] = i ? m->actuator_outadr[before] + m->actuator_outnum[before] : 0;
  m->actuator_ctrlnum[i] = actuator_input_count(a);
  m->actuator_outnum[i] = actuator_output_count(a);
  m->actuator_ctrlspec[i] = actuator_inputs(a);
  bool pid = a->pub.gaintype == mjGAIN_PID;
  for (int k = 0, bit = 1; k < m->actuator_ctrlnum[i]; k++, bit <<= 1) {
    while (pid && !(m->actuator_ctrlspec[i] & bit)) bit <<= 1;
    const double* range = ctrl;
    if (pid && bit == engINPUT_VEL) range = a->more.velrange;
    if (pid && bit == engINPUT_FF) range = a->more.ffrange;
    int adr = m->actuator_ctrladr[i] + k;
    memcpy(m->actuator_ctrlrange + 2 * adr, range, 2 * sizeof *range);
    m->actuator_ctrllimited[adr] = range == ctrl ? limited : range[0] < range[1];
  }
}

// Damping and armature of an actuator, and the joint or tendon they are added to.
static void fill_reflected(mjModel* m, const spec_actuator* a, int i, int target) {
  const engsActuator* more = &a->more;
  m->actuator_damping[i] = more->damping[0];
  memcpy(m->actuator_dampingpoly + 2 * i, more->damping + 1, 2 * sizeof *more->damping);
  bool any = more->armature != 0;
  for (int k = 0; k < 3; k++) any = any || more->damping[k] != 0;
  if (!any) return;
  int* of = a->pub.trntype == mjTRN_TENDON ? m->tendon_actuatorid : m->jnt_actuatorid;
  of[target] = of[target] == -1 ? i : -2;
}

static void fill_rows(mjModel* m, int i, const spec_actuator* src) { ACTUATOR_ALL_ROWS }

static void fill_actuator(build* b, const spec_actuator* a, int i, int* adr) {
  mjModel* m = b->m;
  const mjsActuator* pub = &a->pub;
  const element* e = &a->e;
  int id[2] = {-1, -1}, before = b->nerror;
  double ctrl[2] = {pub->ctrlrange[0], pub->ctrlrange[1]};
  double act[2] = {pub->actrange[0], pub->actrange[1]};
  if (!resolve_target(b, a, id) || !inherit_range(b, a, id[0], ctrl, act)) return;
  if (!check_newer(b, a, id[0])) return;
  bool ctrllimited = build_limited(b, e, pub->ctrllimited, ctrl, "ctrl");
  m->actuator_forcelimited[i] = build_limited(b, e, pub->forcelimited, pub->forcerange, "force");
  // since 3.11 an integrator without a range is accepted as unlimited
  bool free_act = b->s->pub.ext.levelbits & engLEVEL_CIRCLE && act[0] == 0 && act[1] == 0 &&
                  pub->dyntype == mjDYN_INTEGRATOR;
  int actlimited = free_act ? mjLIMITED_FALSE : pub->actlimited;
  m->actuator_actlimited[i] = build_limited(b, e, actlimited, act, "act");
  if (b->nerror != before || !check_dynamics(b, a, m->actuator_actlimited[i])) return;
  if (pub->gaintype == mjGAIN_MUSCLE && !check_muscle(b, e, pub->gainprm)) return;
  if (pub->biastype == mjBIAS_MUSCLE && !check_muscle(b, e, pub->biasprm)) return;

  fill_rows(m, i, a);
  fill_controls(m, a, i, ctrl, ctrllimited);
  fill_reflected(m, a, i, id[0]);
  m->actuator_history[2 * i] = a->more.nsample;
  m->actuator_history[2 * i + 1] = a->more.interp;
  m->actuator_trntype[i] = pub->gaintype == mjGAIN_SO3 ? mjTRN_SO3 : pub->trntype;
  m->actuator_trnid[2 * i] = id[0];
  m->actuator_trnid[2 * i + 1] = id[1];
  m->actuator_actnum[i] = actuator_state_count(pub);
  m->actuator_actadr[i] = m->actuator_actnum[i] ? *adr : -1;
  *adr += m->actuator_actnum[i];
  m->actuator_plugin[i] = build_plugin(b, e, &pub->plugin);
  memcpy(m->actuator_actrange + 2 * i, act, sizeof act);
  for (int o = m->actuator_outadr[i]; o < m->actuator_outadr[i] + m->actuator_outnum[i]; o++) {
    memcpy(m->actuator_lengthrange + 2 * o, pub->lengthrange, sizeof pub->lengthrange);
    memcpy(m->actuator_gear + 6 * o, pub->gear, sizeof pub->gear);
  }
  build_userdata(m->actuator_user + m->nuser_actuator * i, m->nuser_actuator, &a->own.userdata);
}

// Upper bound of the moment entries of an actuator: the dofs of its joint, or nv.
static int moment_size(const mjModel* m, int i) {
  int type = m->actuator_trntype[i];
  if (type == mjTRN_SO3) return m->actuator_trnid[2 * i + 1] < 0 ? 3 : 3 * m->nv;
  if (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT) return m->nv;
  return joint_nv(m->jnt_type[m->actuator_trnid[2 * i]]);
}

// A cylinder's bias per length and per velocity count from 3.12 on.  Other numbers than those that
// were read are the user's.
static void settle_cylinder(const build* b, spec_actuator* a) {
  bool newer = b->s->pub.ext.levelbits & engLEVEL_CYLINDERBIAS;
  double *now = a->pub.biasprm + 1, (*both)[2] = a->more.cylinderbias;
  bool is_cylinder = a->pub.dyntype == mjDYN_FILTER && a->pub.gaintype == mjGAIN_FIXED &&
                     a->pub.biastype == mjBIAS_AFFINE;
  if (is_cylinder && !memcmp(now, both[!newer], sizeof both[0])) {
    memcpy(now, both[newer], sizeof both[0]);
  }
}

void actuators_fill(build* b) {
  mjModel* m = b->m;
  int adr = 0;
  for (int i = 0; i < m->nactuator; i++) {
    settle_cylinder(b, (spec_actuator*)list_at(b, mjOBJ_ACTUATOR, i));
    fill_actuator(b, (const spec_actuator*)list_at(b, mjOBJ_ACTUATOR, i), i, &adr);
  }
  if (b->nerror) return;
  for (int i = m->nactuator; i < m->nu; i++) m->actuator_plugin[i] = m->actuator_actadr[i] = -1;
  long long moments = 0;
  for (int i = 0; i < m->nactuator; i++) {
    moments += moment_size(m, i);
    if (moments > INT_MAX) {
      build_error(b, list_at(b, mjOBJ_ACTUATOR, i),
                  "with this one the moments of actuators are more than can be addressed");
      return;
    }
  }
  m->nJmom = (int)moments;
}
