// The cost of the targets, its gradient and its Hessian.
//
// A point p of a body moves with dof i by  J_i = w_i x p + v_i, where (w_i, v_i) is the dof's
// motion at the origin of the world.  For a dof i nearer to the root than j,  dJ_j/dq_i = w_i x
// J_j. With r = p - goal the cost r'r / 2 has
//     gradient  r'J_j,        Hessian  J_i'J_j + r'(w_i x J_j).
// An axis is treated as a point at unit distance along it that only rotations move.
// The frame R of an orientation target rotates by w_i.  Let e be the rotation vector of goal R'.
// The inverse of the right Jacobian at e is 1 + [e]x / 2 + c [e]x^2, so the cost e'e / 2 has
//     gradient  -e'w_j,       Hessian  w_i'(1 + c [e]x^2) w_j - e'(w_i x w_j) / 2,
//     c = (1 - h / tan h) / e'e,  h = |e| / 2.
#include "ik/problem.h"

#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/model.h>

#include "kinematics/jacobian.h"
#include "kinematics/pose.h"
#include "math/quat.h"

void ik_search_begin(ik_search* s, const mjModel* m, mjData* d, const engIk* ask,
                     const ik_target* target) {
  size_t nv = (size_t)m->nv, nq = (size_t)m->nq;
  int* nnz = mj_stackAllocInt(d, nv);
  int nentry = m->nv ? m->D_rowadr[nv - 1] + m->D_rownnz[nv - 1] : 0;
  for (int i = 0; i < m->nv; i++) nnz[i] = m->D_diag[i] + 1;
  *s = (ik_search){.m = m,
                   .d = d,
                   .ask = ask,
                   .ntarget = ask->ntarget,
                   .target = target,
                   .tree = {.nnz = nnz, .adr = m->D_rowadr, .col = m->D_colind, .nr = m->nv},
                   .nentry = nentry,
                   .axes = mj_stackAllocNum(d, 6 * nv),
                   .hessian = mj_stackAllocNum(d, (size_t)nentry),
                   .gradient = mj_stackAllocNum(d, nv),
                   .factor = mj_stackAllocNum(d, (size_t)nentry),
                   .diaginv = mj_stackAllocNum(d, nv),
                   .step = mj_stackAllocNum(d, nv),
                   .apart = mj_stackAllocNum(d, nv),
                   .right = mj_stackAllocNum(d, nv),
                   .here = mj_stackAllocNum(d, nq),
                   .best = mj_stackAllocNum(d, nq),
                   .held = mj_stackAllocByte(d, nv, 1)};
}

// The pose of an object in its body's frame; returns the body, or -1 when there is no such object
// or it moves relative to the body.
static int local_pose(const mjModel* m, int objtype, int id, mjtNum pos[3], mjtNum quat[4]) {
  const struct {
    int type, n;
    const int* body;
    const mjtNum *pos, *quat;
  } objects[] = {{mjOBJ_BODY, m->nbody, NULL, m->body_ipos, m->body_iquat},
                 {mjOBJ_XBODY, m->nbody, NULL, NULL, NULL},
                 {mjOBJ_GEOM, m->ngeom, m->geom_bodyid, m->geom_pos, m->geom_quat},
                 {mjOBJ_SITE, m->nsite, m->site_bodyid, m->site_pos, m->site_quat},
                 {mjOBJ_CAMERA, m->ncam, m->cam_bodyid, m->cam_pos, m->cam_quat}};
  for (size_t k = 0; k < sizeof objects / sizeof *objects; k++) {
    if (objects[k].type != objtype) continue;
    if (id < 0 || id >= objects[k].n) return -1;
    if (objtype == mjOBJ_CAMERA && m->cam_mode[id] != mjCAMLIGHT_FIXED) return -1;
    vec3_zero(pos);
    quat_unit(quat);
    if (objects[k].pos) vec3_copy(pos, objects[k].pos + 3 * id);
    if (objects[k].quat) quat_copy(quat, objects[k].quat + 4 * id);
    return objects[k].body ? objects[k].body[id] : id;
  }
  return -1;
}

static bool unit_length(mjtNum* r, const mjtNum* a, int n) {
  mju_copy(r, a, n);
  mjtNum length = mju_norm(r, n);
  mju_scl(r, r, 1 / length, n);
  return length > mjMINVAL && isfinite(length);
}

