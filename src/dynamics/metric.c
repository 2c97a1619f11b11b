#include "dynamics/metric.h"

#include <engine/extension.h>
#include <engine/math.h>
#include <engine/model.h>
#include <math.h>

#include "dynamics/actuation.h"
#include "dynamics/actuator_slopes.h"
#include "dynamics/derivative_parts.h"
#include "dynamics/flex_force.h"
#include "dynamics/flex_stiffness.h"
#include "dynamics/free_body.h"
#include "dynamics/passive.h"
#include "kinematics/tendon.h"
#include "math/dense.h"
#include "model/flags.h"
#include "model/joint_type.h"
#include "model/pattern.h"
#include "model/level.h"
#include "model/sleep.h"
#include "model/trees.h"

// A term s, k (see metric.h) along a row J over several dofs.
typedef struct {
  sparse_row J;
  mjtNum s, k;
  mjtNum* shift;  // accumulates the force of the term
} term;

typedef struct {
  const mjModel* m;
  mjData* d;
  mjtNum *s, *k;  // s and k of terms on single dofs
  term* term;
  int nterm;
  int elastic;  // whether any flex has terms
} collection;

static mjtNum positive(mjtNum x) { return x > 0 ? x : 0; }

static void add_to_dof(collection* c, int dof, mjtNum kappa, mjtNum beta) {
  mjtNum h = c->m->opt.timestep;
  c->s[dof] += h * positive(beta) + h * h * positive(kappa);
  c->k[dof] += h * positive(kappa);
}

// Whether tendons and actuators are left out: the reference's PGS includes only joints and the
// fluid.
static int is_of_dofs_alone(const mjModel* m) {
  return m->opt.solver == mjSOL_PGS && level_has(m, engLEVEL_PGS);
}

static void add_along(collection* c, const term* t) {
  if (t->s != 0 || t->k != 0) c->term[c->nterm++] = *t;
}

static term term_of(const mjModel* m, sparse_row J, mjtNum kappa, mjtNum beta) {
  mjtNum h = m->opt.timestep;
  kappa = positive(kappa);
  return (term){.J = J, .s = h * positive(beta) + h * h * kappa, .k = h * kappa};
}

// --- collecting terms ---------------------------------------------------------------------------

static void add_spring_of_joint(collection* c, int j) {
  const mjModel* m = c->m;
  polynomial p = polynomial_of(m->jnt_stiffness[j], m->jnt_stiffnesspoly + 2 * j);
  if (polynomial_is_zero(p)) return;
  const mjtNum *q = c->d->qpos + m->jnt_qposadr[j], *rest = m->qpos_spring + m->jnt_qposadr[j];
  int dof = m->jnt_dofadr[j], quat = joint_quat(m->jnt_type[j]);
  if (quat < 0) {
    add_to_dof(c, dof, polynomial_slope(p, q[0] - rest[0]), 0);
    return;
  }
  if (quat) {
    mjtNum slope = polynomial_slope(p, vec3_distance(q, rest));
    for (int k = 0; k < 3; k++) add_to_dof(c, dof + k, slope, 0);
    q += 3, rest += 3, dof += 3;
  }
  mjtNum unit[4], turn[3];
  quat_copy(unit, q);
  quat_normalize(unit);
  quat_difference(turn, unit, rest);
  mjtNum slope = polynomial_slope(p, vec3_norm(turn));
  for (int k = 0; k < 3; k++) add_to_dof(c, dof + k, slope, 0);
}

