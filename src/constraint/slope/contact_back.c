// The motion of a contact is that of contact_motion.h: position dpos, turn of the frame t, normal
// dn and distance, from the motions (w_0, u_0), (w_1, u_1) of the bodies at its position and the
// twist z of 1 relative to 0.  Covectors go back the same way:
//   alpha . t + beta . dpos + gamma ddist.
// With U and W the relative velocities under lambda, F and T force and torque of the rows,
//   U . (t x F + by_dist ddist n) + W . (t x T + dpos x F),
// and with g = W J lambda over the rows and h their components along the axes, of -g for qacc and
// -B g for qvel, which make Hl and Ha in the world,
//   Hl . dU + Ha . dW - sum g (K imp dpos + K P away ddist) + (J lambda) gain ddist,
// where dU and dW of a motion that carries the bodies with (w_s, u_s) are (see ends.h)
//   dU = sum +-(w_k x u_s - w_s x u_k + turn_k) + dw x dpos + du x t,   dW = sum +-(w_k x w_s +
//   turn_k) + dw x t.
#include "constraint/slope/contact_back.h"

#include <engine/base.h>

#include "collision/contact_slope.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"

contact_sums* contact_sums_open(const mjModel* m, mjData* d) {
  size_t n = 6 * (size_t)m->nbody;
  mjtNum* x = mj_stackAllocNum(d, 3 * n);
  vec_zero(x, 3 * (int)n);
  contact_sums* sums = mj_stackAllocByte(d, sizeof *sums, sizeof(void*));
  *sums = (contact_sums){x, x + n, x + 2 * n, 0};
  return sums;
}

// Velocities at the position of a contact: of each side, and relative.
typedef struct {
  mjtNum w[2][3], u[2][3], dw[3], du[3];
} side_velocities;

static side_velocities velocities_of(const row_slopes* x, const mjContact* con, const int body[2],
                                     const carried* by) {
  side_velocities v;
  for (int side = 0; side < 2; side++) {
    const mjtNum* V = by->body + 6 * (size_t)body[side];
    mjtNum arm[3];
    vec3_sub(arm, con->pos, x->s->d->subtree_com + 3 * x->s->m->body_rootid[body[side]]);
    vec3_copy(v.w[side], V);
    dof_velocity(v.u[side], V, arm);
  }
  vec3_sub(v.dw, v.w[1], v.w[0]);
  vec3_sub(v.du, v.u[1], v.u[0]);
  return v;
}

// r += a x b
static void add_cross(mjtNum r[3], const mjtNum a[3], const mjtNum b[3]) {
  mjtNum t[3];
  vec3_cross(t, a, b);
  vec3_add(r, r, t);
}

// Covectors of the motion of a contact and of its sides.
typedef struct {
  mjtNum alpha[3], beta[3], gamma;
  mjtNum w[2][3], u[2][3];
} motion_bar;

// What a motion of the bodies has in the rows: forces Hl and torques Ha along it.
static void add_rate_back(const side_velocities* v, const mjtNum Hl[3], const mjtNum Ha[3],
                          motion_bar* bar) {
  add_cross(bar->alpha, Hl, v->du);
  add_cross(bar->alpha, Ha, v->dw);
  add_cross(bar->beta, Hl, v->dw);
  for (int side = 0; side < 2; side++) {
    mjtNum w[3] = {0}, u[3];
    add_cross(w, v->u[side], Hl);
    add_cross(w, v->w[side], Ha);
    vec3_cross(u, Hl, v->w[side]);
    vec3_axpy(bar->w[side], side ? 1 : -1, w);
    vec3_axpy(bar->u[side], side ? -1 : 1, u);
  }
}

// From the motion of the contact to that of its sides.
static void pull_motion(row_slopes* x, const mjContact* con, motion_bar* bar) {
  const mjModel* m = x->s->m;
  contact_slope g;
  mjtNum hint[3], zeta[6], delta[3], t[3];
  const mjtNum *n = con->frame, *t2 = con->frame + 6;
  int turns;
  contact_slope_of(m, x->s->d, con, &g);
  x->ndifferenced += g.differenced;
  contact_hint(m, x->s->d, con, hint, &turns);
  mjtNum along = vec3_dot(n, hint), across = sqrt(fmax(mjMINVAL, 1 - along * along));
  mjtNum spin = vec3_dot(bar->alpha, n) / across;
  vec3_cross(delta, bar->alpha, n);
  vec3_axpy(delta, -spin * along, t2);
  if (turns) {
    vec3_cross(t, hint, t2);
    vec3_axpy(bar->w[1], spin, t);
  }
  vec3_scale(t, delta, g.turns);
  vec3_axpy(t, g.lead, bar->beta);
  add_cross(bar->w[0], n, t);
  vec3_add(bar->u[0], bar->u[0], bar->beta);
  for (int k = 0; k < 6; k++) zeta[k] = bar->gamma * g.dist[k];
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 6; k++) {
      zeta[k] += delta[c] * g.normal[6 * c + k] + bar->beta[c] * g.pos[6 * c + k];
    }
  }
  for (int side = 0; side < 2; side++) {
    vec3_axpy(bar->w[side], side ? 1 : -1, zeta);
    vec3_axpy(bar->u[side], side ? 1 : -1, zeta + 3);
  }
}

