// Actuator lengths and moment arms, for every transmission type.
#include <engine/base.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/model.h>

#include "base/check.h"
#include "base/need.h"
#include "base/platform/compiler.h"
#include "kinematics/jacobian.h"
#include "kinematics/tendon.h"
#include "math/quat.h"
#include "model/flags.h"
#include "model/joint_type.h"
#include "model/pattern.h"
#include "model/sleep.h"

// A row of actuator_moment under construction.
typedef struct {
  mjtNum* value;  // packed entries, with room for all dofs of the transmission
  int* dof;       // their columns, ascending
  int n;
  mjtNum* full;  // nv numbers, zero between rows: entries by dof
  int* chain;    // nv, scratch: the dofs where `full` may be nonzero
} moment_row;

// Pack the nonzero entries of `full` at n ascending dofs (dof NULL: the first n), and clear them.
static void pack_moment(moment_row* row, const int* dof, int n) {
  for (int k = 0; k < n; k++) {
    int i = dof ? dof[k] : k;
    if (row->full[i] == 0) continue;
    row->value[row->n] = row->full[i];
    row->dof[row->n++] = i;
    row->full[i] = 0;
  }
}

static void set_moment(moment_row* row, int dof, const mjtNum* value, int n) {
  for (int k = 0; k < n; k++) {
    row->value[k] = value[k];
    row->dof[k] = dof + k;
  }
  row->n = n;
}

// Gear of a ball joint, or of the rotations of a free joint, in the child frame; it is given in the
// child or (jointinparent) in the parent frame.
static void turn_gear(const mjModel* m, int i, mjtNum axis[3], const mjtNum gear[3],
                      const mjtNum quat[4]) {
  if (m->actuator_trntype[i] == mjTRN_JOINTINPARENT) {
    mjtNum back[4];
    quat_conjugate(back, quat);
    quat_rotate(axis, back, gear);
  } else {
    vec3_copy(axis, gear);
  }
}

static mjtNum transmit_ball(const mjModel* m, const mjData* d, int i, moment_row* row) {
  const mjtNum* gear = m->actuator_gear + 6 * m->actuator_outadr[i];
  int j = m->actuator_trnid[2 * i], quat_at = joint_quat(m->jnt_type[j]);
  mjtNum quat[4], moment[6], turn[3];
  quat_copy(quat, d->qpos + m->jnt_qposadr[j] + quat_at);
  quat_normalize(quat);
  if (quat_at) {
    vec3_copy(moment, gear);
    turn_gear(m, i, moment + 3, gear + 3, quat);
    set_moment(row, m->jnt_dofadr[j], moment, 6);
    return 0;
  }
  turn_gear(m, i, moment, gear, quat);
  set_moment(row, m->jnt_dofadr[j], moment, 3);
  quat_to_velocity(turn, quat, 1);
  return vec3_dot(turn, moment);
}

// Slider-crank: a rod of length cranklength connects the crank site to a point on the z axis of the
// slider site; the position of that point on the axis is the transmission length.
static mjtNum transmit_slidercrank(const mjModel* m, const mjData* d, int i, moment_row* row) {
  int crank = m->actuator_trnid[2 * i], slider = m->actuator_trnid[2 * i + 1];
  int crank_body = m->site_bodyid[crank], slider_body = m->site_bodyid[slider];
  mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[i]], rod = m->actuator_cranklength[i];
  const mjtNum* xmat = d->site_xmat + 9 * slider;
  const mjtNum* from = d->site_xpos + 3 * slider;
  const mjtNum* to = d->site_xpos + 3 * crank;
  mjtNum axis[3] = {xmat[2], xmat[5], xmat[8]}, arm[3], by_arm[3], by_axis[3];
  vec3_sub(arm, to, from);
  mjtNum along = vec3_dot(arm, axis);
  mjtNum reach2 = along * along + rod * rod - vec3_dot(arm, arm);
  mjtNum length = along;
  if (reach2 > 0) {
    mjtNum reach = sqrt(reach2);
    length = along - reach;
    vec3_scale(by_arm, axis, 1 - along / reach);
    vec3_axpy(by_arm, 1 / reach, arm);
    vec3_scale(by_axis, arm, 1 - along / reach);
  } else {
    // the rod does not reach the axis: use the foot of the perpendicular
    vec3_copy(by_arm, axis);
    vec3_copy(by_axis, arm);
  }

  // apply the gradient as forces at the two sites; the axis rotates with the slider site
  mjtNum pull[6], push[6], torque[3];
  static const mjtNum none[3] = {0, 0, 0};
  vec3_cross(torque, by_axis, axis);
  wrench_at(m, d, pull, by_arm, none, (body_point){crank_body, to});
  wrench_at(m, d, push, by_arm, torque, (body_point){slider_body, from});
  add_opposite_wrenches(m, d, row->full, gear, (wrench_on_body){slider_body, push},
                        (wrench_on_body){crank_body, pull});
  pack_moment(row, row->chain, chain_of_bodies(m, crank_body, slider_body, row->chain));
  return gear * length;
}