static void add_springs_and_dampers(collection* c) {
  const mjModel* m = c->m;
  mjData* d = c->d;
  int springs = !mjDISABLED(mjDSBL_SPRING), dampers = !mjDISABLED(mjDSBL_DAMPER);
  for (int j = 0; j < m->njnt && springs; j++) add_spring_of_joint(c, j);
  for (int i = 0; i < m->nv && dampers; i++) add_to_dof(c, i, 0, dof_damping_slope(m, d, i));
  for (int t = 0; t < m->ntendon && !is_of_dofs_alone(m); t++) {
    polynomial spring = polynomial_of(m->tendon_stiffness[t], m->tendon_stiffnesspoly + 2 * t);
    polynomial damper = tendon_damper(m, t);
    int has_spring = springs && !polynomial_is_zero(spring);
    int has_damper = dampers && !polynomial_is_zero(damper);
    if (!has_spring && !has_damper) continue;
    mjtNum x = -tendon_spring_offset(m, d, t);
    mjtNum kappa = has_spring && x != 0 ? polynomial_slope(spring, x) : 0;
    mjtNum beta = has_damper ? polynomial_slope(damper, fabs(d->ten_velocity[t])) : 0;
    term x_t = term_of(m, row_of_tendon(m, d, t, is_sparse(m)), kappa, beta);
    x_t.shift = d->efm_c;
    d->efm_tid[d->nefmT] = t;
    d->efm_tk[d->nefmT] = x_t.k;
    d->efm_ts[d->nefmT++] = x_t.s;
    add_along(c, &x_t);
  }
}

// The nonzero entries of a full row as a sparse row; the full row is cleared.
static sparse_row take_row(const mjModel* m, mjData* d, mjtNum* full) {
  int n = 0;
  for (int i = 0; i < m->nv; i++) n += full[i] != 0;
  int* col = mj_stackAllocInt(d, n);
  mjtNum* value = mj_stackAllocNum(d, n);
  for (int i = 0, k = 0; i < m->nv; i++) {
    if (full[i] == 0) continue;
    col[k] = i;
    value[k++] = full[i];
    full[i] = 0;
  }
  return (sparse_row){n, col, value};
}

// Passive contacts, which exist only while their bodies touch.
static void add_contacts(collection* c) {
  const mjModel* m = c->m;
  mjData* d = c->d;
  mjtNum* full = NULL;
  for (int i = 0; i < d->ncon && c->elastic; i++) {
    const mjContact* con = d->contact + i;
    if (con->exclude != PASSIVE_CONTACT) continue;
    if (!full) {
      full = mj_stackAllocNum(d, m->nv);
      vec_zero(full, m->nv);
    }
    passive_contact_add(m, d, con, 1, full);
    term t = term_of(m, take_row(m, d, full), passive_contact_stiffness(m, d, con), 0);
    t.shift = d->efm_c;
    add_along(c, &t);
  }
}

static void note_actuator(mjData* d, int i, term t) {
  if (t.s == 0 && t.k == 0) return;
  d->efm_aid[d->nefmA] = i;
  d->efm_ak[d->nefmA] = t.k;
  d->efm_as[d->nefmA++] = t.s;
}

// No tendon or actuator has terms.
static void clear_lists(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->ntendon; i++) d->efm_tid[i] = 0;
  for (int i = 0; i < m->nactuator; i++) d->efm_aid[i] = 0;
  vec_zero(d->efm_tk, m->ntendon);
  vec_zero(d->efm_ts, m->ntendon);
  vec_zero(d->efm_ak, m->nactuator);
  vec_zero(d->efm_as, m->nactuator);
  d->nefmA = d->nefmT = 0;
}

static void add_actuators(collection* c) {
  const mjModel* m = c->m;
  mjData* d = c->d;
  if (mjDISABLED(mjDSBL_ACTUATION) || is_of_dofs_alone(m)) return;
  mjtNum* ctrl = mj_stackAllocNum(d, m->nu);
  read_controls(m, d, ctrl);
  for (int i = 0; i < m->nactuator; i++) {
    if (actuator_is_disabled(m, i)) continue;
    mjtNum by_length, by_velocity;
    actuator_slopes(m, d, ctrl, i, &by_length, &by_velocity);
    int first = m->actuator_outadr[i];
    for (int o = first; o < first + m->actuator_outnum[i]; o++) {
      int adr = d->moment_rowadr[o];
      sparse_row moment = {d->moment_rownnz[o], d->moment_colind + adr, d->actuator_moment + adr};
      term t = term_of(m, moment, -by_length, -by_velocity);
      t.shift = d->efm_ca;
      add_along(c, &t);
    }
    note_actuator(d, i, term_of(m, (sparse_row){0}, -by_length, -by_velocity));
  }
}

