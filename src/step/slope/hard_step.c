// Hard contact: with impulses f of the rows and the integrator's matrix E, E acc = tau + J'f / h,
// and the velocities
//   v = J (qvel + h acc) + c(pos)
// are related to f by the laws of the blocks.  At fixed f, with r = d(tau - E acc + J'f/h),
//   dv = d(J (qvel + h acc)) + c' dpos + h J E^-1 r;
// the laws give df, and then dacc = E^-1 (r + J'df / h).
//
// The first part of dv is what the slopes of soft rows call djar, with h acc for the acceleration,
// B = 1 (or more, where a contact rebounds), c' for the stiffness, and D = 1: so they are used to
// compute it.  The force that they add because of D = 1 is subtracted again.
//
// The barrier model also needs D = J E^-1 J'.  With its forces phi of velocities and y = E^-1 J'
// phi, d(D phi) = dJ y + J E^-1 (dJ'phi - dE y); its regularisation R is proportional to the
// diagonal of D.
#include "step/slope/hard_step.h"

#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/hard.h>
#include <engine/math.h>

#include "constraint/hard/method.h"
#include "constraint/hard/solve.h"
#include "constraint/hard/step.h"
#include "constraint/slope/hard_law_slope.h"
#include "constraint/slope/row_slope.h"
#include "dynamics/slope/tendon_inertia_slope.h"
#include "dynamics/slope/tendon_slope.h"
#include "math/dense.h"
#include "math/dense_lu.h"
#include "model/flags.h"

static int any_tendon_of_balls(const mjModel* m) {
  int any = 0;
  for (int t = 0; t < m->ntendon; t++) any |= tendon_of_balls(m, t);
  return any;
}

int hard_steps_have_slopes(const mjModel* m, const char** why) {
  if (m->opt.solver == engSOL_NBGS || m->opt.solver == engSOL_RAISIM) {
    *why = "solvers of hard contact that minimise an energy for every contact";
  } else if (m->ext.hard.compliance > 0) {
    *why = "hard contact with the softness of the soft model";
  } else if (inputs_change_damping(m)) {
    *why = "hard contact with damping that controls change";
  } else if (any_tendon_of_balls(m)) {
    *why = "hard contact with fixed tendons of balls";
  } else {
    return 1;
  }
  return 0;
}

size_t hard_slope_size(const mjModel* m, const mjData* d, int columns) {
  size_t nv = m->nv, n = d->nefc, states = columns == COLUMNS_FORCES ? 3 : 2;
  size_t width = states * nv + (size_t)m->nu;
  // rates, rows, impulses; of the assembly and the laws, dense matrices of rows
  return n * (6 * nv + 4 * width + 6 * n) + 3 * nv * width + 40 * (n + nv) + 3 * (size_t)m->nM;
}

typedef struct {
  step_slope* w;
  int n;
  hard_assembly h;
  mjtNum *f, *v;  // impulses and velocities in the solver's units
  mjtNum *rate,
      *speed;  // derivatives of J qvel etc. by position: n x nv; by velocity, as factors of J: n
  mjtNum* D;   // n x n, in the solver's units
  mjtNum* EJ;  // n x nv: rows J E^-1, not scaled
} hard_slopes;

// --- derivatives of row velocities --------------------------------------------------------------

// Values that are temporarily replaced for the functions of soft rows.
typedef struct {
  mjtNum *kbip, *D, *force, *acc;
  int* state;
} saved_row_values;

static saved_row_values replace_row_values(mjData* d, int nv) {
  int n = d->nefc;
  saved_row_values k = {.kbip = mj_stackAllocNum(d, 6 * (size_t)n + (size_t)nv),
                        .state = mj_stackAllocInt(d, (size_t)n)};
  k.D = k.kbip + 4 * n;
  k.force = k.D + n;
  k.acc = k.force + n;
  vec_copy(k.kbip, d->efc_KBIP, 4 * n);
  vec_copy(k.D, d->efc_D, n);
  vec_copy(k.force, d->efc_force, n);
  vec_copy(k.acc, d->qacc, nv);
  vec_fill(d->efc_D, 1, n);
  for (int i = 0; i < n; i++) {
    k.state[i] = d->efc_state[i];
    const mjtNum plain[4] = {0, 0, 1, 0};
    vec_copy(d->efc_KBIP + 4 * i, plain, 4);
    d->efc_state[i] = mjCNSTRSTATE_QUADRATIC;
  }
  return k;
}