// Append a nonzero entry of a tendon's Jacobian.
static inline void add_entry(moment_row* row, int dof, mjtNum value, mjtNum gear) {
  if (value == 0) return;
  row->value[row->n] = gear * value;
  row->dof[row->n++] = dof;
}

// Pack the dense row of a fixed tendon joint by joint; returns 0 if its dofs do not ascend.
static int pack_joints(const mjModel* m, int tendon, const mjtNum* J, mjtNum gear,
                       moment_row* row) {
  int first = m->tendon_adr[tendon], end = first + m->tendon_num[tendon], last = -1;
  if (m->wrap_type[first] != mjWRAP_JOINT) return 0;
  for (int k = first; k < end; k++) {
    int dof = m->jnt_dofadr[m->wrap_objid[k]];
    if (dof <= last) return row->n = 0;
    add_entry(row, dof, J[dof], gear);
    last = dof;
  }
  return 1;
}

static mjtNum transmit_tendon(const mjModel* m, const mjData* d, int i, moment_row* row,
                              int sparse) {
  int tendon = m->actuator_trnid[2 * i];
  mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[i]];
  sparse_row J = row_of_tendon(m, d, tendon, sparse);
  if (J.col) {
    vec_scale(row->value, J.value, gear, J.n);
    memcpy(row->dof, J.col, sizeof(int) * J.n);
    row->n = J.n;
  } else if (!pack_joints(m, tendon, J.value, gear, row)) {
    for (int k = 0; k < J.n; k++) add_entry(row, k, J.value[k], gear);
  }
  return gear * d->ten_length[tendon];
}

// A force and torque at a site, in the site's frame.
static void transmit_site(const mjModel* m, const mjData* d, int i, moment_row* row) {
  int site = m->actuator_trnid[2 * i], body = m->site_bodyid[site];
  mjtNum force[3], torque[3], wrench[6];
  mat3_mul_vec(force, d->site_xmat + 9 * site, m->actuator_gear + 6 * m->actuator_outadr[i]);
  mat3_mul_vec(torque, d->site_xmat + 9 * site, m->actuator_gear + 6 * m->actuator_outadr[i] + 3);
  wrench_at(m, d, wrench, force, torque, (body_point){body, d->site_xpos + 3 * site});
  add_wrench(m, d, row->full, wrench, 1, body);
  dof_chain chain = chain_of_body(m, body);
  pack_moment(row, chain.dof, chain.n);
}

