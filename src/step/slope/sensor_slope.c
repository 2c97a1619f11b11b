// Derivatives of sensors: each column is one central difference of the sensor functions alone,
// along the exact tangent of everything they depend on.  Positions, velocities, activations and
// controls are perturbed; the acceleration, row forces and contacts are changed according to their
// derivatives.  Neither solver nor collision detection runs, and the quantities that sensors read
// change almost linearly.
#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/step.h>

#include "constraint/kinds/kind.h"
#include "constraint/slope/row_slope.h"
#include "dynamics/slope/tendon_slope.h"
#include "kinematics/tendon.h"
#include "math/dense.h"
#include "math/quat.h"
#include "model/flags.h"
#include "model/joint_type.h"
#include "step/slope/step_slope.h"

// The kind of input that a column belongs to.
typedef enum { OF_POSITION, OF_VELOCITY, OF_ACTIVATION, OF_CONTROL } column_kind;

// Tangent of a column: changes of acceleration and row forces.
typedef struct {
  column_kind kind;
  int i;          // index of the dof, activation or control
  mjtNum* acc;    // nv
  mjtNum* force;  // nefc
} tangent;

// The point of differentiation, and values to be restored.
typedef struct {
  step_slope* w;
  mjtNum *qpos, *qacc, *force, *pos, *sensor, *energy;
  mjContact* contact;
  mjtNum *plus, *minus;  // sensordata
  mjtNum *unit, *Jx;     // nv, nefc
  int early_velocity;    // a sensor of the position stage reads velocities: the kinetic energy
  int searches;          // one finds the distance of two geoms
} sensor_prober;

static const mjtNum eps = 1e-6;  // half of the digits for the nudge, half for the quotient

static int reads_position(column_kind kind) { return kind == OF_POSITION; }
static int reads_velocity(column_kind kind) { return kind <= OF_VELOCITY; }

// Turn the frame by a small rotation vector, to second order.
static void turn_frame(mjtNum frame[9], const mjtNum turn[3]) {
  mjtNum angle = vec3_norm(turn), axis[3], quat[4], mat[9], turned[9];
  if (angle == 0) return;
  vec3_copy(axis, turn);
  vec3_normalize(axis);
  mju_axisAngle2Quat(quat, axis, angle);
  mju_quat2Mat(mat, quat);
  for (int k = 0; k < 3; k++) mat3_mul_vec(turned + 3 * k, mat, frame + 3 * k);
  mat3_copy(frame, turned);
}

static void nudge_contacts(const sensor_prober* p, int dof, mjtNum s) {
  const mjModel* m = p->w->m;
  mjData* d = p->w->d;
  size_t nv = m->nv;
  for (int c = 0; c < d->ncon; c++) {
    const mjtNum* motion = p->w->contact_motion + (size_t)c * 7 * nv + (size_t)dof;
    mjContact* con = d->contact + c;
    mjtNum turn[3];
    for (int k = 0; k < 3; k++) {
      con->pos[k] += s * motion[(size_t)k * nv];
      turn[k] = s * motion[(size_t)(3 + k) * nv];
    }
    turn_frame(con->frame, turn);
    con->dist += s * motion[6 * nv];
  }
}

// The lengths of fixed tendons of balls move otherwise than their Jacobian says.
static void correct_limits_of_balls(const mjModel* m, mjData* d, const mjtNum* unit) {
  for (int i = d->ne + d->nf; i < d->ne + d->nf + d->nl; i++) {
    int t = d->efc_id[i];
    if (d->efc_type[i] != mjCNSTR_LIMIT_TENDON || !tendon_of_balls(m, t)) continue;
    mj_markStack(d);
    mjtNum to_lower = fabs(d->efc_pos[i] - (d->ten_length[t] - m->tendon_range[2 * t]));
    mjtNum to_upper = fabs(d->efc_pos[i] - (m->tendon_range[2 * t + 1] - d->ten_length[t]));
    mjtNum moved = sparse_row_dot(tendon_gradient(m, d, t), unit) -
                   sparse_row_dot(tendon_vector(m, d, t), unit);
    d->efc_pos[i] += to_lower < to_upper ? moved : -moved;
    mj_freeStack(d);
  }
}

