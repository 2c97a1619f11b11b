#include "step/slope/acceleration.h"

#include <engine/base.h>
#include <engine/constraint.h>
#include <engine/math.h>
#include <engine/plugin.h>

#include "constraint/kinds/kind.h"
#include "constraint/slope/contact_blocks.h"
#include "constraint/slope/row_slope.h"
#include "dynamics/flex_force.h"
#include "dynamics/slope/passive_slope.h"
#include "dynamics/slope/tendon_inertia_slope.h"
#include "dynamics/slope/transmission_slope.h"
#include "kinematics/contact_side.h"
#include "math/dense.h"
#include "math/dense_lu.h"
#include "math/sparse.h"
#include "model/equality_type.h"
#include "model/pattern.h"

// --- clusters -----------------------------------------------------------------------------------

// Union-find over trees; the root of a set is its lowest tree.
typedef struct {
  const mjModel* m;
  int* parent;
} forest;

static int tree_root(const forest* f, int tree) {
  while (f->parent[tree] != tree) tree = f->parent[tree];
  return tree;
}

static void join_trees(const forest* f, int a, int b) {
  if (a < 0 || b < 0) return;
  a = tree_root(f, a);
  b = tree_root(f, b);
  f->parent[a > b ? a : b] = a < b ? a : b;
}

static void join_bodies(const forest* f, int a, int b) {
  join_trees(f, f->m->body_treeid[a], f->m->body_treeid[b]);
}

// Join everything on the path of a tendon; returns one of its moving bodies, or 0.
static int join_path(const forest* f, int tendon) {
  const mjModel* m = f->m;
  int first = m->tendon_adr[tendon], one = 0;
  for (int e = first; e < first + m->tendon_num[tendon]; e++) {
    int id = m->wrap_objid[e], body = 0;
    switch (m->wrap_type[e]) {
      case mjWRAP_JOINT: body = m->jnt_bodyid[id]; break;
      case mjWRAP_SITE: body = m->site_bodyid[id]; break;
      case mjWRAP_SPHERE:
      case mjWRAP_CYLINDER: body = m->geom_bodyid[id]; break;
      default: break;
    }
    if (m->body_treeid[body] < 0) continue;
    if (one) join_bodies(f, one, body);
    one = body;
  }
  return one;
}

static void join_equality(const forest* f, int i) {
  const mjModel* m = f->m;
  int id1 = m->eq_obj1id[i], id2 = m->eq_obj2id[i];
  switch (equality_object(m->eq_type[i], m->eq_objtype[i])) {
    case mjOBJ_BODY: join_bodies(f, id1, id2); break;
    case mjOBJ_SITE: join_bodies(f, m->site_bodyid[id1], m->site_bodyid[id2]); break;
    case mjOBJ_JOINT:
      if (id2 >= 0) join_bodies(f, m->jnt_bodyid[id1], m->jnt_bodyid[id2]);
      break;
    case mjOBJ_TENDON:
      if (id2 >= 0) join_bodies(f, join_path(f, id1), join_path(f, id2));
      break;
    default: break;
  }
}

// Join a body with the trees in a common set; used for objects that depend on several bodies.
static int join_next(const forest* f, int one, int body) {
  if (f->m->body_treeid[body] < 0) return one;
  if (one) join_bodies(f, one, body);
  return body;
}

static void join_contact(const forest* f, const mjData* d, const mjContact* con) {
  const mjModel* m = f->m;
  if (con->geom[0] >= 0 && con->geom[1] >= 0) {
    join_bodies(f, m->geom_bodyid[con->geom[0]], m->geom_bodyid[con->geom[1]]);
    return;
  }
  int one = 0;
  for (int k = 0; k < 2; k++) {
    contact_side side;
    contact_side_bodies(m, d, con, k, &side);
    for (int i = 0; i < side.n; i++) one = join_next(f, one, side.body[i]);
    // a vertex with weight 0 moves the element, too
    int flex = con->flex[k];
    if (flex >= 0 && !m->flex_interp[flex])
      one = join_next(f, one, m->flex_vertbodyid[m->flex_vertadr[flex]]);
  }
}

static void join_flex(const forest* f, int flex) {
  const mjModel* m = f->m;
  int one = 0, first = m->flex_vertadr[flex], node = m->flex_nodeadr[flex];
  if (m->flex_interp[flex]) {
    for (int i = 0; i < m->flex_nodenum[flex]; i++)
      one = join_next(f, one, m->flex_nodebodyid[node + i]);
    return;
  }
  for (int i = first; i < first + m->flex_vertnum[flex]; i++) {
    one = join_next(f, one, m->flex_vertbodyid[i]);
  }
}

