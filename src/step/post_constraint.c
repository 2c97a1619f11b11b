// Accelerations of bodies and the forces between and on them, once constraint forces are known.
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
#include "kinematics/anchor.h"
#include "kinematics/jacobian.h"

static const mjtNum none[3] = {0, 0, 0};

// cfrc_ext[body] += sign (force, torque) at a point; the world feels nothing.
static void add_external(const mjModel* m, mjData* d, mjtNum sign, const mjtNum force[3],
                         const mjtNum torque[3], const mjtNum point[3], int body) {
  mjtNum wrench[6];
  if (body == 0) return;
  wrench_at(m, d, wrench, force, torque, point, body);
  for (int k = 0; k < 6; k++) d->cfrc_ext[6 * body + k] += sign * wrench[k];
}

static void add_applied(const mjModel* m, mjData* d) {
  for (int b = 1; b < m->nbody; b++) {
    const mjtNum* f = d->xfrc_applied + 6 * b;
    add_external(m, d, 1, f, f + 3, d->xipos + 3 * b, b);
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
    add_external(m, d, -1, force, torque, con->pos, m->geom_bodyid[con->geom[0]]);
    add_external(m, d, 1, force, torque, con->pos, m->geom_bodyid[con->geom[1]]);
  }
}

// A force, and for a weld a torque, between the two bodies of an equality.
static void add_bond(const mjModel* m, mjData* d, const constraint_block* b) {
  const mjtNum* force = d->efc_force + b->begin;
  for (int side = 0; side < 2; side++) {
    anchor a = equality_anchor(m, d, b->id, side);
    add_external(m, d, side ? -1 : 1, force, b->n > 3 ? force + 3 : none, a.point, a.body);
  }
}

static void add_equalities(const mjModel* m, mjData* d) {
  constraint_block b;
  for (int row = 0; row < d->ne; row += b.n) {
    b = block_at(m, d, row);
    if (b.kind->joins_points) add_bond(m, d, &b);
  }
}

void mj_rnePostConstraint(const mjModel* m, mjData* d) {
  NEED(m, d);
  memset(d->cfrc_ext, 0, sizeof(mjtNum) * 6 * m->nbody);
  add_applied(m, d);
  add_contacts(m, d);
  add_equalities(m, d);

  // roots to leaves: accelerations, and what joints must add to external forces
  world_acceleration(m, d->cacc);
  memset(d->cfrc_int, 0, 6 * sizeof(mjtNum));
  for (int b = 1; b < m->nbody; b++) {
    mjtNum* acc = d->cacc + 6 * b;
    mjtNum* force = d->cfrc_int + 6 * b;
    memcpy(acc, d->cacc + 6 * m->body_parentid[b], 6 * sizeof(mjtNum));
    body_acceleration(m, d, b, d->qacc, acc);
    body_inertial_force(d, b, acc, force);
    for (int k = 0; k < 6; k++) force[k] -= d->cfrc_ext[6 * b + k];
  }
  for (int b = m->nbody - 1; b > 0; b--) {
    add6(d->cfrc_int + 6 * m->body_parentid[b], d->cfrc_int + 6 * b);
  }
}
