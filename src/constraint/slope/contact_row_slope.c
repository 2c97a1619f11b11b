// Contacts, as contact_motion.h knows them.  With F the force and T the torque of the rows in the
// world, U and W the relative velocities of the bodies at the position, J'f = U'F + W'T, and
// besides the turn of the axes of dofs
//   d(J'f) = U'(dt x F) + W'(dpos x F + dt x T),
//   d(J x)_k = axis_k . (dU(x) + U(x) x dt),  and with W the rows of rotation.
// The edges of a pyramid are the normal row plus and minus friction times one of the others.
#include "constraint/slope/row_slope.h"

#include <engine/base.h>
#include <engine/math.h>

#include "constraint/kinds/kind.h"
#include "constraint/slope/contact_back.h"
#include "constraint/slope/contact_blocks.h"
#include "dynamics/flex_force.h"
#include "dynamics/slope/transmission_slope.h"
#include "dynamics/actuation.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"
#include "model/flags.h"

static void column(mjtNum r[3], const mjtNum* M, int n, int k) {
  vec3_set(r, M[k], M[n + k], M[2 * n + k]);
}

static void put_column(mjtNum* M, int n, int k, const mjtNum x[3]) {
  for (int c = 0; c < 3; c++) M[c * n + k] = x[c];
}

// --- rows in the axes of the contact ------------------------------------------------------------

static int contact_rows_at(const mjData* d, int row, const mjContact* con) {
  return kind_of_type(d->efc_type[row])->contact_rows(con);
}

void rows_of_axes(const mjContact* con, int rows, int n, const mjtNum* axes, mjtNum* out) {
  if (rows == con->dim) {
    vec_copy(out, axes, rows * n);
    return;
  }
  for (int i = 0; i < rows; i++) {
    mjtNum s = i % 2 ? -con->friction[i / 2] : con->friction[i / 2];
    vec_add_scaled(out + i * n, axes, s, axes + (i / 2 + 1) * n, n);
  }
}

void axes_of_rows(const mjContact* con, int rows, int n, const mjtNum* x, mjtNum* axes) {
  if (rows == con->dim) {
    vec_add(axes, axes, x, rows * n);
    return;
  }
  for (int i = 0; i < rows; i++) {
    mjtNum s = i % 2 ? -con->friction[i / 2] : con->friction[i / 2];
    vec_add(axes, axes, x + i * n, n);
    vec_axpy(axes + (i / 2 + 1) * n, s, x + i * n, n);
  }
}

// out (dim x n) = components of U, and of W, along the axes.
static void along_axes(const mjContact* con, int n, const mjtNum* U, const mjtNum* W, mjtNum* out) {
  for (int i = 0; i < con->dim; i++) {
    const mjtNum *axis = con->frame + 3 * (i % 3), *of = i < 3 ? U : W;
    vec_scale(out + i * n, of, axis[0], n);
    vec_axpy(out + i * n, axis[1], of + n, n);
    vec_axpy(out + i * n, axis[2], of + 2 * n, n);
  }
}

// Scratch: rows x n, and per axis dim x n.
typedef struct {
  mjtNum *axes, *J, *dJ, *dpos, *Y, *wrench, *dU, *dW;
} row_scratch;

static row_scratch scratch_make(mjData* d, int n) {
  size_t k = (size_t)n;
  mjtNum* x = mj_stackAllocNum(d, 64 * k + 1);
  return (row_scratch){x,          x + 6 * k,  x + 16 * k, x + 26 * k,
                       x + 36 * k, x + 46 * k, x + 52 * k, x + 55 * k};
}

// dU, dW += derivatives of the relative velocities under `by` in the contact frame, in world axes.
static void add_rates(row_slopes* x, const contact_motion* c, const carried* by, mjtNum scale,
                      row_scratch* r) {
  if (scale == 0) return;
  contact_motion_rate(x->s->m, x->s->d, c, by, scale, r->dU, c->con->dim > 3 ? r->dW : NULL);
}

