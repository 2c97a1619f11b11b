// The fluid force on a body is a wrench w that depends on the body's velocity relative to the
// fluid; in body axes it depends on nothing else, so w rotates with the body.  With B = dw/dV about
// O and v_m the velocity (0, wind) of the fluid, for dofs j on the chain of the body
//   dw/dq_j = S_j x* w + B X_j,   X_j = turn_j + S_j x v_m,   dw/dv_j = B S_j.
// B and w add up over subtrees.  S_j x* w is the derivative of a FOLLOWER wrench.
//
// D acc = sum over bodies of S' B V(acc) is handled alike: its wrench B V(acc) rotates with the
// body, depends on V(acc) by B, and on the velocity by C, the derivative of B(V) V(acc) by V, which
// is computed by finite differences of B.
#include "dynamics/slope/fluid_slope.h"

#include <engine/base.h>

#include "dynamics/derivative_parts.h"
#include "dynamics/fluid.h"
#include "dynamics/slope/pairs.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"

// An object that fluid forces act on: an inertia box or an ellipsoid.
typedef struct {
  int is_geom, id, body;
  mjtNum scale;  // factor of the force
  const mjtNum *x, *R;
} floating;

// Transform a 6 x 6 matrix x from axes R at a point r from O to O: T' x T, where T maps a twist
// about O to the velocity in those axes.
static void twist_map(mjtNum T[36], const mjtNum R[9], const mjtNum r[3]) {
  mjtNum arm[9] = {0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0}, t[9];
  memset(T, 0, 36 * sizeof(mjtNum));
  mat3_tmul(t, R, arm);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      T[6 * i + k] = T[6 * (i + 3) + k + 3] = R[3 * k + i];
      T[6 * (i + 3) + k] = -t[3 * i + k];
    }
  }
}

static void mul66(mjtNum r[36], const mjtNum a[36], const mjtNum b[36]) {
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < 6; k++) {
      mjtNum sum = 0;
      for (int c = 0; c < 6; c++) sum += a[6 * i + c] * b[6 * c + k];
      r[6 * i + k] = sum;
    }
  }
}

static void add_moved(mjtNum* sum, const mjtNum T[36], const mjtNum x[36], mjtNum scale) {
  mjtNum xT[36];
  mul66(xT, x, T);
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < 6; k++) {
      for (int c = 0; c < 6; c++) sum[6 * i + k] += scale * T[6 * c + i] * xT[6 * c + k];
    }
  }
}

// The next fluid object of a body; returns 0 when there are no more.
static int floating_of(const mjModel* m, const mjData* d, int body, int* next, floating* f) {
  if (m->body_mass[body] < mjMINVAL || !m->body_weldid[body]) return 0;
  if (!uses_ellipsoids(m, body)) {
    *f = (floating){0, body, body, 1, d->xipos + 3 * body, d->ximat + 9 * body};
    return (*next)++ == 0;
  }
  int first = m->body_geomadr[body], n = m->body_geomnum[body];
  while (*next < n) {
    int g = first + (*next)++;
    mjtNum scale = m->geom_fluid[mjNFLUID * g];
    if (scale == 0) continue;
    *f = (floating){1, g, body, scale, d->geom_xpos + 3 * g, d->geom_xmat + 9 * g};
    return 1;
  }
  return 0;
}

// The matrix of an ellipsoid as qDeriv uses it: without its factor, and symmetrised for
// implicitfast.
static void matrix_at(const mjModel* m, const floating* f, const mjtNum vel[6], int as_qDeriv,
                      mjtNum B[36]) {
  if (f->is_geom) {
    int symmetric = m->opt.integrator == mjINT_IMPLICITFAST;
    ellipsoid_form form = !as_qDeriv  ? ELLIPSOID_EXACT
                          : symmetric ? ELLIPSOID_SYMMETRIC
                                      : ELLIPSOID_PLAIN;
    fluid_ellipsoid_matrix(m, f->id, vel, form, B);
    if (!as_qDeriv) vec_scale(B, B, f->scale, 36);
  } else {
    fluid_box_matrix(m, f->id, vel, B);
  }
}

// Sums over bodies: wrenches go to s; by_turn multiplies V or V(acc), by_turn2 the velocity if that
// differs.
typedef struct {
  mjtNum* B;  // nbody x 36
  mjtNum* C;  // the same size, or NULL
} fluid_sums;

static void add_follower(slope* s, const floating* f, const mjtNum local[6], mjtNum scale) {
  body_force b = {.body = f->body, .point = f->x};
  mat3_mul_vec(b.torque, f->R, local);
  mat3_mul_vec(b.force, f->R, local + 3);
  slope_add_wrench(s, WRENCH_FOLLOWER, &b, scale);
}

static void add_forces(slope* s, const floating* f, fluid_sums* sums) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  mjtNum vel[6], w[6], B[36], T[36], r[3];
  velocity_in_medium(m, d, f->is_geom ? mjOBJ_GEOM : mjOBJ_BODY, f->id, vel);
  if (f->is_geom) {
    fluid_ellipsoid_wrench(m, d, f->id, w);
  } else {
    fluid_box_wrench(m, d, f->id, w);
  }
  add_follower(s, f, w, 1);
  matrix_at(m, f, vel, 0, B);
  vec3_sub(r, f->x, d->subtree_com + 3 * m->body_rootid[f->body]);
  twist_map(T, f->R, r);
  add_moved(sums->B + 36 * (size_t)f->body, T, B, 1);
}

