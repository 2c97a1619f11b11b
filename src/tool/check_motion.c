// Checks of masses, joints and actuators.
#include <math.h>

#include "tool/check.h"
#include "tool/model.h"

enum {
  INERTIA_RATIO = 10000
};  // of bodies that move together; solvers lose accuracy in proportion

// The smallest time constant that a step resolves, for a period of about six steps.
static double fastest(const mjModel* m) { return m->opt.timestep; }

static double lightest_inertia(const mjModel* m, int b) {
  const mjtNum* i = m->body_inertia + 3 * b;
  return fmin(i[0], fmin(i[1], i[2]));
}

// Reports moving links of a URDF file without inertia: their mass is computed from the geoms with
// the density of water.
void check_inertials(const char* file) {
  char error[1] = "";
  mjSpec* s = mj_parseXML(file, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;  // computes the masses
  for (mjsElement* e = m ? mjs_firstElement(s, mjOBJ_BODY) : NULL; e; e = mjs_nextElement(s, e)) {
    const mjsBody* body = mjs_asBody(e);
    const char* name = mjs_getString(mjs_getName(e));
    int id = mj_name2id(m, mjOBJ_BODY, name);
    if (body->explicitinertial || id < 1 || m->body_mass[id] <= 0) continue;
    found_print(
        "link '%s' has no inertial: it weighs %.3g kg by the volume of its shapes and a density of "
        "1000 kg/m3",
        name, m->body_mass[id]);
  }
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

void check_masses(const mjModel* m) {
  char buffer[32], other[32];
  for (int b = 1; b < m->nbody; b++) {
    int parent = m->body_parentid[b];
    const char* name = object_name(m, mjOBJ_BODY, b, buffer);
    if (m->body_dofnum[b] && m->body_subtreemass[b] < 1e-9) {
      found_print("body '%s' moves and has no mass; give it a geom or an inertial", name);
    }
    const mjtNum* i = m->body_inertia + 3 * b;
    double largest = fmax(i[0], fmax(i[1], i[2])), least = lightest_inertia(m, b);
    if (least > 0 && largest > INERTIA_RATIO * least) {
      found_print(
          "body '%s': inertias from %.3g to %.3g kg m2; it spins about the least in a "
          "single step",
          name, least, largest);
    }
    // the load of a chain acts on its lightest link
    double load = m->body_subtreemass[b];
    if (m->body_dofnum[b] && m->body_mass[b] > 0 && load > INERTIA_RATIO * m->body_mass[b]) {
      found_print(
          "body '%s' of %.3g kg carries %.3g kg; add to its mass or give its joint armature", name,
          m->body_mass[b], load);
    }
    if (parent && m->body_dofnum[b] && m->body_mass[parent] > 0 &&
        m->body_mass[b] > INERTIA_RATIO * m->body_mass[parent]) {
      found_print("body '%s' of %.3g kg hangs on body '%s' of %.3g kg", name, m->body_mass[b],
                  object_name(m, mjOBJ_BODY, parent, other), m->body_mass[parent]);
    }
  }
}

// Whether the joint has one coordinate, as joint limits require.
static bool is_scalar(const mjModel* m, int j) {
  int end = j + 1 < m->njnt ? m->jnt_qposadr[j + 1] : m->nq;
  return end - m->jnt_qposadr[j] == 1;
}

static void check_limits(const mjModel* m, const mjData* d, int j, const char* name) {
  const mjtNum* range = m->jnt_range + 2 * j;
  if (!m->jnt_limited[j] || !is_scalar(m, j)) return;
  double at = d->qpos[m->jnt_qposadr[j]];
  if (at < range[0] - 1e-6 || at > range[1] + 1e-6) {
    found_print(
        "joint '%s' starts at %.4g, outside of its range %.4g to %.4g: it will be pushed back",
        name, at, range[0], range[1]);
  }
  if (m->jnt_type[j] == mjJNT_HINGE && range[1] - range[0] > 8 * mjPI) {
    found_print(
        "joint '%s' turns four times before it meets a limit (%.4g to %.4g rad); were degrees "
        "meant, under compiler angle=\"radian\"?",
        name, range[0], range[1]);
  }
}

// Spring stiffness relative to the inertia it moves: integrators evaluate its force at the start of
// the step, which requires sqrt(I / k) well above h.
static void check_spring(const mjModel* m, int j, const char* name) {
  double inertia = m->dof_M0[m->jnt_dofadr[j]], k = m->jnt_stiffness[j];
  double limit = fastest(m);
  if (k > 0 && sqrt(inertia / k) < limit) {
    found_print(
        "joint '%s': stiffness %.3g swings an inertia of %.3g with a time constant of %.2g s, "
        "below the time step of %.2g s; less stiffness, armature, or a smaller step",
        name, k, inertia, sqrt(inertia / k), m->opt.timestep);
  }
}

void check_joints(const mjModel* m, const mjData* d) {
  char buffer[32];
  for (int j = 0; j < m->njnt; j++) {
    const char* name = object_name(m, mjOBJ_JOINT, j, buffer);
    check_limits(m, d, j, name);
    check_spring(m, j, name);
  }
  for (int t = 0; t < m->ntendon; t++) {
    if (!m->tendon_limited[t]) continue;
    const mjtNum* range = m->tendon_range + 2 * t;
    if (d->ten_length[t] < range[0] - 1e-6 || d->ten_length[t] > range[1] + 1e-6) {
      found_print("tendon '%s' is %.4g m long at the start, outside of its range %.4g to %.4g",
                  object_name(m, mjOBJ_TENDON, t, buffer), d->ten_length[t], range[0], range[1]);
    }
  }
}

// A servo whose range exceeds that of its joint pushes against the limit permanently.
static void check_reach(const mjModel* m, int i, const char* name) {
  char buffer[32];
  bool servo = m->actuator_gaintype[i] == mjGAIN_FIXED &&
               m->actuator_biastype[i] == mjBIAS_AFFINE && m->actuator_biasprm[mjNBIAS * i + 1] < 0;
  int j = m->actuator_trnid[2 * i];
  if (!servo || m->actuator_trntype[i] != mjTRN_JOINT || !m->actuator_ctrllimited[i] ||
      !m->jnt_limited[j] || m->actuator_gear[6 * i] != 1) {
    return;
  }
  const mjtNum *ctrl = m->actuator_ctrlrange + 2 * i, *range = m->jnt_range + 2 * j;
  double slack = 0.05 * (range[1] - range[0]);
  if (ctrl[0] < range[0] - slack || ctrl[1] > range[1] + slack) {
    found_print(
        "actuator '%s' is asked for positions from %.4g to %.4g, joint '%s' reaches %.4g to "
        "%.4g; inheritrange=\"1\" takes its range",
        name, ctrl[0], ctrl[1], object_name(m, mjOBJ_JOINT, j, buffer), range[0], range[1]);
  }
}

// Velocity gain relative to the inertia: explicit integration ignores that the force decreases
// within the step and overshoots from I / kv = h / 2 on.
static void check_velocity_gain(const mjModel* m, int i, const char* name, double inertia) {
  double kv = -m->actuator_biasprm[mjNBIAS * i + 2];
  bool explicit = m->opt.integrator == mjINT_EULER || m->opt.integrator == mjINT_RK4;
  if (!explicit || m->actuator_biastype[i] != mjBIAS_AFFINE || kv <= 0) return;
  if (inertia / kv >= 0.5 * m->opt.timestep) return;
  found_print(
      "actuator '%s': gain %.3g of velocity stops an inertia of %.3g within %.2g s, less than half "
      "the time step of %.2g s; integrator=\"implicitfast\"",
      name, kv, inertia, inertia / kv, m->opt.timestep);
}

void check_actuators(const mjModel* m, const mjData* d) {
  char buffer[32];
  (void)d;
  for (int i = 0; i < m->nu; i++) {
    const char* name = object_name(m, mjOBJ_ACTUATOR, i, buffer);
    check_reach(m, i, name);
    check_velocity_gain(m, i, name, 1 / fmax(1e-12, m->actuator_acc0[i]));
    double kp = -m->actuator_biasprm[mjNBIAS * i + 1],
           inertia = 1 / fmax(1e-12, m->actuator_acc0[i]);
    // acc0 is the acceleration caused by unit force through the gear
    if (m->actuator_biastype[i] == mjBIAS_AFFINE && kp > 0 && sqrt(inertia / kp) < fastest(m)) {
      found_print(
          "actuator '%s': gain %.3g on an inertia of %.3g swings with a time constant of %.2g "
          "s, below the time step of %.2g s; armature at the joint, or a smaller step",
          name, kp, inertia, sqrt(inertia / kp), m->opt.timestep);
    }
    if (m->actuator_dyntype[i] == mjDYN_FILTER && m->actuator_dynprm[mjNDYN * i] > 0 &&
        m->actuator_dynprm[mjNDYN * i] < m->opt.timestep) {
      found_print(
          "actuator '%s': its filter has a time constant of %.2g s, below the time step of %.2g "
          "s; dyntype=\"filterexact\"",
          name, m->actuator_dynprm[mjNDYN * i], m->opt.timestep);
    }
  }
}
