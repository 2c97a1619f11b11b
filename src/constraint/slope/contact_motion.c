// The position moves by dpos and the frame turns by dt (d axis = dt x axis) with the dofs:
//   dt = n x dn + s n,  s = (t2 . dc - (n . c)(t2 . dn)) / sqrt(1 - (n . c)^2)
// with c the direction that the tangents are made from, and t2 the second of them.
//
// Bodies b that carry a side with a flex have weights w_b, with which their velocities at the
// position add up to that of the side: U = sum w_b U_b, dU = sum w_b dU_b + dw_b U_b.
#include "constraint/slope/contact_motion.h"

#include <engine/base.h>

#include "collision/contact_slope.h"
#include "collision/flex_contact_slope.h"
#include "kinematics/contact_side.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"

static void column(mjtNum r[3], const mjtNum* M, int n, int k) {
  vec3_set(r, M[k], M[n + k], M[2 * n + k]);
}

static void put_column(mjtNum* M, int n, int k, const mjtNum x[3]) {
  for (int c = 0; c < 3; c++) M[c * n + k] = x[c];
}

static void add_column(mjtNum* M, int n, int k, mjtNum s, const mjtNum x[3]) {
  for (int c = 0; c < 3; c++) M[c * n + k] += s * x[c];
}

static void motion_room(mjData* d, contact_motion* c) {
  int n = c->e.n;
  c->dpos = mj_stackAllocNum(d, 7 * (size_t)n + 1);
  c->turn = c->dpos + 3 * n;
  c->ddist = c->turn + 3 * n;
}

hint_direction hint_of(const mjModel* m, const mjData* d, const mjContact* con) {
  hint_direction h;
  contact_hint(m, d, con, h.c, &h.turns);
  h.along = vec3_dot(con->frame, h.c);
  h.across = sqrt(fmax(mjMINVAL, 1 - h.along * h.along));
  return h;
}

void turn_of_frame(const hint_direction* h, const mjContact* con, const mjtNum dn[3],
                   const mjtNum w2[3], mjtNum turn[3]) {
  const mjtNum* t2 = con->frame + 6;
  mjtNum spin = -h->along * vec3_dot(t2, dn), t[3];
  if (h->turns) {
    vec3_cross(t, w2, h->c);
    spin += vec3_dot(t2, t);
  }
  vec3_cross(turn, con->frame, dn);
  vec3_axpy(turn, spin / h->across, con->frame);
}

// --- geoms --------------------------------------------------------------------------------------

static contact_motion motion_of_geoms(const mjModel* m, mjData* d, const mjContact* con,
                                      int* differenced) {
  contact_motion c = {.con = con};
  c.e = ends_make(m, d, m->geom_bodyid[con->geom[0]], con->pos, m->geom_bodyid[con->geom[1]],
                  con->pos);
  motion_room(d, &c);
  int n = c.e.n;
  contact_slope g;
  contact_slope_of(m, d, con, &g);
  *differenced = g.differenced;
  hint_direction hint = hint_of(m, d, con);
  for (int k = 0; k < n; k++) {
    mjtNum z[6], u0[3], w0[3], w2[3], dp[3], dn[3], turn[3];
    column(z, c.e.W, n, k);
    column(z + 3, c.e.U, n, k);
    column(u0, c.e.U0, n, k);
    column(w0, c.e.W0, n, k);
    vec3_cross(dn, w0, con->frame);
    for (int i = 0; i < 3; i++) {
      dp[i] = u0[i] + g.lead * dn[i] + dot6(g.pos + 6 * i, z);
      dn[i] = g.turns * dn[i] + dot6(g.normal + 6 * i, z);
    }
    vec3_add(w2, w0, z);
    turn_of_frame(&hint, con, dn, w2, turn);
    put_column(c.dpos, n, k, dp);
    put_column(c.turn, n, k, turn);
    c.ddist[k] = dot6(g.dist, z);
  }
  return c;
}

// --- flexes -------------------------------------------------------------------------------------

static void arm_of(const mjModel* m, const mjData* d, int body, const mjtNum x[3], mjtNum arm[3]) {
  vec3_sub(arm, x, d->subtree_com + 3 * m->body_rootid[body]);
}

static void find_carriers(const mjModel* m, mjData* d, contact_motion* c) {
  contact_side side[2];
  for (int k = 0; k < 2; k++) contact_side_bodies(m, d, c->con, k, side + k);
  c->ncarrier = side[0].n + side[1].n;
  c->carrier = mj_stackAllocInt(d, (size_t)c->ncarrier + 1);
  c->weight = mj_stackAllocNum(d, (size_t)c->ncarrier + 1);
  for (int k = 0, n = 0; k < 2; k++) {
    for (int i = 0; i < side[k].n; i++, n++) {
      c->carrier[n] = side[k].body[i];
      c->weight[n] = k ? side[k].weight[i] : -side[k].weight[i];
    }
  }
}