static void add_damping(slope* s, const floating* f, const carried* acc, fluid_sums* sums) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  mjtNum vel[6], x[6], w[6], B[36], C[36], T[36], r[3];
  velocity_in_medium(m, d, f->is_geom ? mjOBJ_GEOM : mjOBJ_BODY, f->id, vel);
  vec3_sub(r, f->x, d->subtree_com + 3 * m->body_rootid[f->body]);
  twist_map(T, f->R, r);
  mat6_mul(x, T, acc->body + 6 * (size_t)f->body);
  matrix_at(m, f, vel, 1, B);
  mat6_mul(w, B, x);
  add_follower(s, f, w, 1);
  add_moved(sums->B + 36 * (size_t)f->body, T, B, 1);
  // B is smooth except at zero velocity: a relative step of 1e-6 keeps ten digits
  mjtNum eps = 1e-6 * (1 + vec_norm(vel, 6));
  for (int k = 0; k < 6; k++) {
    mjtNum nudged[6], plus[36], minus[36], a[6], b[6];
    memcpy(nudged, vel, sizeof nudged);
    nudged[k] = vel[k] + eps;
    matrix_at(m, f, nudged, 1, plus);
    nudged[k] = vel[k] - eps;
    matrix_at(m, f, nudged, 1, minus);
    mat6_mul(a, plus, x);
    mat6_mul(b, minus, x);
    for (int i = 0; i < 6; i++) C[6 * i + k] = (a[i] - b[i]) / (2 * eps);
  }
  add_moved(sums->C + 36 * (size_t)f->body, T, C, 1);
}

// X_j = turn_j + S_j x v_m; the second term (wind) is left out for acc.
static mjtNum* relative_turns(const mjModel* m, mjData* d, const carried* v, int wind) {
  mjtNum* X = mj_stackAllocNum(d, 6 * (size_t)m->nv + 1);
  for (int j = 0; j < m->nv; j++) {
    mjtNum blown[6], medium[6] = {0};
    if (wind) vec3_copy(medium + 3, m->opt.wind);
    spatial_cross_motion(blown, d->cdof + 6 * j, medium);
    vec_add(X + 6 * j, v->turn + 6 * j, blown, 6);
  }
  return X;
}

static void sum_subtrees(const mjModel* m, mjtNum* x) {
  for (int b = m->nbody - 1; b > 0; b--) {
    int parent = m->body_parentid[b];
    if (parent > 0)
      vec_add(x + 36 * (size_t)parent, x + 36 * (size_t)parent, x + 36 * (size_t)b, 36);
  }
}

// R += derivative of wrenches B X_j: rows (B'S_i) . X_j, columns B X_i.
static void add_entries(slope* s, slope_side side, const mjtNum* bodies, const mjtNum* X) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  size_t n = 6 * (size_t)m->nv + 1;
  mj_markStack(d);
  if (s->left) {
    // lambda' R: with V_b = sum S_i lambda_i, sum B'V_b over subtrees
    carried V = s->carries_left.body ? s->carries_left : carried_by(m, d, s->left);
    mjtNum *sum = mj_stackAllocNum(d, 6 * (size_t)m->nbody),
           *bar = side == BY_VELOCITY ? s->vbar : s->qbar;
    for (int b = 0; b < m->nbody; b++)
      mat6_tmul(sum + 6 * b, bodies + 36 * (size_t)b, V.body + 6 * b);
    for (int b = m->nbody - 1; b > 0; b--) {
      if (m->body_parentid[b] > 0) add6(sum + 6 * m->body_parentid[b], sum + 6 * b);
    }
    for (int j = 0; j < m->nv; j++) bar[j] += dot6(sum + 6 * m->dof_bodyid[j], X + 6 * j);
    mj_freeStack(d);
    return;
  }
  mjtNum *row = mj_stackAllocNum(d, n), *col = mj_stackAllocNum(d, n);
  for (int i = 0; i < m->nv; i++) {
    const mjtNum* B = bodies + 36 * (size_t)m->dof_bodyid[i];
    mat6_tmul(row + 6 * i, B, d->cdof + 6 * i);
    mat6_mul(col + 6 * i, B, X + 6 * i);
  }
  tree_terms p = {.n = 1, .row = {row}, .motion = {X}, .column = col};
  add_tree_terms(s, side, 1, &p, NULL);
  mj_freeStack(d);
}

static mjtNum* body_matrices(const mjModel* m, mjData* d) {
  mjtNum* x = mj_stackAllocNum(d, 36 * (size_t)m->nbody);
  vec_zero(x, 36 * m->nbody);
  return x;
}

void add_fluid_slope(slope* s, const carried* vel) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  mj_markStack(d);
  fluid_sums sums = {body_matrices(m, d), NULL};
  for (int b = 1; b < m->nbody; b++) {
    floating f;
    for (int next = 0; floating_of(m, d, b, &next, &f);) add_forces(s, &f, &sums);
  }
  if (!s->left) sum_subtrees(m, sums.B);
  add_entries(s, BY_POSITION, sums.B, relative_turns(m, d, vel, 1));
  add_entries(s, BY_VELOCITY, sums.B, d->cdof);
  mj_freeStack(d);
}

void add_fluid_damping_slope(slope* s, const carried* vel, const carried* acc) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  mj_markStack(d);
  fluid_sums sums = {body_matrices(m, d), body_matrices(m, d)};
  for (int b = 1; b < m->nbody; b++) {
    floating f;
    for (int next = 0; floating_of(m, d, b, &next, &f);) add_damping(s, &f, acc, &sums);
  }
  if (!s->left) {
    sum_subtrees(m, sums.B);
    sum_subtrees(m, sums.C);
  }
  add_entries(s, BY_POSITION, sums.B, relative_turns(m, d, acc, 0));
  add_entries(s, BY_POSITION, sums.C, relative_turns(m, d, vel, 1));
  add_entries(s, BY_VELOCITY, sums.C, d->cdof);
  mj_freeStack(d);
}