static void join_all(const forest* f, const mjData* d) {
  const mjModel* m = f->m;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->exclude <= 1 || con->exclude == PASSIVE_CONTACT) join_contact(f, d, con);
  }
  for (int i = 0; i < m->nflex; i++) {
    if (!m->flex_rigid[i]) join_flex(f, i);
  }
  for (int t = 0; t < m->ntendon; t++) join_path(f, t);
  for (int i = 0; i < m->neq; i++) {
    if (d->eq_active[i]) join_equality(f, i);
  }
  for (int i = 0; i < m->nu; i++) {
    int id1 = m->actuator_trnid[2 * i], id2 = m->actuator_trnid[2 * i + 1];
    int type = m->actuator_trntype[i];
    if ((type == mjTRN_SITE && id2 >= 0) || type == mjTRN_SLIDERCRANK) {
      join_bodies(f, m->site_bodyid[id1], m->site_bodyid[id2]);
    }
  }
}

// first: on entry the number of each tree's cluster, at the root of its set.
static void list_dofs(const forest* f, int n, int* first, int* dof, int* of, int* local) {
  const mjModel* m = f->m;
  for (int i = 0; i < m->nv; i++) {
    of[i] = first[tree_root(f, m->dof_treeid[i])];  // the root of its set holds the cluster number
  }
  for (int k = 0; k <= n; k++) first[k] = 0;
  for (int i = 0; i < m->nv; i++) { local[i] = first[of[i] + 1]++; }
  for (int k = 0; k < n; k++) first[k + 1] += first[k];
  for (int i = 0; i < m->nv; i++) dof[first[of[i]] + local[i]] = i;
}

static clusters clusters_make(const mjModel* m, mjData* d) {
  size_t nv = m->nv, nt = (size_t)m->ntree + 2;
  int* number = mj_stackAllocInt(d, 3 * nt + 3 * nv + 1);
  int *parent = number, *first = parent + nt, *width = first + nt, *of = width + nt;
  int *dof = of + nv, *local = dof + nv;
  size_t* offset = mj_stackAllocByte(d, sizeof(size_t) * 2 * nt, sizeof(size_t));
  forest f = {m, parent};
  for (int i = 0; i < m->ntree; i++) parent[i] = i;
  join_all(&f, d);
  int n = 0;
  for (int i = 0; i < m->ntree; i++) {
    if (parent[i] == i) first[i] = n++;
  }
  list_dofs(&f, n, first, dof, of, local);
  return (clusters){n, first, dof, of, local, offset, width, offset + nt};
}

// Sort the actuators by cluster, and compute the offsets of matrix blocks.
static void list_actuators(acceleration_slope* a, int columns) {
  const mjModel* m = a->m;
  const clusters* c = &a->at;
  mjData* d = a->d;
  int* first = mj_stackAllocInt(d, (size_t)c->n + 2 + 2 * (size_t)m->nu);
  int *list = first + c->n + 1, *slot = list + m->nu;
  memset(first, 0, sizeof(int) * ((size_t)c->n + 1));
  for (int i = 0; i < m->nu; i++) {
    sparse_row moment = moment_of(d, i);
    slot[i] = -1;
    if (!moment.n || mjDISABLED(mjDSBL_ACTUATION)) continue;
    slot[i] = first[c->of[moment.col[0]] + 1]++;
  }
  for (int k = 0; k < c->n; k++) first[k + 1] += first[k];
  for (int i = 0; i < m->nu; i++) {
    if (slot[i] >= 0) list[first[c->of[moment_of(d, i).col[0]]] + slot[i]] = i;
  }
  a->first_actuator = first;
  a->actuator = list;
  a->slot = slot;
  int* width = (int*)c->width;
  size_t *block = (size_t*)c->block, *square = (size_t*)c->square;
  block[0] = square[0] = 0;
  for (int k = 0; k < c->n; k++) {
    int size = cluster_size(c, k);
    int states = columns == COLUMNS_NONE ? 0 : columns == COLUMNS_STATE ? 2 : 3;
    width[k] = states ? states * size + first[k + 1] - first[k] : 0;
    block[k + 1] = block[k] + (size_t)size * (size_t)width[k];
    square[k + 1] = square[k] + (size_t)size * (size_t)size;
  }
}

