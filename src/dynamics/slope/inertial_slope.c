// Derivative of inverse dynamics, f(q, v, a) = M a + c(q, v), without armature.
//
// Let v-, a- be the velocity and acceleration of the body that carries the group of dof j (the
// world accelerates by minus gravity), v+ the velocity after the group, S_j the motion axis, and
//   Y1_j = v- x S_j,   Y2_j = a- x S_j + v- x Y1_j,   P_j = Y1_j + v+ x S_j.
// The bodies moved by dof j change by
//   dv/dq = S x v + Y1,   da/dq = S x a + Y2 - v x Y1,   dv/dv_j = S,   da/dv_j = P - v x S,
// and the force F = I a + v x* I v of one body by
//   dF/dq_j = S x* F + I Y2 + E Y1,   dF/dv_j = I P + E S,
// with E as in derivative_tree.c.  I, E and F add up over subtrees.  Where j moves i, the change of
// axis S_i cancels S_j x* F.  With sums over the subtree of the dof that is further from the root:
//   j moves i:
//     d f_i/dq_j = I S_i . Y2_j + E'S_i . Y1_j,          d f_i/dv_j = I S_i . P_j + E'S_i . S_j
//   i moves j, not j i:
//     d f_i/dq_j = S_i . (S_j x* F + I Y2_j + E Y1_j),   d f_i/dv_j = S_i . (I P_j + E S_j)
//
// Contracted with lambda, under which bodies have twists V: with H = I V and G = E'V per body, and
// all of F, H, G summed over subtrees,
//   d/dq_j = (V- x S_j) . F + Y2_j . H + Y1_j . G,   d/dv_j = P_j . H + S_j . G.
// Since E S = S x* h + v x* I S - I (v x S) with h = I v, which depends on the rotation of S alone,
//   G = v x* H - V x* h - I (v x V),   of which the force is zero.
#include <engine/base.h>

#include "dynamics/derivative_parts.h"
#include "dynamics/slope/pairs.h"
#include "math/dense.h"
#include "model/flags.h"

typedef struct {
  const mjtNum* v;        // nbody x 6; NULL at rest: then all velocity-dependent terms are absent
  mjtNum* a;              // nbody x 6
  const mjtNum* Y1;       // nv x 6
  mjtNum *Y2, *P;         // nv x 6
  mjtNum* F;              // nbody x 6, summed over subtrees
  mjtNum* h;              // nbody x 6, for contracted slopes
  momentum_terms* terms;  // nbody, of single bodies, for others; `whole`: of subtrees
} motion;

// A group of n dofs at rest; a: acceleration before the group, on return after it.
static void push_group(const inertial_motion* x, const mjData* d, int dof, int n, mjtNum* a,
                       motion* r) {
  for (int i = dof; i < dof + n; i++) spatial_cross_motion(r->Y2 + 6 * i, a, d->cdof + 6 * i);
  for (int i = dof; x->qacc && i < dof + n; i++) {
    for (int k = 0; k < 6; k++) a[k] += d->cdof[6 * i + k] * x->qacc[i];
  }
}

// The same for a group that moves, with velocity v as well.
static void pass_group(const inertial_motion* x, const mjData* d, int dof, int n, mjtNum* v,
                       mjtNum* a, motion* r) {
  mjtNum twist[6];
  for (int i = dof; i < dof + n; i++) {
    mjtNum* Y2 = r->Y2 + 6 * i;
    spatial_cross_motion(Y2, a, d->cdof + 6 * i);
    spatial_cross_motion(twist, v, r->Y1 + 6 * i);
    add6_fresh(Y2, twist);
  }
  for (int i = dof; i < dof + n; i++) {
    const mjtNum* S = d->cdof + 6 * i;
    mjtNum speed = x->qvel[i], acc = x->qacc ? x->qacc[i] : 0;
    for (int k = 0; k < 6; k++) {
      v[k] += S[k] * speed;
      a[k] += r->Y1[6 * i + k] * speed + S[k] * acc;
    }
  }
  for (int i = dof; i < dof + n; i++) {
    mjtNum* P = r->P + 6 * i;
    if (n > 1) {
      spatial_cross_motion(P, v, d->cdof + 6 * i);
      add6_fresh(P, r->Y1 + 6 * i);
    } else {
      vec_scale(P, r->Y1 + 6 * i, 2, 6);  // v+ and v- differ along S
    }
  }
}

