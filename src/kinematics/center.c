// Quantities relative to the centre of mass of each kinematic tree: centres, inertias, dof axes.
#include <engine/kinematics.h>

#include "base/need.h"
#include "math/dense.h"
#include "math/spatial.h"
#include "model/sleep.h"

// Centres of mass of all subtrees, from the leaves to the root.
static void find_subtree_centers(const mjModel* m, mjData* d) {
  mjtNum* restrict com = d->subtree_com;
  int nbody = m->nbody;
  for (int b = 0; b < nbody; b++) {
    ONE_BY_ONE;  // wider loads would wait for the stores of xipos
    vec3_scale(com + 3 * b, d->xipos + 3 * b, m->body_mass[b]);
  }
  for (int b = nbody - 1; b > 0; b--) {
    mjtNum* parent = com + 3 * m->body_parentid[b];
    vec3_add(parent, parent, com + 3 * b);
  }
  for (int b = 0; b < nbody; b++) {
    mjtNum mass = m->body_subtreemass[b];
    if (mass < mjMINVAL) {
      vec3_copy(com + 3 * b, d->xipos + 3 * b);
    } else {
      vec3_scale(com + 3 * b, com + 3 * b, 1 / mass);
    }
  }
}

// r = inertia about a point whose offset from the centre of mass is -c: rotational part R diag(I)
// R' moved by the parallel axis theorem, then m c, then m.
static inline void inertia_about(mjtNum* restrict r, const mjtNum inertia[3], const mjtNum R[9],
                                 const mjtNum c[3], mjtNum mass) {
  mjtNum S[9];  // R diag(I)
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) S[3 * k + i] = R[3 * k + i] * inertia[i];
  }
  mjtNum mc[3];
  vec3_scale(mc, c, mass);
  r[0] = vec3_dot(S, R) + mc[1] * c[1] + mc[2] * c[2];
  r[1] = vec3_dot(S + 3, R + 3) + mc[0] * c[0] + mc[2] * c[2];
  r[2] = vec3_dot(S + 6, R + 6) + mc[0] * c[0] + mc[1] * c[1];
  r[3] = vec3_dot(S, R + 3) - mc[0] * c[1];
  r[4] = vec3_dot(S, R + 6) - mc[0] * c[2];
  r[5] = vec3_dot(S + 3, R + 6) - mc[1] * c[2];
  vec3_copy(r + 6, mc);
  r[9] = mass;
}

// find_subtree_centers when some trees sleep: the centres of sleeping trees are kept; those of
// awake bodies are computed, then those of static bodies, which have trees as descendants.
static void find_awake_centers(const mjModel* m, mjData* d) {
  mjtNum* com = d->subtree_com;
  if (!d->nspan_awake) return;
  for (int k = 0; k < d->nbody_awake; k++) {
    int b = d->body_awake_ind[k];
    vec3_scale(com + 3 * b, d->xipos + 3 * b, m->body_mass[b]);
  }
  for (int k = d->nparent_awake - 1; k >= 0; k--) {
    int b = d->parent_awake_ind[k];
    // awake children have accumulated mass times position so far, sleeping ones store their centre
    vec3_axpy(com + 3 * m->body_parentid[b], body_sleeps(d, b) ? m->body_subtreemass[b] : 1,
              com + 3 * b);
  }
  for (int k = 0; k < d->nbody_awake; k++) {
    int b = d->body_awake_ind[k];
    mjtNum mass = m->body_subtreemass[b];
    if (mass < mjMINVAL) {
      vec3_copy(com + 3 * b, d->xipos + 3 * b);
    } else {
      vec3_scale(com + 3 * b, com + 3 * b, 1 / mass);
    }
  }
}

static void find_body_inertias(const mjModel* m, mjData* d, int first, int end) {
  for (int b = first; b < end; b++) {
    mjtNum c[3];
    vec3_sub(c, d->xipos + 3 * b, d->subtree_com + 3 * m->body_rootid[b]);
    inertia_about(d->cinert + 10 * b, m->body_inertia + 3 * b, d->ximat + 9 * b, c,
                  m->body_mass[b]);
  }
}

// Motion axis of a rotation about `axis` through a point at -offset from the origin.
static inline void set_rotation(mjtNum* restrict dof, const mjtNum axis[3],
                                const mjtNum offset[3]) {
  vec3_copy(dof, axis);
  vec3_cross(dof + 3, axis, offset);
}

static void find_dof_axes(const mjModel* m, mjData* d, int first, int end) {
  for (int j = first; j < end; j++) {
    int b = m->jnt_bodyid[j];
    mjtNum* dof = d->cdof + 6 * m->jnt_dofadr[j];
    mjtNum offset[3];
    vec3_sub(offset, d->subtree_com + 3 * m->body_rootid[b], d->xanchor + 3 * j);
    switch (m->jnt_type[j]) {
      case mjJNT_SLIDE:
        vec3_zero(dof);
        vec3_copy(dof + 3, d->xaxis + 3 * j);
        break;
      case mjJNT_HINGE: set_rotation(dof, d->xaxis + 3 * j, offset); break;
      case mjJNT_FREE:
        vec_zero(dof, 18);
        for (int k = 0; k < 3; k++) dof[6 * k + 3 + k] = 1;
        dof += 18;  // fall through
      default:      // ball: about the axes of the child
        for (int k = 0; k < 3; k++) {
          const mjtNum* R = d->xmat + 9 * b + k;
          mjtNum axis[3] = {R[0], R[3], R[6]};
          set_rotation(dof + 6 * k, axis, offset);
        }
    }
  }
}

void mj_comPos(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (some_asleep(m, d)) {
    find_awake_centers(m, d);
  } else {
    find_subtree_centers(m, d);
  }
  memset(d->cinert, 0, sizeof(mjtNum) * 10);
  FOR_AWAKE(w, m, d) {
    find_body_inertias(m, d, w.at.body, w.at.bodyend);
    find_dof_axes(m, d, w.at.jnt, w.at.jntend);
  }
}