// Rows of limits: their residuals move with their Jacobian.
static void nudge_limits(const sensor_prober* p, int dof, mjtNum s) {
  const mjModel* m = p->w->m;
  mjData* d = p->w->d;
  vec_zero(p->unit, m->nv);
  p->unit[dof] = s;
  mj_mulJacVec(m, d, p->Jx, p->unit);
  int first = d->ne + d->nf;
  vec_add(d->efc_pos + first, d->efc_pos + first, p->Jx + first, d->nl);
  correct_limits_of_balls(m, d, p->unit);
}

// The velocity of a ball's limit is that about its axis, turning towards it.
static mjtNum ball_limit_velocity(const mjModel* m, const mjData* d, int joint) {
  mjtNum quat[4], axis[3];
  quat_copy(quat, d->qpos + m->jnt_qposadr[joint]);
  quat_normalize(quat);
  vec3_copy(axis, quat + 1);
  vec3_normalize(axis);
  mjtNum speed = vec3_dot(axis, d->qvel + m->jnt_dofadr[joint]);
  return quat[0] < 0 ? speed : -speed;
}

// Velocities of limits whose Jacobian has moved: of balls, and of tendons that of the tendon.
static void update_limit_velocities(const mjModel* m, mjData* d) {
  for (int i = d->ne + d->nf; i < d->ne + d->nf + d->nl; i++) {
    int t = d->efc_id[i];
    if (kind_of_type(d->efc_type[i])->object == mjOBJ_JOINT) {
      if (!joint_is_scalar(m->jnt_type[t])) d->efc_vel[i] = ball_limit_velocity(m, d, t);
      continue;
    }
    int lower = fabs(d->efc_pos[i] - (d->ten_length[t] - m->tendon_range[2 * t])) <
                fabs(d->efc_pos[i] - (m->tendon_range[2 * t + 1] - d->ten_length[t]));
    d->efc_vel[i] = lower ? d->ten_velocity[t] : -d->ten_velocity[t];
  }
}

// The sensors at a nudge of size s along t; kind says what is to be computed again.
static void evaluate(const sensor_prober* p, const tangent* t, mjtNum s) {
  const mjModel* m = p->w->m;
  mjData* d = p->w->d;
  mjtNum keep_v = 0;
  if (t->kind == OF_POSITION && s != 0) {
    vec_zero(p->unit, m->nv);
    p->unit[t->i] = 1;
    mj_integratePos(m, d->qpos, p->unit, s);
    nudge_contacts(p, t->i, s);
    if (d->nefc) nudge_limits(p, t->i, s);
  }
  mjtNum* plain = t->kind == OF_VELOCITY     ? d->qvel + t->i
                  : t->kind == OF_ACTIVATION ? d->act + t->i
                  : t->kind == OF_CONTROL    ? d->ctrl + t->i
                                             : NULL;
  if (plain) {
    keep_v = *plain;
    *plain += s;
  }
  vec_axpy(d->qacc, s, t->acc, m->nv);
  if (d->nefc) vec_axpy(d->efc_force, s, t->force, d->nefc);
  if (reads_position(t->kind)) {
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_camlight(m, d);
    mj_tendon(m, d);
    mj_makeM(m, d);
    mj_transmission(m, d);
  }
  if (reads_position(t->kind) || (t->kind == OF_VELOCITY && p->early_velocity)) mj_sensorPos(m, d);
  if (reads_velocity(t->kind)) {
    mj_fwdVelocity(m, d);
    if (reads_position(t->kind)) update_limit_velocities(m, d);
    mj_sensorVel(m, d);
  }
  mj_fwdActuation(m, d);
  mj_sensorAcc(m, d);
  if (plain) *plain = keep_v;
}