// Position and orientation of a site relative to a reference site, weighted by the gear; the gear
// is given in the frame of the reference site.
static mjtNum transmit_refsite(const mjModel* m, const mjData* d, int i, moment_row* row) {
  int site = m->actuator_trnid[2 * i], ref = m->actuator_trnid[2 * i + 1];
  int body = m->site_bodyid[site], ref_body = m->site_bodyid[ref];
  const mjtNum* gear = m->actuator_gear + 6 * m->actuator_outadr[i];
  const mjtNum* ref_mat = d->site_xmat + 9 * ref;
  const mjtNum* x = d->site_xpos + 3 * site;
  const mjtNum* ref_x = d->site_xpos + 3 * ref;
  static const mjtNum none[3] = {0, 0, 0};
  mjtNum length = 0, world[3], wrench[6], ref_wrench[6];

  if (!mju_isZero(gear, 3)) {
    mjtNum offset[3];
    vec3_sub(offset, x, ref_x);
    mat3_tmul_vec(offset, ref_mat, offset);
    length += vec3_dot(offset, gear);
    mat3_mul_vec(world, ref_mat, gear);
    wrench_at(m, d, wrench, world, none, (body_point){body, x});
    wrench_at(m, d, ref_wrench, world, none, (body_point){ref_body, ref_x});
    add_opposite_wrenches(m, d, row->full, 1, (wrench_on_body){ref_body, ref_wrench},
                          (wrench_on_body){body, wrench});
  }
  if (!mju_isZero(gear + 3, 3)) {
    // the site's quaternion is multiplied from the left: for a rotated site this is not its world
    // orientation, but the API defines the length so
    mjtNum quat[4], ref_quat[4], turn[3];
    quat_mul(quat, m->site_quat + 4 * site, d->xquat + 4 * body);
    quat_mul(ref_quat, m->site_quat + 4 * ref, d->xquat + 4 * ref_body);
    mju_subQuat(turn, quat, ref_quat);
    length += vec3_dot(turn, gear + 3);
    mat3_mul_vec(world, ref_mat, gear + 3);
    wrench_at(m, d, wrench, none, world, (body_point){body, x});
    add_opposite_wrenches(m, d, row->full, 1, (wrench_on_body){ref_body, wrench},
                          (wrench_on_body){body, wrench});
  }
  pack_moment(row, row->chain, chain_of_bodies(m, body, ref_body, row->chain));
  return length;
}

// Rotation vector of a ball joint, or of a site relative to its reference site.
static void orientation_length(const mjModel* m, const mjData* d, int i, mjtNum turn[3]) {
  int target = m->actuator_trnid[2 * i], ref = m->actuator_trnid[2 * i + 1];
  mjtNum quat[4], ref_quat[4];
  if (ref < 0) {
    quat_copy(quat, d->qpos + m->jnt_qposadr[target]);
    quat_normalize(quat);
  } else {
    // the same multiplication order as for other site transmissions (transmit_refsite)
    quat_mul(quat, m->site_quat + 4 * target, d->xquat + 4 * m->site_bodyid[target]);
    quat_mul(ref_quat, m->site_quat + 4 * ref, d->xquat + 4 * m->site_bodyid[ref]);
    quat_conjugate(ref_quat, ref_quat);
    quat_mul(quat, ref_quat, quat);
  }
  quat_to_velocity(turn, quat, 1);
}

// Moment of output k, a rotation about axis k of the ball joint's child or of the site.
static void transmit_orientation(const mjModel* m, const mjData* d, int i, int k, moment_row* row) {
  int target = m->actuator_trnid[2 * i], ref = m->actuator_trnid[2 * i + 1];
  if (ref < 0) {
    static const mjtNum one = 1;
    set_moment(row, m->jnt_dofadr[target] + k, &one, 1);
    return;
  }
  int body = m->site_bodyid[target], ref_body = m->site_bodyid[ref];
  const mjtNum* xmat = d->site_xmat + 9 * target;
  static const mjtNum none[3] = {0, 0, 0};
  mjtNum axis[3] = {xmat[k], xmat[3 + k], xmat[6 + k]}, wrench[6];
  wrench_at(m, d, wrench, none, axis, (body_point){body, d->site_xpos + 3 * target});
  add_opposite_wrenches(m, d, row->full, 1, (wrench_on_body){ref_body, wrench},
                        (wrench_on_body){body, wrench});
  pack_moment(row, row->chain, chain_of_bodies(m, body, ref_body, row->chain));
}

