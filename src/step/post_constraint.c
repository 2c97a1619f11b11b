// Body accelerations and joint forces, once constraint forces are known.
#include <engine/step.h>
#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/model.h>
#include <engine/step.h>

#include "base/need.h"
#include "constraint/kinds/kind.h"
#include "dynamics/bias.h"
#include "dynamics/passive.h"
#include "kinematics/anchor.h"
#include "kinematics/jacobian.h"
#include "kinematics/tendon.h"
#include "kinematics/tendon_path.h"
#include "math/quat.h"
#include "model/flags.h"
#include "model/level.h"
#include "model/sleep.h"

static const mjtNum none[3] = {0, 0, 0};

// cfrc_ext[body] += sign * (force, torque) at a point; nothing for the world.
static void add_external(const mjModel* m, mjData* d, mjtNum sign, const mjtNum force[3],
                         const mjtNum torque[3], body_point at) {
  mjtNum wrench[6];
  if (at.body == 0) return;
  wrench_at(m, d, wrench, force, torque, at);
  for (int k = 0; k < 6; k++) d->cfrc_ext[6 * at.body + k] += sign * wrench[k];
}

static void add_applied(const mjModel* m, mjData* d) {
  for (int b = 1; b < m->nbody; b++) {
    const mjtNum* f = d->xfrc_applied + 6 * b;
    add_external(m, d, 1, f, f + 3, (body_point){b, d->xipos + 3 * b});
  }
}

static void add_contacts(const mjModel* m, mjData* d) {
  for (int c = 0; c < d->ncon; c++) {
    const mjContact* con = d->contact + c;
    if (con->efc_address < 0 || con->geom[0] < 0 || con->geom[1] < 0) continue;
    mjtNum local[6], force[3], torque[3];
    mj_contactForce(m, d, c, local);
    mat3_tmul_vec(force, con->frame, local);
    mat3_tmul_vec(torque, con->frame, local + 3);
    add_external(m, d, -1, force, torque, (body_point){m->geom_bodyid[con->geom[0]], con->pos});
    add_external(m, d, 1, force, torque, (body_point){m->geom_bodyid[con->geom[1]], con->pos});
  }
}

// The torque of the rows of a weld's rotation, with forces f: these rows are s/2 vec(q2* (0, w) q1)
// of the relative angular velocity w, s the torque scale (constraint/kinds/joined.c).  In 3.3.7
// f itself was taken for the torque.
static void weld_torque(const mjModel* m, const mjData* d, int eq, const mjtNum f[3],
                        mjtNum torque[3]) {
  if (!level_has(m, engLEVEL_TENDONFORCE)) {
    vec3_copy(torque, f);
    return;
  }
  mjtNum q1[4], q2[4], scale = m->eq_data[mjNEQDATA * eq + 10];
  weld_orientation(m, d, eq, 0, q1);
  weld_orientation(m, d, eq, 1, q2);
  quat_conjugate(q2, q2);
  for (int j = 0; j < 3; j++) {
    mjtNum w[4] = {0, j == 0, j == 1, j == 2}, row[4];
    quat_mul(row, q2, w);
    quat_mul(row, row, q1);
    torque[j] = 0.5 * scale * vec3_dot(f, row + 1);
  }
}

// The force, and for a weld the torque, between the two bodies of an equality.
static void add_bond(const mjModel* m, mjData* d, const constraint_block* b) {
  const mjtNum* force = d->efc_force + b->begin;
  mjtNum torque[3] = {0, 0, 0};
  if (b->n > 3) weld_torque(m, d, b->id, force + 3, torque);
  for (int side = 0; side < 2; side++) {
    anchor a = equality_anchor(m, d, b->id, side);
    add_external(m, d, side ? -1 : 1, force, torque, (body_point){a.body, a.point});
  }
}

static void add_equalities(const mjModel* m, mjData* d) {
  constraint_block b;
  for (int row = 0; row < d->ne; row += b.n) {
    b = block_at(m, d, row);
    if (b.kind->equality->joins_points) add_bond(m, d, &b);
  }
}

// Force that the tendon's armature takes to accelerate.
static mjtNum inertial_force(const mjModel* m, mjData* d, int t) {
  mjtNum armature = tendon_armature(m, t);
  if (armature == 0) return 0;
  sparse_row J = row_of_tendon(m, d, t, is_sparse(m));
  return armature * (sparse_row_dot(J, d->qacc) + tendon_acceleration(m, d, t));
}

