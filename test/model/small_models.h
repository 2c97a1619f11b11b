// Models built by hand, for tests that need no compiler: a chain of hinges hanging from the world,
// with one sphere a body, a mocap body, an actuator, a sensor and keyframes.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/engine.h>

#include "model/allocate.h"
#include "model/index_arrays.h"
#include "model/names.h"
#include "model/sparsity.h"
#include "model/trees.h"

// Give element id of a type its name, at the end of the names so far.
static inline void chain_name(mjModel* m, int* end, int* address, const char* format, int id) {
  *address = *end;
  *end += snprintf(m->names + *end, (size_t)(m->nnames - *end), format, id) + 1;
}

static inline void chain_names(mjModel* m) {
  int end = 0, ignored;
  chain_name(m, &end, &ignored, "chain", 0);
  for (int i = 0; i < m->nbody; i++) {
    chain_name(m, &end, m->name_bodyadr + i, i ? "body%d" : "world", i);
  }
  for (int i = 0; i < m->njnt; i++) chain_name(m, &end, m->name_jntadr + i, "joint%d", i);
  // every second geom has no name
  for (int i = 0; i < m->ngeom; i++) {
    chain_name(m, &end, m->name_geomadr + i, i % 2 ? "" : "geom%d", i);
  }
  for (int i = 0; i < m->nu; i++) chain_name(m, &end, m->name_actuatoradr + i, "motor%d", i);
  for (int i = 0; i < m->nsensor; i++) chain_name(m, &end, m->name_sensoradr + i, "sensor%d", i);
  for (int i = 0; i < m->nkey; i++) chain_name(m, &end, m->name_keyadr + i, "key%d", i);
  for (int i = 0; i < m->neq; i++) chain_name(m, &end, m->name_eqadr + i, "equality%d", i);
  names_fill_map(m);
}

// The sizes of a chain of n hinges.
static inline mjModel chain_sizes(int n) {
  mjModel sizes;
  memset(&sizes, 0, sizeof sizes);
  sizes.nq = sizes.nv = sizes.njnt = sizes.ngeom = n;
  sizes.nbody = n + 2;
  sizes.nmocap = 1;
  sizes.ntree = n > 0;
  sizes.nM = sizes.nC = n * (n + 1) / 2;
  sizes.nD = n * n;
  sizes.nB = (n + 1) * n;
  sizes.nu = sizes.nsensor = 1;
  sizes.na = 1;
  sizes.nJmom = n ? 1 : 0;
  sizes.nsensordata = 1;
  sizes.nuserdata = 3;
  sizes.neq = 1;
  sizes.nkey = 2;
  sizes.nnames = 64 + 16 * (3 * n + 2);
  sizes.npaths = 1;
  sizes.narena = 1 << 20;
  return sizes;
}

// Fill in a model that has at least the sizes of a chain.
static inline void chain_fill(mjModel* m) {
  int n = m->nv;
  for (int b = 0; b < m->nbody; b++) {
    int link = b > 0 && b <= n;
    m->body_parentid[b] = link ? b - 1 : 0;
    m->body_mocapid[b] = b == n + 1 ? 0 : -1;
    m->body_jntnum[b] = m->body_dofnum[b] = m->body_geomnum[b] = link;
    m->body_jntadr[b] = m->body_dofadr[b] = m->body_geomadr[b] = link ? b - 1 : -1;
    m->body_quat[4 * b] = m->body_iquat[4 * b] = 1;
    m->body_pos[3 * b + 2] = link ? -0.5 : 0;
    m->body_mass[b] = link ? 1 + 0.25 * b : 0;
    for (int k = 0; k < 3; k++) m->body_inertia[3 * b + k] = link ? 0.1 * (k + 1) : 0;
    m->body_subtreemass[b] = link;
    m->body_plugin[b] = m->body_bvhadr[b] = -1;
  }
  m->body_pos[3 * (n + 1)] = 4;
  m->body_quat[4 * (n + 1)] = 0;
  m->body_quat[4 * (n + 1) + 2] = 1;
  for (int i = 0; i < n; i++) {
    m->jnt_type[i] = mjJNT_HINGE;
    m->jnt_qposadr[i] = m->jnt_dofadr[i] = i;
    m->jnt_bodyid[i] = m->geom_bodyid[i] = i + 1;
    m->jnt_axis[3 * i + 1] = 1;
    m->qpos0[i] = 0.01 * i;
    m->dof_armature[i] = 0.01;
    m->geom_type[i] = mjGEOM_SPHERE;
    m->geom_condim[i] = 3;
    m->geom_dataid[i] = m->geom_matid[i] = m->geom_plugin[i] = -1;
    m->geom_size[3 * i] = m->geom_rbound[i] = 0.1;
    m->geom_quat[4 * i] = 1;
  }
  m->actuator_trntype[0] = mjTRN_JOINT;
  m->actuator_trnid[1] = -1;
  m->actuator_actnum[0] = 1;
  m->actuator_dyntype[0] = mjDYN_FILTER;
  m->actuator_plugin[0] = -1;
  m->sensor_type[0] = mjSENS_CLOCK;
  m->sensor_objid[0] = m->sensor_refid[0] = m->sensor_plugin[0] = -1;
  m->sensor_dim[0] = 1;
  m->sensor_needstage[0] = mjSTAGE_POS;
  m->eq_type[0] = mjEQ_JOINT;
  m->eq_objtype[0] = mjOBJ_JOINT;
  m->eq_obj2id[0] = -1;
  m->eq_active0[0] = 1;
  for (int k = 0; k < m->nkey; k++) {
    m->key_time[k] = k + 0.5;
    for (int i = 0; i < n; i++) m->key_qpos[k * n + i] = k + 0.1 * i;
    for (int i = 0; i < n; i++) m->key_qvel[k * n + i] = -k - 0.1 * i;
    m->key_act[k] = 0.3 * k;
    m->key_ctrl[k] = -0.7 * k;
    m->key_mpos[3 * k] = k;
    m->key_mquat[4 * k] = 1;
  }
  index_arrays_fill(m);
  int* work = malloc(sizeof(int) * (2 * (size_t)m->nbody + 1));
  if (!work) abort();
  sparsity_fill(m, work);
  free(work);
  int tree, tendon;
  trees_fill(m);
  trees_settle_policy(m, &tree, &tendon);
  trees_measure(m);
  chain_names(m);
}

// A chain of n hinges.
static inline mjModel* small_chain(int n) {
  mjModel sizes = chain_sizes(n);
  mjModel* m = model_allocate(&sizes);
  if (m) chain_fill(m);
  return m;
}
