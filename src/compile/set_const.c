// Model quantities derived from the configuration qpos0 (mj_setConst).
#include <stdlib.h>
#include <string.h>
#include <engine/base.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/model.h>
#include <engine/spec.h>

#include "base/need.h"
#include "compile/inverse_inertia.h"
#include "compile/inverse_weight.h"
#include "compile/statistics.h"
#include "dynamics/polynomial.h"
#include "kinematics/jacobian.h"
#include "math/quat.h"
#include "math/spatial.h"
#include "model/equality_type.h"
#include "model/flags.h"
#include "model/joint_type.h"
#include "model/trees.h"

// ------------------------------------------------------------------------------- state at qpos0

// Make cameras and lights fixed and flexes soft, so that poses do not depend on what is computed
// here.
static void neutralize(mjModel* m) {
  memset(m->cam_mode, 0, sizeof(int) * m->ncam);
  memset(m->light_mode, 0, sizeof(int) * m->nlight);
  memset(m->flex_rigid, 0, m->nflex);
}

// dof_M0: diagonal of M, including armature.
static void set_dof_inertia(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nv; i++) {
    mjtNum momentum[6];
    const mjtNum* cdof = d->cdof + 6 * i;
    spatial_inertia_mul(momentum, d->crb + 10 * m->dof_bodyid[i], cdof);
    m->dof_M0[i] = dof_armature(m, i) + dot6(cdof, momentum);
  }
}

static void move_to_qpos0(mjModel* m, mjData* d) {
  memcpy(d->qpos, m->qpos0, sizeof(mjtNum) * m->nq);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_tendon(m, d);
  // simple dofs take their inertia from dof_M0, which in turn needs crb
  mj_crb(m, d);
  set_dof_inertia(m, d);
  mj_makeM(m, d);
  mj_factorM(m, d);
  mj_flex(m, d);
  mj_transmission(m, d);
}

static void set_subtree_mass(mjModel* m) {
  memcpy(m->body_subtreemass, m->body_mass, sizeof(mjtNum) * m->nbody);
  for (int i = m->nbody - 1; i > 0; i--) {
    m->body_subtreemass[m->body_parentid[i]] += m->body_subtreemass[i];
  }
}

// ------------------------------------------------------------------------------------ equality

// The anchor of a connect relative to body 2.
static void set_connect(const mjModel* m, const mjData* d, int i) {
  mjtNum *data = m->eq_data + mjNEQDATA * i, pos[3];
  int b1 = m->eq_obj1id[i], b2 = m->eq_obj2id[i];
  if (m->eq_objtype[i] == mjOBJ_SITE) {
    memset(data, 0, sizeof(mjtNum) * mjNEQDATA);
    return;
  }
  mat3_mul_vec(pos, d->xmat + 9 * b1, data);
  vec3_add(pos, pos, d->xpos + 3 * b1);
  vec3_sub(pos, pos, d->xpos + 3 * b2);
  mat3_tmul_vec(data + 3, d->xmat + 9 * b2, pos);
}

// The pose of body 2 relative to body 1, unless given.
static void set_weld(const mjModel* m, const mjData* d, int i) {
  mjtNum *data = m->eq_data + mjNEQDATA * i, *quat = data + 6, pos[3], inverse[4];
  int b1 = m->eq_obj1id[i], b2 = m->eq_obj2id[i];
  if (m->eq_objtype[i] == mjOBJ_SITE) return;
  if (quat[0] != 0 || quat[1] != 0 || quat[2] != 0 || quat[3] != 0) {
    quat_normalize(quat);
    return;
  }
  mat3_mul_vec(pos, d->xmat + 9 * b2, data);
  vec3_add(pos, pos, d->xpos + 3 * b2);
  vec3_sub(pos, pos, d->xpos + 3 * b1);
  mat3_tmul_vec(data + 3, d->xmat + 9 * b1, pos);
  quat_conjugate(inverse, d->xquat + 4 * b1);
  quat_mul(quat, inverse, d->xquat + 4 * b2);
}