// full += scale times a row of the constraint Jacobian.
static void add_constraint_row(const mjModel* m, const mjData* d, mjtNum* full, mjtNum scale,
                               int efc, int sparse) {
  if (sparse) {
    const mjtNum* J = d->efc_J + d->efc_J_rowadr[efc];
    const int* dof = d->efc_J_colind + d->efc_J_rowadr[efc];
    for (int k = 0; k < d->efc_J_rownnz[efc]; k++) full[dof[k]] += scale * J[k];
  } else {
    const mjtNum* J = d->efc_J + (size_t)efc * m->nv;
    for (int k = 0; k < m->nv; k++) full[k] += scale * J[k];
  }
}

// full += scale times the Jacobian of the normal distance of a contact.  If the contact has
// constraint rows it is taken from them: the first row, or the mean of all edges of a friction
// pyramid.
static void add_contact_normal(const mjModel* m, const mjData* d, mjtNum* full, mjtNum scale,
                               const mjContact* con, int sparse) {
  if (con->exclude == 0) {
    if (con->dim == 1 || !is_pyramidal(m)) {
      add_constraint_row(m, d, full, scale, con->efc_address, sparse);
      return;
    }
    int edges = 2 * (con->dim - 1);
    for (int k = 0; k < edges; k++) {
      add_constraint_row(m, d, full, scale / edges, con->efc_address + k, sparse);
    }
    return;
  }
  static const mjtNum none[3] = {0, 0, 0};
  int body1 = m->geom_bodyid[con->geom[0]], body2 = m->geom_bodyid[con->geom[1]];
  mjtNum wrench1[6], wrench2[6];
  wrench_at(m, d, wrench1, con->frame, none, (body_point){body1, con->pos});
  wrench_at(m, d, wrench2, con->frame, none, (body_point){body2, con->pos});
  add_opposite_wrenches(m, d, full, scale, (wrench_on_body){body1, wrench1},
                        (wrench_on_body){body2, wrench2});
}

// Whether a contact involves the body.  Contacts in the gap count, although they have no rows.
static int adheres(const mjModel* m, const mjContact* con, int body) {
  if (con->geom[0] < 0 || con->geom[1] < 0) return 0;
  if (m->geom_bodyid[con->geom[0]] != body && m->geom_bodyid[con->geom[1]] != body) return 0;
  return con->exclude == 1 || (con->exclude == 0 && con->efc_address >= 0);
}

// Adhesion: a force along the mean normal of all contacts of a body.
static void transmit_body(const mjModel* m, const mjData* d, int i, moment_row* row, int sparse) {
  int body = m->actuator_trnid[2 * i], count = 0;
  for (int c = 0; c < d->ncon; c++) count += adheres(m, d->contact + c, body);
  if (!count) return;
  for (int c = 0; c < d->ncon; c++) {
    const mjContact* con = d->contact + c;
    if (adheres(m, con, body)) add_contact_normal(m, d, row->full, -1.0 / count, con, sparse);
  }
  pack_moment(row, NULL, m->nv);
}

static mjtNum transmit(const mjModel* m, const mjData* d, int i, moment_row* row, int sparse) {
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return transmit_ball(m, d, i, row);
    case mjTRN_SLIDERCRANK: return transmit_slidercrank(m, d, i, row);
    case mjTRN_TENDON: return transmit_tendon(m, d, i, row, sparse);
    case mjTRN_SITE:
      if (m->actuator_trnid[2 * i + 1] >= 0) return transmit_refsite(m, d, i, row);
      transmit_site(m, d, i, row);
      return 0;
    case mjTRN_BODY: transmit_body(m, d, i, row, sparse); return 0;
    default:
      mju_error("actuator %d has the unknown transmission type %d", i, m->actuator_trntype[i]);
      return 0;
  }
}

// Whether moments of this transmission type can involve the whole chains of bodies.
static int spreads(int trntype) {
  return trntype != mjTRN_JOINT && trntype != mjTRN_JOINTINPARENT && trntype != mjTRN_TENDON;
}

// Allocate scratch for such moments, in a stack frame of its own.
static void open_row(const mjModel* m, mjData* d, moment_row* row) {
  mj_markStack(d);
  row->full = mj_stackAllocNum(d, m->nv);
  row->chain = mj_stackAllocInt(d, m->nv);
  memset(row->full, 0, sizeof(mjtNum) * m->nv);
}

