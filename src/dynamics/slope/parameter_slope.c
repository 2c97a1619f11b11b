// Inverse dynamics is linear in masses and moments of inertia: with dI the derivative of a body's
// inertia about O by a parameter, the body at velocity v and acceleration a needs the additional
// wrench
//   w = dI a + v x* dI v,
// and the dofs i on its chain the additional force S_i . w.  Springs, dampers, gains and biases of
// actuators are likewise linear in their coefficients.
#include "dynamics/slope/parameter_slope.h"

#include <engine/base.h>
#include <engine/math.h>

#include "dynamics/fluid.h"
#include "dynamics/passive.h"
#include "dynamics/slope/actuator_slope.h"
#include "dynamics/slope/passive_slope.h"
#include "dynamics/slope/tendon_slope.h"
#include "dynamics/slope/transmission_slope.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"
#include "model/joint_type.h"

// --- the point of differentiation ---------------------------------------------------------------

// Body motion under qvel, whose twists and turns are given, and qacc (NULL: none, and no gravity).
static body_motion motion_of(const mjModel* m, mjData* d, carried by, const mjtNum* qvel,
                             const mjtNum* qacc) {
  mjtNum* a = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  vec_zero(a, 6);
  if (qacc && !mjDISABLED(mjDSBL_GRAVITY)) vec3_scale(a + 3, m->opt.gravity, -1);
  for (int b = 1; b < m->nbody; b++) {
    memcpy(a + 6 * b, a + 6 * m->body_parentid[b], 6 * sizeof(mjtNum));
    for (int i = m->body_dofadr[b], end = i + m->body_dofnum[b]; i < end; i++) {
      vec_axpy(a + 6 * b, qvel[i], by.turn + 6 * i, 6);
      if (qacc) vec_axpy(a + 6 * b, qacc[i], d->cdof + 6 * i, 6);
    }
  }
  return (body_motion){by.body, a};
}

static body_motion nudged_motion(const mjModel* m, mjData* d, mjtNum scale, const mjtNum* acc) {
  mjtNum* v = mj_stackAllocNum(d, (size_t)m->nv + 1);
  vec_add_scaled(v, d->qvel, scale, acc, m->nv);
  return motion_of(m, d, carried_by(m, d, v), v, NULL);
}

parameter_point parameter_point_make(const mjModel* m, mjData* d, const mjtNum* keep,
                                     const parameter_matrix* matrix) {
  parameter_point at = {.m = m, .d = d, .keep = keep};
  at.motion = motion_of(m, d, carried_by_qvel(d), d->qvel, d->qacc);
  if (!matrix) return at;
  at.rest = carried_by(m, d, matrix->rest).body;
  if (m->opt.integrator != mjINT_IMPLICIT) return at;
  at.faster = nudged_motion(m, d, 1, matrix->acc);
  at.slower = nudged_motion(m, d, -1, matrix->acc);
  return at;
}

// --- inertia ------------------------------------------------------------------------------------

// x_i += scale S_i . w for the dofs on the chain of a body.
static void add_along_chain(const parameter_point* at, int body, mjtNum scale, const mjtNum w[6],
                            mjtNum* x) {
  for (int i = last_dof(at->m, body); i >= 0; i = at->m->dof_parentid[i]) {
    x[i] += scale * dot6(at->d->cdof + 6 * i, w);
  }
}

