// Springs and dampers with polynomial coefficients (degree two), and the damping and armature that
// actuators add to the joint or tendon they act on (3.7).
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <engine/data_types.h>

// c[0] + c[1] x + c[2] x^2, where x is a displacement (springs) or the absolute velocity (dampers).
typedef struct {
  mjtNum c[3];
} polynomial;

static inline polynomial polynomial_of(mjtNum linear, const mjtNum more[2]) {
  return (polynomial){{linear, more[0], more[1]}};
}

// By the bits, without those of the signs: all at once.
static inline int polynomial_is_zero(polynomial p) {
  uint64_t bits[3];
  for (int k = 0; k < 3; k++) memcpy(bits + k, p.c + k, sizeof(uint64_t));
  return (bits[0] | bits[1] | bits[2]) << 1 == 0;
}

static inline mjtNum polynomial_at(polynomial p, mjtNum x) {
  return p.c[1] == 0 && p.c[2] == 0 ? p.c[0] : p.c[0] + x * (p.c[1] + x * p.c[2]);
}

// Derivative of x p(x).
static inline mjtNum polynomial_slope(polynomial p, mjtNum x) {
  return p.c[1] == 0 && p.c[2] == 0 ? p.c[0] : p.c[0] + x * (2 * p.c[1] + 3 * x * p.c[2]);
}

// Second derivative of x p(|x|).
static inline mjtNum polynomial_bend(polynomial p, mjtNum x) {
  mjtNum size = x < 0 ? -x : x, bend = 2 * p.c[1] + 6 * size * p.c[2];
  return x < 0 ? -bend : x > 0 ? bend : 0;
}

// Integral of x p(x) from 0 on.
static inline mjtNum polynomial_energy(polynomial p, mjtNum x) {
  return x * x * (p.c[0] / 2 + x * (p.c[1] / 3 + x * p.c[2] / 4));
}

// Damping of a dof and of a tendon, including that of actuators, which scales with their gear.
polynomial dof_damper(const mjModel* m, int dof);
polynomial tendon_damper_with_actuators(const mjModel* m, int tendon);
static inline polynomial tendon_damper(const mjModel* m, int tendon) {
  bool alone = m->tendon_actuatorid[tendon] == -1;
  return alone ? polynomial_of(m->tendon_damping[tendon], m->tendon_dampingpoly + 2 * tendon)
               : tendon_damper_with_actuators(m, tendon);
}

// Armature of a dof and of a tendon, including that of actuators.
mjtNum dof_armature_with_actuators(const mjModel* m, int dof);
static inline mjtNum dof_armature(const mjModel* m, int dof) {
  bool alone = m->jnt_actuatorid[m->dof_jntid[dof]] == -1;
  return alone ? m->dof_armature[dof] : dof_armature_with_actuators(m, dof);
}
mjtNum tendon_armature_with_actuators(const mjModel* m, int tendon);
static inline mjtNum tendon_armature(const mjModel* m, int tendon) {
  bool alone = m->tendon_actuatorid[tendon] == -1;
  return alone ? m->tendon_armature[tendon] : tendon_armature_with_actuators(m, tendon);
}

// Derivative of a dof's damper force by velocity, beyond the constant coefficient.
mjtNum dof_damping_slope_beyond(const mjModel* m, const mjData* d, int dof);
static inline mjtNum dof_damping_slope(const mjModel* m, const mjData* d, int dof) {
  return m->flg_dofdamping ? dof_damping_slope_beyond(m, d, dof) : m->dof_damping[dof];
}

// Whether any of the dofs from `first` to `end`, or of all, has damping, which Euler integrates
// implicitly.
int some_dof_is_damped(const mjModel* m, int first, int end);
static inline int dofs_are_damped(const mjModel* m) { return some_dof_is_damped(m, 0, m->nv); }