// Whether the actuator acts on a hinge or slide joint, by far the most frequent case.
static inline int acts_on_scalar_joint(const mjModel* m, int i) {
  int type = m->actuator_trntype[i];
  if (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT) return 0;
  int joint = m->jnt_type[m->actuator_trnid[2 * i]];
  return joint_is_scalar(joint);
}

// Process the actuators on scalar joints from i to end, with moments from adr on; returns the first
// that is of another kind.  Not inlined, so that the loop has all registers.
NOT_INLINED static int transmit_scalars(const mjModel* m, mjData* d, int i, int end, int adr) {
  mjtNum* restrict length = d->actuator_length;
  mjtNum* restrict moment = d->actuator_moment;
  for (; i < end && acts_on_scalar_joint(m, i); i++, adr++) {
    int j = m->actuator_trnid[2 * i], out = m->actuator_outadr[i];
    mjtNum gear = m->actuator_gear[6 * out];
    length[out] = gear * d->qpos[m->jnt_qposadr[j]];
    moment[adr] = gear;
    d->moment_colind[adr] = m->jnt_dofadr[j];
    d->moment_rowadr[out] = adr;
    d->moment_rownnz[out] = 1;
  }
  return i;
}

// The length and moment of a sleeping actuator are 0, as in the API.
static void transmit_nothing(const mjModel* m, mjData* d, int i, int adr) {
  for (int out = m->actuator_outadr[i]; out < m->actuator_outadr[i] + m->actuator_outnum[i];
       out++) {
    d->actuator_length[out] = 0;
    d->moment_rowadr[out] = adr;
    d->moment_rownnz[out] = 0;
  }
}

// The outputs of an orientation actuator, one after another; returns the address of the next
// moment.
NOT_INLINED static int transmit_orientations(const mjModel* m, mjData* d, int i, moment_row* row,
                                             int adr) {
  orientation_length(m, d, i, d->actuator_length + m->actuator_outadr[i]);
  for (int k = 0; k < m->actuator_outnum[i]; k++) {
    int out = m->actuator_outadr[i] + k;
    row->value = d->actuator_moment + adr;
    row->dof = d->moment_colind + adr;
    row->n = 0;
    transmit_orientation(m, d, i, k, row);
    d->moment_rowadr[out] = adr;
    d->moment_rownnz[out] = row->n;
    adr += row->n;
  }
  return adr;
}

// Not inlined, so that mj_transmission costs only a call when there are no actuators.
NOT_INLINED static void transmit_all(const mjModel* m, mjData* d) {
  int n = m->nactuator, adr = 0, sparse = is_sparse(m);
  bool watch = some_asleep(m, d);
  moment_row row = {0};
  for (int i = 0;; i++) {
    while (watch && i < n && actuator_sleeps(m, d, i)) transmit_nothing(m, d, i++, adr);
    int end = transmit_scalars(m, d, i, watch ? mjMIN(i + 1, n) : n, adr);
    adr += end - i;
    if (watch && end > i) continue;
    i = end;
    if (i == n) break;
    if (!row.full && m->nv && spreads(m->actuator_trntype[i])) open_row(m, d, &row);
    if (m->actuator_trntype[i] == mjTRN_SO3) {
      adr = transmit_orientations(m, d, i, &row, adr);
      continue;
    }
    int out = m->actuator_outadr[i];
    row.value = d->actuator_moment + adr;
    row.dof = d->moment_colind + adr;
    row.n = 0;
    d->actuator_length[out] = transmit(m, d, i, &row, sparse);
    d->moment_rowadr[out] = adr;
    d->moment_rownnz[out] = row.n;
    adr += row.n;
  }
  if (row.full) mj_freeStack(d);
}

void mj_transmission(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (!m->nu || actuators_rest(m, d)) return;
  transmit_all(m, d);
  CHECK_FULL(csr_valid(pattern_of_moment(m, d), m->nv));
}