size_t acceleration_slope_size(const mjModel* m, const mjData* d, int columns) {
  // upper bound: one cluster with all dofs; single parts need a few rows in addition
  size_t nv = m->nv, nu = m->nu, nb = m->nbody;
  size_t matrices = nv * (nv * (columns == COLUMNS_NONE    ? 1
                                : columns == COLUMNS_STATE ? 3
                                                           : 4) +
                          nu);
  return matrices + 300 * nv + 120 * nb + 4 * nu + 2 * (size_t)d->nefc + 63 * (size_t)d->ncon +
         8000;
}

// --- the residual -------------------------------------------------------------------------------

void add_residual_slope(acceleration_slope* a, slope* s) {
  const mjModel* m = a->m;
  mjData* d = a->d;
  mj_markStack(d);
  mjtNum* keep = mj_stackAllocNum(d, (size_t)m->nv + 1);
  int dropped = actuator_dofs_kept(m, d, keep);
  const mjtNum* acc = a->acc_of_both ? a->acc_of_both : d->qacc;
  slope_hold_inertial(s, &(inertial_motion){d->qvel, acc, 1, 1});
  subtract_tendon_inertia(s, d->qvel, acc, 1);
  int actuated = a->acting & ACTUATORS;
  if (m->nu && actuated) {
    add_actuators_slope(s, &a->vel, dropped ? keep : NULL);
    // rows dropped from these sums must not be mixed with the others
    if (dropped) slope_close(s, keep);
  }
  add_passive_slope(s, &a->vel, dropped ? keep : NULL, actuated);
  if (a->acting & APPLIED) add_applied_slope(s);
  if (d->nefc || d->ncon) {
    row_slopes rows = {.s = s,
                       .vel = &a->vel,
                       .acc = &a->acc,
                       .adhesion = actuated,
                       .response = a->response,
                       .contact_motion = a->contact_motion};
    // sensors ask for what a single contact adds
    if (s->holds && s->R && !a->response) {
      rows.blocks = &a->blocks;
      if (a->blocks.any) s->resistance = &a->blocks;
      s->acc_turn = a->acc.turn;
      s->vel_turn = a->vel.turn;
    }
    add_constraint_slope(&rows);
    a->ndifferenced += rows.ndifferenced;
  }
  slope_close(s, NULL);
  mj_freeStack(d);
}

// Solvers for the acceleration evaluate the rows at it; Newton with the Hessians of cones.
int solver_leaves_forces(const mjModel* m) {
  return m->opt.solver == mjSOL_NEWTON ||
         (m->opt.solver == mjSOL_CG && m->opt.cone == mjCONE_PYRAMIDAL);
}

void forces_of_acceleration(const mjModel* m, mjData* d, mjtNum* force, mjtNum* qfrc) {
  if (!d->nefc) return;
  vec_copy(force, d->efc_force, d->nefc);
  vec_copy(qfrc, d->qfrc_constraint, m->nv);
  mj_markStack(d);
  mjtNum* jar = mj_stackAllocNum(d, d->nefc);
  mj_mulJacVec(m, d, jar, d->qacc);
  vec_sub(jar, jar, d->efc_aref, d->nefc);
  mj_constraintUpdate(m, d, jar, NULL, 1);
  mj_freeStack(d);
}

// --- the solution -------------------------------------------------------------------------------

static void find_hessian(acceleration_slope* a) {
  const mjModel* m = a->m;
  const mjData* d = a->d;
  const clusters* c = &a->at;
  for (int i = 0; i < m->nv; i++) {
    mjtNum* row = square_row(c, a->H, i);
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      int j = m->M_colind[k];
      row[c->local[j]] = d->M[k];
    }
  }
  add_constraint_hessian(m, a->d, &a->blocks, c, a->H, a->loaded);
  add_block_hessian(m, d, &a->blocks, c, a->H, a->loaded);
}

// Columns of inputs: actuator moments, and the identity for applied forces.
static void add_input_columns(acceleration_slope* a) {
  const clusters* c = &a->at;
  for (int k = 0; k < c->n; k++) {
    int n = cluster_size(c, k), ninput = a->first_actuator[k + 1] - a->first_actuator[k];
    for (int s = 0; s < ninput; s++) {
      sparse_row moment = moment_of(a->d, a->actuator[a->first_actuator[k] + s]);
      for (int i = 0; i < moment.n; i++) {
        cluster_row(c, a->R, moment.col[i])[2 * n + s] = moment.value[i];
      }
    }
    if (c->width[k] < 3 * n + ninput) continue;
    for (int i = 0; i < n; i++) {
      cluster_row(c, a->R, c->dof[c->first[k] + i])[2 * n + ninput + i] = 1;
    }
  }
}

