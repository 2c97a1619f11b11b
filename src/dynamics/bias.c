// Recursive Newton-Euler: the force that a motion takes.
#include <engine/dynamics.h>
#include <engine/model.h>

#include "base/need.h"
#include "dynamics/polynomial.h"
#include "dynamics/bias.h"
#include "kinematics/tendon.h"
#include "math/spatial.h"
#include "model/flags.h"

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) {
  NEED(m, d);
  if (!m->nv) return;
  NEED(result);
  int nbody = m->nbody;
  const mjtNum* qacc = flg_acc ? d->qacc : NULL;
  mj_markStack(d);
  mjtNum* acc = mj_stackAllocNum(d, 12 * (size_t)nbody);
  mjtNum* force = acc + 6 * (size_t)nbody;

  // roots to leaves: accelerations, and the forces they take; bodies fixed to the world never need
  // a force from a joint
  world_acceleration(m, acc);
  for (int b = 1; b < nbody; b++) {
    memcpy(acc + 6 * b, acc + 6 * m->body_parentid[b], 6 * sizeof(mjtNum));
    if (!m->body_weldid[b]) continue;
    body_acceleration(m, d, b, qacc, acc + 6 * b);
    body_inertial_force(d, b, acc + 6 * b, force + 6 * b);
  }

  // leaves to roots: what a body needs, its parent must pass on
  for (int b = nbody - 1; b > 0; b--) {
    int parent = m->body_parentid[b];
    if (m->body_weldid[parent]) add6(force + 6 * parent, force + 6 * b);
  }
  for (int i = 0; i < m->nv; i++) {
    result[i] = dot6(d->cdof + 6 * i, force + 6 * m->dof_bodyid[i]);
  }
  mj_freeStack(d);
}

void add_tendon_bias(const mjModel* m, mjData* d, mjtNum* qfrc) {
  int sparse = is_sparse(m);
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum armature = tendon_armature(m, t);
    if (armature == 0) continue;
    mjtNum force = armature * tendon_acceleration(m, d, t);
    if (force != 0) sparse_row_add(row_of_tendon(m, d, t, sparse), force, qfrc);
  }
}