// What a nudge has changed, but for what stages compute.
static void restore(const sensor_prober* p) {
  const mjModel* m = p->w->m;
  mjData* d = p->w->d;
  vec_copy(d->qpos, p->qpos, m->nq);
  vec_copy(d->qacc, p->qacc, m->nv);
  if (d->nefc) {
    vec_copy(d->efc_force, p->force, d->nefc);
    vec_copy(d->efc_pos, p->pos, d->nefc);
  }
  for (int c = 0; c < d->ncon; c++) d->contact[c] = p->contact[c];
}

// sides: whether the nudge may go forward (1), backward (2).
static void difference(const sensor_prober* p, const tangent* t, int sides, mjtNum* M, int width,
                       int col) {
  const mjModel* m = p->w->m;
  mjData* d = p->w->d;
  if (!M || !sides) return;
  mjtNum distance = 0;
  vec_copy(p->plus, p->sensor, m->nsensordata);
  vec_copy(p->minus, p->sensor, m->nsensordata);
  for (int side = 1; side <= 2; side++) {
    if (!(sides & side)) continue;
    evaluate(p, t, side == 1 ? eps : -eps);
    vec_copy(side == 1 ? p->plus : p->minus, d->sensordata, m->nsensordata);
    restore(p);
    distance += eps;
  }
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == mjSENS_INSIDESITE) continue;  // 0 or 1, with a derivative of 0
    for (int k = m->sensor_adr[i]; k < m->sensor_adr[i] + m->sensor_dim[i]; k++)
      M[(size_t)k * (size_t)width + (size_t)col] = (p->plus[k] - p->minus[k]) / distance;
  }
}

static int finds_distance(int type) {
  return type == mjSENS_GEOMDIST || type == mjSENS_GEOMNORMAL || type == mjSENS_GEOMFROMTO;
}

// (x(s) - x(-s)) / 2s of all sensors, to out.
static void quotient(const sensor_prober* p, const tangent* t, mjtNum s, mjtNum* out) {
  const mjModel* m = p->w->m;
  mjData* d = p->w->d;
  evaluate(p, t, s);
  vec_copy(out, d->sensordata, m->nsensordata);
  restore(p);
  evaluate(p, t, -s);
  vec_sub(out, out, d->sensordata, m->nsensordata);
  restore(p);
  vec_scale(out, out, 0.5 / s, m->nsensordata);
}

// How far quotients of a sensor are apart.
static mjtNum apart_in(const mjModel* m, int sensor, const mjtNum* a, const mjtNum* b) {
  mjtNum most = 0;
  int first = m->sensor_adr[sensor];
  for (int k = first; k < first + m->sensor_dim[sensor]; k++) most = fmax(most, fabs(a[k] - b[k]));
  return most;
}

// Sensors of distance search, with errors that a small nudge enlarges.  Where two large ones agree
// better among themselves than with it, they count, the error of second order taken out; of larger
// ones those that agree best.
static void difference_distances(const sensor_prober* p, const tangent* t, mjtNum* M, int col) {
  const mjModel* m = p->w->m;
  mjData* d = p->w->d;
  size_t width = (size_t)dim_state(m);
  if (!M || !p->searches) return;
  mj_markStack(d);
  mjtNum* now = mj_stackAllocNum(d, (size_t)m->nsensordata + (size_t)m->nsensor);
  mjtNum* best = now + m->nsensordata;
  for (int k = 0; k < m->nsensordata; k++) now[k] = M[(size_t)k * width + (size_t)col];
  vec_fill(best, INFINITY, m->nsensor);
  static const mjtNum nudge[] = {1e-4, 1e-3};
  for (size_t n = 0; n < sizeof nudge / sizeof *nudge; n++) {
    quotient(p, t, nudge[n], p->plus);
    quotient(p, t, 2 * nudge[n], p->minus);
    for (int i = 0; i < m->nsensor; i++) {
      if (!finds_distance(m->sensor_type[i])) continue;
      mjtNum apart = apart_in(m, i, p->plus, p->minus);
      if (apart >= fmin(best[i], apart_in(m, i, p->plus, now))) continue;
      best[i] = apart;
      for (int k = m->sensor_adr[i]; k < m->sensor_adr[i] + m->sensor_dim[i]; k++)
        M[(size_t)k * width + (size_t)col] = p->plus[k] + (p->plus[k] - p->minus[k]) / 3;
    }
  }
  mj_freeStack(d);
}

