#include "dynamics/metric.h"

#include <engine/extension.h>
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
    mjtNum x = -tendon_spring_offset(m, d, t);
    mjtNum kappa = springs && x != 0 ? polynomial_slope(spring, x) : 0;
    mjtNum beta = dampers ? polynomial_slope(tendon_damper(m, t), fabs(d->ten_velocity[t])) : 0;
    term x_t = term_of(m, row_of_tendon(m, d, t, is_sparse(m)), kappa, beta);
    x_t.shift = d->efm_c;
    d->efm_tk[t] = x_t.k;
    d->efm_ts[t] = x_t.s;
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

static void add_actuators(collection* c) {
  const mjModel* m = c->m;
  mjData* d = c->d;
  if (mjDISABLED(mjDSBL_ACTUATION) || is_of_dofs_alone(m)) return;
  mjtNum* ctrl = mj_stackAllocNum(d, m->nu);
  read_controls(m, d, ctrl);
  vec_zero(d->efm_ak, m->nout);
  vec_zero(d->efm_as, m->nout);
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
      d->efm_ak[o] = t.k;
      d->efm_as[o] = t.s;
      add_along(c, &t);
    }
  }
}

// --- sparsity -----------------------------------------------------------------------------------

static int column_of(sparse_row J, int k) { return J.col ? J.col[k] : k; }

// Whether the term couples several dofs.
static int couples(const term* t) {
  int n = 0;
  for (int k = 0; k < t->J.n; k++) n += t->J.value[k] != 0;
  return n > 1;
}

static int root_of(int* above, int i) {
  while (above[i] != i) i = above[i] = above[above[i]];
  return i;
}

// Whether the elasticity of a flex is part of the metric.
static int has_flex(const collection* c, int flex) {
  return c->elastic && flex_is_elastic(c->m, flex) &&
         !(some_asleep(c->m, c->d) && flex_sleeps(c->m, c->d, flex));
}