static void find_motion(const mjModel* m, const mjData* d, const inertial_motion* x, motion* r) {
  vec_zero(r->a, 6);
  if (x->gravity && !mjDISABLED(mjDSBL_GRAVITY)) vec3_scale(r->a + 3, m->opt.gravity, -1);
  for (int b = 1; b < m->nbody; b++) {
    mjtNum v[6], *a = r->a + 6 * b;
    if (r->v) memcpy(v, r->v + 6 * m->body_parentid[b], sizeof v);
    copy6_fresh(a, r->a + 6 * m->body_parentid[b]);
    int n;
    for (int i = m->body_dofadr[b], end = i + m->body_dofnum[b]; i < end; i += n) {
      dof_group(m, i, &n);
      if (r->v) {
        pass_group(x, d, i, n, v, a, r);
      } else {
        push_group(x, d, i, n, a, r);
      }
    }
  }
}

// Forces and momentum terms of bodies.
static void find_bodies(const mjModel* m, const mjData* d, motion* r) {
  vec_zero(r->F, 6);
  if (r->terms) memset(r->terms, 0, sizeof *r->terms);
  for (int b = 1; b < m->nbody; b++) {
    const mjtNum *I = d->cinert + 10 * b, *v = r->v + 6 * b;
    mjtNum own[6], gyroscopic[6], *F = r->F + 6 * b, *h = r->h ? r->h + 6 * b : own;
    spatial_inertia_mul(F, I, r->a + 6 * b);
    if (!r->v) continue;
    spatial_inertia_mul(h, I, v);
    spatial_cross_force(gyroscopic, v, h);
    add6_fresh(F, gyroscopic);
    if (r->terms) find_momentum_terms(I, v, r->terms + b);
  }
}

// Sums over subtrees, and what their entries are made of.
static void find_terms(slope* s, motion* r, inertial_terms* h) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  int moves = r->v != NULL;
  for (int b = m->nbody - 1; b > 0; b--) {
    int parent = m->body_parentid[b];
    if (parent <= 0) continue;
    add6(r->F + 6 * parent, r->F + 6 * b);
    if (moves) add_momentum_terms(r->terms + parent, r->terms + b);
  }
  for (int i = 0; i < m->nv; i++) {
    size_t b = m->dof_bodyid[i];
    const mjtNum *S = d->cdof + 6 * i, *I = d->crb + 10 * b;
    mjtNum turned[6];
    spatial_inertia_mul(h->IS + 6 * i, I, S);
    spatial_inertia_mul(h->by_q + 6 * i, I, r->Y2 + 6 * i);
    spatial_cross_force(turned, S, r->F + 6 * b);
    add6_fresh(h->by_q + 6 * i, turned);
    if (!moves) continue;
    add_terms_times(h->by_q + 6 * i, r->terms + b, r->Y1 + 6 * i);
    terms_transposed_times(h->ES + 6 * i, r->terms + b, S);
    spatial_inertia_mul(h->by_v + 6 * i, I, r->P + 6 * i);
    add_terms_times(h->by_v + 6 * i, r->terms + b, S);
  }
}

static inertial_terms terms_of(const slope* s, const motion* r) {
  size_t n = 6 * (size_t)s->m->nv + 1;
  inertial_terms h = {.Y1 = r->Y1, .Y2 = r->Y2, .P = r->P};
  h.IS = mj_stackAllocNum(s->d, 4 * n);
  h.ES = h.IS + n;
  h.by_q = h.ES + n;
  h.by_v = h.by_q + n;
  return h;
}

static void subtract_whole(slope* s, mjtNum scale, motion* r) {
  inertial_terms h = terms_of(s, r);
  find_terms(s, r, &h);
  int moves = r->v != NULL;
  tree_terms q = {
      .n = moves ? 2 : 1, .row = {h.IS, h.ES}, .motion = {h.Y2, h.Y1}, .column = h.by_q};
  if (moves) {
    add_state_terms(s, -scale, &(state_terms){q, {h.P, s->d->cdof}, h.by_v});
  } else {
    add_tree_terms(s, BY_POSITION, -scale, &q, NULL);  // at rest nothing depends on velocity
  }
}