// to += a wrench at the contact's position.
static void add_wrench_at(const row_slopes* x, const mjContact* con, int body, mjtNum scale,
                          const mjtNum force[3], const mjtNum torque[3], mjtNum* to) {
  mjtNum w[6];
  wrench_at(x->s->m, x->s->d, w, force, torque, (body_point){body, con->pos});
  axpy6_fresh(to + 6 * (size_t)body, scale, w);
}

// The world's force Hl and torque Ha of components along the axes.
static void to_world(const mjContact* con, const mjtNum axes[6], mjtNum Hl[3], mjtNum Ha[3]) {
  mat3_tmul_vec(Hl, con->frame, axes);
  mat3_tmul_vec(Ha, con->frame, axes + 3);
}

static void add_rows_back(row_slopes* x, const mjContact* con, const contact_load* load,
                          const int body[2], const side_velocities* left, motion_bar* bar) {
  const mjData* d = x->s->d;
  int row = load->row, rows = load->rows;
  // 6 and room for whole registers
  mjtNum axes[2][8] = {{0}}, J[10], g[10], minus[10];
  for (int i = 0; i < con->dim; i++) {
    axes[0][i] = vec3_dot(con->frame + 3 * (i % 3), i < 3 ? left->du : left->dw);
  }
  rows_of_axes(con, rows, 1, axes[0], J);
  weigh_rows(d, row, rows, 1, J, g);
  vec_zero(axes[0], 8);
  for (int i = 0; i < rows; i++) {
    const mjtNum* kbip = d->efc_KBIP + 4 * (row + i);
    mjtNum away = d->efc_pos[row + i] - d->efc_margin[row + i];
    mjtNum residual = i == 0 || rows != con->dim ? kbip[2] : 0;
    bar->gamma += J[i] * gain_of_regulariser(d, row + i);
    bar->gamma -= g[i] * kbip[0] * (residual + kbip[3] * away);
    minus[i] = -g[i];
    g[i] *= -kbip[1];
  }
  const carried* by[2] = {x->acc, x->vel};
  mjtNum* sums[2] = {x->sums->by_acc, x->sums->by_vel};
  axes_of_rows(con, rows, 1, minus, axes[0]);
  axes_of_rows(con, rows, 1, g, axes[1]);
  for (int k = 0; k < 2; k++) {
    mjtNum Hl[3], Ha[3];
    to_world(con, axes[k], Hl, Ha);
    side_velocities v = velocities_of(x, con, body, by[k]);
    add_rate_back(&v, Hl, Ha, bar);
    for (int side = 0; side < 2; side++) {
      add_wrench_at(x, con, body[side], side ? 1 : -1, Hl, Ha, sums[k]);
    }
  }
}

void add_contact_back(row_slopes* x, const mjContact* con, const contact_load* load) {
  const mjModel* m = x->s->m;
  const int body[2] = {m->geom_bodyid[con->geom[0]], m->geom_bodyid[con->geom[1]]};
  side_velocities left = velocities_of(x, con, body, &x->s->carries_left);
  motion_bar bar = {.gamma = load->pull_by_dist * vec3_dot(left.du, con->frame)};
  add_cross(bar.alpha, load->F, left.du);
  add_cross(bar.alpha, load->T, left.dw);
  add_cross(bar.beta, load->F, left.dw);
  if (load->rows) add_rows_back(x, con, load, body, &left, &bar);
  pull_motion(x, con, &bar);
  for (int side = 0; side < 2; side++) {
    body_force f = {.body = body[side], .point = con->pos};
    vec3_copy(f.force, load->F);
    vec3_copy(f.torque, load->T);
    slope_add_wrench(x->s, WRENCH_PLACE, &f, side ? 1 : -1);
    add_wrench_at(x, con, body[side], 1, bar.u[side], bar.w[side], x->sums->moved);
  }
  x->sums->any = 1;
}

void contact_sums_close(row_slopes* x) {
  const mjModel* m = x->s->m;
  const mjData* d = x->s->d;
  contact_sums* sums = x->sums;
  if (!sums || !sums->any) return;
  for (int b = m->nbody - 1; b > 0; b--) {
    size_t to = 6 * (size_t)m->body_parentid[b], from = 6 * (size_t)b;
    if (!to) continue;
    add6(sums->moved + to, sums->moved + from);
    add6(sums->by_acc + to, sums->by_acc + from);
    add6(sums->by_vel + to, sums->by_vel + from);
  }
  for (int j = 0; j < m->nv; j++) {
    size_t b = 6 * (size_t)m->dof_bodyid[j], at = 6 * (size_t)j;
    x->s->qbar[j] += dot6(d->cdof + at, sums->moved + b) +
                     dot6(x->acc->turn + at, sums->by_acc + b) +
                     dot6(x->vel->turn + at, sums->by_vel + b);
    x->s->vbar[j] += dot6(d->cdof + at, sums->by_vel + b);
  }
}