// The motion under qacc + B qvel, for the bodies and dofs of a contact only, on the stack.
static carried carried_by_both(const row_slopes* x, const contact_motion* c, mjtNum B) {
  const mjModel* m = x->s->m;
  mjtNum* body = mj_stackAllocNum(x->s->d, 6 * ((size_t)m->nbody + (size_t)m->nv));
  mjtNum* turn = body + 6 * (size_t)m->nbody;
  for (int k = 0; k < (c->ncarrier ? c->ncarrier : 2); k++) {
    int at = 6 * (c->ncarrier ? c->carrier[k] : c->e.body[k]);
    vec_add_scaled(body + at, x->acc->body + at, B, x->vel->body + at, 6);
  }
  for (int k = 0; k < c->e.n; k++) {
    int at = 6 * c->e.col[k];
    vec_add_scaled(turn + at, x->acc->turn + at, B, x->vel->turn + at, 6);
  }
  return (carried){body, turn};
}

// dJ of the rows: derivative of J (qacc + B v), with each row's B.
static void find_row_rates(row_slopes* x, const contact_motion* c, int row, int rows,
                           row_scratch* r) {
  const mjData* d = x->s->d;
  int n = c->e.n;
  mjtNum B = d->efc_KBIP[4 * row + 1];
  mjtNum friction_B = rows > 1 ? d->efc_KBIP[4 * (row + 1) + 1] : B;
  vec_zero(r->dU, 6 * n);
  carried both = carried_by_both(x, c, B);
  add_rates(x, c, &both, 1, r);
  along_axes(c->con, n, r->dU, r->dW, r->axes);
  if (friction_B != B && rows == c->con->dim) {
    // friction rows have their own damping
    mjtNum* normal = r->Y;
    vec_copy(normal, r->axes, n);
    add_rates(x, c, x->vel, friction_B - B, r);
    along_axes(c->con, n, r->dU, r->dW, r->axes);
    vec_copy(r->axes, normal, n);
  }
  rows_of_axes(c->con, rows, n, r->axes, r->dJ);
}

// wrench (6 x n, force then torque) += components along the axes (dim x n), converted to the world.
static void add_world(const mjContact* con, int n, const mjtNum* axes, mjtNum* wrench) {
  for (int i = 0; i < con->dim; i++) {
    const mjtNum* axis = con->frame + 3 * (i % 3);
    for (int k = 0; k < 3; k++) vec_axpy(wrench + (i / 3 * 3 + k) * n, axis[k], axes + i * n, n);
  }
}

int row_is_hard(const mjData* d, int row) { return d->efc_D[row] > 1e12; }

// Whether the two bodies of a contact always share its point, whatever else they do.
static int point_is_shared(const row_slopes* x, const mjContact* con) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  if (con->geom[0] < 0 || con->geom[1] < 0) return 0;
  mj_markStack(d);
  ends e = ends_make(m, d, m->geom_bodyid[con->geom[0]], con->pos, m->geom_bodyid[con->geom[1]],
                     con->pos);
  mjtNum most = 0;
  for (int i = 0; i < 3 * e.n; i++) most = fmax(most, fabs(e.U[i]));
  mj_freeStack(d);
  return most < 1e-12;
}

// Force and torque of a contact's rows in the world, plus a pull along the normal.
static void contact_wrench(const row_slopes* x, const mjContact* con, int row, mjtNum pull,
                           mjtNum F[3], mjtNum T[3]) {
  const mjData* d = x->s->d;
  mjtNum f[8] = {0};  // 6, padded to whole registers
  if (row >= 0) axes_of_rows(con, contact_rows_at(d, row, con), 1, d->efc_force + row, f);
  f[0] += pull;
  // at a point that they share it does nothing
  if (row >= 0 && row_is_hard(d, row) && point_is_shared(x, con)) vec3_zero(f);
  mat3_tmul_vec(F, con->frame, f);
  mat3_tmul_vec(T, con->frame, f + 3);
}