bool ik_target_make(ik_target* t, const mjModel* m, const engIkTarget* want) {
  mjtNum pos[3];
  int what = want->what, turns = what & (engIK_ORIENTATION | engIK_AXIS);
  t->want = want;
  t->body = local_pose(m, want->objtype, want->objid, pos, t->quat);
  if (t->body < 0 || what <= 0 || what > (engIK_POSITION | engIK_AXIS) ||
      turns == (engIK_ORIENTATION | engIK_AXIS)) {
    return false;
  }
  if (!(want->weight >= 0 && want->turn_weight >= 0) || !isfinite(want->weight) ||
      !isfinite(want->turn_weight)) {
    return false;
  }
  quat_rotate(t->point, t->quat, want->point);
  vec3_add(t->point, t->point, pos);
  if (what & engIK_POSITION) {
    if (!isfinite(vec3_norm(want->pos)) || !isfinite(vec3_norm(t->point))) return false;
  }
  if (turns == engIK_ORIENTATION) return unit_length(t->goal, want->quat, 4);
  if (turns != engIK_AXIS) return true;
  mjtNum axis[3];
  if (!unit_length(axis, want->axis, 3)) return false;
  quat_rotate(t->axis, t->quat, axis);
  return unit_length(t->direction, want->direction, 3);
}

// --- errors of targets --------------------------------------------------------------------------

static void point_now(const ik_search* s, const ik_target* t, mjtNum p[3]) {
  mat3_mul_vec(p, s->d->xmat + 9 * t->body, t->point);
  vec3_add(p, p, s->d->xpos + 3 * t->body);
}

// The rotation vector from the target's frame to its goal, in world coordinates.
static void turn_left(const ik_search* s, const ik_target* t, mjtNum e[3]) {
  mjtNum now[4], q[4];
  quat_mul(now, s->d->xquat + 4 * t->body, t->quat);
  quat_conjugate(now, now);
  quat_mul(q, t->goal, now);
  quat_to_velocity(e, q, 1);
}

static void axis_now(const ik_search* s, const ik_target* t, mjtNum a[3]) {
  mat3_mul_vec(a, s->d->xmat + 9 * t->body, t->axis);
}

bool ik_reached(const ik_search* s, const ik_errors* e) {
  mjtNum tolerance = s->ask->tolerance > 0 ? s->ask->tolerance : 1e-6;
  return e->distance <= tolerance && e->angle <= tolerance;
}

// Accumulate an error; NaN counts as infinite.
static void count_error(mjtNum* largest, mjtNum* cost, mjtNum error, mjtNum square, mjtNum weight) {
  if (weight == 0) return;
  if (!(error <= *largest)) *largest = isnan(error) ? INFINITY : error;
  *cost += isnan(square) ? INFINITY : weight * square / 2;
}

static mjtNum posture_weight(const ik_search* s, int dof) {
  return s->pull * (s->ask->posture_weight ? s->ask->posture_weight[dof] : 1);
}

static mjtNum posture_cost(const ik_search* s) {
  mjtNum cost = 0;
  mj_differentiatePos(s->m, s->apart, 1, s->ask->posture, s->d->qpos);
  for (int i = 0; i < s->m->nv; i++) cost += posture_weight(s, i) * s->apart[i] * s->apart[i] / 2;
  return cost;
}

ik_errors ik_measure(const ik_search* s) {
  place_bodies(s->m, s->d);
  ik_errors e = {0};
  if (s->pull > 0) e.cost = posture_cost(s);
  for (int k = 0; k < s->ntarget; k++) {
    const ik_target* t = s->target + k;
    const engIkTarget* want = t->want;
    mjtNum now[3], error;
    if (want->what & engIK_POSITION) {
      point_now(s, t, now);
      error = vec3_distance(now, want->pos);
      count_error(&e.distance, &e.cost, error, error * error, want->weight);
    }
    if (want->what & engIK_ORIENTATION) {
      turn_left(s, t, now);
      error = vec3_norm(now);
      count_error(&e.angle, &e.cost, error, error * error, want->turn_weight);
    } else if (want->what & engIK_AXIS) {
      axis_now(s, t, now);
      mjtNum chord = vec3_distance(now, t->direction);
      count_error(&e.angle, &e.cost, 2 * asin(mjMIN(chord / 2, 1)), chord * chord,
                  want->turn_weight);
    }
  }
  return e;
}

// --- derivatives --------------------------------------------------------------------------------