// Zero an actuator's column at dofs whose actuator force is clamped.
static void drop_input_rows(acceleration_slope* a) {
  const mjModel* m = a->m;
  const clusters* c = &a->at;
  mj_markStack(a->d);
  mjtNum* keep = mj_stackAllocNum(a->d, (size_t)m->nv + 1);
  int dropped = actuator_dofs_kept(m, a->d, keep);
  for (int i = 0; dropped && i < m->nv; i++) {
    int k = c->of[i], n = cluster_size(c, k);
    if (keep[i] != 0) continue;
    vec_zero(cluster_row(c, a->R, i) + 2 * n, a->first_actuator[k + 1] - a->first_actuator[k]);
  }
  mj_freeStack(a->d);
}

acceleration_slope acceleration_slope_open(const mjModel* m, mjData* d, int columns) {
  acceleration_slope a = {.m = m, .d = d, .at = clusters_make(m, d)};
  list_actuators(&a, columns);
  size_t nr = a.at.block[a.at.n], ns = a.at.square[a.at.n];
  a.R = mj_stackAllocNum(d, nr + 1);
  a.H = mj_stackAllocNum(d, ns + 1);
  memset(a.R, 0, sizeof(mjtNum) * nr);
  memset(a.H, 0, sizeof(mjtNum) * ns);
  a.loaded = mj_stackAllocInt(d, (size_t)a.at.n + 1);
  memset(a.loaded, 0, sizeof(int) * (size_t)a.at.n);
  a.vel = carried_by_qvel(d);
  // nothing but rows and contacts needs it
  if (d->nefc || d->ncon) a.acc = carried_by(m, d, d->qacc);
  a.acting = ACTUATORS | APPLIED;
  a.blocks = contact_blocks_make(m, d);
  find_hessian(&a);
  return a;
}

void acceleration_slope_skip(acceleration_slope* a, const mjtNum* acc) {
  int loaded = 0;
  for (int k = 0; k < a->at.n; k++) loaded |= a->loaded[k];
  a->skips = 1;
  a->acc_of_both = loaded ? NULL : acc;
}

void acceleration_slope_factor(acceleration_slope* a) {
  const clusters* c = &a->at;
  for (int k = 0; k < c->n; k++) {
    if (a->skips && !a->loaded[k]) continue;
    dense_lu_factor_symmetric(a->H + c->square[k], cluster_size(c, k));
  }
}

void acceleration_slope_residual(acceleration_slope* a) {
  const clusters* c = &a->at;
  mj_markStack(a->d);
  slope s = {.m = a->m, .d = a->d, .at = c, .R = a->R};
  slope_open(&s);
  add_residual_slope(a, &s);
  mj_freeStack(a->d);
  add_input_columns(a);
  drop_input_rows(a);
}

void acceleration_slope_solve(acceleration_slope* a) {
  const clusters* c = &a->at;
  acceleration_slope_residual(a);
  for (int k = 0; k < c->n; k++) {
    if (a->skips && !a->loaded[k]) continue;
    dense_lu_solve(a->H + c->square[k], cluster_size(c, k), a->R + c->block[k], c->width[k],
                   c->width[k]);
  }
}

static void solve_cluster(const acceleration_slope* a, int k, const mjtNum* LU, int transposed,
                          mjtNum* x) {
  const clusters* c = &a->at;
  int n = cluster_size(c, k);
  const int* dof = c->dof + c->first[k];
  mj_markStack(a->d);
  mjtNum* local = mj_stackAllocNum(a->d, (size_t)n + 1);
  for (int i = 0; i < n; i++) local[i] = x[dof[i]];
  if (transposed) {
    dense_lu_solve_transposed(LU + c->square[k], n, local);
  } else {
    dense_lu_solve_one(LU + c->square[k], n, local);
  }
  for (int i = 0; i < n; i++) x[dof[i]] = local[i];
  mj_freeStack(a->d);
}

void clusters_solve(const acceleration_slope* a, const mjtNum* LU, int transposed, mjtNum* x) {
  for (int k = 0; k < a->at.n; k++) solve_cluster(a, k, LU, transposed, x);
}