// U and W over all carrier bodies.
static void find_relative_motion(const mjModel* m, const mjData* d, contact_motion* c) {
  ends* e = &c->e;
  for (int i = 0; i < c->ncarrier; i++) {
    mjtNum arm[3], u[3];
    arm_of(m, d, c->carrier[i], c->con->pos, arm);
    for (int dof = last_dof(m, c->carrier[i]); dof >= 0; dof = m->dof_parentid[dof]) {
      const mjtNum* S = d->cdof + 6 * dof;
      int k = place_in(e->col, dof);
      dof_velocity(u, S, arm);
      add_column(e->U, e->n, k, c->weight[i], u);
      add_column(e->W, e->n, k, c->weight[i], S);
    }
  }
}

// Jacobians of the points relative to the geom (3 points x n); U0, W0 become those of the geom at
// the contact position.
static void find_points_motion(const mjModel* m, const mjData* d, contact_motion* c,
                               const flex_contact_slope* g, mjtNum* points) {
  ends* e = &c->e;
  int n = e->n;
  mjtNum arm[3], u[3];
  for (int i = 0; i < g->n; i++) {
    arm_of(m, d, g->body[i], g->x[i], arm);
    for (int dof = last_dof(m, g->body[i]); dof >= 0; dof = m->dof_parentid[dof]) {
      dof_velocity(u, d->cdof + 6 * dof, arm);
      add_column(points + 3 * i * n, n, place_in(e->col, dof), 1, u);
    }
  }
  if (c->con->geom[0] < 0) return;
  int body = m->geom_bodyid[c->con->geom[0]];
  arm_of(m, d, body, c->con->pos, arm);
  for (int dof = last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
    const mjtNum* S = d->cdof + 6 * dof;
    int k = place_in(e->col, dof);
    dof_velocity(u, S, arm);
    put_column(e->U0, n, k, u);
    put_column(e->W0, n, k, S);
    for (int i = 0; i < g->n; i++) {
      mjtNum off[3], v[3];
      vec3_sub(off, g->x[i], c->con->pos);
      vec3_cross(v, S, off);
      vec3_add(v, v, u);
      add_column(points + 3 * i * n, n, k, -1, v);
    }
  }
}

// Derivative of the first row's inverse weight, a sum over carriers (see contact_rows.c).
static void find_stiffness_slope(const mjModel* m, const mjData* d, contact_motion* c) {
  mjtNum sum = 0;
  int n = c->e.n, at = 0;
  vec_zero(c->dlogD, n);
  for (int k = 0; k < 2; k++) {
    contact_side side;
    contact_side_bodies(m, d, c->con, k, &side);
    int flex = c->con->flex[k], first = flex >= 0 && m->flex_interp[flex] ? side.last : 0;
    for (int i = first; i < side.n; i++) {
      mjtNum inverse = m->body_invweight0[2 * side.body[i]];
      sum += side.weight[i] * inverse;
      vec_axpy(c->dlogD, k ? -inverse : inverse, c->dweight + (at + i) * n, n);
    }
    at += side.n;
  }
  vec_scale(c->dlogD, c->dlogD, 1 / fmax(mjMINVAL, sum), n);
}