// --- what couples -------------------------------------------------------------------------------

static int column_of(sparse_row J, int k) { return J.col ? J.col[k] : k; }

// Whether the term couples several dofs.
static int couples(const term* t) {
  int n = 0;
  for (int k = 0; k < t->J.n; k++) n += t->J.value[k] != 0;
  return n > 1;
}

// Whether the elasticity of a flex is part of the metric.
static int has_flex(const collection* c, int flex) {
  return c->elastic && flex_is_elastic(c->m, flex) &&
         !(some_asleep(c->m, c->d) && flex_sleeps(c->m, c->d, flex));
}

static int size_of(csr_pattern P) { return P.nr ? P.adr[P.nr - 1] + P.nnz[P.nr - 1] : 0; }

// Index of entry (i, j), j <= i, which the pattern has.
static int entry_of(const metric* g, int i, int j) {
  const int* col = g->pattern.col + g->pattern.adr[i];
  int low = 0, high = g->pattern.nnz[i] - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (col[middle] < j) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return g->pattern.adr[i] + low;
}

// --- a matrix that couples what M does not ------------------------------------------------------

// All contributions are gone through three times: their number in every row, their columns, then
// their sum.
typedef struct assembly {
  const collection* c;
  metric* g;
  // n entries of row i, from column j on, j + n <= i + 1
  void (*take)(struct assembly* to, int i, int j, int n, const mjtNum* x);
  int *nnz, *adr, *col;
  mjtNum s, k;  // of the flex at hand
} assembly;

static void count_run(assembly* to, int i, int j, int n, const mjtNum* x) {
  (void)j, (void)x;
  to->nnz[i] += n;
}

static void place_run(assembly* to, int i, int j, int n, const mjtNum* x) {
  (void)x;
  for (int k = 0; k < n; k++) to->col[to->adr[i] + to->nnz[i]++] = j + k;
}

// Nothing is between the columns of a run: all are in the pattern.
static void add_run(assembly* to, int i, int j, int n, const mjtNum* x) {
  mjtNum* entry = to->g->M + entry_of(to->g, i, j);
  for (int k = 0; k < n; k++) entry[k] += x[k];
}

static void take_term(assembly* to, const term* t) {
  for (int a = 0; a < t->J.n; a++) {
    mjtNum x = t->s * t->J.value[a];
    for (int b = 0; b <= a && x != 0; b++) {
      mjtNum product = x * t->J.value[b];
      if (t->J.value[b] == 0) continue;
      to->take(to, column_of(t->J, a), column_of(t->J, b), 1, &product);
    }
  }
}

// The force of the elasticity of a flex at the end of the step.
static void shift_block(const assembly* to, int a, int b, const mjtNum block[9]) {
  mjData* d = to->c->d;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      mjtNum x = to->k * block[3 * i + j];
      d->efm_c[a + i] -= x * d->qvel[b + j];
      if (a != b) d->efm_c[b + j] -= x * d->qvel[a + i];
    }
  }
}

static void take_block(void* to_assembly, int a, int b, const mjtNum block[9]) {
  assembly* to = to_assembly;
  for (int i = 0; i < 3; i++) {
    mjtNum row[3];
    for (int j = 0; j < 3; j++) row[j] = to->s * block[3 * i + j];
    to->take(to, a + i, b, a == b ? i + 1 : 3, row);
  }
  if (to->take == add_run) shift_block(to, a, b, block);
}