// Which way a control may be nudged: not beyond its limits, and not at all if it is beyond them.
static int sides_of_control(const step_slope* w, int u) {
  const mjModel* m = w->m;
  const mjtNum *range = m->actuator_ctrlrange + 2 * u, x = w->d->ctrl[u];
  int like_fd = w->flags & engDERIV_LIKE_FD;
  if (!m->actuator_ctrllimited[u] || (mjDISABLED(mjDSBL_CLAMPCTRL) && !like_fd)) return 3;
  if (x < range[0] || x > range[1]) return 0;
  return (x + eps <= range[1] ? 1 : 0) | (x - eps >= range[0] ? 2 : 0);
}

// t->force = response - W J acc, for a column whose own part of the rows is response (nefc).
static void find_forces(const sensor_prober* p, tangent* t) {
  const mjModel* m = p->w->m;
  mjData* d = p->w->d;
  if (!d->nefc) return;
  mj_mulJacVec(m, d, p->Jx, t->acc);
  for (int i = 0; t->kind == OF_VELOCITY && i < d->nefc; i++) {
    // B J of the nudged dof
    p->Jx[i] += d->efc_KBIP[4 * i + 1] * t->force[i];
  }
  for (int row = 0, n; row < d->nefc; row += n) {
    n = d->efc_state[row] == mjCNSTRSTATE_CONE ? d->contact[d->efc_id[row]].dim : 1;
    mjtNum y[6];
    weigh_rows(d, row, n, 1, p->Jx + row, y);
    for (int i = 0; i < n; i++) {
      t->force[row + i] = (t->kind == OF_POSITION ? t->force[row + i] : 0) - y[i];
    }
  }
}

// The tangent by position or velocity of a dof.
static void state_tangent(const sensor_prober* p, tangent* t, column_kind kind, int dof) {
  const step_slope* w = p->w;
  const clusters* c = &w->a.at;
  int nv = w->m->nv, nefc = w->d->nefc, k = c->of[dof], n = cluster_size(c, k);
  t->kind = kind;
  t->i = dof;
  vec_zero(t->acc, nv);
  for (int e = 0; e < n; e++) {
    int i = c->dof[c->first[k] + e];
    t->acc[i] = cluster_row(c, w->a.R, i)[(kind == OF_VELOCITY ? n : 0) + c->local[dof]];
  }
  if (kind == OF_POSITION) {
    for (int i = 0; i < nefc; i++) t->force[i] = w->response[(size_t)i * (size_t)nv + (size_t)dof];
  } else if (nefc) {
    vec_zero(p->unit, nv);
    p->unit[dof] = 1;
    mj_mulJacVec(w->m, w->d, t->force, p->unit);
  }
  find_forces(p, t);
}

// The tangent by an input of an actuator that pushes so much along its moment.
static void input_tangent(const sensor_prober* p, tangent* t, column_kind kind, int u,
                          mjtNum push) {
  const step_slope* w = p->w;
  const clusters* c = &w->a.at;
  t->kind = kind;
  vec_zero(t->acc, w->m->nv);
  int slot = w->a.slot[u];
  if (slot >= 0) {
    int k = c->of[moment_of(w->d, u).col[0]], n = cluster_size(c, k);
    for (int e = 0; e < n; e++) {
      int i = c->dof[c->first[k] + e];
      t->acc[i] = push * cluster_row(c, w->a.R, i)[2 * n + slot];
    }
  }
  find_forces(p, t);
}

size_t sensor_slope_size(const mjModel* m, const mjData* d) {
  size_t nv = m->nv, nefc = d->nefc, ncon = d->ncon;
  return nefc * nv + ncon * 7 * nv + 8 * nefc + 8 * nv + (size_t)m->nq +
         6 * (size_t)m->nsensordata + ncon * sizeof(mjContact) / sizeof(mjtNum) + 1000;
}