static contact_motion motion_of_flexes(const mjModel* m, mjData* d, const mjContact* con) {
  contact_motion c = {.con = con};
  flex_contact_slope g;
  flex_contact_slope_of(m, d, con, &g);
  find_carriers(m, d, &c);
  c.e.col = mj_stackAllocInt(d, (size_t)m->nv + 1);
  for (int i = 0; i < c.ncarrier; i++) c.e.n = chain_add(m, c.carrier[i], c.e.col, c.e.n);
  for (int i = 0; i < g.n; i++) c.e.n = chain_add(m, g.body[i], c.e.col, c.e.n);
  int n = c.e.n, width = 3 * g.n;
  c.e.U = mj_stackAllocNum(d, 12 * (size_t)n + 1);
  vec_zero(c.e.U, 12 * n);
  c.e.W = c.e.U + 3 * n;
  c.e.U0 = c.e.W + 3 * n;
  c.e.W0 = c.e.U0 + 3 * n;
  c.e.point[0] = c.e.point[1] = con->pos;
  motion_room(d, &c);
  c.dweight = mj_stackAllocNum(d, (size_t)(c.ncarrier + 1) * (size_t)n + 1);
  c.dlogD = c.dweight + c.ncarrier * n;
  find_relative_motion(m, d, &c);
  mj_markStack(d);
  mjtNum* points = mj_stackAllocNum(d, (size_t)(width + g.rows) * (size_t)n + 1);
  mjtNum* change = points + width * n;
  vec_zero(points, (width + g.rows) * n);
  find_points_motion(m, d, &c, &g, points);
  for (int r = 0; r < g.rows; r++) {
    for (int i = 0; i < width; i++) {
      vec_axpy(change + r * n, g.slope[r * width + i], points + i * n, n);
    }
  }
  hint_direction hint = hint_of(m, d, con);
  for (int k = 0; k < n; k++) {
    mjtNum w0[3], dp[3], dn[3], moved[3], turn[3];
    column(w0, c.e.W0, n, k);
    column(dp, c.e.U0, n, k);
    column(moved, change + FLEX_POS * n, n, k);
    vec3_add(dp, dp, moved);
    vec3_cross(dn, w0, con->frame);
    column(moved, change + FLEX_NORMAL * n, n, k);
    vec3_add(dn, dn, moved);
    turn_of_frame(&hint, con, dn, w0, turn);
    put_column(c.dpos, n, k, dp);
    put_column(c.turn, n, k, turn);
    c.ddist[k] = change[FLEX_DIST * n + k];
  }
  for (int i = 0; i < c.ncarrier; i++) {
    vec_scale(c.dweight + i * n, change + (FLEX_WEIGHTS + i) * n, c.weight[i] < 0 ? -1 : 1, n);
  }
  mj_freeStack(d);
  find_stiffness_slope(m, d, &c);
  return c;
}

contact_motion contact_motion_of(const mjModel* m, mjData* d, const mjContact* con,
                                 int* differenced) {
  if (con->geom[0] >= 0 && con->geom[1] >= 0) return motion_of_geoms(m, d, con, differenced);
  *differenced = 1;
  return motion_of_flexes(m, d, con);
}

// --- rates --------------------------------------------------------------------------------------

// Sum over all carriers of their contributions to du, dw.
static void carriers_rate(const mjModel* m, const mjData* d, const contact_motion* c,
                          const carried* x, mjtNum scale, mjtNum* dU, mjtNum* dW, mjtNum du[3],
                          mjtNum dw[3]) {
  int n = c->e.n;
  vec3_zero(du);
  vec3_zero(dw);
  for (int i = 0; i < c->ncarrier; i++) {
    const mjtNum* V = x->body + 6 * c->carrier[i];
    mjtNum arm[3], u[3], t[3], v[3], s = scale * c->weight[i];
    arm_of(m, d, c->carrier[i], c->con->pos, arm);
    dof_velocity(u, V, arm);
    vec3_axpy(du, c->weight[i], u);
    vec3_axpy(dw, c->weight[i], V);
    for (int dof = last_dof(m, c->carrier[i]); dof >= 0; dof = m->dof_parentid[dof]) {
      const mjtNum *S = d->cdof + 6 * dof, *turn = x->turn + 6 * dof;
      int k = place_in(c->e.col, dof);
      vec3_cross(t, S, u);
      dof_velocity(v, turn, arm);
      vec3_add(t, t, v);
      dof_velocity(v, S, arm);
      vec3_cross(v, V, v);
      vec3_sub(t, t, v);
      add_column(dU, n, k, s, t);
      if (!dW) continue;
      vec3_cross(t, S, V);
      vec3_add(t, t, turn);
      add_column(dW, n, k, s, t);
    }
    for (int k = 0; k < n; k++) {
      mjtNum dp[3], change = scale * c->dweight[i * n + k];
      column(dp, c->dpos, n, k);
      vec3_cross(t, V, dp);
      add_column(dU, n, k, s, t);
      add_column(dU, n, k, change, u);
      if (dW) add_column(dW, n, k, change, V);
    }
  }
}

void contact_motion_rate(const mjModel* m, mjData* d, const contact_motion* c, const carried* x,
                         mjtNum scale, mjtNum* dU, mjtNum* dW) {
  int n = c->e.n;
  ends_velocity v;
  if (c->ncarrier) {
    carriers_rate(m, d, c, x, scale, dU, dW, v.du, v.dw);
  } else {
    ends_rate(m, d, &c->e, x, (ends_sum){scale, c->dpos, dU, dW});
    ends_velocity_of(m, d, &c->e, x, &v);
  }
  for (int k = 0; k < n; k++) {
    mjtNum t[3], u[3];
    column(t, c->turn, n, k);
    vec3_cross(u, v.du, t);
    add_column(dU, n, k, scale, u);
    if (!dW) continue;
    vec3_cross(u, v.dw, t);
    add_column(dW, n, k, scale, u);
  }
}