static void restore_row_values(mjData* d, const saved_row_values* k, int nv) {
  int n = d->nefc;
  vec_copy(d->efc_KBIP, k->kbip, 4 * n);
  vec_copy(d->efc_D, k->D, n);
  vec_copy(d->efc_force, k->force, n);
  vec_copy(d->qacc, k->acc, nv);
  for (int i = 0; i < n; i++) d->efc_state[i] = k->state[i];  // NULL if there are no rows
}

// Row i of J, over all dofs.
static void full_row(const mjModel* m, const mjData* d, int i, mjtNum* x) {
  if (!is_sparse(m)) {
    vec_copy(x, d->efc_J + (size_t)i * (size_t)m->nv, m->nv);
    return;
  }
  vec_zero(x, m->nv);
  int adr = d->efc_J_rowadr[i];
  for (int k = 0; k < d->efc_J_rownnz[i]; k++) x[d->efc_J_colind[adr + k]] = d->efc_J[adr + k];
}

// R += J' (rate by position, speed * J by velocity): removes the force that D = 1 has added.
static void take_off(const hard_slopes* s, mjtNum* R, const mjtNum* rate, const mjtNum* speed) {
  const mjModel* m = s->w->m;
  const mjData* d = s->w->d;
  const clusters* c = &s->w->a.at;
  mj_markStack(s->w->d);
  mjtNum* J = mj_stackAllocNum(s->w->d, m->nv);
  for (int i = 0; i < s->n; i++) {
    full_row(m, d, i, J);
    for (int r = 0; r < m->nv; r++) {
      if (J[r] == 0) continue;
      int k = c->of[r], size = cluster_size(c, k);
      mjtNum* row = cluster_row(c, R, r);
      for (int e = 0; e < size; e++) {
        int dof = c->dof[c->first[k] + e];
        row[e] += J[r] * rate[(size_t)i * (size_t)m->nv + (size_t)dof];
        row[size + e] += J[r] * speed[i] * J[dof];
      }
    }
  }
  mj_freeStack(s->w->d);
}

// The residual at the integrator's acceleration, and the derivatives of the row velocities.
static void find_residual(hard_slopes* s) {
  step_slope* w = s->w;
  const mjModel* m = w->m;
  mjData* d = w->d;
  acceleration_slope* a = &w->a;
  mjtNum h = m->opt.timestep;
  const mjtNum* acc = w->integrator.acc;
  size_t size = (size_t)s->n * (size_t)m->nv;
  mj_markStack(d);
  mjtNum* stiffness = mj_stackAllocNum(d, (size_t)s->n + (size_t)m->nv + 1);
  hard_correction_slopes(m, d, stiffness, s->speed);
  saved_row_values k = replace_row_values(d, m->nv);
  for (int i = 0; i < s->n; i++) {
    d->efc_KBIP[4 * i] = stiffness[i];
    d->efc_KBIP[4 * i + 1] = s->speed[i];
  }
  vec_scale(d->qacc, acc, h, m->nv);
  a->acc = carried_by(m, d, d->qacc);
  a->acc_of_both = acc;
  a->response = s->rate;
  vec_zero(s->rate, (int)size);
  acceleration_slope_residual(a);
  a->response = NULL;
  restore_row_values(d, &k, m->nv);
  vec_scale(s->rate, s->rate, -1, (int)size);
  take_off(s, a->R, s->rate, s->speed);
  slope damping = {.m = m, .d = d, .at = &a->at};
  size_t n = a->at.block[a->at.n];
  damping.R = mj_stackAllocNum(d, n + 1);
  memset(damping.R, 0, sizeof(mjtNum) * n);
  slope_open(&damping);
  add_matrix_slope(a, &damping, acc);
  vec_axpy(a->R, h, damping.R, (int)n);
  mj_freeStack(d);
}

// --- the matrix of the rows ---------------------------------------------------------------------