static void set_equality(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->neq; i++) {
    if (!equality_joins(m->eq_type[i])) continue;
    (equality_turns(m->eq_type[i]) ? set_weld : set_connect)(m, d, i);
  }
}

// ------------------------------------------------------------------------------ inverse weights

static mjtNum mean3(const mjtNum x[3]) { return (x[0] + x[1] + x[2]) / 3; }

static mjtNum inverse_mass(const mjModel* m, int body) {
  return 1 / mjMAX(mjMINVAL, m->body_mass[body]);
}

// Diagonal of J M^-1 J' at the centre of mass: translations, then rotations.
static void body_response(const mjModel* m, mjData* d, mjtNum x[6], int body) {
  dof_chain chain = chain_of_body(m, body);
  mj_markStack(d);
  mjtNum* jac = mj_stackAllocNum(d, 6 * (size_t)mjMAX(1, chain.n));
  jac_of_chain(m, d, jac, jac + 3 * chain.n, (body_point){body, d->xipos + 3 * body}, chain);
  inverse_weight_chain(m, d, x, jac, 6, chain);
  mj_freeStack(d);
}

// known: precomputed values for all bodies, or NULL.
static void set_body_weight(mjModel* m, mjData* d, int body, const mjtNum* known) {
  mjtNum* weight = m->body_invweight0 + 2 * body;
  weight[0] = weight[1] = 0;
  if (!m->body_weldid[body]) return;
  if (m->body_simple[body] == 2) {
    weight[0] = inverse_mass(m, body);
    return;
  }
  mjtNum x[6];
  if (known) {
    memcpy(x, known + 6 * body, sizeof x);
  } else {
    body_response(m, d, x, body);
  }
  weight[0] = mean3(x);
  weight[1] = mean3(x + 3);
}

static mjtNum dof_response(const mjModel* m, mjData* d, int dof) {
  int n = m->D_diag[dof] + 1;
  mjtNum x;
  mj_markStack(d);
  mjtNum* unit = mj_stackAllocNum(d, n);
  memset(unit, 0, sizeof(mjtNum) * n);
  unit[n - 1] = 1;
  inverse_weight_chain(m, d, &x, unit, 1, (dof_chain){m->D_colind + m->D_rowadr[dof], n});
  mj_freeStack(d);
  return x;
}

// Dofs of a joint of the same kind share their mean value.  known: precomputed values for all dofs,
// or NULL.
static void set_joint_weight(mjModel* m, mjData* d, int joint, const mjtNum* known) {
  mjtNum* weight = m->dof_invweight0 + m->jnt_dofadr[joint];
  int type = m->jnt_type[joint], body = m->jnt_bodyid[joint];
  int n = joint_nv(type);
  if (m->body_simple[body] == 2) {
    for (int k = 0; k < n; k++) weight[k] = inverse_mass(m, body);
    return;
  }
  for (int k = 0; k < n; k++) {
    int dof = m->jnt_dofadr[joint] + k;
    weight[k] = known ? known[dof] : dof_response(m, d, dof);
  }
  for (int part = 0; n > 1 && part < n; part += 3) {
    mjtNum mean = mean3(weight + part);
    vec3_set(weight + part, mean, mean, mean);
  }
}

static void set_weights(mjModel* m, mjData* d) {
  mjtNum *body = NULL, *dof = NULL;
  if (inverse_inertia_applies(m)) {
    body = malloc(sizeof(mjtNum) * (6 * (size_t)m->nbody + (size_t)m->nv));
    dof = body ? body + 6 * m->nbody : NULL;
    if (!body || !inverse_inertia(m, d, body, dof)) {
      free(body);
      mju_error("mj_setConst: no memory for the inverse inertias");
      return;
    }
  }
  for (int i = 0; i < m->nbody; i++) set_body_weight(m, d, i, body);
  for (int j = 0; j < m->njnt; j++) set_joint_weight(m, d, j, dof);
  free(body);
}