// Inertia about O of unit mass at the body's centre of mass (layout of mjData.cinert).
static void inertia_of_mass(const mjModel* m, const mjData* d, int body, mjtNum I[10]) {
  mjtNum c[3];
  vec3_sub(c, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
  mjtNum square = vec3_dot(c, c);
  for (int k = 0; k < 3; k++) {
    I[k] = square - c[k] * c[k];
    I[6 + k] = c[k];
  }
  I[3] = -c[0] * c[1];
  I[4] = -c[0] * c[2];
  I[5] = -c[1] * c[2];
  I[9] = 1;
}

// Inertia of a unit moment about a principal axis.
static void inertia_of_moment(const mjData* d, int body, int axis, mjtNum I[10]) {
  const mjtNum* R = d->ximat + 9 * body + axis;  // that axis, a column of the matrix
  vec_zero(I, 10);
  for (int k = 0; k < 3; k++) I[k] = R[3 * k] * R[3 * k];
  I[3] = R[0] * R[3];
  I[4] = R[0] * R[6];
  I[5] = R[3] * R[6];
}

// x += scale times the additional generalised force for a body in motion.
static void add_need(const parameter_point* at, int body, const mjtNum I[10], body_motion motion,
                     mjtNum scale, mjtNum* x) {
  const mjtNum* v = motion.v + 6 * body;
  mjtNum w[6], momentum[6], turned[6];
  spatial_inertia_mul(w, I, motion.a + 6 * body);
  spatial_inertia_mul(momentum, I, v);
  spatial_cross_force(turned, v, momentum);
  add6(w, turned);
  add_along_chain(at, body, scale, w, x);
}

// The bias is quadratic in velocity: its part of D acc is -(c(v + acc) - c(v - acc)) / 2.
static void add_inertia(const parameter_point* at, int body, const mjtNum I[10],
                        parameter_change* out) {
  add_need(at, body, I, at->motion, -1, out->force);
  if (!out->matrix || !at->rest) return;
  mjtNum w[6], half = 0.5 * at->m->opt.timestep;
  spatial_inertia_mul(w, I, at->rest + 6 * body);
  add_along_chain(at, body, 1, w, out->matrix);
  if (!at->faster.v) return;
  add_need(at, body, I, at->faster, -half, out->matrix);
  add_need(at, body, I, at->slower, half, out->matrix);
}

// Derivative of gravity compensation by mass.
static void add_compensation_of_mass(const parameter_point* at, int body, mjtNum* force) {
  const mjModel* m = at->m;
  mjtNum F[3], w[6];
  const mjtNum none[3] = {0, 0, 0};
  if (m->body_gravcomp[body] == 0 || !compensation_acts(m)) return;
  vec3_scale(F, m->opt.gravity, -m->body_gravcomp[body]);
  wrench_at(m, at->d, w, F, none, (body_point){body, at->d->xipos + 3 * body});
  for (int i = last_dof(m, body); i >= 0; i = m->dof_parentid[i]) {
    if (compensation_counts(m, i, at->keep, 1)) force[i] += dot6(at->d->cdof + 6 * i, w);
  }
}

// --- springs and dampers ------------------------------------------------------------------------

static void add_joint_spring(const parameter_point* at, int j, mjtNum* force) {
  const mjModel* m = at->m;
  int dof = m->jnt_dofadr[j], quat = joint_quat(m->jnt_type[j]), plain = quat < 0 ? 1 : quat;
  const mjtNum *q = at->d->qpos + m->jnt_qposadr[j], *rest = m->qpos_spring + m->jnt_qposadr[j];
  if (mjDISABLED(mjDSBL_SPRING)) return;
  if (quat >= 0) {
    mjtNum unit[4], turn[3];
    quat_copy(unit, q + plain);
    quat_normalize(unit);
    mju_subQuat(turn, unit, rest + plain);
    vec3_axpy(force + dof + plain, -1, turn);
  }
  for (int i = 0; i < plain; i++) force[dof + i] -= q[i] - rest[i];
}

static void add_dof_damper(const parameter_point* at, int i, parameter_change* out) {
  const mjModel* m = at->m;
  if (mjDISABLED(mjDSBL_DAMPER)) return;
  out->force[i] -= at->d->qvel[i];
  out->damping = -1;
  out->dof = i;
}

static void add_tendon_spring(const parameter_point* at, int t, mjtNum* force) {
  const mjModel* m = at->m;
  if (mjDISABLED(mjDSBL_SPRING)) return;
  sparse_row_add(tendon_vector(m, at->d, t), tendon_spring_offset(m, at->d, t), force);
}

static void add_tendon_damper(const parameter_point* at, int t, parameter_change* out) {
  const mjModel* m = at->m;
  if (mjDISABLED(mjDSBL_DAMPER)) return;
  out->damper = tendon_vector(m, at->d, t);
  out->damping = -1;
  sparse_row_add(out->damper, -at->d->ten_velocity[t], out->force);
}

// --- actuators ----------------------------------------------------------------------------------

static void add_actuator(const parameter_point* at, const engParameter* p, parameter_change* out) {
  const mjModel* m = at->m;
  mjData* d = at->d;
  int is_gain = p->kind == engPARAM_GAIN;
  sparse_row moment = moment_of(d, p->id);
  mjtNum along = actuator_force_by_coefficient(m, d, p->id, is_gain, p->index);
  for (int k = 0; k < moment.n; k++) {
    int i = moment.col[k];
    out->force[i] += at->keep[i] * along * moment.value[k];
  }
  mjtNum damping = actuator_damping_by_coefficient(m, d, p->id, is_gain, p->index);
  if (damping == 0) return;
  out->damper = moment;
  out->damping = damping;
}

// --- all ----------------------------------------------------------------------------------------

void parameter_slope(const parameter_point* at, const engParameter* p, parameter_change* out) {
  mjtNum I[10];
  switch (p->kind) {
    case engPARAM_MASS:
      inertia_of_mass(at->m, at->d, p->id, I);
      add_inertia(at, p->id, I, out);
      add_compensation_of_mass(at, p->id, out->force);
      break;
    case engPARAM_INERTIA:
      inertia_of_moment(at->d, p->id, p->index, I);
      add_inertia(at, p->id, I, out);
      break;
    case engPARAM_ARMATURE: out->force[p->id] -= at->d->qacc[p->id]; break;
    case engPARAM_DAMPING: add_dof_damper(at, p->id, out); break;
    case engPARAM_STIFFNESS: add_joint_spring(at, p->id, out->force); break;
    case engPARAM_TENDON_DAMPING: add_tendon_damper(at, p->id, out); break;
    case engPARAM_TENDON_STIFFNESS: add_tendon_spring(at, p->id, out->force); break;
    case engPARAM_GAIN:
    case engPARAM_BIAS: add_actuator(at, p, out); break;
    default: break;  // friction is handled with the constraint rows
  }
}

// --- table of parameters ------------------------------------------------------------------------

// For each kind: name of the object type, and how many numbers an object has.
static const struct {
  const char* object;
  int numbers;
} of_kind[engNPARAM] = {
    [engPARAM_MASS] = {"body", 1},
    [engPARAM_INERTIA] = {"body", 3},
    [engPARAM_ARMATURE] = {"dof", 1},
    [engPARAM_DAMPING] = {"dof", 1},
    [engPARAM_STIFFNESS] = {"joint", 1},
    [engPARAM_FRICTIONLOSS] = {"dof", 1},
    [engPARAM_TENDON_DAMPING] = {"tendon", 1},
    [engPARAM_TENDON_STIFFNESS] = {"tendon", 1},
    [engPARAM_TENDON_FRICTIONLOSS] = {"tendon", 1},
    [engPARAM_FRICTION] = {"geom", 3},
    [engPARAM_PAIR_FRICTION] = {"pair", 5},
    [engPARAM_GAIN] = {"actuator", 3},
    [engPARAM_BIAS] = {"actuator", 3},
};

static int object_count(const mjModel* m, engParameterKind kind) {
  switch (kind) {
    case engPARAM_MASS:
    case engPARAM_INERTIA: return m->nbody;
    case engPARAM_STIFFNESS: return m->njnt;
    case engPARAM_TENDON_DAMPING:
    case engPARAM_TENDON_STIFFNESS:
    case engPARAM_TENDON_FRICTIONLOSS: return m->ntendon;
    case engPARAM_FRICTION: return m->ngeom;
    case engPARAM_PAIR_FRICTION: return m->npair;
    case engPARAM_GAIN:
    case engPARAM_BIAS: return m->nu;
    default: return m->nv;
  }
}

// Muscle forces are not linear in their coefficients; coefficients of other gain types are unused.
static int has_coefficient(const mjModel* m, const engParameter* p) {
  if (p->kind == engPARAM_BIAS) return m->actuator_biastype[p->id] == mjBIAS_AFFINE;
  int type = m->actuator_gaintype[p->id];
  return type == mjGAIN_AFFINE || (type == mjGAIN_FIXED && p->index == 0);
}

const char* parameter_lacks(const mjModel* m, const engParameter* p, const char** object) {
  *object = "parameter";
  if ((unsigned)p->kind >= engNPARAM) return "is of no kind that there is";
  *object = of_kind[p->kind].object;
  if ((unsigned)p->id >= (unsigned)object_count(m, p->kind)) return "does not exist";
  if ((unsigned)p->index >= (unsigned)of_kind[p->kind].numbers)
    return "has no number of this index";
  int coefficient = p->kind == engPARAM_GAIN || p->kind == engPARAM_BIAS;
  if (coefficient && !has_coefficient(m, p)) return "has no such coefficient";
  int inertial = p->kind == engPARAM_MASS || p->kind == engPARAM_INERTIA;
  if (inertial && has_medium(m) && !uses_ellipsoids(m, p->id)) {
    return "has its drag by mass and inertia, which has no derivative";
  }
  return NULL;
}