// r += sign times the torque of v x* f.
static void add_torque(mjtNum r[3], const mjtNum v[6], const mjtNum f[6], mjtNum sign) {
  mjtNum t[3];
  vec3_cross(t, v, f);
  vec3_axpy(r, sign, t);
  vec3_cross(t, v + 3, f + 3);
  vec3_axpy(r, sign, t);
}

// r = the torque of E'V of a body.
static void momentum_back(mjtNum r[3], const mjtNum I[10], const mjtNum v[6], const mjtNum h[6],
                          const mjtNum V[6], const mjtNum H[6]) {
  mjtNum twist[6], turned[6];
  spatial_cross_motion(twist, v, V);
  spatial_inertia_mul(turned, I, twist);
  vec3_scale(r, turned, -1);
  add_torque(r, v, H, 1);
  add_torque(r, V, h, -1);
}

static void subtract_contracted(slope* s, mjtNum scale, motion* r) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  int moves = r->v != NULL;
  size_t n = (size_t)m->nbody;
  mjtNum *H = mj_stackAllocNum(d, 9 * n), *G = H + 6 * n;
  carried V = s->carries_left.body ? s->carries_left : carried_by(m, d, s->left);
  for (int b = 1; b < m->nbody; b++) {
    const mjtNum* I = d->cinert + 10 * b;
    size_t at = 6 * (size_t)b;
    spatial_inertia_mul(H + at, I, V.body + at);
    if (moves) momentum_back(G + 3 * b, I, r->v + at, r->h + at, V.body + at, H + at);
  }
  for (int b = m->nbody - 1; b > 0; b--) {
    int parent = m->body_parentid[b];
    if (parent <= 0) continue;
    add6(r->F + 6 * parent, r->F + 6 * b);
    add6(H + 6 * parent, H + 6 * b);
    if (moves) vec3_add(G + 3 * parent, G + 3 * parent, G + 3 * b);
  }
  for (int j = 0; j < m->nv; j++) {
    size_t b = m->dof_bodyid[j];
    const mjtNum *h = H + 6 * b, *g = G + 3 * b, *S = d->cdof + 6 * j;
    s->qbar[j] -= scale * (dot6(V.turn + 6 * j, r->F + 6 * b) + dot6(r->Y2 + 6 * j, h));
    if (!moves) continue;
    s->qbar[j] -= scale * vec3_dot(r->Y1 + 6 * j, g);
    s->vbar[j] -= scale * (dot6(r->P + 6 * j, h) + vec3_dot(S, g));
  }
}

static motion motion_of(const slope* s, const inertial_motion* x) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  size_t nb = 6 * (size_t)m->nbody, nv = 6 * (size_t)m->nv + 1;
  motion r = {
      .a = mj_stackAllocNum(d, nb), .Y2 = mj_stackAllocNum(d, nv), .F = mj_stackAllocNum(d, nb)};
  if (x->qvel) {
    carried by = x->qvel == d->qvel ? carried_by_qvel(d) : carried_by(m, d, x->qvel);
    r.v = by.body;
    r.Y1 = by.turn;
    r.P = mj_stackAllocNum(d, nv);
    if (s->left) {
      r.h = mj_stackAllocNum(d, nb);
    } else {
      r.terms = mj_stackAllocByte(d, sizeof(momentum_terms) * (size_t)m->nbody, sizeof(mjtNum));
    }
  }
  find_motion(m, d, x, &r);
  find_bodies(m, d, &r);
  return r;
}

void slope_subtract_inertial(slope* s, const inertial_motion* x) {
  mj_markStack(s->d);
  motion r = motion_of(s, x);
  if (s->left) {
    subtract_contracted(s, x->scale, &r);
  } else {
    subtract_whole(s, x->scale, &r);
  }
  mj_freeStack(s->d);
}

void slope_hold_inertial(slope* s, const inertial_motion* x) {
  if (s->left) {
    slope_subtract_inertial(s, x);
    return;
  }
  motion r = motion_of(s, x);
  s->held = terms_of(s, &r);
  find_terms(s, &r, &s->held);
  s->holds = 1;
}