// A dense or sparse Jacobian.
typedef struct {
  const mjtNum* jac;
  const int *rownnz, *rowadr, *colind;
} jacobian_rows;

static sparse_row row_of(const mjModel* m, jacobian_rows j, int i) {
  if (!is_sparse(m)) return (sparse_row){m->nv, NULL, j.jac + (size_t)i * m->nv};
  return (sparse_row){j.rownnz[i], j.colind + j.rowadr[i], j.jac + j.rowadr[i]};
}

static mjtNum flex_edge_weight(mjModel* m, mjData* d, int edge, int flex, mjtNum* work) {
  if (m->flexedge_rigid[edge]) return 0;
  const int* vertex = m->flex_edge + 2 * edge;
  int b1 = m->flex_vertbodyid[m->flex_vertadr[flex] + vertex[0]];
  int b2 = m->flex_vertbodyid[m->flex_vertadr[flex] + vertex[1]];
  if (m->body_simple[b1] == 2 && m->body_simple[b2] == 2) {
    return (inverse_mass(m, b1) + inverse_mass(m, b2)) / 2;
  }
  jacobian_rows edges = {d->flexedge_J, d->flexedge_J_rownnz, d->flexedge_J_rowadr,
                         d->flexedge_J_colind};
  return inverse_weight_row(m, d, work, row_of(m, edges, edge));
}

static void set_path_weights(mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* work = mj_stackAllocNum(d, (size_t)m->nv + 1);
  memset(work, 0, sizeof(mjtNum) * m->nv);
  jacobian_rows tendons = {d->ten_J, d->ten_J_rownnz, d->ten_J_rowadr, d->ten_J_colind};
  for (int i = 0; i < m->ntendon; i++) {
    m->tendon_invweight0[i] = inverse_weight_row(m, d, work, row_of(m, tendons, i));
  }
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_interp[f]) continue;
    for (int e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + m->flex_edgenum[f]; e++) {
      m->flexedge_invweight0[e] = flex_edge_weight(m, d, e, f, work);
    }
  }
  for (int i = 0; i < m->nout; i++) {
    int adr = d->moment_rowadr[i];
    sparse_row moment = {d->moment_rownnz[i], d->moment_colind + adr, d->actuator_moment + adr};
    m->actuator_acc0[i] = inverse_response(m, d, work, moment);
  }
  mj_freeStack(d);
}

// ------------------------------------------------------------------------------------- actuators

// A positive second bias parameter of a position servo is a damping ratio: replace it by the gain
// that gives this ratio of the critical damping for the inertia that the actuator moves.
static void set_damping(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nactuator; i++) {
    mjtNum kp = m->actuator_gainprm[mjNGAIN * i], *bias = m->actuator_biasprm + mjNBIAS * i;
    if (m->actuator_gaintype[i] == mjGAIN_PID) kp = -bias[1];
    if (kp != -bias[1] || !(bias[2] > 0) || m->actuator_gaintype[i] == mjGAIN_DCMOTOR) continue;
    mjtNum inertia = 0;
    int out = m->actuator_outadr[i], adr = d->moment_rowadr[out];
    for (int k = adr; k < adr + d->moment_rownnz[out]; k++) {
      mjtNum square = d->actuator_moment[k] * d->actuator_moment[k];
      if (square > mjMINVAL) inertia += m->dof_M0[d->moment_colind[k]] / square;
    }
    bias[2] *= -2 * sqrt(kp * inertia);
  }
}

// ------------------------------------------------------------------------- cameras and lights

static void set_offset(const mjData* d, mjtNum pos0[3], mjtNum poscom0[3], const mjtNum xpos[3],
                       int body, int target) {
  vec3_sub(pos0, xpos, d->xpos + 3 * body);
  vec3_sub(poscom0, xpos, d->subtree_com + 3 * (target >= 0 ? target : body));
}