// Negative tension of a tendon, from spring, damper and armature.
static mjtNum tension_of(const mjModel* m, mjData* d, int t) {
  if (some_asleep(m, d) && tendon_sleeps(m, d, t)) return 0;
  mjtNum force = -inertial_force(m, d, t);
  if (!mjDISABLED(mjDSBL_SPRING)) force += tendon_spring_force(m, d, t);
  if (!mjDISABLED(mjDSBL_DAMPER)) force += tendon_damper_force(m, d, t);
  return -force;
}

static void add_actuator_tension(const mjModel* m, const mjData* d, mjtNum* tension) {
  if (mjDISABLED(mjDSBL_ACTUATION)) return;
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] != mjTRN_TENDON) continue;
    int out = m->actuator_outadr[i];
    tension[m->actuator_trnid[2 * i]] -= m->actuator_gear[6 * out] * d->actuator_force[out];
  }
}

static void add_row_tension(const mjModel* m, const mjData* d, mjtNum* tension) {
  for (int row = 0; row < d->nefc; row++) {
    row_tendon of[2];
    int n = tendons_of_row(m, d, row, of);
    for (int k = 0; k < n; k++) tension[of[k].tendon] -= of[k].rate * d->efc_force[row];
  }
}

// Apply the tension of a straight part to its two ends, towards each other.
static void add_pull(const mjModel* m, mjData* d, mjtNum tension, const mjtNum* const x[2],
                     const int body[2]) {
  mjtNum pull[3];
  if (body[0] == body[1]) return;
  vec3_sub(pull, x[1], x[0]);
  vec3_normalize(pull);
  vec3_scale(pull, pull, tension);
  add_external(m, d, 1, pull, none, (body_point){body[0], x[0]});
  add_external(m, d, -1, pull, none, (body_point){body[1], x[1]});
}

// Apply the tension of spatial tendons at every path point; at geoms where the path meets and
// leaves them (since 3.14).
static void add_tendons(const mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* tension = mj_stackAllocNum(d, m->ntendon);
  for (int t = 0; t < m->ntendon; t++) tension[t] = tension_of(m, d, t);
  add_actuator_tension(m, d, tension);
  add_row_tension(m, d, tension);
  for (int t = 0; t < m->ntendon; t++) {
    path_walk walk = path_begin(m, d, t);
    path_part part;
    while (tension[t] != 0 && path_next(m, d, &walk, &part)) {
      mjtNum pull = tension[t] / part.divisor;
      if (part.geom < 0) {
        add_pull(m, d, pull, part.x, part.body);
        continue;
      }
      int body = m->geom_bodyid[part.geom];
      add_pull(m, d, pull, (const mjtNum* const[2]){part.x[0], part.touch},
               (const int[2]){part.body[0], body});
      add_pull(m, d, pull, (const mjtNum* const[2]){part.touch + 3, part.x[1]},
               (const int[2]){body, part.body[1]});
    }
  }
  mj_freeStack(d);
}

void mj_rnePostConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  memset(d->cfrc_ext, 0, sizeof(mjtNum) * 6);
  for (int b = 1; b < m->nbody; b++) {
    if (!some_asleep(m, d) || !body_sleeps(d, b))
      memset(d->cfrc_ext + 6 * b, 0, sizeof(mjtNum) * 6);
  }
  add_applied(m, d);
  add_contacts(m, d);
  add_equalities(m, d);
  if (m->ntendon && level_has(m, engLEVEL_TENDONFORCE)) add_tendons(m, d);

  // roots to leaves: accelerations, and the joint forces needed besides external forces
  world_acceleration(m, d->cacc);
  memset(d->cfrc_int, 0, 6 * sizeof(mjtNum));
  bool watch = some_asleep(m, d);
  for (int b = 1; b < m->nbody; b++) {
    mjtNum* acc = d->cacc + 6 * b;
    mjtNum* force = d->cfrc_int + 6 * b;
    if (watch && body_sleeps(d, b)) continue;  // values from when it fell asleep
    memcpy(acc, d->cacc + 6 * m->body_parentid[b], 6 * sizeof(mjtNum));
    body_acceleration(m, d, b, d->qacc, acc);
    body_inertial_force(d, b, acc, force);
    for (int k = 0; k < 6; k++) force[k] -= d->cfrc_ext[6 * b + k];
  }
  for (int b = m->nbody - 1; b > 0; b--) {
    int parent = m->body_parentid[b];
    if (!watch || !body_sleeps(d, parent)) add6(d->cfrc_int + 6 * parent, d->cfrc_int + 6 * b);
  }
}