static void find_matrix(hard_slopes* s) {
  const mjModel* m = s->w->m;
  mjData* d = s->w->d;
  int n = s->n, nv = m->nv;
  mj_markStack(d);
  mjtNum* J = mj_stackAllocNum(d, nv);
  for (int i = 0; i < n; i++) {
    mjtNum* row = s->EJ + (size_t)i * (size_t)nv;
    full_row(m, d, i, row);
    clusters_solve(&s->w->a, s->w->integrator.E, 0, row);
  }
  for (int i = 0; i < n; i++) {
    full_row(m, d, i, J);
    for (int k = 0; k < n; k++) {
      mjtNum x = vec_dot(J, s->EJ + (size_t)k * (size_t)nv, nv);
      s->D[(size_t)i * (size_t)n + (size_t)k] = s->h.scale[i] * x * s->h.scale[k];
    }
  }
  mj_freeStack(d);
}

// --- the barrier model --------------------------------------------------------------------------

// rate (n x nv) = dJ y, and R (may be NULL) += dJ'force, with y over the dofs and force over the
// rows.
static void rates_along(hard_slopes* s, const mjtNum* y, const mjtNum* force, mjtNum* R,
                        mjtNum* rate) {
  step_slope* w = s->w;
  const mjModel* m = w->m;
  mjData* d = w->d;
  const clusters* c = &w->a.at;
  size_t size = c->block[c->n];
  mj_markStack(d);
  mjtNum* none = mj_stackAllocNum(d, (size_t)s->n + 1);
  mjtNum* to = mj_stackAllocNum(d, size + 1);
  memset(to, 0, sizeof(mjtNum) * size);
  vec_zero(none, s->n);
  vec_zero(rate, s->n * m->nv);
  saved_row_values k = replace_row_values(d, m->nv);
  vec_copy(d->qacc, y, m->nv);
  vec_copy(d->efc_force, force, s->n);
  carried by = carried_by(m, d, y), vel = carried_by_qvel(d);
  slope one = {.m = m, .d = d, .at = c, .R = to};
  slope_open(&one);
  row_slopes rows = {.s = &one, .vel = &vel, .acc = &by, .response = rate};
  add_constraint_slope(&rows);
  slope_close(&one, NULL);
  restore_row_values(d, &k, m->nv);
  vec_scale(rate, rate, -1, s->n * m->nv);
  if (R) {
    take_off(s, to, rate, none);
    vec_add(R, R, to, (int)size);
  }
  mj_freeStack(d);
}

// to += -dE y.
static void subtract_matrix_along(hard_slopes* s, slope* to, const mjtNum* y) {
  step_slope* w = s->w;
  slope_subtract_inertial(to, &(inertial_motion){NULL, y, 0, 1});
  subtract_tendon_inertia(to, NULL, y, 1);
  mj_markStack(w->d);
  slope damping = *to;
  mjtNum h = w->m->opt.timestep;
  if (to->left) {
    mjtNum* left = mj_stackAllocNum(w->d, w->m->nv);
    vec_scale(left, to->left, h, w->m->nv);
    damping.left = left;
    damping.carries_left = (carried){NULL, NULL};
    slope_open(&damping);
    add_matrix_slope(&w->a, &damping, y);
  } else {
    size_t n = w->a.at.block[w->a.at.n];
    damping.R = mj_stackAllocNum(w->d, n + 1);
    memset(damping.R, 0, sizeof(mjtNum) * n);
    slope_open(&damping);
    add_matrix_slope(&w->a, &damping, y);
    vec_axpy(to->R, h, damping.R, (int)n);
  }
  mj_freeStack(w->d);
}

// R of a row, or of all rows of a cone, is proportional to the diagonal of D at this row, or to the
// largest of the cone: dlog D_ii = (2 J_i' dJ_i y - y'dE y) with y = E^-1 J_i', for a diagonal of
// 1.
static void add_softness(hard_slopes* s, int top, int first, int end, mjtNum* more) {
  step_slope* w = s->w;
  const mjModel* m = w->m;
  mjData* d = w->d;
  int n = s->n, nv = m->nv;
  mjtNum scale = s->h.scale[top];
  if (!(scale > 0)) return;
  mj_markStack(d);
  mjtNum *y = mj_stackAllocNum(d, 3 * (size_t)nv), *qbar = y + nv, *vbar = qbar + nv;
  mjtNum *rate = mj_stackAllocNum(d, (size_t)n * (size_t)(nv + 1)), *force = rate + n * nv;
  vec_scale(y, s->EJ + (size_t)top * (size_t)nv, scale, nv);
  vec_zero(force, n);
  rates_along(s, y, force, NULL, rate);
  vec_zero(qbar, nv);
  vec_zero(vbar, nv);
  slope left = {.m = m, .d = d, .at = &w->a.at, .left = y, .qbar = qbar, .vbar = vbar};
  subtract_matrix_along(s, &left, y);
  vec_axpy(qbar, 2 * scale, rate + (size_t)top * (size_t)nv, nv);
  for (int i = first; i < end; i++) {
    mjtNum *to = more + (size_t)i * 2 * (size_t)nv, part = s->h.p.R[i] * s->f[i];
    vec_axpy(to, part, qbar, nv);
    vec_axpy(to + nv, part, vbar, nv);
  }
  mj_freeStack(d);
}