static void set_cameras_and_lights(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->ncam; i++) {
    set_offset(d, m->cam_pos0 + 3 * i, m->cam_poscom0 + 3 * i, d->cam_xpos + 3 * i,
               m->cam_bodyid[i], m->cam_targetbodyid[i]);
    mat3_copy(m->cam_mat0 + 9 * i, d->cam_xmat + 9 * i);
  }
  for (int i = 0; i < m->nlight; i++) {
    set_offset(d, m->light_pos0 + 3 * i, m->light_poscom0 + 3 * i, d->light_xpos + 3 * i,
               m->light_bodyid[i], m->light_targetbodyid[i]);
    vec3_copy(m->light_dir0 + 3 * i, d->light_xdir + 3 * i);
  }
}

// ------------------------------------------------------------------------------ springs at rest

static void set_spring_lengths(mjModel* m, mjData* d) {
  memcpy(d->qpos, m->qpos_spring, sizeof(mjtNum) * m->nq);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_tendon(m, d);
  mj_transmission(m, d);
  for (int i = 0; i < m->ntendon; i++) {
    mjtNum* spring = m->tendon_lengthspring + 2 * i;
    if (spring[0] == -1 && spring[1] == -1) spring[0] = spring[1] = d->ten_length[i];
  }
}

// ----------------------------------------------------------------------------------------- all

static void set_at_qpos0(mjModel* m, mjData* d) {
  move_to_qpos0(m, d);
  memcpy(m->tendon_length0, d->ten_length, sizeof(mjtNum) * m->ntendon);
  memcpy(m->flexedge_length0, d->flexedge_length, sizeof(mjtNum) * m->nflexedge);
  memcpy(m->actuator_length0, d->actuator_length, sizeof(mjtNum) * m->nu);
  set_equality(m, d);
  set_cameras_and_lights(m, d);
}

static int any(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return 1;
  }
  return 0;
}

// Precomputed flags that save searching in every step.
static void set_flags(mjModel* m) {
  m->flg_surfacevel = any(m->geom_surfacevel, 6 * m->ngeom);
  m->flg_dofdamping = any(m->dof_dampingpoly, 2 * m->nv) ||
                      any(m->actuator_damping, m->nactuator) ||
                      any(m->actuator_dampingpoly, 2 * m->nactuator);
  m->flg_adhesion = any(m->geom_adhesion, m->ngeom) || any(m->pair_adhesion, m->npair);
}

void mj_setConst(mjModel* m, mjData* d) {
  NEED(m, d);
  int enabled = m->opt.enableflags;
  m->opt.enableflags &= ~mjENBL_SLEEP;  // compute for all trees
  set_flags(m);
  set_subtree_mass(m);

  mj_markStack(d);
  int* modes = mj_stackAllocInt(d, (size_t)m->ncam + m->nlight + 1);  // never of size 0
  mjtByte* rigid = mj_stackAllocByte(d, (size_t)m->nflex + 1, 1);
  memcpy(modes, m->cam_mode, sizeof(int) * m->ncam);
  memcpy(modes + m->ncam, m->light_mode, sizeof(int) * m->nlight);
  memcpy(rigid, m->flex_rigid, m->nflex);
  neutralize(m);
  set_at_qpos0(m, d);
  memcpy(m->cam_mode, modes, sizeof(int) * m->ncam);
  memcpy(m->light_mode, modes + m->ncam, sizeof(int) * m->nlight);
  memcpy(m->flex_rigid, rigid, m->nflex);
  mj_freeStack(d);

  trees_measure(m);
  set_weights(m, d);
  set_path_weights(m, d);
  set_damping(m, d);
  statistics_compute(m, d);
  set_spring_lengths(m, d);
  m->opt.enableflags = enabled;
}