int rows_act(const mjData* d, int first, int rows) {
  for (int i = first; i < first + rows; i++) {
    if (d->efc_state[i] != mjCNSTRSTATE_SATISFIED) return 1;
  }
  return 0;
}

static void keep_motion(const row_slopes* x, int contact, const contact_motion* c) {
  if (!x->contact_motion) return;
  // dpos, turn and ddist are adjacent
  size_t nv = x->s->m->nv;
  mjtNum* to = x->contact_motion + (size_t)contact * 7 * nv;
  for (int i = 0; i < 7; i++) {
    for (int k = 0; k < c->e.n; k++)
      to[(size_t)i * nv + (size_t)c->e.col[k]] = c->dpos[i * c->e.n + k];
  }
}

// Add the wrenches on the bodies of a contact; where weights of carriers vary, also R += their
// effect.
static void add_wrenches(row_slopes* x, const contact_motion* c, const mjtNum F[3],
                         const mjtNum T[3]) {
  const mjModel* m = x->s->m;
  mjData* d = x->s->d;
  int n = c->e.n;
  for (int k = 0; k < (c->ncarrier ? c->ncarrier : 2); k++) {
    body_force side = {.body = c->ncarrier ? c->carrier[k] : c->e.body[k], .point = c->con->pos};
    vec3_copy(side.force, F);
    vec3_copy(side.torque, T);
    slope_add_wrench(x->s, WRENCH_PLACE, &side, c->ncarrier ? c->weight[k] : k ? 1 : -1);
    if (!c->ncarrier || mju_isZero(c->dweight + k * n, n)) continue;
    mj_markStack(d);
    mjtNum *G = mj_stackAllocNum(d, (size_t)n + 1), w[6];
    vec_zero(G, n);
    wrench_at(m, d, w, F, T, (body_point){side.body, side.point});
    for (int i = 0, dof = last_dof(m, side.body); dof >= 0; dof = m->dof_parentid[dof]) {
      for (i = 0; c->e.col[i] != dof;) i++;
      G[i] = dot6(d->cdof + 6 * dof, w);
    }
    slope_add(x->s, BY_POSITION, (slope_rows){1, n, c->e.col, G, c->dweight + k * n});
    mj_freeStack(d);
  }
}

void add_contact_with_pull(row_slopes* x, int contact, int row, contact_pull pull) {
  mjData* d = x->s->d;
  const mjContact* con = d->contact + contact;
  int rows = row >= 0 ? contact_rows_at(d, row, con) : 0, active = rows && rows_act(d, row, rows);
  int pulls = pull.force != 0 || pull.by_dist != 0;
  if (!active && !pulls && !x->contact_motion) return;
  if (x->sums && con->geom[0] >= 0 && con->geom[1] >= 0) {
    contact_load load = {.row = row, .rows = active ? rows : 0, .pull_by_dist = pull.by_dist};
    contact_wrench(x, con, row, pull.force, load.F, load.T);
    add_contact_back(x, con, &load);
    return;
  }
  if (x->blocks && active) {
    contact_wrench_now now = {.pull_by_dist = pull.by_dist};
    contact_wrench(x, con, row, pull.force, now.F, now.T);
    if (add_contact_by_motions(x, con, &now)) return;
  }
  mj_markStack(d);
  int differenced;
  contact_motion c = contact_motion_of(x->s->m, d, con, &differenced);
  x->ndifferenced += differenced;
  int n = c.e.n;
  row_scratch r = scratch_make(d, n);
  keep_motion(x, contact, &c);
  mjtNum F[3], T[3];
  contact_wrench(x, con, row, pull.force, F, T);
  add_wrenches(x, &c, F, T);
  for (int k = 0; k < n; k++) {
    mjtNum turn[3], dp[3], dF[3], dT[3], t[3];
    column(turn, c.turn, n, k);
    column(dp, c.dpos, n, k);
    vec3_cross(dF, turn, F);
    vec3_cross(dT, turn, T);
    vec3_cross(t, dp, F);
    vec3_add(dT, dT, t);
    vec3_axpy(dF, pull.by_dist * c.ddist[k], con->frame);
    put_column(r.wrench, n, k, dF);
    put_column(r.wrench + 3 * n, n, k, dT);
  }
  if (active) {
    find_row_rates(x, &c, row, rows, &r);
    along_axes(con, n, c.e.U, c.e.W, r.axes);
    rows_of_axes(con, rows, n, r.axes, r.J);
    // the residual of all rows, except elliptic friction rows, is the distance; the impedance of
    // all rows depends on it
    vec_zero(r.dpos, rows * n);
    for (int i = 0; i < rows; i++) {
      if (i == 0 || rows != con->dim) vec_copy(r.dpos + i * n, c.ddist, n);
    }
    row_group g = {row, rows, n, c.e.col, r.J, r.dJ, r.dpos, c.ddist, c.dlogD};
    row_response(d, &g, r.Y);
    keep_response(x, &g, r.Y);
    vec_zero(r.axes, con->dim * n);
    axes_of_rows(con, rows, n, r.Y, r.axes);
    add_world(con, n, r.axes, r.wrench);
    // derivative by velocity
    for (int i = 0; i < rows; i++) {
      vec_scale(r.dJ + i * n, r.J + i * n, -d->efc_KBIP[4 * (row + i) + 1], n);
    }
    weigh_rows(d, row, rows, n, r.dJ, r.Y);
    slope_add(x->s, BY_VELOCITY, (slope_rows){rows, n, c.e.col, r.J, r.Y});
  }
  // U and W are adjacent
  slope_add(x->s, BY_POSITION, (slope_rows){6, n, c.e.col, c.e.U, r.wrench});
  mj_freeStack(d);
}