static void add_softness_changes(hard_slopes* s, mjtNum* more) {
  size_t n = (size_t)s->n;
  for (const hard_block* b = s->h.p.block; b < s->h.p.block + s->h.p.nblock; b++) {
    int top = b->row, end = b->row + b->dim;
    for (int i = b->row; i < end; i++) {
      if (b->kind != HARD_CONE) add_softness(s, i, i, i + 1, more);
      if (s->D[(size_t)i * (n + 1)] > s->D[(size_t)top * (n + 1)]) top = i;
    }
    if (b->kind == HARD_CONE) add_softness(s, top, b->row, end, more);
  }
}

// `more` (n x width of all clusters, here by q and v over nv each) for the law of the barrier: dD
// phi + dR f, in the solver's units.
static void add_barrier_changes(hard_slopes* s, const hard_solution* law, mjtNum* more) {
  step_slope* w = s->w;
  const mjModel* m = w->m;
  mjData* d = w->d;
  const clusters* c = &w->a.at;
  int n = s->n, nv = m->nv;
  size_t size = c->block[c->n];
  mj_markStack(d);
  mjtNum *phi = mj_stackAllocNum(d, 3 * (size_t)n), *bend = phi + n, *force = bend + n;
  mjtNum* y = mj_stackAllocNum(d, nv);
  mjtNum* rate = mj_stackAllocNum(d, (size_t)n * (size_t)nv);
  mjtNum* R = mj_stackAllocNum(d, size + 1);
  hard_barrier_slopes(law, s->D, phi, bend);
  vec_mul(force, phi, s->h.scale, n);
  mj_mulJacTVec(m, d, y, force);
  clusters_solve(&w->a, w->integrator.E, 0, y);
  memset(R, 0, sizeof(mjtNum) * size);
  rates_along(s, y, force, R, rate);
  slope one = {.m = m, .d = d, .at = c, .R = R};
  subtract_matrix_along(s, &one, y);
  for (int i = 0; i < n; i++) {
    mjtNum *to = more + (size_t)i * 2 * (size_t)nv, scale = s->h.scale[i];
    vec_axpy(to, scale, rate + (size_t)i * (size_t)nv, nv);
    // J E^-1 R, row by row of R
    const mjtNum* x = s->EJ + (size_t)i * (size_t)nv;
    for (int r = 0; r < nv; r++) {
      int k = c->of[r], cn = cluster_size(c, k);
      const mjtNum* row = cluster_row(c, R, r);
      for (int e = 0; x[r] != 0 && e < cn; e++) {
        int dof = c->dof[c->first[k] + e];
        to[dof] += scale * x[r] * row[e];
        to[nv + dof] += scale * x[r] * row[cn + e];
      }
    }
  }
  add_softness_changes(s, more);
  mj_freeStack(d);
}

// --- all ----------------------------------------------------------------------------------------

// V (n x width of cluster k) = change of velocities at fixed impulses, with X = E^-1 r.
static void find_velocities(const hard_slopes* s, int k, mjtNum* V, const mjtNum* X) {
  const mjModel* m = s->w->m;
  const clusters* c = &s->w->a.at;
  int size = cluster_size(c, k), width = c->width[k];
  mj_markStack(s->w->d);
  mjtNum* J = mj_stackAllocNum(s->w->d, m->nv);
  for (int i = 0; i < s->n; i++) {
    mjtNum *to = V + (size_t)i * (size_t)width, scale = s->h.scale[i];
    full_row(m, s->w->d, i, J);
    for (int e = 0; e < size; e++) {
      int dof = c->dof[c->first[k] + e];
      to[e] = scale * s->rate[(size_t)i * (size_t)m->nv + (size_t)dof];
      to[size + e] = scale * s->speed[i] * J[dof];
    }
    vec_zero(to + 2 * size, width - 2 * size);
    for (int e = 0; e < size; e++) {
      mjtNum x = J[c->dof[c->first[k] + e]];
      if (x != 0) vec_axpy(to, scale * m->opt.timestep * x, X + (size_t)e * (size_t)width, width);
    }
  }
  mj_freeStack(s->w->d);
}

