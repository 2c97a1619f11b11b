// Jacobians of points, axes, centres of mass and angular momentum.
#include "base/need.h"
#include "kinematics/jacobian.h"
#include "model/joint_type.h"

#include <engine/kinematics.h>
#include <engine/model.h>

int chain_of_bodies(const mjModel* m, int body1, int body2, int* chain) {
  dof_chain a = chain_of_body(m, body1), b = chain_of_body(m, body2);
  int n = 0, i = 0, j = 0;
  while (i < a.n && j < b.n) {
    int x = a.dof[i], y = b.dof[j];
    chain[n++] = x < y ? x : y;
    i += x <= y;
    j += y <= x;
  }
  while (i < a.n) chain[n++] = a.dof[i++];
  while (j < b.n) chain[n++] = b.dof[j++];
  return n;
}

int chain_add(const mjModel* m, int body, int* dof, int n) {
  for (int i = last_dof(m, body); i >= 0; i = m->dof_parentid[i]) {
    int k = n;
    while (k > 0 && dof[k - 1] > i) k--;
    if (k > 0 && dof[k - 1] == i) break;  // its ancestors are in the list already
    memmove(dof + k + 1, dof + k, sizeof(int) * (size_t)(n - k));
    dof[k] = i;
    n++;
  }
  return n;
}

// Offset of a point from the origin that cdof of the body's tree refers to (the tree's centre of
// mass).
static void offset_in_tree(const mjModel* m, const mjData* d, mjtNum offset[3],
                           const mjtNum point[3], int body) {
  vec3_sub(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
}

// Set one column of a 3 x n matrix.
static inline void set_column(mjtNum* mat, int n, int column, const mjtNum v[3]) {
  mat[column] = v[0];
  mat[n + column] = v[1];
  mat[2 * n + column] = v[2];
}

static inline void add_to_column(mjtNum* mat, int n, int column, mjtNum s, const mjtNum v[3]) {
  mat[column] += s * v[0];
  mat[n + column] += s * v[1];
  mat[2 * n + column] += s * v[2];
}

static void clear(mjtNum* mat, size_t n) {
  if (mat) memset(mat, 0, n * sizeof(mjtNum));
}

void jac_of_chain(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, body_point at,
                  dof_chain chain) {
  mjtNum offset[3], v[3];
  clear(jacp, 3 * (size_t)chain.n);
  clear(jacr, 3 * (size_t)chain.n);
  offset_in_tree(m, d, offset, at.pos, at.body);
  int column = chain.n - 1;
  for (int i = last_dof(m, at.body); i >= 0; i = m->dof_parentid[i]) {
    while (chain.dof[column] > i) column--;
    const mjtNum* cdof = d->cdof + 6 * i;
    if (jacp) {
      dof_velocity(v, cdof, offset);
      add_to_column(jacp, chain.n, column, 1, v);
    }
    if (jacr) add_to_column(jacr, chain.n, column, 1, cdof);
  }
}

void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum point[3],
            int body) {
  NEED(m, d, point);
  NEED_ID(body, m->nbody);
  int nv = m->nv;
  mjtNum offset[3], v[3];
  clear(jacp, 3 * (size_t)nv);
  clear(jacr, 3 * (size_t)nv);
  offset_in_tree(m, d, offset, point, body);
  for (int i = last_dof(m, body); i >= 0; i = m->dof_parentid[i]) {
    const mjtNum* cdof = d->cdof + 6 * i;
    if (jacp) {
      dof_velocity(v, cdof, offset);
      set_column(jacp, nv, i, v);
    }
    if (jacr) set_column(jacr, nv, i, cdof);
  }
}

void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  NEED(m, d);
  NEED_ID(body, m->nbody);
  mj_jac(m, d, jacp, jacr, d->xpos + 3 * body, body);
}

void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  NEED(m, d);
  NEED_ID(body, m->nbody);
  mj_jac(m, d, jacp, jacr, d->xipos + 3 * body, body);
}

void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom) {
  NEED(m, d);
  NEED_ID(geom, m->ngeom);
  mj_jac(m, d, jacp, jacr, d->geom_xpos + 3 * geom, m->geom_bodyid[geom]);
}

void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site) {
  NEED(m, d);
  NEED_ID(site, m->nsite);
  mj_jac(m, d, jacp, jacr, d->site_xpos + 3 * site, m->site_bodyid[site]);
}

// One past the last body of a subtree: the bodies of a subtree are contiguous.
static int subtree_end(const mjModel* m, int body) {
  int b = body + 1;
  while (b < m->nbody && m->body_parentid[b] >= body) b++;
  return b;
}

