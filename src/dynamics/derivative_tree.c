// Terms of qDeriv that couple dofs with their ancestors, and the derivative of the bias force.
//
// Let S_j be the motion axis of dof j, v_k the velocity of body k and I_k its inertia, all about
// the centre of the tree.  With zero qacc the acceleration of body k is the sum of (v x S_l) qvel_l
// over the dofs l on its chain, where v is the velocity of the body that carries the joint of l.
// Its derivative with respect to qvel_j is
//   P_j - v_k x S_j,  P_j = v_before x S_j + v_after x S_j,
// with the velocities before and after the joint of j.  The force on body k is I a + v x* (I v).
// The terms with v_k add up to a matrix E_k that maps (w, u) to
//   ((J' - [L]x) w, -2 p x w),
// where J' is the time derivative of the rotational inertia, L the angular and p the linear
// momentum of the body.  The derivative of the force is I_k P_j + E_k S_j.  Inertias, J', L and p
// of subtrees are sums over their bodies, so every pair of dofs takes a few 6-vector products.
#include <engine/model.h>

#include "dynamics/derivative_parts.h"
#include "math/spatial.h"
#include "model/joint_type.h"
#include "model/sleep.h"

// Process the dofs of whole trees; cursor: index of each dof's next descendant in its row of D.
static void add_pairs(const mjModel* m, mjData* d, mjtNum sign, const pair_terms* x, int* cursor,
                      const engSpan* at) {
  int first = at->dof, end = at->dofend;
  for (int i = first; i < end; i++) cursor[i] = m->D_rowadr[i] + m->D_diag[i] + 1;
  for (int i = first; i < end; i++) {
    const int* ancestor = m->D_colind + m->D_rowadr[i];
    mjtNum* row = d->qDeriv + m->D_rowadr[i];
    for (int k = 0; k <= m->D_diag[i]; k++) {
      int j = ancestor[k];
      const mjtNum* S = d->cdof + 6 * j;
      mjtNum term = dot6(S, x->row + 6 * i);
      if (x->P) term += dot6(x->P + 6 * j, x->momentum + 6 * i);
      row[k] += sign * term;
      if (j < i) d->qDeriv[cursor[j]++] += sign * dot6(S, x->column + 6 * i);
    }
  }
}

void add_pair_terms(const mjModel* m, mjData* d, mjtNum sign, pair_terms x) {
  mj_markStack(d);
  int* cursor = mj_stackAllocInt(d, m->nv);
  FOR_AWAKE(w, m, d) add_pairs(m, d, sign, &x, cursor, &w.at);
  mj_freeStack(d);
}

void find_momentum_terms(const mjtNum I[10], const mjtNum w[6], momentum_terms* t) {
  const mjtNum* v = w + 3;
  const mjtNum* h = I + 6;
  mjtNum momentum[6];
  spatial_inertia_mul(momentum, I, w);
  vec3_copy(t->angular, momentum);
  vec3_copy(t->linear, momentum + 3);

  // J' = [w]J - J[w] - [v][h] - [h][v], where [v][h] + [h][v] = v h' + h v' - 2 (v.h) 1
  mjtNum J[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]}, turned[9];
  for (int k = 0; k < 3; k++) {
    mjtNum column[3] = {J[k], J[3 + k], J[6 + k]}, c[3];
    vec3_cross(c, w, column);
    for (int r = 0; r < 3; r++) turned[3 * r + k] = c[r];
  }
  mjtNum vh = vec3_dot(v, h);
  for (int k = 0; k < 3; k++) t->rate[k] = 2 * turned[4 * k] + 2 * vh - 2 * v[k] * h[k];
  t->rate[3] = turned[1] + turned[3] - v[0] * h[1] - v[1] * h[0];
  t->rate[4] = turned[2] + turned[6] - v[0] * h[2] - v[2] * h[0];
  t->rate[5] = turned[5] + turned[7] - v[1] * h[2] - v[2] * h[1];
}

void add_momentum_terms(momentum_terms* parent, const momentum_terms* child) {
  for (int k = 0; k < 6; k++) parent->rate[k] += child->rate[k];
  vec3_add(parent->angular, parent->angular, child->angular);
  vec3_add(parent->linear, parent->linear, child->linear);
}

