// Accelerations of bodies and the forces between and on them, once constraint forces are known.
#include <engine/step.h>
#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/model.h>
#include <engine/step.h>

#include "base/need.h"
#include "dynamics/bias.h"
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

// The body and the point in the world at which an equality holds one of its objects: a site, or
// a point of a body in its frame.
static int anchor(const mjModel* m, const mjData* d, int eq, int id, const mjtNum local[3],
                  mjtNum point[3]) {
  if (m->eq_objtype[eq] == mjOBJ_SITE) {
    vec3_copy(point, d->site_xpos + 3 * id);
    return m->site_bodyid[id];
  }
  mat3_mul_vec(point, d->xmat + 9 * id, local);
  vec3_add(point, point, d->xpos + 3 * id);
  return id;
}

// A force, and for a weld a torque, between the two bodies of an equality.
static void add_bond(const mjModel* m, mjData* d, int eq, const mjtNum* efc_force) {
  int is_weld = m->eq_type[eq] == mjEQ_WELD;
  const mjtNum* data = m->eq_data + mjNEQDATA * eq;
  const mjtNum* torque = is_weld ? efc_force + 3 : none;
  mjtNum point[3];
  int body = anchor(m, d, eq, m->eq_obj1id[eq], data + (is_weld ? 3 : 0), point);
  add_external(m, d, 1, efc_force, torque, point, body);
  body = anchor(m, d, eq, m->eq_obj2id[eq], data + (is_weld ? 0 : 3), point);
  add_external(m, d, -1, efc_force, torque, point, body);
}

// Rows of an equality of a flex: one for every edge that can change its length.
static int flex_rows(const mjModel* m, int flex) {
  int first = m->flex_edgeadr[flex], rows = 0;
  for (int e = first; e < first + m->flex_edgenum[flex]; e++) rows += !m->flexedge_rigid[e];
  return rows;
}

static void add_equalities(const mjModel* m, mjData* d) {
  int row = 0;
  while (row < d->ne) {
    int eq = d->efc_id[row];
    if (d->efc_type[row] != mjCNSTR_EQUALITY) {
      mju_error("mj_rnePostConstraint: row %d is no equality but stands among them", row);
      return;
    }
    switch (m->eq_type[eq]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD:
        add_bond(m, d, eq, d->efc_force + row);
        row += m->eq_type[eq] == mjEQ_WELD ? 6 : 3;
        break;
      case mjEQ_JOINT:
      case mjEQ_TENDON: row++; break;
      case mjEQ_FLEX: row += flex_rows(m, m->eq_obj1id[eq]); break;
      default:
        mju_error("mj_rnePostConstraint: equality %d has the unknown type %d", eq, m->eq_type[eq]);
        return;
    }
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