// --- adhesion -----------------------------------------------------------------------------------

static int adheres(const mjModel* m, const mjContact* con, int body) {
  if (con->geom[0] < 0 || con->geom[1] < 0) return 0;
  if (m->geom_bodyid[con->geom[0]] != body && m->geom_bodyid[con->geom[1]] != body) return 0;
  return con->exclude == 1 || (con->exclude == 0 && con->efc_address >= 0);
}

// Total force of the adhesion actuators on a contact; the moment of each is minus the mean normal
// of all contacts of its body.
static mjtNum adhesion_at(const row_slopes* x, const mjContact* con) {
  const mjModel* m = x->s->m;
  const mjData* d = x->s->d;
  mjtNum sum = 0;
  if (mjDISABLED(mjDSBL_ACTUATION) || !x->adhesion) return 0;
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_trntype[i] != mjTRN_BODY || d->actuator_force[i] == 0) continue;
    int body = m->actuator_trnid[2 * i], count = 0;
    if (!adheres(m, con, body)) continue;
    for (int c = 0; c < d->ncon; c++) count += adheres(m, d->contact + c, body);
    sum -= d->actuator_force[i] / count;
  }
  return sum;
}

void add_contact_slope(row_slopes* x, int row) {
  const mjData* d = x->s->d;
  int contact = d->efc_id[row];
  const mjContact* con = d->contact + contact;
  add_contact_with_pull(x, contact, row, (contact_pull){adhesion_at(x, con), 0});
}

// Contacts in the gap, and passive contacts of flexes, have no rows.
void add_rowless_contacts(row_slopes* x) {
  const mjModel* m = x->s->m;
  const mjData* d = x->s->d;
  int passive = !mjDISABLED(mjDSBL_SPRING) || !mjDISABLED(mjDSBL_DAMPER);
  for (int c = 0; c < d->ncon; c++) {
    const mjContact* con = d->contact + c;
    contact_pull pull = {0, 0};
    if (con->exclude == 1) pull.force = adhesion_at(x, con);
    if (con->exclude == PASSIVE_CONTACT && passive) {
      mjtNum stiffness = passive_contact_stiffness(m, d, con);
      pull = (contact_pull){-stiffness * con->dist, -stiffness};
    }
    if (pull.force != 0 || (x->contact_motion && con->exclude == 1)) {
      add_contact_with_pull(x, c, -1, pull);
    }
  }
}