// Motion axes of all dofs about the world origin.
static void find_axes(const ik_search* s) {
  const mjModel* m = s->m;
  const mjData* d = s->d;
  for (int j = 0; j < m->njnt; j++) {
    mjtNum* a = s->axes + 6 * m->jnt_dofadr[j];
    const mjtNum* anchor = d->xanchor + 3 * j;
    int type = m->jnt_type[j];
    if (type == mjJNT_SLIDE) {
      vec3_zero(a);
      vec3_copy(a + 3, d->xaxis + 3 * j);
      continue;
    }
    if (type == mjJNT_HINGE) {
      vec3_copy(a, d->xaxis + 3 * j);
      vec3_cross(a + 3, anchor, a);
      continue;
    }
    if (type == mjJNT_FREE) {
      mju_zero(a, 18);
      for (int k = 0; k < 3; k++) a[6 * k + 3 + k] = 1;
      a += 18;
    }
    const mjtNum* R = d->xmat + 9 * m->jnt_bodyid[j];
    for (int k = 0; k < 3; k++, a += 6) {
      vec3_set(a, R[k], R[3 + k], R[6 + k]);
      vec3_cross(a + 3, anchor, a);
    }
  }
}

// One squared term of the cost, with its Jacobian columns and their weights.
typedef struct {
  dof_chain chain;
  mjtNum weight;
  mjtNum* column;      // J_j, or w_j for an orientation: chain.n x 3
  mjtNum residual[3];  // r, or -e
  mjtNum metric[6];    // xx yy zz xy xz yz: Hessian = column' metric column
  mjtNum bend;  // factor of residual'(w_i x column_j) in the Hessian: 1, or 1/2 for an orientation
} square;

static void metric_mul(mjtNum r[3], const mjtNum g[6], const mjtNum v[3]) {
  r[0] = g[0] * v[0] + g[3] * v[1] + g[4] * v[2];
  r[1] = g[3] * v[0] + g[1] * v[1] + g[5] * v[2];
  r[2] = g[4] * v[0] + g[5] * v[1] + g[2] * v[2];
}

static void add_square(ik_search* s, const square* q, bool curved) {
  for (int j = 0; j < q->chain.n; j++) {
    const mjtNum* column = q->column + 3 * j;
    int dof = q->chain.dof[j];
    mjtNum* row = s->hessian + s->tree.adr[dof];
    mjtNum scaled[3], lever[3];
    s->gradient[dof] += q->weight * vec3_dot(q->residual, column);
    metric_mul(scaled, q->metric, column);
    vec3_scale(scaled, scaled, q->weight);
    for (int i = 0; i <= j; i++) row[i] += vec3_dot(q->column + 3 * i, scaled);
    if (!curved) continue;
    // r'(w_i x c) = w_i'(c x r)
    vec3_cross(lever, column, q->residual);
    vec3_scale(lever, lever, q->weight * q->bend);
    for (int i = 0; i <= j; i++) row[i] += vec3_dot(s->axes + 6 * q->chain.dof[i], lever);
  }
}

// 1 + c [e]x^2 = (1 - c e'e) + c e e'
static void rotation_metric(mjtNum g[6], const mjtNum e[3]) {
  mjtNum ee = vec3_dot(e, e), h = sqrt(ee) / 2;
  mjtNum c = h < 1e-4 ? 1.0 / 12 : (1 - h / tan(h)) / ee;
  for (int k = 0; k < 3; k++) g[k] = 1 - c * ee + c * e[k] * e[k];
  g[3] = c * e[0] * e[1];
  g[4] = c * e[0] * e[2];
  g[5] = c * e[1] * e[2];
}

// Determinant of a symmetric n x n matrix, n <= 6, as a product of pivots; overwrites a.
static mjtNum determinant(mjtNum* a, int n) {
  mjtNum det = 1;
  for (int k = 0; k < n; k++) {
    mjtNum pivot = a[k * n + k];
    if (!(pivot > 0)) return 0;
    det *= pivot;
    for (int i = k + 1; i < n; i++) {
      mjtNum l = a[i * n + k] / pivot;
      for (int j = k; j < n; j++) a[i * n + j] -= l * a[k * n + j];
    }
  }
  return det;
}