void acceleration_solve(const acceleration_slope* a, mjtNum* x) {
  for (int k = 0; k < a->at.n; k++) {
    if (!a->skips || a->loaded[k]) solve_cluster(a, k, a->H, 0, x);
  }
}

void acceleration_multiply(const acceleration_slope* a, mjtNum* y, const mjtNum* x) {
  const mjModel* m = a->m;
  if (!a->acc_of_both) tree_mul_vec(y, a->d->M, x, pattern_of_M(m));
  for (int i = 0; a->skips && i < m->nv; i++) {
    if (!a->loaded[a->at.of[i]]) y[i] = x[i];
  }
}

void acceleration_back(acceleration_slope* a, const mjtNum* abar, mjtNum* lambda, mjtNum* qbar,
                       mjtNum* vbar) {
  if (lambda != abar) vec_copy(lambda, abar, a->m->nv);
  acceleration_solve(a, lambda);
  mj_markStack(a->d);
  slope s = {.m = a->m, .d = a->d, .at = &a->at, .left = lambda, .qbar = qbar, .vbar = vbar};
  s.carries_left = carried_by(a->m, a->d, lambda);
  slope_open(&s);
  add_residual_slope(a, &s);
  mj_freeStack(a->d);
}

void acceleration_along(acceleration_slope* a, const mjtNum* dq, const mjtNum* dv,
                        const mjtNum* dforce, mjtNum* dacc) {
  vec_copy(dacc, dforce, a->m->nv);
  mj_markStack(a->d);
  slope s = {.m = a->m, .d = a->d, .at = &a->at, .dq = dq, .dv = dv, .out = dacc};
  slope_open(&s);
  add_residual_slope(a, &s);
  mj_freeStack(a->d);
  acceleration_solve(a, dacc);
}

void actuators_back(const acceleration_slope* a, const mjtNum* lambda, mjtNum* along) {
  const mjModel* m = a->m;
  mj_markStack(a->d);
  mjtNum* keep = mj_stackAllocNum(a->d, (size_t)m->nv + 1);
  actuator_dofs_kept(m, a->d, keep);
  vec_mul(keep, keep, lambda, m->nv);
  for (int u = 0; u < m->nu; u++) {
    along[u] = a->slot[u] < 0 ? 0 : sparse_row_dot(moment_of(a->d, u), keep);
  }
  mj_freeStack(a->d);
}

void actuators_along(const acceleration_slope* a, const mjtNum* along, mjtNum* force) {
  const mjModel* m = a->m;
  mj_markStack(a->d);
  mjtNum *keep = mj_stackAllocNum(a->d, 2 * (size_t)m->nv + 1), *sum = keep + m->nv;
  actuator_dofs_kept(m, a->d, keep);
  vec_zero(sum, m->nv);
  for (int u = 0; u < m->nu; u++) {
    if (a->slot[u] >= 0) sparse_row_add(moment_of(a->d, u), along[u], sum);
  }
  for (int i = 0; i < m->nv; i++) force[i] += keep[i] * sum[i];
  mj_freeStack(a->d);
}

static int equalities_have_slopes(const mjModel* m, const char** why) {
  for (int i = 0; i < m->neq; i++) {
    if (kind_of_equality(m, i)->equality->slope) continue;
    *why = "an equality of a type without formulas";
    return 0;
  }
  return 1;
}

int model_has_slopes(const mjModel* m, const char** why) {
  if (m->opt.noslip_iterations > 0) {
    *why = "noslip iterations";
    return 0;
  }
  // newer results that the formulas do not cover
  const int newer = engLEVEL_DERIVATIVE | engLEVEL_JDOTV | engLEVEL_GYROSCOPIC | engLEVEL_CIRCLE |
                    engLEVEL_TENDONLIMIT;
  if (m->ext.levelbits & newer) {
    *why = "results of this level";
    return 0;
  }
  if (m->opt.integrator == mjINT_DISCRETE || m->opt.enableflags & mjENBL_DIAGEXACT) {
    *why = "the integrator discrete, and exact diagonals";
    return 0;
  }
  if (m->opt.integrator == engINT_MIDPOINT) {
    *why = "the integrator midpoint";
    return 0;
  }
  if (mjcb_control) {
    *why = "a callback for controls";
    return 0;
  }
  return passive_forces_have_slopes(m, why) && equalities_have_slopes(m, why) &&
         actuators_have_slopes(m, why);
}