static void take_all(assembly* to) {
  const mjModel* m = to->c->m;
  mjData* d = to->c->d;
  for (int i = 0; i < m->nv; i++) {
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      to->take(to, i, m->M_colind[k], 1, d->M + k);
    }
  }
  for (int i = 0; i < to->c->nterm; i++) take_term(to, to->c->term + i);
  mjtNum h = m->opt.timestep;
  int springs = !mjDISABLED(mjDSBL_SPRING), dampers = !mjDISABLED(mjDSBL_DAMPER);
  for (int f = 0; f < m->nflex; f++) {
    if (!has_flex(to->c, f)) continue;
    to->s = springs * h * h + dampers * h * m->flex_damping[f];
    to->k = springs * h;
    stiffness_sink sink = {take_block, to};
    flex_stiffness(m, d, f, &sink);
  }
}

// Columns of every row ascend and come once, rows are adjacent.
static void tidy_pattern(assembly* to) {
  int nv = to->c->m->nv, end = 0;
  mj_markStack(to->c->d);
  int* seen_by = mj_stackAllocInt(to->c->d, nv);
  for (int i = 0; i < nv; i++) seen_by[i] = -1;
  for (int i = 0; i < nv; i++) {
    int n = 0, from = to->adr[i];
    to->adr[i] = end;
    for (int k = from; k < from + to->nnz[i]; k++) {
      if (seen_by[to->col[k]] == i) continue;
      seen_by[to->col[k]] = i;
      to->col[end + n++] = to->col[k];
    }
    to->nnz[i] = n;
    mju_insertionSortInt(to->col + end, n);
    end += n;
  }
  mj_freeStack(to->c->d);
}

// Also the forces of flexes.
static void assemble_coupled(const collection* c, metric* g) {
  int nv = c->m->nv;
  assembly to = {.c = c,
                 .g = g,
                 .take = count_run,
                 .nnz = mj_stackAllocInt(c->d, nv),
                 .adr = mj_stackAllocInt(c->d, nv)};
  memset(to.nnz, 0, sizeof(int) * (size_t)nv);
  take_all(&to);
  to.col = mj_stackAllocInt(c->d, csr_pack_rows(to.adr, to.nnz, nv));
  memset(to.nnz, 0, sizeof(int) * (size_t)nv);
  to.take = place_run;
  take_all(&to);
  tidy_pattern(&to);
  g->pattern = (csr_pattern){nv, to.nnz, to.adr, to.col};
  g->M = mj_stackAllocNum(c->d, size_of(g->pattern));
  vec_zero(g->M, size_of(g->pattern));
  to.take = add_run;
  take_all(&to);
}

// --- what is on the pattern of M ----------------------------------------------------------------

// Index in M of entry (i, j), j <= i; -1: none, as off the diagonal of simple bodies.
static int entry_of_mass(const mjModel* m, int i, int j) {
  int e = m->M_rowadr[i], end = e + m->M_rownnz[i];
  while (e < end && m->M_colind[e] != j) e++;
  return e < end ? e : -1;
}

// Contribution of the fluid, the symmetric part of the derivative of its forces, as far as M has
// entries (of bodies whose inertia is diagonal that is the diagonal).  efm_fluid: that
// contribution alone, wet: with M.
static void take_medium(const mjModel* m, mjData* d, metric* g) {
  vec_zero(d->qDeriv, m->nD);
  add_fluid_derivative(m, d);
  g->wet = mj_stackAllocNum(d, m->nC);
  vec_zero(d->efm_fluid, m->nC);
  for (int i = 0; i < m->nv; i++) {
    for (int k = 0; k < m->D_rownnz[i]; k++) {
      int at = m->D_rowadr[i] + k, j = m->D_colind[at];
      int e = entry_of_mass(m, mjMAX(i, j), mjMIN(i, j));
      if (e >= 0) d->efm_fluid[e] -= (i == j ? 1 : 0.5) * m->opt.timestep * d->qDeriv[at];
    }
  }
  for (int e = 0; e < m->nC; e++) g->wet[e] = d->M[e] + d->efm_fluid[e];
}

