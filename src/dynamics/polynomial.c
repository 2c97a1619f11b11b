#include "dynamics/polynomial.h"

#include <math.h>

// Contributions of actuators to an element; index of the actuator, -1 for none, -2 for several.
typedef struct {
  polynomial damping;
  mjtNum armature;
} reflected;

static void add_actuator(const mjModel* m, int i, reflected* r) {
  mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[i]], square = gear * gear;
  r->damping.c[0] += square * m->actuator_damping[i];
  r->damping.c[1] += square * m->actuator_dampingpoly[2 * i];
  r->damping.c[2] += square * m->actuator_dampingpoly[2 * i + 1];
  r->armature += square * m->actuator_armature[i];
}

static reflected reflect(const mjModel* m, int actuator, int tendon, int id) {
  reflected r = {.armature = 0};
  if (actuator >= 0) add_actuator(m, actuator, &r);
  if (actuator != -2) return r;
  for (int i = 0; i < m->nactuator; i++) {
    int type = m->actuator_trntype[i];
    int joint = type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT;
    if (m->actuator_trnid[2 * i] != id) continue;
    if (tendon ? type == mjTRN_TENDON : joint) add_actuator(m, i, &r);
  }
  return r;
}

static polynomial sum(polynomial p, polynomial q) {
  for (int k = 0; k < 3; k++) p.c[k] += q.c[k];
  return p;
}

polynomial dof_damper(const mjModel* m, int dof) {
  polynomial own = polynomial_of(m->dof_damping[dof], m->dof_dampingpoly + 2 * dof);
  int j = m->dof_jntid[dof], actuator = m->jnt_actuatorid[j];
  return actuator == -1 ? own : sum(own, reflect(m, actuator, 0, j).damping);
}

polynomial tendon_damper_with_actuators(const mjModel* m, int tendon) {
  polynomial own = polynomial_of(m->tendon_damping[tendon], m->tendon_dampingpoly + 2 * tendon);
  return sum(own, reflect(m, m->tendon_actuatorid[tendon], 1, tendon).damping);
}

mjtNum dof_armature_with_actuators(const mjModel* m, int dof) {
  int j = m->dof_jntid[dof];
  return m->dof_armature[dof] + reflect(m, m->jnt_actuatorid[j], 0, j).armature;
}

mjtNum tendon_armature_with_actuators(const mjModel* m, int tendon) {
  int actuator = m->tendon_actuatorid[tendon];
  return m->tendon_armature[tendon] + reflect(m, actuator, 1, tendon).armature;
}

mjtNum dof_damping_slope_beyond(const mjModel* m, const mjData* d, int dof) {
  return polynomial_slope(dof_damper(m, dof), fabs(d->qvel[dof]));
}

int some_dof_is_damped(const mjModel* m, int first, int end) {
  for (int i = first; i < end; i++) {
    if (m->dof_damping[i] > 0) return 1;
  }
  for (int i = first; m->flg_dofdamping && i < end; i++) {
    polynomial p = dof_damper(m, i);
    int reflected = p.c[0] != m->dof_damping[i];
    if (reflected || p.c[1] != 0 || p.c[2] != 0) return 1;
  }
  return 0;
}