// group[i]: lowest tree among those coupled to the tree of dof i.
static void group_dofs(const collection* c, int* group) {
  const mjModel* m = c->m;
  int* above = mj_stackAllocInt(c->d, m->ntree);
  for (int i = 0; i < m->ntree; i++) above[i] = i;
  for (int i = 0; i < c->nterm; i++) {
    const sparse_row* J = &c->term[i].J;
    int first = -1;
    for (int k = 0; k < J->n; k++) {
      if (J->value[k] == 0) continue;
      int r = root_of(above, m->dof_treeid[column_of(*J, k)]);
      if (first < 0) first = r;
      above[r] = first;
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    int first = -1;
    for (int i = 0; i < flex_point_count(m, f) && has_flex(c, f); i++) {
      int tree = m->body_treeid[flex_point_body(m, f, i)];
      if (tree < 0) continue;
      int r = root_of(above, tree);
      if (first < 0) first = r;
      above[r] = first;
    }
  }
  for (int i = 0; i < m->nv; i++) group[i] = root_of(above, m->dof_treeid[i]);
}

// Full lower triangles within every group; rank[i]: index of dof i within its group.
static csr_pattern full_pattern(const collection* c, int* rank) {
  int nv = c->m->nv, *nnz = mj_stackAllocInt(c->d, nv), *adr = mj_stackAllocInt(c->d, nv), n = 0;
  int *group = mj_stackAllocInt(c->d, nv), *count = mj_stackAllocInt(c->d, c->m->ntree);
  group_dofs(c, group);
  memset(count, 0, sizeof(int) * (size_t)c->m->ntree);
  for (int i = 0; i < nv; i++) {
    rank[i] = count[group[i]]++;
    nnz[i] = rank[i] + 1;
    adr[i] = n;
    n += nnz[i];
  }
  int* col = mj_stackAllocInt(c->d, n);
  for (int i = 0; i < nv; i++) {
    for (int j = 0; j <= i; j++) {
      if (group[j] == group[i]) col[adr[i] + rank[j]] = j;
    }
  }
  return (csr_pattern){nv, nnz, adr, col};
}

static int size_of(csr_pattern P) { return P.nr ? P.adr[P.nr - 1] + P.nnz[P.nr - 1] : 0; }

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

// rank: as in full_pattern, or NULL where the metric has the pattern of M.
static void add_medium(const mjModel* m, mjData* d, metric* g, const int* rank) {
  take_medium(m, d, g);
  for (int i = 0; i < m->nv; i++) {
    int end = m->M_rowadr[i] + m->M_rownnz[i];
    for (int e = m->M_rowadr[i]; e < end; e++) {
      g->M[rank ? g->tree.adr[i] + rank[m->M_colind[e]] : e] += d->efm_fluid[e];
    }
    g->sdiag[i] += d->efm_fluid[end - 1];
  }
}

static void add_terms(const collection* c, metric* g, const int* rank) {
  for (int i = 0; i < c->nterm; i++) {
    const term* t = c->term + i;
    for (int a = 0; a < t->J.n; a++) {
      int row = column_of(t->J, a);
      mjtNum x = t->s * t->J.value[a];
      if (x == 0) continue;
      g->sdiag[row] += x * t->J.value[a];
      for (int b = 0; b <= a; b++) {
        if (t->J.value[b] == 0) continue;
        g->M[g->tree.adr[row] + rank[column_of(t->J, b)]] += x * t->J.value[b];
      }
    }
  }
}

// Destination for the stiffness of a flex, with s = h^2 + h damping and k = h.
typedef struct {
  const collection* c;
  metric* g;
  const int* rank;
  mjtNum s, k;
} flex_term;

static void add_block(void* to, int a, int b, const mjtNum block[9]) {
  const flex_term* t = to;
  mjData* d = t->c->d;
  for (int i = 0; i < 3; i++) {
    mjtNum* row = t->g->M + t->g->tree.adr[a + i];
    for (int j = 0; j < 3; j++) {
      mjtNum x = block[3 * i + j];
      d->efm_c[a + i] -= t->k * x * d->qvel[b + j];
      if (a != b) d->efm_c[b + j] -= t->k * x * d->qvel[a + i];
      if (b + j <= a + i) row[t->rank[b + j]] += t->s * x;
    }
  }
}

static void add_flexes(const collection* c, metric* g, const int* rank) {
  const mjModel* m = c->m;
  mjtNum h = m->opt.timestep;
  int springs = !mjDISABLED(mjDSBL_SPRING), dampers = !mjDISABLED(mjDSBL_DAMPER);
  for (int f = 0; f < m->nflex; f++) {
    if (!has_flex(c, f)) continue;
    flex_term t = {c, g, rank, springs * h * h + dampers * h * m->flex_damping[f], springs * h};
    stiffness_sink sink = {add_block, &t};
    flex_stiffness(m, c->d, f, &sink);
  }
}

static void fill(const collection* c, metric* g, const int* rank) {
  const mjModel* m = c->m;
  vec_zero(g->M, size_of(g->tree));
  for (int i = 0; i < m->nv; i++) {
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      g->M[g->tree.adr[i] + rank[m->M_colind[k]]] = c->d->M[k];
    }
  }
  add_terms(c, g, rank);
}

// Terms on single dofs.
static void add_squares(const collection* c, metric* g) {
  for (int i = 0; i < c->nterm; i++) {
    const term* t = c->term + i;
    for (int k = 0; k < t->J.n; k++) {
      int dof = column_of(t->J, k);
      mjtNum square = t->s * t->J.value[k] * t->J.value[k];
      g->sdiag[dof] += square;
      g->M[g->tree.adr[dof] + g->tree.nnz[dof] - 1] += square;
    }
  }
}