// Rows of a target's Jacobian used for its manipulability.  Positions are divided by the reach of
// the chain to be comparable with angles; an axis has the two directions perpendicular to it.
static int isotropy_rows(const ik_search* s, const ik_target* t, dof_chain chain,
                         const mjtNum* position, const mjtNum* turn, mjtNum* row) {
  int n = 0;
  if (position) {
    mjtNum square = 0;
    for (int k = 0; k < 3 * chain.n; k++) square += position[k] * position[k];
    mjtNum scale = sqrt(chain.n / mjMAX(square, mjMINVAL));
    for (int k = 0; k < 3; k++, n++) {
      for (int j = 0; j < chain.n; j++) row[n * chain.n + j] = scale * position[3 * j + k];
    }
  }
  if (turn && t->want->what & engIK_ORIENTATION) {
    for (int k = 0; k < 3; k++, n++) {
      for (int j = 0; j < chain.n; j++) row[n * chain.n + j] = turn[3 * j + k];
    }
  } else if (turn) {
    mjtNum axis[3], across[2][3];
    axis_now(s, t, axis);
    vec3_tangents(across[0], across[1], axis);
    for (int k = 0; k < 2; k++, n++) {
      for (int j = 0; j < chain.n; j++) {
        row[n * chain.n + j] = vec3_dot(across[k], turn + 3 * j);
      }
    }
  }
  return n;
}

// Isotropy of a target: ratio of the geometric to the arithmetic mean of the eigenvalues of J J'.
// Derived from the manipulability det(J J')^1/2 (Yoshikawa 1985).
static mjtNum target_isotropy(const mjtNum* row, int nrow, int ncolumn) {
  mjtNum a[36], trace = 0;
  for (int i = 0; i < nrow; i++) {
    for (int j = 0; j <= i; j++) {
      a[i * nrow + j] = a[j * nrow + i] = mju_dot(row + i * ncolumn, row + j * ncolumn, ncolumn);
    }
    trace += a[i * nrow + i];
  }
  if (!(trace > 0)) return 0;
  mjtNum product = determinant(a, nrow);
  return product > 0 ? pow(product, 1.0 / nrow) * nrow / trace : 0;
}

static void add_target(ik_search* s, const ik_target* t, bool curved) {
  dof_chain chain = chain_of_body(s->m, t->body);
  if (!chain.n) return;
  size_t n = (size_t)chain.n;
  mj_markStack(s->d);
  mjtNum* position = mj_stackAllocNum(s->d, 12 * n);
  mjtNum* turn = position + 3 * n;
  const engIkTarget* want = t->want;
  mjtNum p[3];
  square q = {.chain = chain, .metric = {1, 1, 1, 0, 0, 0}, .bend = 1};
  int moves = want->what & engIK_POSITION && want->weight > 0;
  int turns = want->what & (engIK_ORIENTATION | engIK_AXIS) && want->turn_weight > 0;
  if (moves) {
    point_now(s, t, p);
    for (int j = 0; j < chain.n; j++) {
      const mjtNum* a = s->axes + 6 * chain.dof[j];
      dof_velocity(position + 3 * j, a, p);
    }
    vec3_sub(q.residual, p, want->pos);
    q.weight = want->weight;
    q.column = position;
    add_square(s, &q, curved);
  }
  if (turns && want->what & engIK_ORIENTATION) {
    turn_left(s, t, p);
    for (int j = 0; j < chain.n; j++) vec3_copy(turn + 3 * j, s->axes + 6 * chain.dof[j]);
    vec3_scale(q.residual, p, -1);
    if (curved) rotation_metric(q.metric, p);
    q.bend = 0.5;
  } else if (turns) {
    axis_now(s, t, p);
    for (int j = 0; j < chain.n; j++) vec3_cross(turn + 3 * j, s->axes + 6 * chain.dof[j], p);
    vec3_sub(q.residual, p, t->direction);
  }
  if (turns) {
    q.weight = want->turn_weight;
    q.column = turn;
    add_square(s, &q, curved);
  }
  mjtNum* row = position + 6 * n;
  int nrow = isotropy_rows(s, t, chain, moves ? position : NULL, turns ? turn : NULL, row);
  if (nrow) s->isotropy = mjMIN(s->isotropy, target_isotropy(row, nrow, chain.n));
  mj_freeStack(s->d);
}

void ik_expand(ik_search* s, bool curved) {
  find_axes(s);
  s->isotropy = 1;
  mju_zero(s->gradient, s->m->nv);
  mju_zero(s->hessian, s->nentry);
  for (int k = 0; k < s->ntarget; k++) add_target(s, s->target + k, curved);
  for (int i = 0; s->pull > 0 && i < s->m->nv; i++) {
    s->gradient[i] += posture_weight(s, i) * s->apart[i];
    s->hessian[s->tree.adr[i] + s->tree.nnz[i] - 1] += posture_weight(s, i);
  }
}
