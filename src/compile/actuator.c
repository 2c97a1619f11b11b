#include <limits.h>
#include <string.h>

#include "compile/lists.h"
#include "model/joint_type.h"

// -------------------------------------------------------------------------------- transmission

static bool resolve_target(build* b, const spec_actuator* a, int id[2]) {
  const element* e = &a->e;
  static const mjtObj target_type[] = {
      [mjTRN_JOINT] = mjOBJ_JOINT,      [mjTRN_JOINTINPARENT] = mjOBJ_JOINT,
      [mjTRN_SLIDERCRANK] = mjOBJ_SITE, [mjTRN_TENDON] = mjOBJ_TENDON,
      [mjTRN_SITE] = mjOBJ_SITE,        [mjTRN_BODY] = mjOBJ_BODY,
  };
  mjtTrn type = a->pub.trntype;
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

// The range of a position servo spans its target's, made wider or narrower by inheritrange.  The
// result goes to ctrl or act, whichever the position command comes from.
static bool inherit_range(build* b, const spec_actuator* a, int target, double ctrl[2],
                          double act[2]) {
  const mjsActuator* pub = &a->pub;
  const element* e = &a->e;
  const mjModel* m = b->m;
  bool servo = pub->gaintype == mjGAIN_FIXED && pub->biastype == mjBIAS_AFFINE &&
               pub->gainprm[0] == -pub->biasprm[1];
  if (!(pub->inheritrange > 0) || !servo) return true;
  double* to = NULL;
  if (pub->dyntype == mjDYN_NONE || pub->dyntype == mjDYN_FILTEREXACT) to = ctrl;
  if (pub->dyntype == mjDYN_INTEGRATOR) to = act;
  if (!to) {
    return build_error(b, e, "inheritrange needs dyntype none, filterexact or integrator");
  }
  const mjtNum* range = NULL;
  if (pub->trntype == mjTRN_TENDON) range = m->tendon_range + 2 * target;
  if (pub->trntype == mjTRN_JOINT &&
      (m->jnt_type[target] == mjJNT_SLIDE || m->jnt_type[target] == mjJNT_HINGE)) {
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

static void fill_actuator(build* b, const spec_actuator* a, int i, int* adr) {
  mjModel* m = b->m;
  const mjsActuator* pub = &a->pub;
  const element* e = &a->e;
  int id[2] = {-1, -1}, before = b->nerror;
  double ctrl[2] = {pub->ctrlrange[0], pub->ctrlrange[1]};
  double act[2] = {pub->actrange[0], pub->actrange[1]};
  if (!resolve_target(b, a, id) || !inherit_range(b, a, id[0], ctrl, act)) return;
  m->actuator_ctrllimited[i] = build_limited(b, e, pub->ctrllimited, ctrl, "ctrl");
  m->actuator_forcelimited[i] = build_limited(b, e, pub->forcelimited, pub->forcerange, "force");
  m->actuator_actlimited[i] = build_limited(b, e, pub->actlimited, act, "act");
  if (b->nerror != before || !check_dynamics(b, a, m->actuator_actlimited[i])) return;
  if (pub->gaintype == mjGAIN_MUSCLE && !check_muscle(b, e, pub->gainprm)) return;
  if (pub->biastype == mjBIAS_MUSCLE && !check_muscle(b, e, pub->biasprm)) return;

  m->actuator_trntype[i] = pub->trntype;
  m->actuator_dyntype[i] = pub->dyntype;
  m->actuator_gaintype[i] = pub->gaintype;
  m->actuator_biastype[i] = pub->biastype;
  m->actuator_trnid[2 * i] = id[0];
  m->actuator_trnid[2 * i + 1] = id[1];
  m->actuator_actnum[i] = actuator_state_count(pub);
  m->actuator_actadr[i] = m->actuator_actnum[i] ? *adr : -1;
  *adr += m->actuator_actnum[i];
  m->actuator_group[i] = pub->group;
  m->actuator_actearly[i] = pub->actearly;
  m->actuator_cranklength[i] = pub->cranklength;
  m->actuator_plugin[i] = build_plugin(b, e, &pub->plugin);
  memcpy(m->actuator_dynprm + mjNDYN * i, pub->dynprm, sizeof pub->dynprm);
  memcpy(m->actuator_gainprm + mjNGAIN * i, pub->gainprm, sizeof pub->gainprm);
  memcpy(m->actuator_biasprm + mjNBIAS * i, pub->biasprm, sizeof pub->biasprm);
  memcpy(m->actuator_ctrlrange + 2 * i, ctrl, sizeof ctrl);
  memcpy(m->actuator_actrange + 2 * i, act, sizeof act);
  memcpy(m->actuator_forcerange + 2 * i, pub->forcerange, sizeof pub->forcerange);
  memcpy(m->actuator_lengthrange + 2 * i, pub->lengthrange, sizeof pub->lengthrange);
  memcpy(m->actuator_gear + 6 * i, pub->gear, sizeof pub->gear);
  build_userdata(m->actuator_user + m->nuser_actuator * i, m->nuser_actuator, &a->own.userdata);
}

// Room for the moment of one actuator: the dofs of its joint, or any.
static int moment_size(const mjModel* m, int i) {
  int type = m->actuator_trntype[i];
  if (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT) return m->nv;
  return joint_nv(m->jnt_type[m->actuator_trnid[2 * i]]);
}

void actuators_fill(build* b) {
  mjModel* m = b->m;
  int adr = 0;
  for (int i = 0; i < m->nu; i++) {
    fill_actuator(b, (const spec_actuator*)list_at(b, mjOBJ_ACTUATOR, i), i, &adr);
  }
  if (b->nerror) return;
  long long moments = 0;
  for (int i = 0; i < m->nu; i++) moments += moment_size(m, i);
  if (moments > INT_MAX) {
    build_error(b, NULL, "the actuators' moments need %lld numbers, more than can be addressed",
                moments);
    return;
  }
  m->nJmom = (int)moments;
}
