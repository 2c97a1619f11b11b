// Recursive Newton-Euler: the forces required for a given motion.
#include <engine/dynamics.h>
#include <engine/model.h>

#include "base/need.h"
#include "dynamics/polynomial.h"
#include "dynamics/bias.h"
#include "kinematics/tendon.h"
#include "math/spatial.h"
#include "model/flags.h"
#include "model/sleep.h"

// Forces required by the bodies [first, end) of whole trees, accumulated from the leaves to the
// root.
static void find_body_forces(const mjModel* m, const mjData* d, const mjtNum* qacc, mjtNum* acc,
                             mjtNum* force, const engSpan* at) {
  int first = at->body;
  // roots to leaves: accelerations and the forces they require; bodies fixed to the world need no
  // joint force
  for (int b = first; b < at->bodyend; b++) {
    int parent = m->body_parentid[b];
    copy6(acc + 6 * b, acc + (parent < first ? 0 : 6 * parent));
    if (!m->body_weldid[b]) continue;
    body_acceleration(m, d, b, qacc, acc + 6 * b);
    body_inertial_force(d, b, acc + 6 * b, force + 6 * b);
  }

  // leaves to roots: add the force of a body to that of its parent
  for (int b = at->bodyend - 1; b >= first; b--) {
    int parent = m->body_parentid[b];
    if (parent >= first && m->body_weldid[parent]) add6(force + 6 * parent, force + 6 * b);
  }
}

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) {
  NEED(m, d);
  if (!m->nv) return;
  NEED(result);
  int nbody = m->nbody;
  const mjtNum* qacc = flg_acc ? d->qacc : NULL;
  mj_markStack(d);
  mjtNum* acc = mj_stackAllocNum(d, 12 * (size_t)nbody);
  mjtNum* force = acc + 6 * (size_t)nbody;
  world_acceleration(m, acc);
  FOR_AWAKE(w, m, d) {
    find_body_forces(m, d, qacc, acc, force, &w.at);
    for (int i = w.at.dof; i < w.at.dofend; i++) {
      result[i] = dot6(d->cdof + 6 * i, force + 6 * m->dof_bodyid[i]);
    }
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