static void add_single_dofs(const collection* c, metric* g) {
  for (int i = 0; i < c->m->nv; i++) {
    g->sdiag[i] += c->s[i];
    g->M[g->tree.adr[i] + g->tree.nnz[i] - 1] += c->s[i];
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
  memset(tied, 0, sizeof(int) * (size_t)c->m->ntree);
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
              .diaginv = mj_stackAllocNum(d, nv),
              .dry = mj_stackAllocNum(d, nv),
              .tied = mj_stackAllocInt(d, m->ntree)};
  int contacts = m->nflex ? d->ncon : 0;
  c.term = mj_stackAllocByte(d, sizeof(term) * (size_t)(m->ntendon + m->nout + contacts),
                             sizeof(mjtNum));
  vec_zero(c.s, nv);
  vec_zero(c.k, nv);
  vec_zero(g.sdiag, nv);
  add_springs_and_dampers(&c);
  add_actuators(&c);
  c.elastic = m->nflex && !(mjDISABLED(mjDSBL_SPRING) && mjDISABLED(mjDSBL_DAMPER));
  add_contacts(&c);
  mark_tied(&c, g.tied);
  d->efm_active = 1;

  int medium = has_medium(m) && !(mjDISABLED(mjDSBL_SPRING) && mjDISABLED(mjDSBL_DAMPER));
  vec_zero(d->efm_c, nv);
  int full = 0;
  for (int f = 0; f < m->nflex; f++) full |= has_flex(&c, f);
  for (int i = 0; i < c.nterm; i++) full |= couples(c.term + i);
  int* rank = full ? mj_stackAllocInt(d, nv) : NULL;
  g.tree = full ? full_pattern(&c, rank) : pattern_of_M(m);
  g.M = mj_stackAllocNum(d, size_of(g.tree));
  g.LD = mj_stackAllocNum(d, size_of(g.tree));
  if (full) {
    fill(&c, &g, rank);
    if (c.elastic) add_flexes(&c, &g, rank);
  } else {
    vec_copy(g.M, d->M, m->nC);
    add_squares(&c, &g);
  }
  if (medium) add_medium(m, d, &g, rank);
  add_single_dofs(&c, &g);
  for (int i = 0; i < nv; i++) {
    int at = m->M_rowadr[i] + m->M_rownnz[i] - 1;
    g.dry[i] = g.sdiag[i] - (g.wet ? g.wet[at] - d->M[at] : 0);
  }
  shift_forces(&c, &g);
  vec_copy(g.LD, g.M, size_of(g.tree));
  ldl_factor(g.LD, g.diaginv, g.tree);
  return g;
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

void metric_turn_free_bodies(const mjModel* m, mjData* d, const metric* g, mjtNum* x) {
  int* held = mj_stackAllocInt(d, m->ntree);
  memcpy(held, g->tied, sizeof(int) * (size_t)m->ntree);
  mark_constrained(m, d, held);
  vec_zero(d->qDeriv, m->nD);
  free_bodies_derivative(m, d);
  // (M + s J'J - h qDeriv) x = force: add the metric's difference from M to qDeriv
  for (int b = 1; b < m->nbody; b++) {
    if (!is_free_body(m, b) || held[m->body_treeid[b]]) continue;
    int dof = m->body_dofadr[b];
    for (int i = 0; i < 6; i++) {
      int row = dof + i;
      for (int k = 0; k < g->tree.nnz[row]; k++) {
        int col = g->tree.col[g->tree.adr[row] + k] - dof;
        if (col < 0) continue;
        mjtNum value = g->M[g->tree.adr[row] + k];
        for (int e = 0; e < m->M_rownnz[row]; e++) {
          if (m->M_colind[m->M_rowadr[row] + e] == col + dof) value -= d->M[m->M_rowadr[row] + e];
        }
        value /= -m->opt.timestep;
        d->qDeriv[m->D_rowadr[row] + col] += value;
        if (col != i) d->qDeriv[m->D_rowadr[col + dof] + i] += value;
      }
    }
    free_body_solve(m, d, b, x, g->force);
  }
}