void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body) {
  NEED(m, d);
  NEED_ID(body, m->nbody);
  if (!m->nv) return;
  NEED(jacp);
  int nv = m->nv, end = subtree_end(m, body);
  clear(jacp, 3 * (size_t)nv);
  for (int b = body; b < end; b++) {
    mjtNum offset[3], v[3];
    offset_in_tree(m, d, offset, d->xipos + 3 * b, b);
    for (int i = last_dof(m, b); i >= 0; i = m->dof_parentid[i]) {
      dof_velocity(v, d->cdof + 6 * i, offset);
      add_to_column(jacp, nv, i, m->body_mass[b], v);
    }
  }
  mjtNum s = 1 / m->body_subtreemass[body];
  for (int k = 0; k < 3 * nv; k++) jacp[k] *= s;
}

void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                     const mjtNum point[3], const mjtNum axis[3], int body) {
  NEED(m, d, point, axis);
  NEED_ID(body, m->nbody);
  int nv = m->nv;
  mj_jac(m, d, jacPoint, NULL, point, body);
  if (!jacAxis) return;
  clear(jacAxis, 3 * (size_t)nv);
  for (int i = last_dof(m, body); i >= 0; i = m->dof_parentid[i]) {
    mjtNum rate[3];
    vec3_cross(rate, d->cdof + 6 * i, axis);
    set_column(jacAxis, nv, i, rate);
  }
}

// Time derivative of the motion axis of a dof.  mjData.cdof_dot of the three rotations of a ball or
// free joint uses the velocity before the whole joint: the sum over the three is right, but not
// each one, so it is computed here.
static void dof_axis_rate(const mjModel* m, const mjData* d, mjtNum rate[6], int dof) {
  int j = m->dof_jntid[dof], quat = joint_quat(m->jnt_type[j]);
  if (quat >= 0 && dof >= m->jnt_dofadr[j] + quat) {
    spatial_cross_motion(rate, d->cvel + 6 * m->dof_bodyid[dof], d->cdof + 6 * dof);
  } else {
    memcpy(rate, d->cdof_dot + 6 * dof, 6 * sizeof(mjtNum));
  }
}

void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum point[3],
               int body) {
  NEED(m, d, point);
  NEED_ID(body, m->nbody);
  int nv = m->nv;
  const mjtNum* cvel = d->cvel + 6 * body;
  mjtNum offset[3], v[3], rate[6], carried[3], point_vel[3];
  clear(jacp, 3 * (size_t)nv);
  clear(jacr, 3 * (size_t)nv);
  offset_in_tree(m, d, offset, point, body);
  dof_velocity(point_vel, cvel, offset);
  for (int i = last_dof(m, body); i >= 0; i = m->dof_parentid[i]) {
    dof_axis_rate(m, d, rate, i);
    if (jacp) {
      dof_velocity(v, rate, offset);
      vec3_cross(carried, d->cdof + 6 * i, point_vel);
      vec3_add(v, v, carried);
      set_column(jacp, nv, i, v);
    }
    if (jacr) set_column(jacr, nv, i, rate);
  }
}

// r = R diag(I) R' v.
static void turn_inertia(mjtNum r[3], const mjtNum R[9], const mjtNum inertia[3],
                         const mjtNum v[3]) {
  mjtNum local[3];
  mat3_tmul_vec(local, R, v);
  for (int k = 0; k < 3; k++) local[k] *= inertia[k];
  mat3_mul_vec(r, R, local);
}

void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body) {
  NEED(m, d);
  NEED_ID(body, m->nbody);
  if (!m->nv) return;
  NEED(mat);
  int nv = m->nv, end = subtree_end(m, body);
  const mjtNum* center = d->subtree_com + 3 * body;
  clear(mat, 3 * (size_t)nv);
  for (int b = body; b < end; b++) {
    mjtNum arm[3], offset[3];
    vec3_sub(arm, d->xipos + 3 * b, center);
    offset_in_tree(m, d, offset, d->xipos + 3 * b, b);
    for (int i = last_dof(m, b); i >= 0; i = m->dof_parentid[i]) {
      const mjtNum* cdof = d->cdof + 6 * i;
      mjtNum spin[3], v[3], moment[3];
      turn_inertia(spin, d->ximat + 9 * b, m->body_inertia + 3 * b, cdof);
      dof_velocity(v, cdof, offset);
      vec3_cross(moment, arm, v);
      vec3_axpy(spin, m->body_mass[b], moment);
      add_to_column(mat, nv, i, 1, spin);
    }
  }
}