// The columns of `more` for a cluster, in the layout of V.
static mjtNum* more_of_cluster(const hard_slopes* s, const mjtNum* more, int k) {
  const clusters* c = &s->w->a.at;
  int size = cluster_size(c, k), width = c->width[k], nv = s->w->m->nv;
  mjtNum* to = mj_stackAllocNum(s->w->d, (size_t)s->n * (size_t)width + 1);
  vec_zero(to, s->n * width);
  for (int i = 0; i < s->n; i++) {
    for (int e = 0; e < size; e++) {
      int dof = c->dof[c->first[k] + e];
      to[i * width + e] = more[(size_t)i * 2 * (size_t)nv + (size_t)dof];
      to[i * width + size + e] = more[((size_t)i * 2 + 1) * (size_t)nv + (size_t)dof];
    }
  }
  return to;
}

static int solve_cluster(hard_slopes* s, const hard_solution* law, const mjtNum* more, int k) {
  step_slope* w = s->w;
  const mjModel* m = w->m;
  const clusters* c = &w->a.at;
  int n = s->n, size = cluster_size(c, k), width = c->width[k];
  mjtNum* X = w->a.R + c->block[k];
  mj_markStack(w->d);
  mjtNum* V = mj_stackAllocNum(w->d, (size_t)n * (size_t)width + 1);
  dense_lu_solve(w->integrator.E + c->square[k], size, X, width, width);
  find_velocities(s, k, V, X);
  const mjtNum* here = more ? more_of_cluster(s, more, k) : NULL;
  int known = hard_impulse_slopes(w->d, law, s->D, here, V, width);
  for (int i = 0; known && i < n; i++) {
    const mjtNum* EJ = s->EJ + (size_t)i * (size_t)m->nv;
    for (int e = 0; e < size; e++) {
      mjtNum x = EJ[c->dof[c->first[k] + e]] * s->h.scale[i] / m->opt.timestep;
      if (x != 0) vec_axpy(X + (size_t)e * (size_t)width, x, V + (size_t)i * (size_t)width, width);
    }
  }
  mj_freeStack(w->d);
  return known;
}

int hard_step_slope(step_slope* w) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  const clusters* c = &w->a.at;
  size_t n = d->nefc, nv = m->nv;
  int known = 1;
  mj_markStack(d);
  hard_slopes s = {.w = w, .n = d->nefc, .f = mj_stackAllocNum(d, 3 * n + 1)};
  s.v = s.f + n;
  s.speed = s.v + n;
  s.rate = mj_stackAllocNum(d, 2 * n * nv + n * n + 1);
  s.EJ = s.rate + n * nv;
  s.D = s.EJ + n * nv;
  find_residual(&s);
  if (n) {
    s.h = hard_assembly_solved(m, d, s.f, s.v);
    find_matrix(&s);
    const hard_method* method = hard_method_of(m->opt.solver);
    int is_barrier = m->opt.solver == engSOL_BARRIER;
    hard_solution law = {&s.h.p, s.f, s.v, method->ncp, is_barrier ? m->ext.hard.kappa : 0};
    mjtNum* more = NULL;
    if (is_barrier) {
      more = mj_stackAllocNum(d, 2 * n * nv);
      vec_zero(more, 2 * (int)(n * nv));
      add_barrier_changes(&s, &law, more);
    }
    for (int k = 0; known && k < c->n; k++) known = solve_cluster(&s, &law, more, k);
  } else {
    for (int k = 0; k < c->n; k++) {
      dense_lu_solve(w->integrator.E + c->square[k], cluster_size(c, k), w->a.R + c->block[k],
                     c->width[k], c->width[k]);
    }
  }
  mj_freeStack(d);
  return known;
}