static void add_medium(const mjModel* m, mjData* d, metric* g) {
  take_medium(m, d, g);
  for (int i = 0; i < m->nv; i++) {
    int end = m->M_rowadr[i] + m->M_rownnz[i];
    for (int e = m->M_rowadr[i]; e < end; e++) {
      g->M[g->coupled ? entry_of(g, i, m->M_colind[e]) : e] += d->efm_fluid[e];
    }
    g->sdiag[i] += d->efm_fluid[end - 1];
  }
}

static int last_entry(const metric* g, int i) { return g->pattern.adr[i] + g->pattern.nnz[i] - 1; }

// The diagonal of terms along rows: where nothing couples they have no other entries.
static void add_squares(const collection* c, metric* g) {
  for (int i = 0; i < c->nterm; i++) {
    const term* t = c->term + i;
    for (int k = 0; k < t->J.n; k++) {
      int dof = column_of(t->J, k);
      mjtNum square = t->s * t->J.value[k] * t->J.value[k];
      g->sdiag[dof] += square;
      if (!g->coupled) g->M[last_entry(g, dof)] += square;
    }
  }
}

static void add_single_dofs(const collection* c, metric* g) {
  for (int i = 0; i < c->m->nv; i++) {
    g->sdiag[i] += c->s[i];
    g->M[last_entry(g, i)] += c->s[i];
  }
}

static void shift_forces(const collection* c, metric* g) {
  mjData* d = c->d;
  int nv = c->m->nv;
  for (int i = 0; i < nv; i++) d->efm_c[i] -= d->efm_ck[i] * d->qvel[i];
  vec_zero(d->efm_ca, nv);
  for (int i = 0; i < c->nterm; i++) {
    const term* t = c->term + i;
    mjtNum v = sparse_row_dot(t->J, d->qvel);
    for (int k = 0; k < t->J.n; k++) t->shift[column_of(t->J, k)] -= t->k * v * t->J.value[k];
  }
  for (int i = 0; i < nv; i++) g->force[i] = d->qfrc_smooth[i] + d->efm_c[i] + d->efm_ca[i];
}

// Mark the trees that terms act on.
static void mark_tied(const collection* c, int* tied) {
  for (int i = 0; i < c->m->ntree; i++) tied[i] = 0;
  for (int i = 0; i < c->nterm; i++) {
    const sparse_row* J = &c->term[i].J;
    for (int k = 0; k < J->n; k++) {
      if (J->value[k] != 0) tied[c->m->dof_treeid[column_of(*J, k)]] = 1;
    }
  }
}

metric metric_make(const mjModel* m, mjData* d) {
  int nv = m->nv;
  collection c = {.m = m, .d = d, .s = d->efm_diag, .k = d->efm_ck};
  metric g = {.force = mj_stackAllocNum(d, nv),
              .sdiag = d->efm_sdiag,
              .dry = mj_stackAllocNum(d, nv),
              .tied = mj_stackAllocInt(d, m->ntree)};
  int contacts = m->nflex ? d->ncon : 0;
  c.term = mj_stackAllocByte(d, sizeof(term) * (size_t)(m->ntendon + m->nout + contacts),
                             sizeof(mjtNum));
  vec_zero(c.s, nv);
  vec_zero(c.k, nv);
  vec_zero(g.sdiag, nv);
  clear_lists(m, d);
  add_springs_and_dampers(&c);
  add_actuators(&c);
  c.elastic = m->nflex && !(mjDISABLED(mjDSBL_SPRING) && mjDISABLED(mjDSBL_DAMPER));
  add_contacts(&c);
  mark_tied(&c, g.tied);
  d->efm_active = 1;

  int medium = has_medium(m) && !(mjDISABLED(mjDSBL_SPRING) && mjDISABLED(mjDSBL_DAMPER));
  vec_zero(d->efm_c, nv);
  for (int f = 0; f < m->nflex; f++) g.elastic |= has_flex(&c, f);
  g.coupled = g.elastic;
  for (int i = 0; i < c.nterm; i++) g.coupled |= couples(c.term + i);
  if (g.coupled) {
    assemble_coupled(&c, &g);
  } else {
    g.pattern = pattern_of_M(m);
    g.M = mj_stackAllocNum(d, m->nC);
    vec_copy(g.M, d->M, m->nC);
  }
  add_squares(&c, &g);
  if (medium) add_medium(m, d, &g);
  add_single_dofs(&c, &g);
  for (int i = 0; i < nv; i++) {
    int at = m->M_rowadr[i] + m->M_rownnz[i] - 1;
    g.dry[i] = g.sdiag[i] - (g.wet ? g.wet[at] - d->M[at] : 0);
  }
  shift_forces(&c, &g);
  return g;
}