static void mul_rate(mjtNum r[3], const mjtNum rate[6], const mjtNum w[3]) {
  r[0] = rate[0] * w[0] + rate[3] * w[1] + rate[4] * w[2];
  r[1] = rate[3] * w[0] + rate[1] * w[1] + rate[5] * w[2];
  r[2] = rate[4] * w[0] + rate[5] * w[1] + rate[2] * w[2];
}

void add_terms_times(mjtNum r[6], const momentum_terms* t, const mjtNum S[6]) {
  mjtNum a[3], b[3], c[3];
  mul_rate(a, t->rate, S);
  vec3_cross(b, t->angular, S);
  vec3_cross(c, t->linear, S);
  // one by one, since r has just been stored so: see vectors of six in slope/slope.h
  r[0] += a[0] - b[0];
  r[1] += a[1] - b[1];
  r[2] += a[2] - b[2];
  r[3] -= 2 * c[0];
  r[4] -= 2 * c[1];
  r[5] -= 2 * c[2];
}

void terms_transposed_times(mjtNum r[6], const momentum_terms* t, const mjtNum S[6]) {
  mjtNum a[3], b[3], c[3];
  mul_rate(a, t->rate, S);
  vec3_cross(b, t->angular, S);
  vec3_cross(c, t->linear, S + 3);
  for (int k = 0; k < 3; k++) r[k] = a[k] + b[k] + 2 * c[k];
  vec3_zero(r + 3);
}

// P of n dofs of one group; v is the velocity before the group, on return that after it.
static void pass_joint(const mjData* d, int dof, int n, mjtNum v[6], mjtNum* P) {
  for (int i = dof; i < dof + n; i++) {
    const mjtNum* S = d->cdof + 6 * i;
    memcpy(P + 6 * i, d->cdof_dot + 6 * i, 6 * sizeof(mjtNum));
    for (int k = 0; k < 6; k++) v[k] += S[k] * d->qvel[i];
  }
  for (int i = dof; i < dof + n; i++) {
    mjtNum after[6];
    spatial_cross_motion(after, v, d->cdof + 6 * i);
    add6(P + 6 * i, after);
  }
}

static void find_P(const mjModel* m, const mjData* d, mjtNum* P, int first, int end) {
  for (int b = first; b < end; b++) {
    mjtNum v[6];
    memcpy(v, d->cvel + 6 * m->body_parentid[b], sizeof v);
    int j = m->body_jntadr[b], jntend = j + m->body_jntnum[b];
    for (; j < jntend; j++) {
      int dof = m->jnt_dofadr[j], quat = joint_quat(m->jnt_type[j]);
      if (quat > 0) pass_joint(d, dof, quat, v, P);
      pass_joint(d, dof + (quat > 0 ? quat : 0), quat < 0 ? 1 : 3, v, P);
    }
  }
}

static void find_span_terms(const mjModel* m, const mjData* d, const engSpan* at, pair_terms x,
                            momentum_terms* terms) {
  int first = at->body;
  for (int b = first; b < at->bodyend; b++)
    find_momentum_terms(d->cinert + 10 * b, d->cvel + 6 * b, terms + b);
  for (int b = at->bodyend - 1; b >= first; b--) {
    int parent = m->body_parentid[b];
    if (parent >= first) add_momentum_terms(terms + parent, terms + b);
  }

  find_P(m, d, x.P, first, at->bodyend);
  for (int i = at->dof; i < at->dofend; i++) {
    int b = m->dof_bodyid[i];
    const mjtNum* S = d->cdof + 6 * i;
    spatial_inertia_mul(x.momentum + 6 * i, d->crb + 10 * b, S);
    spatial_inertia_mul(x.column + 6 * i, d->crb + 10 * b, x.P + 6 * i);
    add_terms_times(x.column + 6 * i, terms + b, S);
    terms_transposed_times(x.row + 6 * i, terms + b, S);
  }
}

void subtract_bias_derivative(const mjModel* m, mjData* d) {
  mj_markStack(d);
  size_t n = 6 * (size_t)m->nv;
  pair_terms x = {mj_stackAllocNum(d, n), mj_stackAllocNum(d, n), mj_stackAllocNum(d, n),
                  mj_stackAllocNum(d, n)};
  momentum_terms* terms = mj_stackAllocByte(d, sizeof(momentum_terms) * m->nbody, sizeof(mjtNum));
  FOR_AWAKE(w, m, d) find_span_terms(m, d, &w.at, x, terms);
  add_pair_terms(m, d, -1, x);
  mj_freeStack(d);
}