void sensor_slopes_open(step_slope* w) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  size_t nv = m->nv, rows = (size_t)d->nefc * nv, motions = (size_t)d->ncon * 7 * nv;
  w->response = mj_stackAllocNum(d, rows + 1);
  w->contact_motion = mj_stackAllocNum(d, motions + 1);
  memset(w->response, 0, sizeof(mjtNum) * rows);
  memset(w->contact_motion, 0, sizeof(mjtNum) * motions);
  w->a.response = w->response;
  w->a.contact_motion = w->contact_motion;
}

static sensor_prober prober_make(step_slope* w) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  size_t nv = m->nv, nefc = d->nefc, ns = m->nsensordata, ncon = d->ncon;
  sensor_prober p = {.w = w};
  p.qpos = mj_stackAllocNum(d, (size_t)m->nq + 2 * nv + 3 * nefc + 3 * ns + 4);
  p.qacc = p.qpos + m->nq;
  p.unit = p.qacc + nv;
  p.force = p.unit + nv;
  p.pos = p.force + nefc;
  p.Jx = p.pos + nefc;
  p.sensor = p.Jx + nefc;
  p.plus = p.sensor + ns;
  p.minus = p.plus + ns;
  p.energy = p.minus + ns;
  p.contact = mj_stackAllocByte(d, sizeof(mjContact) * (ncon + 1), _Alignof(mjContact));
  for (int i = 0; i < m->nsensor; i++) {
    p.early_velocity |= m->sensor_type[i] == mjSENS_E_KINETIC || m->sensor_type[i] == mjSENS_USER;
    p.searches |= finds_distance(m->sensor_type[i]);
  }
  vec_copy(p.qpos, d->qpos, m->nq);
  vec_copy(p.qacc, d->qacc, m->nv);
  if (nefc) {
    vec_copy(p.force, d->efc_force, d->nefc);
    vec_copy(p.pos, d->efc_pos, d->nefc);
  }
  vec_copy(p.sensor, d->sensordata, m->nsensordata);
  vec_copy(p.energy, d->energy, 2);
  for (size_t c = 0; c < ncon; c++) p.contact[c] = d->contact[c];
  return p;
}

static void clear(mjtNum* x, size_t n) {
  if (x) memset(x, 0, sizeof(mjtNum) * n);
}

void sensor_slopes(step_slope* w, mjtNum* C, mjtNum* D) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  int nv = m->nv, nx = dim_state(m);
  clear(C, (size_t)m->nsensordata * (size_t)nx);
  clear(D, (size_t)m->nsensordata * (size_t)m->nu);
  if (!m->nsensordata || mjDISABLED(mjDSBL_SENSOR)) return;
  mj_markStack(d);
  sensor_prober p = prober_make(w);
  tangent t = {.acc = mj_stackAllocNum(d, (size_t)nv + 1),
               .force = mj_stackAllocNum(d, (size_t)d->nefc + 1)};
  for (int u = 0; u < m->nu; u++) {
    t.i = u;
    input_tangent(&p, &t, OF_CONTROL, u, w->inputs[u].force_by_ctrl);
    difference(&p, &t, sides_of_control(w, u), D, m->nu, u);
    if (m->actuator_actadr[u] < 0) continue;
    t.i = last_activation(m, u);
    input_tangent(&p, &t, OF_ACTIVATION, u, w->inputs[u].force_by_act);
    difference(&p, &t, 3, C, nx, 2 * nv + t.i);
  }
  for (int i = 0; C && i < nv; i++) {
    state_tangent(&p, &t, OF_VELOCITY, i);
    difference(&p, &t, 3, C, nx, nv + i);
  }
  for (int i = 0; C && i < nv; i++) {
    state_tangent(&p, &t, OF_POSITION, i);
    difference(&p, &t, 3, C, nx, i);
    difference_distances(&p, &t, C, i);
  }
  // everything again as it was
  vec_zero(t.acc, nv);
  vec_zero(t.force, d->nefc);
  t.kind = OF_POSITION;
  evaluate(&p, &t, 0);
  restore(&p);
  vec_copy(d->sensordata, p.sensor, m->nsensordata);
  vec_copy(d->energy, p.energy, 2);
  mj_freeStack(d);
}