void metric_mul(const metric* g, mjtNum* r, const mjtNum* x) {
  symmetric_mul_vec(r, g->M, x, g->pattern, !g->coupled);
}

// Mark the trees that constraint rows act on, whether they push or not.
static void mark_constrained(const mjModel* m, const mjData* d, int* held) {
  if (is_sparse(m)) {
    for (int row = 0; row < d->nefc; row++) {
      for (int k = 0; k < d->efc_J_rownnz[row]; k++) {
        int at = d->efc_J_rowadr[row] + k;
        if (d->efc_J[at] != 0) held[m->dof_treeid[d->efc_J_colind[at]]] = 1;
      }
    }
    return;
  }
  for (int row = 0; row < d->nefc; row++) {
    const mjtNum* J = d->efc_J + (size_t)row * m->nv;
    for (int i = 0; i < m->nv; i++) {
      if (J[i] != 0) held[m->dof_treeid[i]] = 1;
    }
  }
}

// Mark in held the trees whose free bodies do not turn, and set qDeriv of the others.
static void begin_turning(const mjModel* m, mjData* d, const metric* g, int* held) {
  for (int i = 0; i < m->ntree; i++) held[i] = g->tied[i];
  mark_constrained(m, d, held);
  vec_zero(d->qDeriv, m->nD);
  free_bodies_derivative(m, d);
}

// (M + s J'J - h qDeriv) x = force: add the metric's difference from M to qDeriv.
static void add_to_derivative(const mjModel* m, mjData* d, const metric* g, int b) {
  int dof = m->body_dofadr[b];
  for (int row = dof; row < dof + 6; row++) {
    for (int k = 0; k < g->pattern.nnz[row]; k++) {
      int col = g->pattern.col[g->pattern.adr[row] + k];
      if (col < dof) continue;
      int e = entry_of_mass(m, row, col);
      mjtNum value = g->M[g->pattern.adr[row] + k] - (e < 0 ? 0 : d->M[e]);
      value /= -m->opt.timestep;
      d->qDeriv[m->D_rowadr[row] + col - dof] += value;
      if (col != row) d->qDeriv[m->D_rowadr[col] + row - dof] += value;
    }
  }
}

void metric_turn_free_bodies(const mjModel* m, mjData* d, const metric* g, mjtNum* x) {
  int* held = mj_stackAllocInt(d, m->ntree);
  begin_turning(m, d, g, held);
  for (int b = 1; b < m->nbody; b++) {
    if (!is_free_body(m, b) || held[m->body_treeid[b]]) continue;
    add_to_derivative(m, d, g, b);
    free_body_solve(m, d, b, x, g->force);
  }
}

void metric_multiply_free_bodies(const mjModel* m, mjData* d, const metric* g, mjtNum* force,
                                 const mjtNum* x) {
  int* held = mj_stackAllocInt(d, m->ntree);
  begin_turning(m, d, g, held);
  for (int b = 1; b < m->nbody; b++) {
    if (!is_free_body(m, b) || held[m->body_treeid[b]]) continue;
    add_to_derivative(m, d, g, b);
    free_body_multiply(m, d, b, force, x);
  }
}
